import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import type { SellerSnapshot } from "../invoices/stored-snapshots.ts";
import { json } from "../json.ts";
import type { Row } from "../row.ts";

/** The quote that a token opens, found before the organization is known. */
export interface FoundQuoteLink {
  organizationId: string;
  subscriptionId: string;
}

/** A quote as it was sent, with its current status. */
export type QuoteRow = Pick<
  Row<"quoteLink">,
  "subscriptionId" | "content" | "sha256" | "expiresAt" | "number" | "revision"
> &
  Pick<Row<"subscription">, "status" | "testClockId"> & {
    /** The seller as the PDF prints it, frozen with the content. */
    seller: SellerSnapshot;
    sentAt: string;
    /** Null until the quote is accepted. */
    signerName: string | null;
    signerJobTitle: string | null;
    signedAt: string | null;
    /** Null until this link is declined. */
    declinerName: string | null;
    declineReason: string | null;
    declinedAt: string | null;
  };

export type QuoteLinkRow = Row<"quoteLink"> & {
  seller: SellerSnapshot;
};

/** What is known of the previous link when a subscription is quoted again. */
export type PreviousQuoteLink = Pick<
  QuoteLinkRow,
  "number" | "numberSeries" | "numberSequence" | "revision" | "sha256" | "expiresAt"
> & { readonly isDeclined: boolean };

export async function findQuoteLink(database: Database, tokenHash: Buffer): Promise<FoundQuoteLink | undefined> {
  const statement = "select * from find_quote_link($1)";
  const [row] = await database.unscoped<FoundQuoteLink>(statement, [tokenHash], "find-quote-link");
  return row;
}

/** The quote that a token opens; undefined if the token never existed or was replaced. */
export async function findQuote(tx: Tx, tokenHash: Buffer): Promise<QuoteRow | undefined> {
  const [row] = await tx.sql<QuoteRow>(
    `${QUOTE} where l.organization_id = $1 and l.token_hash = $2`,
    [tx.organizationId, tokenHash],
    "find-quote",
  );
  return row;
}

/** The last sent quote of a subscription; undefined if none was sent. */
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
         l.number, l.revision, g.signer_name, g.signer_job_title, g.signed_at,
         d.decliner_name, d.reason as decline_reason, d.declined_at
  from quote_link l
  join subscription s on s.organization_id = l.organization_id and s.id = l.subscription_id
  left join quote_signature g on g.organization_id = l.organization_id and g.subscription_id = l.subscription_id
  left join quote_decline d
    on d.organization_id = l.organization_id and d.subscription_id = l.subscription_id and d.token_hash = l.token_hash`;

/** The current link of a subscription; undefined if it has none. */
export async function findPreviousQuoteLink(tx: Tx, subscriptionId: string): Promise<PreviousQuoteLink | undefined> {
  const [row] = await tx.sql<PreviousQuoteLink>(
    `select l.number, l.number_series, l.number_sequence, l.revision, l.sha256, l.expires_at,
       exists (select from quote_decline d where d.organization_id = $1 and d.subscription_id = $2
         and d.token_hash = l.token_hash) as is_declined
     from quote_link l where l.organization_id = $1 and l.subscription_id = $2`,
    [tx.organizationId, subscriptionId],
  );
  return row;
}

/** Sets a subscription's link. The previous link stops working. */
export async function saveQuoteLink(tx: Tx, link: QuoteLinkRow): Promise<void> {
  await tx.sql(
    `insert into quote_link (organization_id, subscription_id, token_hash, content, sha256, seller, expires_at, created_at,
       number, number_series, number_sequence, revision)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (organization_id, subscription_id) do update
     set token_hash = excluded.token_hash, content = excluded.content, sha256 = excluded.sha256,
         seller = excluded.seller, expires_at = excluded.expires_at, created_at = excluded.created_at,
         number = excluded.number, number_series = excluded.number_series, number_sequence = excluded.number_sequence,
         revision = excluded.revision`,
    [
      tx.organizationId,
      link.subscriptionId,
      link.tokenHash,
      link.content,
      link.sha256,
      json(link.seller),
      link.expiresAt,
      link.createdAt,
      link.number,
      link.numberSeries,
      link.numberSequence,
      link.revision,
    ],
  );
}
