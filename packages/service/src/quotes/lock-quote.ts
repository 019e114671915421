import { findQuote, findSubscription, type QuoteRow, type SubscriptionRow } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { hashQuoteToken, noQuote } from "./quote.ts";

/**
 * The quote that a token opens and its subscription, locked. The quote is read again under the lock, because another
 * link may have replaced this one.
 */
export async function lockQuote(
  work: Work,
  token: string,
): Promise<{ quote: QuoteRow; subscription: SubscriptionRow }> {
  const found = await findQuote(work.tx, hashQuoteToken(token));
  const subscription = found && (await findSubscription(work.tx, found.subscriptionId, "for no key update"));
  const quote = await findQuote(work.tx, hashQuoteToken(token));
  if (quote === undefined || subscription === undefined) throw noQuote();
  return { quote, subscription };
}
