import type { EntryKind, LedgerCode } from "@counterfoil/engine";
import { unnested } from "../database/unnested.ts";
import type { Tx } from "../database/tx.ts";

/** A posting of the journal: a debit above zero, a credit below. */
export interface JournalPostingRow {
  entryId: string;
  position: number;
  kind: EntryKind;
  /** A calendar date of the invoice's zone. */
  day: string;
  recordedAt: string;
  accountId: string;
  currency: string;
  code: LedgerCode;
  amount: string;
  /** What moved the money: an invoice, a payment, a credit note. */
  objectId: string;
  invoiceId: string | null;
  lineId: string | null;
}

/** Writes postings. Nothing is ever taken out of the journal or changed in it. */
export async function insertJournalPostings(tx: Tx, postings: readonly JournalPostingRow[]): Promise<void> {
  if (postings.length === 0) return;
  const { columns, source, values } = unnested(postings, POSTING_COLUMNS);
  await tx.sql(
    `insert into journal_posting (organization_id, ${columns}) select $1, ${columns} from ${source}`,
    [tx.organizationId, ...values],
    "insert-journal-postings",
  );
}

const POSTING_COLUMNS = {
  entryId: "text",
  position: "integer",
  kind: "text",
  day: "date",
  recordedAt: "timestamptz",
  accountId: "text",
  currency: "text",
  code: "text",
  amount: "numeric",
  objectId: "text",
  invoiceId: "text",
  lineId: "text",
} as const satisfies Record<keyof JournalPostingRow, string>;

/** All that was written of an invoice, in the order of writing. */
export async function findPostingsOf(tx: Tx, invoiceId: string): Promise<JournalPostingRow[]> {
  return tx.sql<JournalPostingRow>(
    "select * from journal_posting where organization_id = $1 and invoice_id = $2 order by entry_id, position",
    [tx.organizationId, invoiceId],
  );
}

/** What grants paid of an invoice: by money, and by units of metrics. */
export interface DrawnOfGrants {
  invoiceId: string;
  money: string;
  units: string;
}

/** What grants paid of these invoices, where they did. */
export async function drawnOfGrants(tx: Tx, invoiceIds: readonly string[]): Promise<DrawnOfGrants[]> {
  if (invoiceIds.length === 0) return [];
  return tx.sql<DrawnOfGrants>(
    `select invoice_id, coalesce(sum(amount_paid) filter (where metric_id is null), 0) as money,
       coalesce(sum(amount_paid) filter (where metric_id is not null), 0) as units
     from account_credit_entry
     where organization_id = $1 and invoice_id = any($2) and credit_grant_id is not null group by invoice_id`,
    [tx.organizationId, invoiceIds],
    "drawn-of-grants",
  );
}
