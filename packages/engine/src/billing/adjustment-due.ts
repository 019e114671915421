import type { DatePeriod } from "../calendar/interval.ts";
import type { Decimal } from "../decimal/decimal.ts";
import type { ContractDiscount, ContractThreshold } from "./contract.ts";
import type { Proration } from "./proration.ts";

/** A discount or spend limit that the lines of an invoice may move in one period. */
export type AdjustmentDue = DiscountDue | LimitDue;

interface Due {
  /** Lines that count on these days belong to the adjustment, on this invoice and on earlier ones. */
  readonly period: DatePeriod;
  readonly rank: number;
}

export interface DiscountDue extends Due {
  readonly kind: "discount";
  readonly source: ContractDiscount;
}

export interface LimitDue extends Due {
  readonly kind: "minimum" | "maximum";
  readonly source: ContractThreshold;
  /** The served part of the period, for which the limit is prorated and which its line names. */
  readonly service: DatePeriod;
  readonly proration: Proration | null;
}

/** The amounts on earlier invoices for an adjustment's period and scope. */
export interface SpentBefore {
  /** Lines, and adjustments of a lower rank. */
  readonly spent: Decimal;
  /** The adjustment's own lines: negative for reductions. */
  readonly adjusted: Decimal;
  /** The part of `spent` from lines of one-off prices. */
  readonly oneOffs: Decimal;
  /** What credit notes left of these amounts. Missing if they gave nothing back. */
  readonly left?: AdjustmentLeft | undefined;
}

/** What credit notes left of the lines that an adjustment considers on earlier invoices. */
export interface AdjustmentLeft {
  /** Of the adjustment's own lines: negative for reductions. */
  readonly own: Decimal;
  /** Of the lines that it counts and its own lines. It can give back no more than this of these invoices. */
  readonly charged: Decimal;
}
