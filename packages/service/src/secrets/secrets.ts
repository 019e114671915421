import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { DomainError } from "../errors/index.ts";

/**
 * The owner of a secret. A secret sealed for one place opens in no other: copying a row to another organization or
 * column makes it useless.
 */
export interface SecretPlace {
  readonly organizationId: string;
  /** The holder: a row's ID, or another unique name in the organization ("stripe"). */
  readonly holder: string;
  /** The name of the secret at its holder ("secret_key"). */
  readonly name: string;
}

/** Encrypts secrets that the platform must read again, but that readers of the database or its copies must not. */
export interface Secrets {
  /** Returns the text to store. It differs each time for the same secret. */
  seal(secret: string, place: SecretPlace): string;
  /**
   * Decrypts a secret that was sealed for this place. Throws a 503 `secrets_unavailable`, whose cause explains the
   * problem, if it does not open.
   */
  open(sealed: string, place: SecretPlace): string;
  /** False if an older key sealed it. Opening and sealing it again makes the older key unnecessary. */
  isUnderNewestKey(sealed: string): boolean;
  /** Signs a text that the server gives out and later gets back. The signature is valid only at its place. */
  sign(text: string, place: SecretPlace): string;
  /** Whether any of the keys signed this text for this place. */
  isSigned(text: string, signature: string, place: SecretPlace): boolean;
  /** False if the server was started without a key. */
  readonly canSeal: boolean;
}

const VERSION = "sealed1";
const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** 128 bits of an HMAC: short enough for a program that copies it word by word, too long to guess. */
const SIGNATURE_BYTES = 16;

/** The master secret must not be guessable: 32 characters of base64 are 192 bits. */
export const SHORTEST_KEY_TEXT = 32;

interface Key {
  /** Identifies the key that sealed a secret, without revealing it. */
  readonly id: string;
  readonly bytes: Buffer;
  /** For signatures. */
  readonly signing: Buffer;
}

/**
 * Secrets with keys from these texts, the newest first: the first one seals, and all of them open. Without any, sealing
 * and opening fail, and everything else works.
 */
export function createSecrets(keyTexts: readonly string[]): Secrets {
  const keys = keyTexts.map(deriveKey);
  const [newest] = keys;
  return {
    seal(secret, place) {
      if (newest === undefined) throw new DomainError("secrets_unavailable", `The secret cannot be stored: ${NO_KEY}`);
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
        throw unreadable(`${what} cannot be opened: it was changed, or was sealed for another place.`, cause);
      }
    },
    sign(text, place) {
      if (newest === undefined) throw new DomainError("secrets_unavailable", `Nothing can be signed: ${NO_KEY}`);
      return signature(text, newest, place).toString("base64url");
    },
    isSigned(text, given, place) {
      const bytes = Buffer.from(given, "base64url");
      return (
        bytes.length === SIGNATURE_BYTES && keys.some((key) => timingSafeEqual(signature(text, key, place), bytes))
      );
    },
    canSeal: newest !== undefined,
    isUnderNewestKey: (sealed) => sealed.startsWith(`${VERSION}.${newest?.id}.`),
  };
}

/** Whether a text is sealed. Earlier releases, and servers without a key, store secrets unencrypted. */
export function isSealed(text: string): boolean {
  return text.startsWith(`${VERSION}.`);
}

const NO_KEY = "the server was started without COUNTERFOIL_SECRET. Set it and restart the server.";

function otherKey(keyId: string, keys: readonly Key[]): string {
  const known = keys.map(({ id }) => id).join(", ");
  return (
    `was sealed with the key ${keyId}, but the server has only ${known}. ` +
    "Start it with the COUNTERFOIL_SECRET of that key, " +
    "or add that secret to COUNTERFOIL_SECRET_OLD."
  );
}

function deriveKey(text: string): Key {
  const derived = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", text, "", `counterfoil secrets ${purpose}`, bytes));
  return {
    id: derived("id", 4).toString("hex"),
    bytes: derived("key", KEY_BYTES),
    signing: derived("signing", KEY_BYTES),
  };
}

function signature(text: string, { signing }: Key, place: SecretPlace): Buffer {
  return createHmac("sha256", signing).update(bytesOf(place)).update(text).digest().subarray(0, SIGNATURE_BYTES);
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

/** The details are for the operator, in the log: the response may go to a customer. */
function unreadable(what: string, cause?: unknown): DomainError {
  return new DomainError(
    "secrets_unavailable",
    "The server cannot decrypt a stored secret. Its log gives the reason; ask the operator.",
    [],
    {
      cause: new Error(what, { cause }),
    },
  );
}
