import {
  findQuoteSummaries,
  findSubscription,
  type ListPage,
  type ListQuery,
  listSubscriptions,
  type QuoteSummaryRow,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { type Subscription, toSubscription } from "../subscriptions/index.ts";
import { quoteReference } from "./quote-number.ts";

/** A decline of a quote, as the seller sees it. */
export interface QuoteDecline {
  revision: number;
  declinerName: string;
  declinerEmail: string | null;
  reason: string | null;
  declinedAt: string;
  networkAddress: string;
  sha256: string;
}

/** The quote of a subscription: its number, its last link, and all declines, latest first. */
export interface SubscriptionQuote {
  /** `Q-2026-0001`; null for a quote of an earlier release. */
  number: string | null;
  revision: number;
  /** The number as printed: `Q-2026-0001-2` for the second revision. */
  reference: string | null;
  sentAt: string;
  expiresAt: string;
  sha256: string;
  declines: QuoteDecline[];
}

/** The quote of a subscription; 404 if it was never sent. */
export function getSubscriptionQuote(context: Context, subscriptionId: string): Promise<SubscriptionQuote> {
  return read(context, async (tx) => {
    if ((await findSubscription(tx, subscriptionId)) === undefined) throw notFound("subscription", subscriptionId);
    const [row] = await findQuoteSummaries(tx, [subscriptionId]);
    if (row === undefined) throw notFound("quote of subscription", subscriptionId);
    return toSubscriptionQuote(row);
  });
}

/** A page of subscriptions, each with its quote; null if it was never sent. */
export function listSubscriptionsWithQuotes(
  context: Context,
  query: ListQuery,
): Promise<ListPage<Subscription & { quote: SubscriptionQuote | null }>> {
  return read(context, async (tx) => {
    const { rows, total } = await listSubscriptions(tx, query);
    const found = await findQuoteSummaries(
      tx,
      rows.map(({ id }) => id),
    );
    const quotes = new Map(found.map((row) => [row.subscriptionId, toSubscriptionQuote(row)]));
    return {
      rows: rows.map((row) => ({ ...toSubscription(row, context.organizationId), quote: quotes.get(row.id) ?? null })),
      total,
    };
  });
}

export function toSubscriptionQuote(row: QuoteSummaryRow): SubscriptionQuote {
  const { number, revision, sentAt, expiresAt, sha256 } = row;
  const declines = row.declines.map((one) => ({
    revision: one.revision,
    declinerName: one.declinerName,
    declinerEmail: one.declinerEmail,
    reason: one.reason,
    declinedAt: one.declinedAt,
    networkAddress: one.networkAddress,
    sha256: one.sha256,
  }));
  return { number, revision, reference: quoteReference(row), sentAt, expiresAt, sha256, declines };
}
