import type { Decimal } from "@counterfoil/engine";

/** "2024-01-31" */
export type CalendarDate = string;

/** Closed, as in the standard: the end is the last day of the period. */
export interface InvoicingPeriod {
  /** BT-73, BT-134 */
  readonly start: CalendarDate | null;
  /** BT-74, BT-135 */
  readonly end: CalendarDate | null;
}

export interface Identifier {
  readonly id: string;
  readonly scheme: string | null;
}

/** An allowance or surcharge, on a line (BG-27, BG-28) or the document. The amount is positive in both cases. */
export interface Allowance {
  /** BT-92, BT-99, BT-136, BT-141 */
  readonly amount: Decimal;
  /** BT-93, BT-100, BT-137, BT-142 */
  readonly baseAmount: Decimal | null;
  /** BT-94, BT-101, BT-138, BT-143 */
  readonly percentage: Decimal | null;
  /** BT-97, BT-104, BT-139, BT-144 */
  readonly reason: string | null;
  /** BT-98, BT-105, BT-140, BT-145: UNTDID 5189 for an allowance, UNTDID 7161 for a surcharge. */
  readonly reasonCode: string | null;
}
