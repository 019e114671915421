import type { DatePeriod } from "../calendar/interval.ts";
import type { Decimal } from "../decimal/decimal.ts";
import type { ContractDiscount, ContractThreshold } from "./contract.ts";
import type { Proration } from "./proration.ts";

/** A discount or spend limit that the lines of an invoice may move in one period. */
export type AdjustmentDue = DiscountDue | LimitDue;

interface Due {
  /** Lines that are counted on these days belong to it, on this invoice and on earlier ones. */
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

/** What earlier invoices hold of an adjustment's period and scope. */
export interface SpentBefore {
  /** Lines and the adjustments that stand before it in the order. */
  readonly spent: Decimal;
  /** Its own lines: negative for what was taken off. */
  readonly adjusted: Decimal;
  /** What the lines of one-off prices hold of it. */
  readonly oneOffs: Decimal;
  /** What credit notes left of it. Missing where they gave back nothing of it. */
  readonly left?: AdjustmentLeft | undefined;
}

/** What credit notes left of the lines that an adjustment looks at on earlier invoices. */
export interface AdjustmentLeft {
  /** Of its own lines: negative for what was taken off. */
  readonly own: Decimal;
  /** Of what it counts, with its own lines: no more can be given back of these invoices. */
  readonly charged: Decimal;
}
