import { createHash, randomBytes } from "node:crypto";
import type { QuoteRow, Tx } from "@counterfoil/storage";
import { type Brand, brandOf } from "../documents/index.ts";
import { DomainError } from "../errors/index.ts";
import { canonicalJson } from "../canonical-json.ts";
import type { QuoteDocument } from "./quote-document.ts";

/** A quote as whoever holds its link sees it. */
export interface Quote {
  status: QuoteRow["status"];
  /** When the link stops working. */
  expiresAt: string;
  /** When it was accepted, and by whom; null until then. */
  acceptedAt: string | null;
  signerName: string | null;
  /** Over the canonical writing (RFC 8785) of `document`: what an acceptance signs. */
  sha256: string;
  /** The seller as the page shows it, frozen with the document. */
  brand: Brand;
  document: QuoteDocument;
}

export async function toQuote(tx: Tx, row: QuoteRow): Promise<Quote> {
  const { status, expiresAt, signedAt: acceptedAt, signerName, sha256, content } = row;
  const brand = await brandOf(tx, row.seller);
  return { status, expiresAt, acceptedAt, signerName, sha256, brand, document: JSON.parse(content) as QuoteDocument };
}

/** A document as it is stored and signed: the text, and the hash over its bytes. */
export function sealDocument(document: QuoteDocument): { content: string; sha256: string } {
  const content = canonicalJson(document);
  return { content, sha256: createHash("sha256").update(content).digest("hex") };
}

const TOKEN_BYTES = 24;

/** A token of 192 random bits for the address of a quote. */
export function makeQuoteToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** What is stored of a token. It is random and long, so a fast hash keeps it. */
export function hashQuoteToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** 404: the token was never given, or a newer one has taken its place. It is not repeated: it may be one character off. */
export function noQuote(): DomainError {
  return new DomainError("not_found", "There is no quote at this address. A newer link may have replaced it.");
}

/** 410 for a link whose time is over on the account's clock. */
export function refuseExpired({ expiresAt }: QuoteRow, now: string): void {
  if (now < expiresAt) return;
  throw new DomainError("quote_expired", `The quote expired at ${expiresAt}. Ask the seller to send it again.`);
}
