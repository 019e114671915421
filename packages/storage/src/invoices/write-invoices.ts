import type { Tx } from "../database/tx.ts";
import { insertBilledTerms } from "../books/billed-terms.ts";
import { unnested } from "../database/unnested.ts";
import type { InvoiceRow, NewInvoiceLine } from "./invoice-row.ts";
import type { StoredCreditPart } from "./stored-credit-part.ts";
import type { StoredElectronicOutcome } from "./stored-electronic-outcome.ts";
import type { BuyerSnapshot, SellerSnapshot } from "./stored-snapshots.ts";
import { INVOICE_COLUMNS, INVOICE_LINE_COLUMNS } from "../tables.gen.ts";
import type { StoredTax } from "../tax/stored-taxes.ts";

/** Inserts any number of invoices in one statement. */
export async function insertInvoices(tx: Tx, invoices: readonly InvoiceRow[]): Promise<void> {
  if (invoices.length === 0) return;
  const { columns, source, values } = unnested(invoices, INVOICE_COLUMNS);
  await tx.sql(
    `insert into invoice (organization_id, ${columns}) select $1, ${columns} from ${source}`,
    [tx.organizationId, ...values],
    "insert-invoices",
  );
}

/**
 * Inserts any number of lines in one statement. The database rejects a line whose period is already billed (invariant
 * 8).
 */
export async function insertInvoiceLines(tx: Tx, lines: readonly NewInvoiceLine[]): Promise<void> {
  if (lines.length === 0) return;
  const terms = insertBilledTerms(
    tx,
    lines.flatMap((line) => line.terms ?? []),
  );
  const { columns, source, values } = unnested(lines, LINE_COLUMNS);
  const inserted = tx.sql(
    `insert into invoice_line (organization_id, ${columns}) select $1, ${columns} from ${source}`,
    [tx.organizationId, ...values],
    "insert-invoice-lines",
  );
  await Promise.all([terms, inserted]);
}

// A new line is never void. It becomes void with its invoice.
const { isVoid: _isVoid, ...LINE_COLUMNS } = INVOICE_LINE_COLUMNS;

/** Deletes the lines of drafts that are calculated again. */
export async function deleteDraftLines(tx: Tx, invoiceIds: readonly string[]): Promise<void> {
  await tx.sql(
    `delete from invoice_line l using invoice i
     where i.organization_id = $1 and i.id = any($2) and i.status = 'draft'
       and l.organization_id = i.organization_id and l.invoice_id = i.id`,
    [tx.organizationId, invoiceIds],
  );
}

/** Deletes the free lines of a draft: those without a price. */
export async function deleteFreeLines(tx: Tx, invoiceId: string): Promise<void> {
  await tx.sql(
    `delete from invoice_line l using invoice i
     where i.organization_id = $1 and i.id = $2 and i.status = 'draft' and l.organization_id = i.organization_id
       and l.invoice_id = i.id and l.price_id is null and l.adjustment_id is null`,
    [tx.organizationId, invoiceId],
  );
}

/** Deletes drafts that have nothing left to charge. */
export async function deleteDrafts(tx: Tx, invoiceIds: readonly string[]): Promise<void> {
  await tx.sql("delete from invoice where organization_id = $1 and id = any($2) and status = 'draft'", [
    tx.organizationId,
    invoiceIds,
  ]);
}

/** What is written when an invoice is skipped. */
export type SkippedInvoice = Pick<InvoiceRow, "id" | "subtotal" | "tax" | "total"> & Pick<IssuedInvoice, "taxes">;

/** Skips drafts with a total of zero: they are no longer shown, and what they charged and deducted stays billed. */
export async function markSkipped(tx: Tx, invoices: readonly SkippedInvoice[], at: string): Promise<void> {
  if (invoices.length === 0) return;
  const { id, subtotal, tax, total, taxes } = ISSUED_COLUMNS;
  const { source, values } = unnested(invoices, { id, subtotal, tax, total, taxes });
  await tx.sql(
    `update invoice i
     set status = 'skipped', subtotal = given.subtotal, tax = given.tax, total = given.total, taxes = given.taxes,
         issues_at = null, updated_at = $${values.length + 2}
     from ${source} where i.organization_id = $1 and i.id = given.id and i.status = 'draft'`,
    [tx.organizationId, ...values, at],
  );
}

/** What issuing writes to an invoice. */
export interface IssuedInvoice {
  readonly id: string;
  readonly status: "issued" | "paid";
  readonly number: string;
  readonly series: string;
  readonly sequence: string;
  readonly issueDate: string;
  readonly dueDate: string | null;
  readonly overdueAt: string | null;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly billingPeriodStart: string;
  readonly billingPeriodEnd: string;
  readonly subtotal: string;
  readonly tax: string;
  readonly total: string;
  readonly taxes: StoredTax[] | null;
  readonly creditsApplied: string;
  readonly creditedTo: StoredCreditPart[] | null;
  readonly memo: string | null;
  readonly footer: string | null;
  readonly seller: SellerSnapshot;
  readonly buyer: BuyerSnapshot;
  readonly eInvoice: StoredElectronicOutcome | null;
}

/** Issues drafts, all in one statement. An invoice that is no longer a draft stays unchanged. */
export async function markIssued(tx: Tx, invoices: readonly IssuedInvoice[], at: string): Promise<void> {
  if (invoices.length === 0) return;
  const { source, values } = unnested(invoices, ISSUED_COLUMNS);
  await tx.sql(
    `update invoice i
     set status = given.status, number = given.number, series = given.series, sequence = given.sequence,
         issue_date = given.issue_date, due_date = given.due_date, overdue_at = given.overdue_at,
         period_start = given.period_start, period_end = given.period_end, billing_period_start = given.billing_period_start,
         billing_period_end = given.billing_period_end, subtotal = given.subtotal, tax = given.tax, total = given.total,
         taxes = given.taxes,
         credits_applied = given.credits_applied, credited_to = given.credited_to, memo = given.memo, footer = given.footer, seller = given.seller,
         buyer = given.buyer, e_invoice = given.e_invoice, issues_at = null, issuing_failure = null, updated_at = $${values.length + 2}
     from ${source} where i.organization_id = $1 and i.id = given.id and i.status = 'draft'`,
    [tx.organizationId, ...values, at],
    "mark-issued",
  );
  await noteIncomplete(tx, invoices, at);
}

/** Records which of them are not valid electronic invoices, so that they can be found later. */
async function noteIncomplete(tx: Tx, invoices: readonly IssuedInvoice[], at: string): Promise<void> {
  const ids = invoices.flatMap(({ id, eInvoice }) => (eInvoice !== null && eInvoice.broken.length > 0 ? [id] : []));
  if (ids.length === 0) return;
  await tx.sql(
    `insert into incomplete_e_invoice (organization_id, issued_at, invoice_id) select $1, $3, id from unnest($2::text[]) as id`,
    [tx.organizationId, ids, at],
  );
}

const ISSUED_COLUMNS = {
  id: "text",
  status: "text",
  number: "text",
  series: "text",
  sequence: "bigint",
  issueDate: "timestamptz",
  dueDate: "timestamptz",
  overdueAt: "timestamptz",
  periodStart: "date",
  periodEnd: "date",
  billingPeriodStart: "timestamptz",
  billingPeriodEnd: "timestamptz",
  subtotal: "numeric",
  tax: "numeric",
  total: "numeric",
  taxes: "jsonb",
  creditsApplied: "numeric",
  creditedTo: "jsonb",
  memo: "text",
  footer: "text",
  seller: "jsonb",
  buyer: "jsonb",
  eInvoice: "jsonb",
} as const satisfies Record<keyof IssuedInvoice, string>;

export async function recordIssuingFailure(tx: Tx, id: string, failure: string, at: string): Promise<void> {
  await tx.sql("update invoice set issuing_failure = $3, updated_at = $4 where organization_id = $1 and id = $2", [
    tx.organizationId,
    id,
    failure,
    at,
  ]);
}
