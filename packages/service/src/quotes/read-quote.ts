import { type Database, findQuote, findQuoteLink, findQuoteSignature, findSubscription } from "@counterfoil/storage";
import { accountNow } from "../clocks/index.ts";
import { type Actor, type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { hashQuoteToken, noQuote, type Quote, refuseExpired, toQuote } from "./quote.ts";

/** Whom a request acts for that has a quote's token instead of a key. Throws a 404 for a token that opens nothing. */
export async function admitByQuoteToken(
  { database }: { database: Database },
  token: string,
): Promise<{ organizationId: string; actor: Actor }> {
  const link = await findQuoteLink(database, hashQuoteToken(token));
  if (link === undefined) throw noQuote();
  return { organizationId: link.organizationId, actor: { type: "quote_link", id: link.subscriptionId } };
}

/** What was sent, and what has become of it; 410 once the link has expired. */
export function getQuote(context: Context, token: string): Promise<Quote> {
  return read(context, async (tx) => {
    const quote = await findQuote(tx, hashQuoteToken(token));
    if (quote === undefined) throw noQuote();
    refuseExpired(quote, await accountNow({ tx, clock: context.clock }, quote));
    return toQuote(tx, quote);
  });
}

/** The proof that a quote was accepted. The SHA-256 of the bytes of `content` is `sha256`. */
export interface QuoteSignature {
  signerName: string;
  signerEmail: string;
  signerJobTitle: string | null;
  signedAt: string;
  networkAddress: string;
  sha256: string;
  content: string;
}

export function getQuoteSignature(context: Context, subscriptionId: string): Promise<QuoteSignature> {
  return read(context, async (tx) => {
    if ((await findSubscription(tx, subscriptionId)) === undefined) throw notFound("subscription", subscriptionId);
    const row = await findQuoteSignature(tx, subscriptionId);
    if (row === undefined) throw notFound("signature of the subscription", subscriptionId);
    const { subscriptionId: _subscriptionId, ...signature } = row;
    return signature;
  });
}
