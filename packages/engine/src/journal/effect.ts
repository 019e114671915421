import type { Temporal } from "temporal-polyfill";
import type { DatePeriod } from "../calendar/interval.ts";
import type { Decimal } from "../decimal/decimal.ts";
import type { JournalEntry } from "./posting.ts";

/** What is owed on an invoice, and as what: both zero where nothing is due. */
export interface OwedAs {
  readonly receivable: Decimal;
  readonly badDebt: Decimal;
}

/** A line as it becomes revenue: its amount without the tax that it may hold. */
export interface EarningLine {
  readonly lineId: string;
  readonly net: Decimal;
  readonly service: DatePeriod;
  /** It sells prepaid credit, which is no revenue: what the credit pays for will be. */
  readonly sellsCredit: boolean;
}

/** What credit paid of an invoice when it was issued. */
export interface CreditPaid {
  /** Below zero where the invoice became account credit. */
  readonly accountCredit: Decimal;
  readonly prepaidCredit: Decimal;
  /** By prepaid units of a metric, which are no money until they are used. */
  readonly units: Decimal;
}

/** Everything that moves money in the books. */
export type MoneyEffect =
  | {
      readonly kind: "invoice_issued";
      readonly day: Temporal.PlainDate;
      readonly currency: string;
      readonly lines: readonly EarningLine[];
      /** The sum of what the lines come to without tax, as the invoice says it. */
      readonly subtotal: Decimal;
      readonly tax: Decimal;
      readonly paidBy: CreditPaid;
    }
  | {
      readonly kind: "invoice_voided";
      readonly day: Temporal.PlainDate;
      /** All that was ever written of the invoice. */
      readonly written: readonly JournalEntry[];
    }
  | {
      /** `credit_applied`: account credit pays an invoice that was issued before. */
      readonly kind: "invoice_uncollectible" | "payment_applied" | "payment_taken_back" | "credit_applied";
      readonly day: Temporal.PlainDate;
      readonly before: OwedAs;
      readonly after: OwedAs;
    }
  | {
      readonly kind: "credit_note_issued";
      readonly day: Temporal.PlainDate;
      readonly currency: string;
      /** What is given back of the invoice's lines. */
      readonly lines: readonly EarningLine[];
      readonly subtotal: Decimal;
      readonly tax: Decimal;
      /** What the invoice asks for less by it, and what goes back to the grants that paid it; the rest is account credit. */
      readonly applied: Decimal;
      readonly prepaidCredit: Decimal;
      /** To grants of units, which are no money until they are used. */
      readonly units: Decimal;
      /** As what the invoice is owed. */
      readonly owedAs: "receivable" | "bad_debt";
    }
  | {
      /** `credit_gifted`: what was sold is not paid for any more, and the credit stays. */
      readonly kind: "credit_granted" | "credit_gifted" | "credit_expired" | "credit_voided";
      readonly day: Temporal.PlainDate;
      /** What is added to prepaid credit; below zero where it is taken away. */
      readonly amount: Decimal;
      /** What of it an invoice sold; below zero where that is given back. */
      readonly sold: Decimal;
    }
  | {
      /** One side of a conversion of account credit: each currency has an entry of its own. */
      readonly kind: "credit_converted";
      readonly day: Temporal.PlainDate;
      /** What is added to account credit in this currency; below zero where it is taken. */
      readonly amount: Decimal;
    }
  | {
      readonly kind: "payment_credited";
      readonly day: Temporal.PlainDate;
      /** What was received and became account credit; below zero where it was given back. */
      readonly amount: Decimal;
    };
