import { createHash, randomBytes } from "node:crypto";
import { Temporal } from "temporal-polyfill";
import { instantText } from "@counterfoil/engine";
import type { Fault } from "./errors/index.ts";

const TOKEN_BYTES = 24;
/** Hexadecimal digits of a token's hash that name its link: too few to tell the hash, enough to tell links apart. */
const NAMING_DIGITS = 26;
const PREFIX = "link_";
/** The longest that a link may be open. What has to be open for longer is made anew, for whoever should still have it. */
export const MOST_DAYS = 366;

/** The secret of a link: what stands in its address. */
export function makeLinkToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** What is stored of a token. It is random and long, so a fast hash keeps it. */
export function hashLinkToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** The name of a link, which follows from its token and opens nothing. */
export function linkId(tokenHash: Buffer): string {
  return PREFIX + tokenHash.toString("hex").slice(0, NAMING_DIGITS);
}

/** What the hash of a named link's token begins with; undefined for what is no name of a link. */
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

/** What is wrong with the time at which a link is to end. */
export function linkExpiryFaults(expiresAt: string, now: string): Fault[] {
  const latest = instantText(Temporal.Instant.from(now).add({ hours: MOST_DAYS * 24 }));
  if (expiresAt <= now) {
    const detail = `It is ${now} for the account: a link cannot expire before it is made.`;
    return [{ pointer: "/expiresAt", code: "in_the_past", detail }];
  }
  if (expiresAt <= latest) return [];
  const detail = `A link is open for ${MOST_DAYS} days at most: until ${latest} for the account.`;
  return [{ pointer: "/expiresAt", code: "too_far_ahead", detail }];
}
