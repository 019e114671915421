import { unnested } from "../database/unnested.ts";
import type { Tx } from "../database/tx.ts";
import { type ListFields, type ListPage, type ListQuery, listRows } from "../lists/list.ts";
import type { CreditNoteLineRow, CreditNoteRow } from "./credit-note-row.ts";

export const CREDIT_NOTE_FIELDS: ListFields = {
  id: { type: "text", sql: "credit_note.id" },
  number: { type: "text", sql: "credit_note.number" },
  invoiceId: { type: "text", sql: "credit_note.invoice_id" },
  invoiceNumber: { type: "text", sql: "credit_note.invoice_number" },
  accountId: { type: "text", sql: "credit_note.account_id", names: "account" },
  currency: { type: "text", sql: "credit_note.currency" },
  outcome: { type: "text", sql: "credit_note.outcome" },
  subtotal: { type: "decimal", sql: "credit_note.subtotal" },
  tax: { type: "decimal", sql: "credit_note.tax" },
  total: { type: "decimal", sql: "credit_note.total" },
  issueDate: { type: "instant", sql: "credit_note.issue_date" },
  createdAt: { type: "instant", sql: "credit_note.created_at" },
};

export function listCreditNotes(tx: Tx, query: ListQuery): Promise<ListPage<CreditNoteRow>> {
  return listRows<CreditNoteRow>(tx, { table: "credit_note", fields: CREDIT_NOTE_FIELDS }, query);
}

export async function findCreditNote(tx: Tx, id: string): Promise<CreditNoteRow | undefined> {
  const [row] = await tx.sql<CreditNoteRow>("select * from credit_note where organization_id = $1 and id = $2", [
    tx.organizationId,
    id,
  ]);
  return row;
}

/** The credit notes of an invoice, in the order in which they were issued. */
export async function findCreditNotesOf(tx: Tx, invoiceId: string): Promise<CreditNoteRow[]> {
  return tx.sql<CreditNoteRow>(
    "select * from credit_note where organization_id = $1 and invoice_id = $2 order by created_at, id",
    [tx.organizationId, invoiceId],
  );
}

/** The lines of these credit notes, in the order in which they are printed. */
export async function findCreditNoteLines(tx: Tx, creditNoteIds: readonly string[]): Promise<CreditNoteLineRow[]> {
  return tx.sql<CreditNoteLineRow>(
    `select * from credit_note_line where organization_id = $1 and credit_note_id = any($2)
     order by credit_note_id, position`,
    [tx.organizationId, creditNoteIds],
  );
}

/** Inserts a credit note, which issues it. It never changes afterwards. */
export async function insertCreditNote(
  tx: Tx,
  note: CreditNoteRow,
  lines: readonly CreditNoteLineRow[],
): Promise<void> {
  const one = unnested([note], NOTE_COLUMNS);
  await tx.sql(
    `insert into credit_note (organization_id, ${one.columns}) select $1, ${one.columns} from ${one.source}`,
    [tx.organizationId, ...one.values],
  );
  const { columns, source, values } = unnested(lines, LINE_COLUMNS);
  await tx.sql(`insert into credit_note_line (organization_id, ${columns}) select $1, ${columns} from ${source}`, [
    tx.organizationId,
    ...values,
  ]);
  await noteIncomplete(tx, note);
}

/** Records that the credit note is not a valid electronic invoice, so that it can be found later. */
async function noteIncomplete(tx: Tx, { id, eInvoice, issueDate }: CreditNoteRow): Promise<void> {
  if (eInvoice === null || eInvoice.broken.length === 0) return;
  await tx.sql(
    "insert into incomplete_e_credit_note (organization_id, issued_at, credit_note_id) values ($1, $2, $3)",
    [tx.organizationId, issueDate, id],
  );
}

const NOTE_COLUMNS = {
  id: "text",
  invoiceId: "text",
  accountId: "text",
  number: "text",
  series: "text",
  sequence: "bigint",
  currency: "text",
  reason: "text",
  memo: "text",
  outcome: "text",
  subtotal: "numeric",
  tax: "numeric",
  total: "numeric",
  taxes: "jsonb",
  amountApplied: "numeric",
  amountCredited: "numeric",
  amountReturned: "numeric",
  amountRefunded: "numeric",
  issueDate: "timestamptz",
  timezone: "text",
  seller: "jsonb",
  buyer: "jsonb",
  invoiceNumber: "text",
  invoiceIssueDate: "timestamptz",
  pdfSha256: "text",
  documentSha256: "text",
  billedBack: "jsonb",
  eInvoice: "jsonb",
  createdAt: "timestamptz",
} as const satisfies Record<keyof CreditNoteRow, string>;

const LINE_COLUMNS = {
  id: "text",
  creditNoteId: "text",
  position: "integer",
  invoiceLineId: "text",
  description: "text",
  groupName: "text",
  periodStart: "date",
  periodEnd: "date",
  amount: "numeric",
} as const satisfies Record<keyof CreditNoteLineRow, string>;
