import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { DomainError } from "../errors/index.ts";

/**
 * Whose secret it is. What was sealed for one place opens at no other: a row that somebody copies to another organization,
 * or to another column, is of no use there.
 */
export interface SecretPlace {
  readonly organizationId: string;
  /** What holds it: the id of a row, or what else names one thing in the organization ("stripe"). */
  readonly holder: string;
  /** Which of the holder's secrets ("secret_key"). */
  readonly name: string;
}

/** Seals what the platform must read again and whoever reads the database, or a copy of it, must not. */
export interface Secrets {
  /** The text to store. The same secret is sealed differently each time. */
  seal(secret: string, place: SecretPlace): string;
  /** What was sealed for this place. A 503 `secrets_unavailable` that says in its cause what is wrong where it does not open. */
  open(sealed: string, place: SecretPlace): string;
  /** False where it was sealed under an older key: opened and sealed again, it no longer needs that one. */
  isUnderNewestKey(sealed: string): boolean;
  /** False on a server that was started without a key. */
  readonly canSeal: boolean;
}

const VERSION = "sealed1";
const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What guards the others is not to be guessed: 32 characters of base64 are 192 bits. */
export const SHORTEST_KEY_TEXT = 32;

interface Key {
  /** Tells which key something was sealed under, and nothing about the key. */
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * Secrets under these texts, the newest first: the first seals, all of them open. Without any nothing can be sealed or opened,
 * and everything else works.
 */
export function createSecrets(keyTexts: readonly string[]): Secrets {
  const keys = keyTexts.map(deriveKey);
  const [newest] = keys;
  return {
    seal(secret, place) {
      if (newest === undefined) throw new DomainError("secrets_unavailable", `No secret can be kept: ${NO_KEY}`);
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, newest.bytes, nonce).setAAD(bytesOf(place));
      const sealed = [nonce, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()];
      return [VERSION, newest.id, Buffer.concat(sealed).toString("base64url")].join(".");
    },
    open(sealed, place) {
      const [version, keyId, text = ""] = sealed.split(".");
      const what = `${place.name} of ${place.holder} (${place.organizationId})`;
      if (version !== VERSION || keyId === undefined) throw unreadable(`${what} is not sealed.`);
      if (newest === undefined) throw unreadable(`${what} is sealed: ${NO_KEY}`);
      const key = keys.find(({ id }) => id === keyId);
      if (key === undefined) throw unreadable(`${what} ${otherKey(keyId, keys)}`);
      try {
        return decrypt(Buffer.from(text, "base64url"), key, place);
      } catch (cause) {
        throw unreadable(`${what} is not what was sealed for it: it was changed, or is another's.`, cause);
      }
    },
    canSeal: newest !== undefined,
    isUnderNewestKey: (sealed) => sealed.startsWith(`${VERSION}.${newest?.id}.`),
  };
}

/** Tells what was sealed from what an earlier release, or a server without a key, stored as it is. */
export function isSealed(text: string): boolean {
  return text.startsWith(`${VERSION}.`);
}

const NO_KEY = "the server was started without COUNTERFOIL_SECRET.";

function otherKey(keyId: string, keys: readonly Key[]): string {
  const known = keys.map(({ id }) => id).join(", ");
  return (
    `was sealed under the key ${keyId}, and the server has ${known}. Start it with the COUNTERFOIL_SECRET that it had, ` +
    "or name that one in COUNTERFOIL_SECRET_OLD."
  );
}

function deriveKey(text: string): Key {
  const derived = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", text, "", `counterfoil secrets ${purpose}`, bytes));
  return { id: derived("id", 4).toString("hex"), bytes: derived("key", KEY_BYTES) };
}

function bytesOf({ organizationId, holder, name }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([organizationId, holder, name]));
}

function decrypt(bytes: Buffer, key: Key, place: SecretPlace): string {
  const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(-TAG_BYTES)];
  const decipher = createDecipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES }).setAAD(bytesOf(place));
  decipher.setAuthTag(tag);
  return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}

/** What is wrong is the operator's to read, in the log: an answer may go to a customer. */
function unreadable(what: string, cause?: unknown): DomainError {
  return new DomainError("secrets_unavailable", "The server cannot open what it keeps sealed; its log says why.", [], {
    cause: new Error(what, { cause }),
  });
}
