import type { Temporal } from "temporal-polyfill";
import type { DatePeriod } from "../calendar/interval.ts";
import type { ContractPrice } from "./contract.ts";
import type { Proration } from "./proration.ts";

/** One thing to be charged: a price for the days that it serves of one of its periods. */
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
  /** The part of its period that is charged, or null where the whole of it is or parts make no difference. */
  readonly proration: Proration | null;
  /** It is only due where none of these was billed: each of them would stay charged for the same days. */
  readonly unless: readonly BilledStart[];
}

/** The first day of a line that a version may have been billed for. */
export interface BilledStart {
  readonly versionId: string;
  readonly on: Temporal.PlainDate;
}

/** Usage of a period, or (`correction`) usage that came for it after it was invoiced (R-INV-9). */
export interface UsageSlot extends SlotOfPrice {
  readonly kind: "usage" | "correction";
  /** Where counting starts: the service itself, or the period whose overage is billed in parts. What was billed since is taken off. */
  readonly countsFrom: Temporal.PlainDate;
  /** Paused days, on which usage does not count: ascending and disjoint. */
  readonly gaps: readonly DatePeriod[];
  /** The part of their period for which prepaid units were bought; null for the whole, and for all other prices. */
  readonly unitsShare: Proration | null;
  /** The service is a part of a billing period: what is due once a period is due in full all the same (R-SUB-5). */
  readonly isPart: boolean;
}

export function isUsageSlot(slot: Slot): slot is UsageSlot {
  return slot.kind === "usage" || slot.kind === "correction";
}
