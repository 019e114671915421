import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** Signs cookies and encrypts second factors. */
export interface SignInSecret {
  /** Identifies the secret without revealing it. It is derived from the secret, so it is the same everywhere. */
  readonly version: number;
  readonly value: string;
}

const VALUE_BYTES = 32;
const VERSION_BYTES = 4;

/**
 * The sign-in secrets of the installation's keys, newest first. They are derived with a separate label, so that their
 * signatures and ciphertexts reveal nothing about other secrets of the installation.
 */
export function signInSecrets(keyTexts: readonly string[]): SignInSecret[] {
  return keyTexts.map((text) => ({
    version: derived(text, "version", VERSION_BYTES).readUInt32BE() >>> 1,
    value: derived(text, "key", VALUE_BYTES).toString("base64url"),
  }));
}

/**
 * The Cookie header, with cookies that an older secret signed signed again with the newest, so that a session outlives
 * a key change. A cookie without a valid signature is not signed.
 */
export function resignCookies(header: string | undefined, secrets: readonly SignInSecret[]): string | undefined {
  const [newest, ...older] = secrets;
  if (header === undefined || newest === undefined || older.length === 0) return header;
  return header
    .split(";")
    .map((cookie) => cookie.trim())
    .map((cookie) => {
      const equals = cookie.indexOf("=");
      const signed = SIGNED.exec(decoded(cookie.slice(equals + 1)))?.groups;
      if (signed === undefined) return cookie;
      const { value = "", signature = "" } = signed;
      if (!older.some((secret) => isSame(signatureOf(value, secret), signature))) return cookie;
      return `${cookie.slice(0, equals)}=${encodeURIComponent(`${value}.${signatureOf(value, newest)}`)}`;
    })
    .join("; ");
}

/** The value that the secret signed in a cookie. Undefined if the secret did not sign it. */
export function readSigned(cookieValue: string, secret: string): string | undefined {
  const { value = "", signature = "" } = SIGNED.exec(decoded(cookieValue))?.groups ?? {};
  return value !== "" && isSame(signatureOf(value, { value: secret }), signature) ? value : undefined;
}

/** better-auth's format of a signed cookie: the value, and its HMAC-SHA256 in base64. */
const SIGNED = /^(?<value>.+)\.(?<signature>[A-Za-z0-9+/]{43}=)$/;

function signatureOf(value: string, { value: secret }: Pick<SignInSecret, "value">): string {
  return createHmac("sha256", secret).update(value).digest("base64");
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function derived(text: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", text, "", `counterfoil sign-in ${purpose}`, bytes));
}
