import type { Temporal } from "temporal-polyfill";
import type { DatePeriod } from "../calendar/interval.ts";
import type { Decimal } from "../decimal/decimal.ts";
import type { JournalEntry } from "./posting.ts";

/** The amount owed on an invoice, and how it is booked. Both are zero if nothing is due. */
export interface OwedAs {
  readonly receivable: Decimal;
  readonly badDebt: Decimal;
}

/** A line as it becomes revenue: its amount without any included tax. */
export interface EarningLine {
  readonly lineId: string;
  readonly net: Decimal;
  readonly service: DatePeriod;
  /** The line sells prepaid credit, which is not revenue. What the credit pays for becomes revenue. */
  readonly sellsCredit: boolean;
}

/** The amounts that credit paid of an invoice when it was issued. */
export interface CreditPaid {
  /** Negative if the invoice became account credit. */
  readonly accountCredit: Decimal;
  readonly prepaidCredit: Decimal;
  /** Paid by prepaid units of a metric, which are not money until they are used. */
  readonly units: Decimal;
}

/** Every event that moves money in the books. */
export type MoneyEffect =
  | {
      readonly kind: "invoice_issued";
      readonly day: Temporal.PlainDate;
      readonly currency: string;
      readonly lines: readonly EarningLine[];
      /** The sum of the lines without tax, as on the invoice. */
      readonly subtotal: Decimal;
      readonly tax: Decimal;
      readonly paidBy: CreditPaid;
    }
  | {
      readonly kind: "invoice_voided";
      readonly day: Temporal.PlainDate;
      /** All journal entries of the invoice so far. */
      readonly written: readonly JournalEntry[];
    }
  | {
      /** `credit_applied`: account credit pays an invoice that was issued earlier. */
      readonly kind: "invoice_uncollectible" | "payment_applied" | "payment_taken_back" | "credit_applied";
      readonly day: Temporal.PlainDate;
      readonly before: OwedAs;
      readonly after: OwedAs;
    }
  | {
      readonly kind: "credit_note_issued";
      readonly day: Temporal.PlainDate;
      readonly currency: string;
      /** The amounts given back of the invoice's lines. */
      readonly lines: readonly EarningLine[];
      readonly subtotal: Decimal;
      readonly tax: Decimal;
      /**
       * `applied` reduces the amount due of the invoice, `prepaidCredit` goes back to the grants that paid it. The rest
       * becomes account credit.
       */
      readonly applied: Decimal;
      readonly prepaidCredit: Decimal;
      /** Goes back to grants of units, which are not money until they are used. */
      readonly units: Decimal;
      /** How the amount due of the invoice is booked. */
      readonly owedAs: "receivable" | "bad_debt";
    }
  | {
      /** `credit_gifted`: the invoice that sold the credit will not be paid, but the credit remains. */
      readonly kind: "credit_granted" | "credit_gifted" | "credit_expired" | "credit_voided";
      readonly day: Temporal.PlainDate;
      /** Added to prepaid credit; negative if it is removed. */
      readonly amount: Decimal;
      /** The part of it that an invoice sold; negative if that is given back. */
      readonly sold: Decimal;
    }
  | {
      /** One side of a conversion of account credit: each currency has a separate entry. */
      readonly kind: "credit_converted";
      readonly day: Temporal.PlainDate;
      /** Added to account credit in this currency; negative if it is removed. */
      readonly amount: Decimal;
    }
  | {
      /** What usage of a day cost the seller; negative if it cost less than was recorded. */
      readonly kind: "cost_recorded";
      readonly day: Temporal.PlainDate;
      readonly amount: Decimal;
    }
  | {
      readonly kind: "payment_credited";
      readonly day: Temporal.PlainDate;
      /** Received and turned into account credit; negative if it was given back. */
      readonly amount: Decimal;
    };
