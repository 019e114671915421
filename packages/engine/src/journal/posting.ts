import type { Temporal } from "temporal-polyfill";
import { invariant } from "../assertions.ts";
import { Decimal } from "../decimal/decimal.ts";

/** The accounts of the journal. They are called codes, because an account is who is billed. */
export const LEDGER_CODES = [
  /** What customers owe on issued invoices. */
  "receivable",
  /** What was received, less what was given back, from the moment that it was decided. */
  "cash",
  /** What customers have to their credit. */
  "account_credit",
  /** Account credit that was exchanged: what each currency gave for the other. It is not zero in any one currency. */
  "credit_conversion",
  /** What is left of prepaid money (grants); units of a metric are no money. */
  "prepaid_credit",
  /** Prepaid money that is invoiced and not granted yet. */
  "credit_sold",
  /** What prepaid credit was given away for, less what expired; what was sold is no gift, and nothing of it is here. */
  "credit_expense",
  /** Invoiced for service to come; below zero where service was given that was not invoiced yet. */
  "deferred_revenue",
  "revenue",
  "tax",
  /** What nobody expects to be paid any more. */
  "bad_debt",
  /** What the taxes of single lines leave to the tax of the whole. */
  "rounding",
] as const;

export type LedgerCode = (typeof LEDGER_CODES)[number];

/** One side of an entry: a positive amount is a debit, a negative one a credit. */
export interface Posting {
  readonly code: LedgerCode;
  readonly amount: Decimal;
  /** The invoice line that it is of; null where it is of the whole. */
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
  | "credit_converted";

/** Postings of one effect on one day, which sum to zero. */
export interface JournalEntry {
  readonly kind: EntryKind;
  /** The calendar day, in the invoice's zone, on which it counts. */
  readonly day: Temporal.PlainDate;
  readonly postings: readonly Posting[];
}

export function posting(code: LedgerCode, amount: Decimal, lineId: string | null = null): Posting {
  return { code, amount, lineId };
}

/** An entry of these postings, none where all of them are zero. Postings that do not balance are a programmer's error. */
export function entryOf(kind: EntryKind, day: Temporal.PlainDate, postings: readonly Posting[]): JournalEntry[] {
  const sum = Decimal.sum(postings.map(({ amount }) => amount));
  invariant(sum.isZero(), `an entry ${kind} is out of balance by ${sum.toString()}`);
  const moving = postings.filter(({ amount }) => !amount.isZero());
  return moving.length === 0 ? [] : [{ kind, day, postings: moving }];
}
