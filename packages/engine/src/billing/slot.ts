import type { Temporal } from "temporal-polyfill";
import type { DatePeriod } from "../calendar/interval.ts";
import type { ContractPrice } from "./contract.ts";
import type { Proration } from "./proration.ts";

/** One thing to charge: a price for the days that it serves in one of its periods. */
export type Slot = FixedSlot | UsageSlot;

interface SlotOfPrice {
  readonly price: ContractPrice;
  readonly versionId: string;
  /** The days served, half-open: the service period of the invoice line. */
  readonly service: DatePeriod;
}

/** An amount that is known beforehand. */
export interface FixedSlot extends SlotOfPrice {
  readonly kind: "recurring" | "one_off";
  /** The share of its period that is charged. Null if the whole period is charged, or if shares do not matter. */
  readonly proration: Proration | null;
  /** The slot is only due if none of these was billed: each of them would stay charged for the same days. */
  readonly unless: readonly BilledStart[];
}

/** A version's possible billed line, identified by its first day. */
export interface BilledStart {
  readonly versionId: string;
  readonly on: Temporal.PlainDate;
}

/** Usage of a period, or (`correction`) usage of a period that arrived after it was invoiced (R-INV-9). */
export interface UsageSlot extends SlotOfPrice {
  readonly kind: "usage" | "correction";
  /**
   * The day from which usage counts: the start of the service, or of the period whose overage is billed in parts. What
   * was billed from then on is subtracted.
   */
  readonly countsFrom: Temporal.PlainDate;
  /** Paused days, on which usage does not count: ascending, without overlaps. */
  readonly gaps: readonly DatePeriod[];
  /**
   * The share of the period for which prepaid units were bought. Null for the whole period, and for all other prices.
   */
  readonly unitsShare: Proration | null;
  /** The service is a part of a billing period. Fees per period are due in full even so (R-SUB-5). */
  readonly isPart: boolean;
}

export function isUsageSlot(slot: Slot): slot is UsageSlot {
  return slot.kind === "usage" || slot.kind === "correction";
}
