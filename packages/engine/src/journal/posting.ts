import type { Temporal } from "temporal-polyfill";
import { invariant } from "../assertions.ts";
import { Decimal } from "../decimal/decimal.ts";

/** The ledger codes of the journal. They are not called accounts, because an account is a customer. */
export const LEDGER_CODES = [
  /** What customers owe on issued invoices. */
  "receivable",
  /** Money received less money given back, from the moment it was decided. */
  "cash",
  /** The account credit of customers. */
  "account_credit",
  /**
   * Account credit that was converted: what each currency gave for the other. Its balance in a single currency is not
   * zero.
   */
  "credit_conversion",
  /** The remaining balance of prepaid money (grants). Units of a metric are not money. */
  "prepaid_credit",
  /** Prepaid money that is invoiced but not granted yet. */
  "credit_sold",
  /** Prepaid credit that was given away, less what expired. Sold credit is not included. */
  "credit_expense",
  /** Invoiced for service to come; negative if service was given that is not invoiced yet. */
  "deferred_revenue",
  "revenue",
  "tax",
  /** Amounts that were written off. */
  "bad_debt",
  /** The difference between the taxes of single lines and the tax of the whole invoice. */
  "rounding",
  /** What usage cost the seller. */
  "cost_of_revenue",
  /** The other side: cost that suppliers invoice, or that was paid in advance. */
  "accrued_cost",
] as const;

export type LedgerCode = (typeof LEDGER_CODES)[number];

/** One side of an entry: a positive amount is a debit, a negative one a credit. */
export interface Posting {
  readonly code: LedgerCode;
  readonly amount: Decimal;
  /** The posting's invoice line; null if it belongs to the whole invoice. */
  readonly lineId: string | null;
}

export type EntryKind =
  | "invoice_issued"
  | "revenue_recognized"
  | "invoice_voided"
  | "invoice_uncollectible"
  | "payment_applied"
  | "payment_taken_back"
  | "payment_credited"
  | "credit_applied"
  | "credit_note_issued"
  | "credit_granted"
  | "credit_gifted"
  | "credit_expired"
  | "credit_voided"
  | "credit_converted"
  | "cost_recorded";

/** Postings of one effect on one day, which sum to zero. */
export interface JournalEntry {
  readonly kind: EntryKind;
  /** The calendar day on which it counts, in the invoice's time zone. */
  readonly day: Temporal.PlainDate;
  readonly postings: readonly Posting[];
}

export function posting(code: LedgerCode, amount: Decimal, lineId: string | null = null): Posting {
  return { code, amount, lineId };
}

/**
 * An entry of these postings, or none if all are zero. Throws if the postings do not balance, which is a programming
 * error.
 */
export function entryOf(kind: EntryKind, day: Temporal.PlainDate, postings: readonly Posting[]): JournalEntry[] {
  const sum = Decimal.sum(postings.map(({ amount }) => amount));
  invariant(sum.isZero(), `an entry ${kind} is out of balance by ${sum.toString()}`);
  const moving = postings.filter(({ amount }) => !amount.isZero());
  return moving.length === 0 ? [] : [{ kind, day, postings: moving }];
}
