import type { Tx } from "../database/tx.ts";
import { type ListFields, type ListPage, type ListQuery, listRows } from "../lists/list.ts";
import type { AccountCreditEntry } from "./account-credit.ts";

/** What an entry is, also where its conversion, or its sign, is all that says it. */
const KIND = `coalesce(account_credit_entry.kind, case when account_credit_entry.credit_conversion_id is not null
  then 'converted' when account_credit_entry.amount < 0 then 'used' else 'given' end)`;

export const CREDIT_LEDGER_FIELDS: ListFields = {
  id: { type: "text", sql: "account_credit_entry.id" },
  kind: { type: "text", sql: KIND },
  currency: { type: "text", sql: "account_credit_entry.currency" },
  metricId: { type: "text", sql: "account_credit_entry.metric_id" },
  amount: { type: "decimal", sql: "account_credit_entry.amount" },
  invoiceId: { type: "text", sql: "account_credit_entry.invoice_id" },
  creditNoteId: { type: "text", sql: "account_credit_entry.credit_note_id" },
  creditGrantId: { type: "text", sql: "account_credit_entry.credit_grant_id" },
  creditConversionId: { type: "text", sql: "account_credit_entry.credit_conversion_id" },
  createdAt: { type: "instant", sql: "account_credit_entry.created_at" },
};

/** Whose entries a ledger shows. */
export type LedgerOf = { readonly accountId: string } | { readonly creditGrantId: string };

/** One page of a ledger, in the order of writing. */
export function listCreditEntries(tx: Tx, of: LedgerOf, query: ListQuery): Promise<ListPage<AccountCreditEntry>> {
  const fields = {
    ...CREDIT_LEDGER_FIELDS,
    accountId: { type: "text", sql: "account_credit_entry.account_id" } as const,
  };
  const [[field, value] = ["id", ""]] = Object.entries(of);
  const filters = [...query.filters, { field, operator: "eq", value } as const];
  return listRows<AccountCreditEntry>(tx, "account_credit_entry", fields, { ...query, filters });
}

/** What an invoice drew from grants, net of what was given back, in the order of drawing. */
export interface InvoiceDraw {
  creditGrantId: string;
  /** Null where the grant is of money. */
  metricId: string | null;
  /** In the grant's currency or units. */
  amount: string;
  /** What it took off the invoice. */
  amountPaid: string;
}

export async function findInvoiceDraws(tx: Tx, invoiceId: string): Promise<InvoiceDraw[]> {
  return tx.sql<InvoiceDraw>(
    `select credit_grant_id, metric_id, -sum(amount) as amount, sum(amount_paid) as amount_paid from account_credit_entry
     where organization_id = $1 and invoice_id = $2 and credit_grant_id is not null
     group by credit_grant_id, metric_id having sum(amount) <> 0 order by min(id)`,
    [tx.organizationId, invoiceId],
  );
}
