import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";

/** Who declined a link of a quote, and why. */
export type QuoteDeclineRow = Row<"quoteDecline">;

/** The last link of a subscription with its number, and everything that was declined of its quote. */
export type QuoteSummaryRow = Pick<
  Row<"quoteLink">,
  "subscriptionId" | "number" | "revision" | "sha256" | "expiresAt"
> & {
  readonly sentAt: string;
  /** Latest first. */
  readonly declines: Omit<QuoteDeclineRow, "tokenHash" | "subscriptionId">[];
};

export async function insertQuoteDecline(tx: Tx, decline: QuoteDeclineRow): Promise<void> {
  await tx.all(build.insertInto("quoteDecline").values({ ...decline, organizationId: tx.organizationId }));
}

/** The quotes of these subscriptions, without those that were never sent. */
export async function findQuoteSummaries(tx: Tx, subscriptionIds: readonly string[]): Promise<QuoteSummaryRow[]> {
  if (subscriptionIds.length === 0) return [];
  const links = await tx.sql<Omit<QuoteSummaryRow, "declines">>(
    `select subscription_id, number, revision, sha256, expires_at, created_at as sent_at from quote_link
     where organization_id = $1 and subscription_id = any($2)`,
    [tx.organizationId, subscriptionIds],
    "find-quote-summaries",
  );
  const declines = await tx.sql<QuoteDeclineRow>(
    `select subscription_id, revision, decliner_name, decliner_email, reason, declined_at, network_address, sha256
     from quote_decline where organization_id = $1 and subscription_id = any($2)
     order by declined_at desc, revision desc`,
    [tx.organizationId, subscriptionIds],
    "find-quote-declines",
  );
  return links.map((link) => ({
    ...link,
    declines: declines.filter(({ subscriptionId }) => subscriptionId === link.subscriptionId),
  }));
}
