import type { Temporal } from "temporal-polyfill";
import type { BillingInterval, DatePeriod } from "../calendar/interval.ts";
import type { Decimal } from "../decimal/decimal.ts";
import type { RatingNote } from "../rating/rating.ts";
import type { RatingStep } from "../rating/step.ts";
import type { LineBasis } from "./line-basis.ts";
import type { InvoiceLineKind, UsageGroup } from "./line-kind.ts";
import type { LineText } from "./line-text.ts";
import type { Proration } from "./proration.ts";

/** A line that billing has decided, before it has an ID and an invoice. */
export interface InvoiceLineDraft {
  readonly kind: InvoiceLineKind;
  readonly priceId: string | null;
  readonly productId: string | null;
  readonly versionId: string | null;
  /** For an adjustment of a version: the prices that it applies to. Empty if it applies to all. */
  readonly scopePriceIds?: readonly string[] | null;
  /** The discount or spend limit that created the line. */
  readonly adjustmentId: string | null;
  readonly text: LineText;
  readonly groupName: string | null;
  readonly usageGroup: UsageGroup | null;
  readonly service: DatePeriod;
  /** The day on which the line counts towards discounts and spend limits. A credit counts on the day of its line. */
  readonly countedOn: Temporal.PlainDate;
  /**
   * The interval that the line covers. A spend limit with a shorter interval counts in each of its periods the part of
   * the line that serves it. Null if the whole line counts on `countedOn`, as for a one-off charge.
   */
  readonly countedInterval: BillingInterval | null;
  readonly quantity: Decimal;
  /** The single price per unit, or null if tiers, fees or packages do not allow one. */
  readonly unitPrice: Decimal | null;
  readonly unitLabel: string | null;
  /** In the invoice currency, rounded to its minor unit. Negative for reductions. */
  readonly amount: Decimal;
  readonly proration: Proration | null;
  readonly explanation: LineExplanation;
}

/** The inputs and the calculation of a line. The same amount can be computed from them again (R-RATE-5). */
export interface LineExplanation {
  readonly steps: readonly RatingStep[];
  readonly notes: readonly RatingNote[];
  /** Before proration, conversion and rounding. */
  readonly exactAmount: Decimal;
  readonly conversionRate: Decimal | null;
  readonly usage: { readonly quantity: Decimal; readonly eventCount: Decimal } | null;
  /**
   * The amount that earlier lines billed for the same usage, in the invoice currency. It is subtracted. Null if there
   * can be none.
   */
  readonly billedBefore: Decimal | null;
  readonly basis: LineBasis;
}
