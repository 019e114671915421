import { Decimal, formatAmount } from "@counterfoil/engine";
import {
  type ListQuery,
  owedByAccountsThatMatch,
  PAYMENT_STATUSES,
  SHOWN_INVOICE_STATUSES,
  SUBSCRIPTION_STATUSES,
  summarizeAccounts as summarizeAccountRows,
  summarizeInvoices as summarizeInvoiceRows,
  summarizePayments as summarizePaymentRows,
  summarizeSubscriptions as summarizeSubscriptionRows,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { ACCOUNT_STATUSES, type AmountInCurrency } from "./account-billing.ts";
import { countByStatus, countMatched, sumOf, totalsByCurrency } from "./summed-rows.ts";

type Filters = Pick<ListQuery, "filters">;

interface Counted {
  /** The number of rows that match all filters. */
  count: number;
  /** The number of rows in each status that match the other filters. */
  statuses: { status: string; count: number }[];
}

export interface SummaryOfInvoices extends Counted {
  /** Of the rows that match all filters. */
  totals: { currency: string; count: number; total: string; amountDue: string }[];
}

export interface SummaryOfPayments extends Counted {
  totals: { currency: string; count: number; amount: string; refundedAmount: string }[];
}

export interface SummaryOfSubscriptions extends Counted {
  /** Active subscriptions that match the other filters and are paused. */
  paused: number;
  /** Active subscriptions that match the other filters and have an end date. */
  ending: number;
}

export interface SummaryOfAccounts extends Counted {
  /** What the accounts that match all filters owe on issued and overdue invoices. */
  owed: (AmountInCurrency & { invoices: number })[];
}

/** Counts and totals of the invoices that match the filters of a list. */
export function summarizeInvoices(context: Context, { filters }: Filters): Promise<SummaryOfInvoices> {
  return read(context, async (tx) => {
    const rows = await summarizeInvoiceRows(tx, filters);
    const statuses = countByStatus(SHOWN_INVOICE_STATUSES, rows, (index) => rows[index]?.status);
    return { count: countMatched(rows), statuses, totals: totalsByCurrency(rows, ["total", "amountDue"]) };
  });
}

/** Counts and totals of the payments that match the filters of a list. */
export function summarizePayments(context: Context, { filters }: Filters): Promise<SummaryOfPayments> {
  return read(context, async (tx) => {
    const rows = await summarizePaymentRows(tx, filters);
    const statuses = countByStatus(PAYMENT_STATUSES, rows, (index) => rows[index]?.status);
    return { count: countMatched(rows), statuses, totals: totalsByCurrency(rows, ["amount", "refundedAmount"]) };
  });
}

/** Counts of the subscriptions that match the filters of a list. */
export function summarizeSubscriptions(context: Context, { filters }: Filters): Promise<SummaryOfSubscriptions> {
  return read(context, async (tx) => {
    const rows = await summarizeSubscriptionRows(tx, filters);
    return {
      count: countMatched(rows),
      statuses: countByStatus(SUBSCRIPTION_STATUSES, rows, (index) => rows[index]?.status),
      paused: sumOf(rows, ({ paused }) => paused),
      ending: sumOf(rows, ({ ending }) => ending),
    };
  });
}

/** Counts of the accounts that match the filters of a list, by status, and what they owe. */
export function summarizeAccounts(context: Context, { filters }: Filters): Promise<SummaryOfAccounts> {
  return read(context, async (tx) => {
    const [rows, owed] = await Promise.all([summarizeAccountRows(tx, filters), owedByAccountsThatMatch(tx, filters)]);
    return {
      count: countMatched(rows),
      statuses: countByStatus(ACCOUNT_STATUSES, rows, (index) => rows[index]?.status),
      owed: owed.map(({ currency, count, amount }) => ({
        currency,
        invoices: Number(count),
        amount: formatAmount({ amount: Decimal.of(amount), currency }),
      })),
    };
  });
}
