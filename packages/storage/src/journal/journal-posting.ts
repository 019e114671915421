import type { EntryKind, LedgerCode } from "@counterfoil/engine";
import { unnested } from "../database/unnested.ts";
import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";

/** A posting of the journal: a debit is above zero, a credit below. */
export type JournalPostingRow = Row<"journalEntry", "id" | "codes" | "amounts" | "lineIds"> & {
  entryId: string;
  position: number;
  kind: EntryKind;
  code: LedgerCode;
  amount: string;
  lineId: string | null;
};

/** A new entry: the shared values of its postings, and the postings. */
export interface NewJournalEntry extends Pick<
  JournalPostingRow,
  "kind" | "day" | "recordedAt" | "accountId" | "currency" | "objectId" | "invoiceId"
> {
  id: string;
  postings: readonly Pick<JournalPostingRow, "code" | "amount" | "lineId">[];
}

/** Inserts entries. The journal is never changed, and nothing is ever deleted from it. */
export function insertJournalEntries(tx: Tx, entries: readonly NewJournalEntry[]): void {
  if (entries.length === 0) return;
  const rows = entries.map(({ postings, ...entry }) => ({
    ...entry,
    codes: array(postings.map(({ code }) => code)),
    amounts: array(postings.map(({ amount }) => amount)),
    lineIds: array(postings.map(({ lineId }) => lineId ?? "NULL")),
  }));
  const { source, values } = unnested(rows, ENTRY_COLUMNS);
  tx.send(
    `insert into journal_entry (organization_id, id, kind, day, recorded_at, account_id, currency, object_id, invoice_id, codes, amounts, line_ids)
     select $1, id, kind, day, recorded_at, account_id, currency, object_id, invoice_id, codes::text[], amounts::numeric[], line_ids::text[]
     from ${source}`,
    [tx.organizationId, ...values],
    "insert-journal-entries",
  );
}

/** An array in PostgreSQL's format, for codes, IDs and decimals, which never need quotes. */
function array(elements: readonly string[]): string {
  return `{${elements.join()}}`;
}

/** Arrays are passed as text, because `unnest` would take an array of arrays apart into its elements. */
const ENTRY_COLUMNS = {
  id: "text",
  kind: "text",
  day: "date",
  recordedAt: "timestamptz",
  accountId: "text",
  currency: "text",
  objectId: "text",
  invoiceId: "text",
  codes: "text",
  amounts: "text",
  lineIds: "text",
} as const;

/** All postings of an invoice, in the order of writing. */
export async function findPostingsOf(tx: Tx, invoiceId: string): Promise<JournalPostingRow[]> {
  return tx.sql<JournalPostingRow>(
    "select * from journal_posting where organization_id = $1 and invoice_id = $2 order by entry_id, position",
    [tx.organizationId, invoiceId],
  );
}

/** All postings of these entries, in the order of writing. */
export async function findPostingsOfEntries(tx: Tx, entryIds: readonly string[]): Promise<JournalPostingRow[]> {
  if (entryIds.length === 0) return [];
  return tx.sql<JournalPostingRow>(
    "select * from journal_posting where organization_id = $1 and entry_id = any($2) order by entry_id, position",
    [tx.organizationId, entryIds],
  );
}

/** What grants paid of an invoice: from money grants, and from grants of metric units. */
export interface DrawnOfGrants {
  invoiceId: string;
  money: string;
  units: string;
}

/** What grants paid of these invoices. Invoices without such payments are left out. */
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
