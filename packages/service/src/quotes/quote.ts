import { createHash, randomBytes } from "node:crypto";
import type { QuoteRow, Tx } from "@counterfoil/storage";
import { type Brand, brandOf } from "../documents/index.ts";
import { DomainError } from "../errors/index.ts";
import { canonicalJson } from "../canonical-json.ts";
import type { QuoteDocument } from "./quote-document.ts";

/** A quote as the holder of its link sees it. */
export interface Quote {
  status: QuoteRow["status"];
  /** When the link expires. */
  expiresAt: string;
  /** When and by whom it was accepted; null until then. */
  acceptedAt: string | null;
  signerName: string | null;
  /** The hash of the canonical form (RFC 8785) of `document`. An acceptance signs it. */
  sha256: string;
  /** The seller's branding on the page, frozen with the document. */
  brand: Brand;
  document: QuoteDocument;
}

export async function toQuote(tx: Tx, row: QuoteRow): Promise<Quote> {
  const { status, expiresAt, signedAt: acceptedAt, signerName, sha256, content } = row;
  const brand = await brandOf(tx, row.seller);
  return { status, expiresAt, acceptedAt, signerName, sha256, brand, document: JSON.parse(content) as QuoteDocument };
}

/** A document in the form that is stored and signed: the text, and the hash of its bytes. */
export function sealDocument(document: QuoteDocument): { content: string; sha256: string } {
  const content = canonicalJson(document);
  return { content, sha256: createHash("sha256").update(content).digest("hex") };
}

const TOKEN_BYTES = 24;

/** A token of 192 random bits for the URL of a quote. */
export function makeQuoteToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** The stored hash of a token. A token is random and long, so a fast hash is sufficient. */
export function hashQuoteToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/**
 * 404: the token never existed, or a newer one replaced it. The error does not repeat the token, which may be only a
 * typo away from a valid one.
 */
export function noQuote(): DomainError {
  return new DomainError("not_found", "There is no quote at this URL. A newer link may have replaced it.");
}

/** 410 for a link that has expired on the account's clock. */
export function refuseExpired({ expiresAt }: QuoteRow, now: string): void {
  if (now < expiresAt) return;
  throw new DomainError("quote_expired", `The quote expired at ${expiresAt}. Ask the seller to send it again.`);
}
