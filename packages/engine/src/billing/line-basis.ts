import type { Temporal } from "temporal-polyfill";
import type { DatePeriod } from "../calendar/interval.ts";
import type { Decimal } from "../decimal/decimal.ts";
import type { AdjustmentLeft } from "./adjustment-due.ts";
import type { CountedShare } from "./line-share.ts";
import type { Proration } from "./proration.ts";
import type { Take } from "./takes.ts";

/**
 * What the amount of a line follows from beside its price and its usage, frozen with the line: with it the same amount
 * comes out again, whatever has become of the contract (R-RATE-5, R-VER-1). In JSON decimals and dates are text.
 */
export type LineBasis = PriceBasis | UsageBasis | CreditBasis | AdjustmentBasis;

/** The price alone, and the line's proration. */
export interface PriceBasis {
  readonly kind: "price";
}

/** The usage from `countsFrom` to the end of the line's service, less what was billed of it before. */
export interface UsageBasis {
  readonly kind: "usage";
  readonly countsFrom: Temporal.PlainDate;
  /** Paused days that do not count: ascending and disjoint. */
  readonly gaps: readonly DatePeriod[];
  /** The part of their period for which prepaid units were bought; null for the whole, and for all other prices. */
  readonly unitsShare: Proration | null;
  readonly billed: readonly BilledPart[];
  /** What credit notes gave back of those lines. Missing where they gave back nothing. */
  readonly noted?: Decimal;
  /** The most that can be taken back of those lines, where notes gave back any of their invoices. */
  readonly most?: Decimal;
  /** What those lines could not take back, because notes had given it back: it counts as taken back. Missing where nothing was. */
  readonly settledBefore?: Decimal;
  /** The same of this line. */
  readonly settledByNotes?: Decimal;
  /** Of a line below zero, from which invoices it takes back. Missing on lines of earlier releases. */
  readonly takes?: readonly Take[];
  /** What it takes back of percentage discounts, where credit notes left less of them than their share. */
  readonly takenOff?: readonly TakenOff[];
  /** It is taxed as the lines that it follows from. Missing on lines of earlier releases, taxed by the rules of their own day. */
  readonly bearsBilledTaxes?: true;
  /** Of a part of a period, so that a fixed fee is told of; missing of a whole one, and of lines that told of none. */
  readonly isPart?: boolean;
}

/** The unused part of a line that was billed in advance, as far as it was not given back before. */
export interface CreditBasis {
  readonly kind: "credit";
  readonly of: BilledPart;
  readonly credited: readonly BilledPart[];
  /** What credit notes gave back of all these lines. Missing where they gave back nothing. */
  readonly noted?: Decimal;
  /** The most that is left of the invoice of the line, where notes gave back any of it. */
  readonly most?: Decimal;
  /** What it takes back of percentage discounts, where credit notes left less of them than their share. */
  readonly takenOff?: readonly TakenOff[];
  /** It is taxed as the lines that it follows from. Missing on lines of earlier releases, taxed by the rules of their own day. */
  readonly bearsBilledTaxes?: true;
}

/** A discount or a spend limit over the lines that count in its period. */
export interface AdjustmentBasis {
  readonly kind: "adjustment";
  readonly rule: "percentage" | "amount" | "minimum" | "maximum";
  /** Per cent, or an amount of the invoiced currency. */
  readonly value: Decimal;
  /** Lines that are counted on these days belong to it. */
  readonly period: DatePeriod;
  /** Where the lines of this invoice that it counts stand, from 0. */
  readonly positions: readonly number[];
  /** How much of each of them it counts, null for the whole; missing where it counts all of them whole. */
  readonly shares?: readonly (CountedShare | null)[];
  /** What earlier invoices hold of the period without, and by, its own lines. A percentage looks at no earlier invoice. */
  readonly spentBefore: Decimal;
  readonly adjustedBefore: Decimal;
  /**
   * Of a maximum that is prorated, what it counts of one-off charges: they come on top of its share, up to the whole maximum.
   * Missing where there are none.
   */
  readonly oneOffs?: Decimal;
  /** What notes settled of the lines that it counts on its invoice: it counts as billed. Missing where there is nothing. */
  readonly settledHere?: Decimal;
  /** What credit notes left of the lines that it looks at. Missing where they gave back nothing of these. */
  readonly left?: AdjustmentLeft;
  /** Of a percentage that is taken back, the most that credit notes left of it. Missing where they gave back nothing of it. */
  readonly most?: Decimal;
  /** What it could not bring about, because credit notes had given it back: it counts as done. Missing where there is nothing. */
  readonly settledByNotes?: Decimal;
}

/** What a line that gives back takes back of a percentage discount, as a positive amount before rounding. */
export interface TakenOff {
  readonly adjustmentId: string;
  readonly amount: Decimal;
}

/** A line as it was when another was decided that follows from it. */
export interface BilledPart {
  /** Null of one on the same invoice, which had no id yet. */
  readonly lineId: string | null;
  readonly quantity: Decimal;
  readonly amount: Decimal;
}

export function billedPart(line: { lineId?: string; quantity: Decimal; amount: Decimal }): BilledPart {
  return { lineId: line.lineId ?? null, quantity: line.quantity, amount: line.amount };
}

/** A member of a basis that is written only where it says something. */
export function unlessZero<Name extends string>(name: Name, value: Decimal): { [Member in Name]?: Decimal } {
  return value.isZero() ? {} : ({ [name]: value } as { [Member in Name]: Decimal });
}
