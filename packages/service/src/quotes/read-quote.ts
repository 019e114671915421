import { type Database, findQuote, findQuoteLink, findQuoteSignature, findSubscription } from "@counterfoil/storage";
import { accountNow } from "../clocks/index.ts";
import { type Actor, type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { type QuoteState, toQuoteState } from "./quote-state.ts";
import { hashQuoteToken, noQuote, type Quote, refuseExpired, toQuote } from "./quote.ts";

/** The account for which a request with a quote token acts. Throws a 404 for an unknown token. */
export async function admitByQuoteToken(
  { database }: { database: Database },
  token: string,
): Promise<{ organizationId: string; actor: Actor }> {
  const link = await findQuoteLink(database, hashQuoteToken(token));
  if (link === undefined) throw noQuote();
  return { organizationId: link.organizationId, actor: { type: "quote_link", id: link.subscriptionId } };
}

/** The sent quote and its state; 410 if the link has expired. */
export function getQuote(context: Context, token: string): Promise<Quote> {
  return read(context, async (tx) => {
    const quote = await findQuote(tx, hashQuoteToken(token));
    if (quote === undefined) throw noQuote();
    refuseExpired(quote, await accountNow({ tx, clock: context.clock }, quote));
    return toQuote(tx, quote);
  });
}

/** Whether the link of a quote can be accepted or declined, and its number; 410 if it has expired. */
export function getQuoteState(context: Context, token: string): Promise<QuoteState> {
  return read(context, async (tx) => {
    const quote = await findQuote(tx, hashQuoteToken(token));
    if (quote === undefined) throw noQuote();
    refuseExpired(quote, await accountNow({ tx, clock: context.clock }, quote));
    return toQuoteState(quote);
  });
}

/** The proof that a quote was accepted. `sha256` is the SHA-256 of the bytes of `content`. */
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
    if (row === undefined) throw notFound("signature for subscription", subscriptionId);
    const { subscriptionId: _subscriptionId, ...signature } = row;
    return signature;
  });
}
