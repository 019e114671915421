import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { DueQuery } from "../billing/claim-due-subscriptions.ts";
import type { InvoiceLineRow, InvoiceRow } from "./invoice-row.ts";

const column = (type: "text" | "instant" | "decimal", name: string) => ({ type, sql: `invoice.${name}` }) as const;

export const INVOICE_FIELDS: ListFields = {
  id: column("text", "id"),
  number: column("text", "number"),
  accountId: { ...column("text", "account_id"), names: "account" },
  subscriptionId: column("text", "subscription_id"),
  status: column("text", "status"),
  replacesInvoiceId: column("text", "replaces_invoice_id"),
  currency: column("text", "currency"),
  description: column("text", "description"),
  purchaseOrderNumber: column("text", "purchase_order_number"),
  subtotal: column("decimal", "subtotal"),
  tax: column("decimal", "tax"),
  total: column("decimal", "total"),
  amountPaid: column("decimal", "amount_paid"),
  billingPeriodStart: column("instant", "billing_period_start"),
  // As it is shown: the last second that belongs to the period.
  billingPeriodEnd: { type: "instant", sql: "invoice.billing_period_end - interval '1 second'" },
  issueDate: column("instant", "issue_date"),
  dueDate: column("instant", "due_date"),
  createdAt: column("instant", "created_at"),
  updatedAt: column("instant", "updated_at"),
};

export async function listInvoices(tx: Tx, query: ListQuery): Promise<ListPage<InvoiceRow>> {
  return listRows<InvoiceRow>(
    tx,
    { table: "invoice", fields: INVOICE_FIELDS, only: "invoice.status <> 'skipped'" },
    query,
  );
}

/** Invoices by id, in the order of billing. One that was skipped is nobody's to see. */
export async function findInvoices(
  tx: Tx,
  ids: readonly string[],
  lock: "for no key update" | "" = "",
): Promise<InvoiceRow[]> {
  return tx.sql<InvoiceRow>(
    `select * from invoice where organization_id = $1 and id = any($2) and status <> 'skipped'
     order by billing_date, id ${lock}`,
    [tx.organizationId, ids],
  );
}

/** The lines of these invoices, in the order in which they are printed. */
export async function findInvoiceLines(tx: Tx, invoiceIds: readonly string[]): Promise<InvoiceLineRow[]> {
  return tx.sql<InvoiceLineRow>(
    `select * from invoice_line where organization_id = $1 and invoice_id = any($2) order by invoice_id, position`,
    [tx.organizationId, invoiceIds],
  );
}

/**
 * Takes drafts whose grace is over and that no other worker holds, locked until commit, with their subscriptions: nobody bills
 * one while its draft is counted again, for both look at what the other writes.
 */
export async function claimDraftsToIssue(tx: Tx, due: DueQuery): Promise<InvoiceRow[]> {
  const drafts = await tx.sql<Pick<InvoiceRow, "id" | "subscriptionId">>(
    `select id, subscription_id from invoice
     where organization_id = $1 and issues_at <= $2 and status = 'draft' and issuing_failure is null
       and ${due.testClockId === null ? "test_clock_id is null and $4::text is null" : "test_clock_id = $4"}
     order by issues_at, billing_date, id limit $3`,
    [tx.organizationId, due.now, due.limit, due.testClockId],
  );
  if (drafts.length === 0) return [];
  const locked = await tx.sql<{ id: string }>(
    "select id from subscription where organization_id = $1 and id = any($2) order by id for no key update skip locked",
    [tx.organizationId, [...new Set(drafts.flatMap(({ subscriptionId }) => subscriptionId ?? []))]],
  );
  return tx.sql<InvoiceRow>(
    `select * from invoice
     where organization_id = $1 and id = any($2) and status = 'draft'
       and (subscription_id is null or subscription_id = any($3))
     order by issues_at, billing_date, id for no key update skip locked`,
    [tx.organizationId, drafts.map(({ id }) => id), locked.map(({ id }) => id)],
  );
}
