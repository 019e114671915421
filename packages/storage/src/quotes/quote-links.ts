import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import type { SellerSnapshot } from "../invoices/invoice-row.ts";
import { json } from "../json.ts";
import type { Row } from "../row.ts";

/** Whose quote a token opens: what is known before the organization is. */
export interface FoundQuoteLink {
  organizationId: string;
  subscriptionId: string;
}

/** A quote as it was sent, with what has become of it. */
export type QuoteRow = Pick<Row<"quoteLink">, "subscriptionId" | "content" | "sha256" | "expiresAt"> &
  Pick<Row<"subscription">, "status" | "testClockId"> & {
    /** The seller as the PDF prints it, frozen with the content. */
    seller: SellerSnapshot;
    sentAt: string;
    /** Null until somebody accepted it. */
    signerName: string | null;
    signerJobTitle: string | null;
    signedAt: string | null;
  };

export type QuoteLinkRow = Row<"quoteLink"> & {
  seller: SellerSnapshot;
};

export async function findQuoteLink(database: Database, tokenHash: Buffer): Promise<FoundQuoteLink | undefined> {
  const statement = "select * from find_quote_link($1)";
  const [row] = await database.unscoped<FoundQuoteLink>(statement, [tokenHash], "find-quote-link");
  return row;
}

/** The quote that a token opens; undefined for one that was never given or was replaced. */
export async function findQuote(tx: Tx, tokenHash: Buffer): Promise<QuoteRow | undefined> {
  const [row] = await tx.sql<QuoteRow>(
    `${QUOTE} where l.organization_id = $1 and l.token_hash = $2`,
    [tx.organizationId, tokenHash],
    "find-quote",
  );
  return row;
}

/** The quote that a subscription was last sent as; undefined for one that was never sent. */
export async function findQuoteOf(tx: Tx, subscriptionId: string): Promise<QuoteRow | undefined> {
  const [row] = await tx.sql<QuoteRow>(
    `${QUOTE} where l.organization_id = $1 and l.subscription_id = $2`,
    [tx.organizationId, subscriptionId],
    "find-quote-of",
  );
  return row;
}

const QUOTE = `
  select l.subscription_id, s.status, s.test_clock_id, l.content, l.sha256, l.seller, l.created_at as sent_at, l.expires_at,
         g.signer_name, g.signer_job_title, g.signed_at
  from quote_link l
  join subscription s on s.organization_id = l.organization_id and s.id = l.subscription_id
  left join quote_signature g on g.organization_id = l.organization_id and g.subscription_id = l.subscription_id`;

/** When the present link of a subscription ends; null while it has none. */
export async function findQuoteExpiry(tx: Tx, subscriptionId: string): Promise<string | null> {
  const [row] = await tx.sql<{ expiresAt: string }>(
    "select expires_at from quote_link where organization_id = $1 and subscription_id = $2",
    [tx.organizationId, subscriptionId],
  );
  return row?.expiresAt ?? null;
}

/** Gives a subscription its link; the one it had stops working. */
export async function saveQuoteLink(tx: Tx, link: QuoteLinkRow): Promise<void> {
  await tx.sql(
    `insert into quote_link (organization_id, subscription_id, token_hash, content, sha256, seller, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (organization_id, subscription_id) do update
     set token_hash = excluded.token_hash, content = excluded.content, sha256 = excluded.sha256,
         seller = excluded.seller, expires_at = excluded.expires_at, created_at = excluded.created_at`,
    [
      tx.organizationId,
      link.subscriptionId,
      link.tokenHash,
      link.content,
      link.sha256,
      json(link.seller),
      link.expiresAt,
      link.createdAt,
    ],
  );
}
