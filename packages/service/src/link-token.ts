import { createHash, randomBytes } from "node:crypto";
import { Temporal } from "temporal-polyfill";
import { instantText } from "@counterfoil/engine";
import type { Fault } from "./errors/index.ts";

const TOKEN_BYTES = 24;
/** Hexadecimal digits of a token's hash that name its link: too few to reveal the hash, enough to distinguish links. */
const NAMING_DIGITS = 26;
const PREFIX = "link_";
/** The longest validity of a link, in days. For longer access, create a new link. */
export const MOST_DAYS = 366;

/** The secret part of a link's address. */
export function makeLinkToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** The stored form of a token. The token is random and long, so a fast hash protects it. */
export function hashLinkToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** The ID of a link, derived from its token. The ID alone does not open the link. */
export function linkId(tokenHash: Buffer): string {
  return PREFIX + tokenHash.toString("hex").slice(0, NAMING_DIGITS);
}

/** The start of the token hash of the link with this ID. Undefined if the text is not a link ID. */
export function hashStartOf(id: string): string | undefined {
  const digits = id.startsWith(PREFIX) ? id.slice(PREFIX.length) : "";
  return digits.length === NAMING_DIGITS && /^[0-9a-f]+$/.test(digits) ? digits : undefined;
}

export type LinkStatus = "open" | "expired" | "revoked";

export function linkStatus(
  { expiresAt, revokedAt }: { readonly expiresAt: string; readonly revokedAt: string | null },
  now: string,
): LinkStatus {
  if (revokedAt !== null) return "revoked";
  return now < expiresAt ? "open" : "expired";
}

/** What is wrong with the expiry time of a link. */
export function linkExpiryFaults(expiresAt: string, now: string): Fault[] {
  const latest = instantText(Temporal.Instant.from(now).add({ hours: MOST_DAYS * 24 }));
  if (expiresAt <= now) {
    const detail = `${expiresAt} is in the past. The link must expire after ${now}, the current time of the account.`;
    return [{ pointer: "/expiresAt", code: "in_the_past", detail }];
  }
  if (expiresAt <= latest) return [];
  const detail = `A link can be valid for at most ${MOST_DAYS} days. expiresAt must be ${latest} or earlier.`;
  return [{ pointer: "/expiresAt", code: "too_far_ahead", detail }];
}
