import type { Temporal } from "temporal-polyfill";
import type { BillingInterval, DatePeriod } from "../calendar/interval.ts";
import type { Decimal } from "../decimal/decimal.ts";
import type { RatingNote } from "../rating/rating.ts";
import type { RatingStep } from "../rating/step.ts";
import type { LineBasis } from "./line-basis.ts";
import type { InvoiceLineKind, UsageGroup } from "./line-kind.ts";
import type { LineText } from "./line-text.ts";
import type { Proration } from "./proration.ts";

/** A line as billing decides it, before it has an id and an invoice. */
export interface InvoiceLineDraft {
  readonly kind: InvoiceLineKind;
  readonly priceId: string | null;
  readonly productId: string | null;
  readonly versionId: string | null;
  /** Of an adjustment of a version: the prices that it is for; empty of one for all. */
  readonly scopePriceIds?: readonly string[] | null;
  /** The discount or spend limit that an adjustment comes from. */
  readonly adjustmentId: string | null;
  readonly text: LineText;
  readonly groupName: string | null;
  readonly usageGroup: UsageGroup | null;
  readonly service: DatePeriod;
  /** The day by which the line counts towards discounts and spend limits: a credit counts where its line did. */
  readonly countedOn: Temporal.PlainDate;
  /**
   * The interval that it is for: a spend limit of a shorter one counts in each of its periods the part of the line that serves
   * it. Null where it counts as a whole by its day, as what is charged once does.
   */
  readonly countedInterval: BillingInterval | null;
  readonly quantity: Decimal;
  /** The one price per unit, or null where tiers, fees or packages leave none. */
  readonly unitPrice: Decimal | null;
  readonly unitLabel: string | null;
  /** In the invoiced currency, rounded to its minor unit; negative for what is taken off. */
  readonly amount: Decimal;
  readonly proration: Proration | null;
  readonly explanation: LineExplanation;
}

/** The inputs and the arithmetic of a line: from them the same amount can be computed again (R-RATE-5). */
export interface LineExplanation {
  readonly steps: readonly RatingStep[];
  readonly notes: readonly RatingNote[];
  /** Before proration, conversion and rounding. */
  readonly exactAmount: Decimal;
  readonly conversionRate: Decimal | null;
  readonly usage: { readonly quantity: Decimal; readonly eventCount: Decimal } | null;
  /** What earlier lines billed of the same usage, in the invoiced currency: taken off; null when nothing could have been. */
  readonly billedBefore: Decimal | null;
  readonly basis: LineBasis;
}
