import {
  findQuote,
  insertQuoteSignature,
  type QuoteRow,
  type SubscriptionRow,
  updateSubscription,
} from "@counterfoil/storage";
import { findTimeZone, onAccountClock } from "../../clocks/index.ts";
import { type Context, transact, type Work } from "../../context.ts";
import { audit, notify } from "../../record.ts";
import { activateAndBill } from "../activate/index.ts";
import { automaticStart } from "./automatic-start.ts";
import { isDue, refuseTransition, toSubscription } from "../../subscriptions/index.ts";
import { hashQuoteToken, lockQuote, type Quote, refuseAnswered, refuseExpired, toQuote } from "../../quotes/index.ts";

/** Who signs. `networkAddress` is where the request came from. */
export interface Signer {
  signerName: string;
  signerEmail: string;
  signerJobTitle?: string | null;
  networkAddress: string;
}

/**
 * Accepts the quote that a token opens. Records who signed what, when and from where, and starts the contract if it
 * starts automatically and its start has come (R-SUB-1). Accepting again is a 409, an expired link a 410.
 */
export function acceptQuote(context: Context, token: string, signer: Signer): Promise<Quote> {
  return transact(context, async (transaction) => {
    const { quote, subscription } = await lockQuote(transaction, token);
    const work = await onAccountClock(transaction, subscription);
    refuseExpired(quote, work.clock.now());
    refuseAnswered(quote, "accept");
    refuseTransition(subscription, "accept");
    const accepted = await sign(work, quote, subscription, signer);
    if (isDue(accepted, work.clock.now())) await activateAndBill(work, accepted);
    const after = await findQuote(work.tx, hashQuoteToken(token));
    return toQuote(work.tx, after ?? quote);
  });
}

async function sign(
  work: Work,
  quote: QuoteRow,
  before: SubscriptionRow,
  { networkAddress, ...given }: Signer,
): Promise<SubscriptionRow> {
  const now = work.clock.now();
  const signer = { ...given, signerJobTitle: given.signerJobTitle ?? null };
  const { content, sha256 } = quote;
  await insertQuoteSignature(work.tx, {
    subscriptionId: before.id,
    ...signer,
    signedAt: now,
    networkAddress,
    content,
    sha256,
  });
  const start = automaticStart(before, await findTimeZone(work.tx, before.accountId));
  const after: SubscriptionRow = { ...before, ...signer, ...start, status: "accepted", updatedAt: now };
  await updateSubscription(work.tx, after);
  const shown = toSubscription(after, work.organizationId);
  const old = toSubscription(before, work.organizationId);
  await audit(work, { action: "subscription.accepted", objectId: before.id, before: old, after: shown });
  await notify(work, "subscription.accepted", before.id, shown);
  return after;
}
