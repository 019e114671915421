import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** What signs cookies and encrypts second factors. */
export interface SignInSecret {
  /** Tells which one something was encrypted under, and nothing about it; follows from it, so that it is the same everywhere. */
  readonly version: number;
  readonly value: string;
}

const VALUE_BYTES = 32;
const VERSION_BYTES = 4;

/**
 * The secrets of the sign-in under the installation's keys, the newest first: derived with a label of their own, so that neither
 * what they sign nor what they encrypt tells anything about other secrets of the installation.
 */
export function signInSecrets(keyTexts: readonly string[]): SignInSecret[] {
  return keyTexts.map((text) => ({
    version: derived(text, "version", VERSION_BYTES).readUInt32BE() >>> 1,
    value: derived(text, "key", VALUE_BYTES).toString("base64url"),
  }));
}

/**
 * The header Cookie with what an older secret signed signed anew with the newest: a session outlives the change of the key. Whoever
 * has no valid signature gets none.
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

/** What a cookie's value holds that the secret signed; undefined where it signed nothing of the kind. */
export function readSigned(cookieValue: string, secret: string): string | undefined {
  const { value = "", signature = "" } = SIGNED.exec(decoded(cookieValue))?.groups ?? {};
  return value !== "" && isSame(signatureOf(value, { value: secret }), signature) ? value : undefined;
}

/** As better-auth signs a cookie: what it holds, and an HMAC-SHA256 of that in base64. */
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
