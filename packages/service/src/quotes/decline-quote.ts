import {
  findQuote,
  findQuoteSummaries,
  insertQuoteDecline,
  type QuoteRow,
  retireQuoteMails,
  type SubscriptionRow,
  updateSubscription,
} from "@counterfoil/storage";
import { onAccountClock } from "../clocks/index.ts";
import { type Context, transact, type Work } from "../context.ts";
import { audit, notify } from "../record.ts";
import { toSubscription } from "../subscriptions/index.ts";
import { lockQuote } from "./lock-quote.ts";
import { type QuoteState, refuseAnswered, toQuoteState } from "./quote-state.ts";
import { hashQuoteToken, refuseExpired } from "./quote.ts";
import { toSubscriptionQuote } from "./subscription-quote.ts";

/** Who declines, and why. `networkAddress` is where the request came from. */
export interface Decliner {
  declinerName: string;
  declinerEmail?: string | null;
  reason?: string | null;
  networkAddress: string;
}

/**
 * Declines the quote that a token opens. Records who declined, when and why. The link cannot be accepted any more, and
 * the subscription becomes a draft again, which can be edited and sent under the same number (R-SUB-1). Declining again
 * or after an acceptance is a 409, an expired link a 410.
 */
export function declineQuote(context: Context, token: string, decliner: Decliner): Promise<QuoteState> {
  return transact(context, async (transaction) => {
    const { quote, subscription } = await lockQuote(transaction, token);
    const work = await onAccountClock(transaction, subscription);
    refuseExpired(quote, work.clock.now());
    refuseAnswered(quote, "decline");
    await recordDecline(work, token, quote, decliner);
    await reopen(work, subscription, decliner);
    return toQuoteState((await findQuote(work.tx, hashQuoteToken(token))) ?? quote);
  });
}

async function recordDecline(work: Work, token: string, quote: QuoteRow, decliner: Decliner): Promise<void> {
  const { subscriptionId, revision, sha256 } = quote;
  const { declinerName, networkAddress } = decliner;
  await insertQuoteDecline(work.tx, {
    subscriptionId,
    tokenHash: hashQuoteToken(token),
    revision,
    declinerName,
    declinerEmail: decliner.declinerEmail ?? null,
    reason: writtenReason(decliner),
    declinedAt: work.clock.now(),
    networkAddress,
    sha256,
  });
}

async function reopen(work: Work, before: SubscriptionRow, decliner: Decliner): Promise<void> {
  const now = work.clock.now();
  const after: SubscriptionRow = { ...before, status: "draft", pdfSha256: null, updatedAt: now };
  await updateSubscription(work.tx, after);
  await retireQuoteMails(work.tx, before.id, { at: now, reason: "The customer declined the quote." });
  const shown = toSubscription(after, work.organizationId);
  const { declinerName, declinerEmail = null } = decliner;
  await audit(work, {
    action: "subscription.declined",
    objectId: before.id,
    before: toSubscription(before, work.organizationId),
    after: { ...shown, declinerName, declinerEmail, declineReason: writtenReason(decliner) },
  });
  const [summary] = await findQuoteSummaries(work.tx, [before.id]);
  const quote = summary === undefined ? null : toSubscriptionQuote(summary);
  await notify(work, "subscription.declined", before.id, { ...shown, quote });
}

/** A reason of spaces is none. */
function writtenReason({ reason = null }: Decliner): string | null {
  const written = reason?.trim() ?? "";
  return written === "" ? null : written;
}
