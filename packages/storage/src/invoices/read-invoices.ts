import { listOf } from "../database/list-of.ts";
import type { Tx } from "../database/tx.ts";
import {
  type ListedTable,
  listRows,
  type ListFields,
  type ListFilter,
  type ListPage,
  type ListQuery,
} from "../lists/list.ts";
import { summarizeRows } from "../lists/summarize.ts";
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
  // As `amountDue` in the service computes it.
  amountRemaining: {
    type: "decimal",
    sql: `case when invoice.status = 'void' or (invoice.status = 'draft' and invoice.total < 0) then 0
      else invoice.total - invoice.credits_applied - invoice.amount_paid end`,
  },
  billingPeriodStart: column("instant", "billing_period_start"),
  // As shown: the last second of the period.
  billingPeriodEnd: { type: "instant", sql: "invoice.billing_period_end - interval '1 second'" },
  issueDate: column("instant", "issue_date"),
  dueDate: column("instant", "due_date"),
  createdAt: column("instant", "created_at"),
  updatedAt: column("instant", "updated_at"),
};

const INVOICES: ListedTable = { table: "invoice", fields: INVOICE_FIELDS, only: "invoice.status <> 'skipped'" };

/** What lists show of an invoice. The rest of a row is several kilobytes of JSON. */
export type ListedInvoiceRow = Pick<
  InvoiceRow,
  | "id"
  | "accountId"
  | "subscriptionId"
  | "number"
  | "currency"
  | "description"
  | "periodStart"
  | "periodEnd"
  | "billingPeriodStart"
  | "billingPeriodEnd"
  | "status"
  | "issueDate"
  | "dueDate"
  | "timezone"
  | "subtotal"
  | "tax"
  | "total"
  | "creditsApplied"
  | "amountPaid"
  | "createdAt"
  | "updatedAt"
>;

const LISTED = `id, account_id, subscription_id, number, currency, description, period_start, period_end, billing_period_start,
  billing_period_end, status, issue_date, due_date, timezone, subtotal, tax, total, credits_applied, amount_paid, created_at,
  updated_at`;

export async function listInvoices(tx: Tx, query: ListQuery): Promise<ListPage<ListedInvoiceRow>> {
  return listRows<ListedInvoiceRow>(tx, { ...INVOICES, columns: LISTED }, query);
}

/** Counts and sums the invoices that match, by status and currency. Only issued and overdue invoices have an amount due. */
export async function summarizeInvoices(tx: Tx, filters: readonly ListFilter[]) {
  return summarizeRows(tx, INVOICES, filters, {
    groups: { status: "invoice.status", currency: "invoice.currency" },
    sums: {
      total: "invoice.total",
      amountDue: `case when invoice.status in ('issued', 'overdue')
        then invoice.total - invoice.credits_applied - invoice.amount_paid end`,
    },
    selecting: ["status"],
  });
}

/** The invoices with these IDs, in the order of billing, without skipped invoices. */
export async function findInvoices(
  tx: Tx,
  ids: readonly string[],
  lock: "for no key update" | "" = "",
): Promise<InvoiceRow[]> {
  return tx.sql<InvoiceRow>(
    `select * from invoice where organization_id = $1 and id = any(${listOf(2)}) and status <> 'skipped'
     order by billing_date, id ${lock}`,
    [tx.organizationId, ids],
  );
}

/** The lines of these invoices, in the order in which they are printed. */
export async function findInvoiceLines(tx: Tx, invoiceIds: readonly string[]): Promise<InvoiceLineRow[]> {
  return tx.sql<InvoiceLineRow>(
    `select * from invoice_line where organization_id = $1 and invoice_id = any(${listOf(2)}) order by invoice_id, position`,
    [tx.organizationId, invoiceIds],
  );
}

/** The same lines of drafts, for foreseeing them: a check remembers them. */
export async function findLinesOfDrafts(tx: Tx, draftIds: readonly string[]): Promise<InvoiceLineRow[]> {
  return tx.sql<InvoiceLineRow>(
    `select * from invoice_line where organization_id = $1 and invoice_id = any(${listOf(2)}) order by invoice_id, position`,
    [tx.organizationId, draftIds],
    "find-lines-of-drafts",
  );
}

/**
 * Claims drafts whose grace period is over and that no other worker holds. Locks them and their subscriptions until
 * commit, so that a subscription is not billed while its draft is calculated again: each reads what the other writes.
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

/** The other drafts of the same subscriptions that were billed before some of these drafts. */
export async function findDraftsBefore(
  tx: Tx,
  drafts: readonly Pick<InvoiceRow, "id" | "subscriptionId" | "billingDate">[],
): Promise<InvoiceRow[]> {
  if (drafts.length === 0) return [];
  return tx.sql<InvoiceRow>(
    `select * from invoice i where i.organization_id = $1 and i.status = 'draft' and i.id <> all($2)
       and exists (select from unnest($2::text[], $3::text[], $4::date[]) as d (id, subscription_id, billing_date)
         where d.subscription_id = i.subscription_id and (i.billing_date, i.id) < (d.billing_date, d.id))`,
    [
      tx.organizationId,
      drafts.map(({ id }) => id),
      drafts.map(({ subscriptionId }) => subscriptionId),
      drafts.map(({ billingDate }) => billingDate),
    ],
  );
}

/** The drafts of an account, in the order in which they will be issued. */
export async function findDraftsOf(tx: Tx, accountId: string): Promise<InvoiceRow[]> {
  return tx.sql<InvoiceRow>(
    `select * from invoice where organization_id = $1 and account_id = $2 and status = 'draft'
     order by issues_at nulls last, billing_date, id`,
    [tx.organizationId, accountId],
    "find-drafts-of",
  );
}

/**
 * The invoices of an account that its customer can pay now, the earliest due first: issued, with an amount due, and
 * without a payment that is processing or automatic.
 */
export async function findPayableInvoices(tx: Tx, accountId: string): Promise<InvoiceRow[]> {
  return tx.sql<InvoiceRow>(
    `select * from invoice where organization_id = $1 and account_id = $2 and status in ('issued', 'overdue')
       and total - credits_applied - amount_paid > 0
       and not exists (
         select from payment where payment.organization_id = $1 and payment.invoice_id = invoice.id
           and (status = 'processing' or (status in ('pending', 'requires_action') and is_automatic)))
     order by due_date nulls last, id`,
    [tx.organizationId, accountId],
  );
}
