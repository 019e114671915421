import type { Temporal } from "temporal-polyfill";
import type { DatePeriod } from "../calendar/interval.ts";
import type { Decimal } from "../decimal/decimal.ts";
import type { AdjustmentLeft } from "./adjustment-due.ts";
import type { CountedShare } from "./line-share.ts";
import type { Proration } from "./proration.ts";
import type { Take } from "./takes.ts";

/**
 * The inputs of a line's amount besides its price and its usage, frozen with the line. The same amount can be computed
 * from them again, whatever happened to the contract since (R-RATE-5, R-VER-1). In JSON, decimals and dates are text.
 */
export type LineBasis = PriceBasis | UsageBasis | CreditBasis | AdjustmentBasis;

/** The amount follows from the price and the line's proration alone. */
export interface PriceBasis {
  readonly kind: "price";
}

/** The usage from `countsFrom` to the end of the line's service, less what was billed for it before. */
export interface UsageBasis {
  readonly kind: "usage";
  readonly countsFrom: Temporal.PlainDate;
  /** Paused days that do not count: ascending, without overlaps. */
  readonly gaps: readonly DatePeriod[];
  /**
   * The share of the period for which prepaid units were bought. Null for the whole period, and for all other prices.
   */
  readonly unitsShare: Proration | null;
  readonly billed: readonly BilledPart[];
  /** The amount that credit notes gave back of those lines. Missing if they gave nothing back. */
  readonly noted?: Decimal;
  /** The most that can be reversed of those lines. Present only if credit notes gave back a part of their invoices. */
  readonly most?: Decimal;
  /**
   * The amount that those lines could not reverse, because credit notes had given it back before. It counts as
   * reversed. Missing if there is none.
   */
  readonly settledBefore?: Decimal;
  /** The same for this line. */
  readonly settledByNotes?: Decimal;
  /** For a negative line: the invoices whose charges it reverses. Missing on lines of earlier releases. */
  readonly takes?: readonly Take[];
  /**
   * The amounts that it reverses of percentage discounts. Present only if credit notes left less of the discounts than
   * their share.
   */
  readonly takenOff?: readonly TakenOff[];
  /**
   * The line is taxed like the lines that it reverses or corrects. Missing on lines of earlier releases, which are
   * taxed by the rules of their own day.
   */
  readonly bearsBilledTaxes?: true;
  /**
   * True if the line covers a part of a period, so that its notes mention a fixed fee. Missing if it covers a whole
   * period, and on lines of releases without this note.
   */
  readonly isPart?: boolean;
}

/** The unused part of a line that was billed in advance, less what was given back before. */
export interface CreditBasis {
  readonly kind: "credit";
  readonly of: BilledPart;
  readonly credited: readonly BilledPart[];
  /** The amount that credit notes gave back of all these lines. Missing if they gave nothing back. */
  readonly noted?: Decimal;
  /** The most that is left of the line's invoice. Present only if credit notes gave back a part of it. */
  readonly most?: Decimal;
  /**
   * The amounts that it reverses of percentage discounts. Present only if credit notes left less of the discounts than
   * their share.
   */
  readonly takenOff?: readonly TakenOff[];
  /**
   * The line is taxed like the lines that it reverses. Missing on lines of earlier releases, which are taxed by the
   * rules of their own day.
   */
  readonly bearsBilledTaxes?: true;
}

/** A discount or a spend limit that applies to the lines that count in its period. */
export interface AdjustmentBasis {
  readonly kind: "adjustment";
  readonly rule: "percentage" | "amount" | "minimum" | "maximum";
  /** A percentage, or an amount in the invoice currency. */
  readonly value: Decimal;
  /** Lines that count on these days belong to the adjustment. */
  readonly period: DatePeriod;
  /** The positions on this invoice of the lines that it counts, from 0. */
  readonly positions: readonly number[];
  /** How much of each of these lines it counts, null for the whole line. Missing if it counts all of them whole. */
  readonly shares?: readonly (CountedShare | null)[];
  /**
   * `spentBefore` is the amount on earlier invoices of the period without the adjustment's own lines, `adjustedBefore`
   * the amount of its own lines. A percentage considers no earlier invoice.
   */
  readonly spentBefore: Decimal;
  readonly adjustedBefore: Decimal;
  /**
   * Only for a prorated maximum: the one-off charges that it counts. They raise the prorated maximum, up to the whole
   * maximum. Missing if there are none.
   */
  readonly oneOffs?: Decimal;
  /**
   * The part of the counted lines on this invoice that credit notes settled. It counts as billed. Missing if there is
   * none.
   */
  readonly settledHere?: Decimal;
  /** What credit notes left of the lines that it considers. Missing if they gave nothing back of these lines. */
  readonly left?: AdjustmentLeft;
  /**
   * Only for a percentage that is reversed: the most that credit notes left of it. Missing if they gave nothing back of
   * it.
   */
  readonly most?: Decimal;
  /**
   * The amount that it could not adjust, because credit notes had given it back. It counts as adjusted. Missing if
   * there is none.
   */
  readonly settledByNotes?: Decimal;
}

/** The amount that a credit or correction reverses of a percentage discount, as a positive amount before rounding. */
export interface TakenOff {
  readonly adjustmentId: string;
  readonly amount: Decimal;
}

/** A line as it was when a line that depends on it was decided. */
export interface BilledPart {
  /** Null if that line is on the same invoice and had no ID yet. */
  readonly lineId: string | null;
  readonly quantity: Decimal;
  readonly amount: Decimal;
}

export function billedPart(line: { lineId?: string; quantity: Decimal; amount: Decimal }): BilledPart {
  return { lineId: line.lineId ?? null, quantity: line.quantity, amount: line.amount };
}

/** A member of a basis that is written only if it is not zero. */
export function unlessZero<Name extends string>(name: Name, value: Decimal): { [Member in Name]?: Decimal } {
  return value.isZero() ? {} : ({ [name]: value } as { [Member in Name]: Decimal });
}
