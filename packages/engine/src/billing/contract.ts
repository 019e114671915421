import type { Temporal } from "temporal-polyfill";
import { type BillingInterval, isBefore, later } from "../calendar/interval.ts";
import { unreachable } from "../assertions.ts";
import { startOfDay } from "../calendar/time-zone.ts";
import type { Decimal } from "../decimal/decimal.ts";
import type { PricingModel } from "../rating/pricing-model.ts";
import { isPrepaid } from "../rating/rate.ts";

/** All that billing needs to know of a subscription. Dates are calendar dates of `timeZone` (R-TIME-1). */
export interface Contract {
  readonly subscriptionId: string;
  /** The currency that is invoiced. */
  readonly currency: string;
  /** Frozen rate from the currency in which the prices are rated, or null where there is but one (R-SUB-9). */
  readonly conversionRate: Decimal | null;
  readonly timeZone: string;
  /** The zones that held before it, oldest first, each for the days up to `through`: what was billed in them stands. */
  readonly earlierZones: readonly { readonly timeZone: string; readonly through: Temporal.PlainDate }[];
  readonly startsOn: Temporal.PlainDate;
  readonly trialDays: number;
  /** The anchor of every period: the first billing date (R-TIME-2). */
  readonly anchor: Temporal.PlainDate;
  /** The first day without service, or null while the end is open. */
  readonly endsOn: Temporal.PlainDate | null;
  /** The end that was agreed, whatever was canceled since: nothing is charged beyond it. */
  readonly termEndsOn: Temporal.PlainDate | null;
  /** Whether what was paid in advance for days after the end is given back (R-SUB-6). */
  readonly creditsAfterEnd: boolean;
  /** Ascending and disjoint. */
  readonly pauses: readonly Pause[];
  /** Billing dates before it were billed elsewhere (R-TIME-3). */
  readonly invoicesFrom: Temporal.PlainDate | null;
  readonly chargesOneOffsAtStart: boolean;
  /** Ascending by start, each ending where the next starts. */
  readonly versions: readonly ContractVersion[];
  readonly discounts: readonly ContractDiscount[];
  readonly thresholds: readonly ContractThreshold[];
}

/** Days without service that are not charged: [startsOn, endsOn), or an open end (R-SUB-6). */
export interface Pause {
  readonly startsOn: Temporal.PlainDate;
  readonly endsOn: Temporal.PlainDate | null;
  /**
   * What was sold on its first day when that was billed before the pause was asked for: the advance of it stands, and is
   * credited. Null where the day was not billed by then.
   */
  readonly billedVersionId: string | null;
}

/** What is sold from `startsOn` on. */
export interface ContractVersion {
  readonly id: string;
  readonly startsOn: Temporal.PlainDate;
  readonly endsOn: Temporal.PlainDate | null;
  readonly proration: ProrationPolicy;
  /** Its first day had been billed when it was published: what was billed stands, as in the middle of a period. */
  readonly isAfterBilling: boolean;
  readonly prices: readonly ContractPrice[];
}

/** What a version that starts in the middle of a period does about it (R-SUB-4). */
export type ProrationPolicy = "prorate" | "none" | "credit_only" | "charge_only";

/** The unused part of what was paid in advance is given back. */
export function creditsUnused(policy: ProrationPolicy): boolean {
  return policy === "prorate" || policy === "credit_only";
}

/** The rest of the period is charged for what is new; otherwise charging begins with the next period. */
export function chargesRest(policy: ProrationPolicy): boolean {
  return policy === "prorate" || policy === "charge_only";
}

/** A price with what its product says about it. */
export interface ContractPrice {
  readonly id: string;
  readonly productId: string;
  /** What the invoice line is called. */
  readonly name: string;
  readonly unitLabel: string | null;
  /** The price group that it is sold in, as the invoice groups its lines. */
  readonly groupName: string | null;
  readonly schedule: PriceSchedule;
  readonly model: PricingModel;
  /** The metrics whose quantities are added up (R-RATE-4); none for a fixed amount. */
  readonly metricIds: readonly string[];
  /** The event properties by whose values the usage is split into lines; none for one line (R-MET-2). */
  readonly groupBy: readonly string[];
  /** Days that are not charged when the price is first sold, for this price alone. */
  readonly trialDays: number;
}

/** How a price falls due: again and again before or after its period, by usage after it, or once. */
export type PriceSchedule =
  | { readonly kind: "recurring"; readonly interval: BillingInterval; readonly terms: "advance" | "arrears" }
  | { readonly kind: "usage"; readonly interval: BillingInterval }
  | { readonly kind: "one_off" };

/** The interval of what a price charges before its period, or null when it charges nothing in advance. */
export function advanceInterval({ schedule, model }: ContractPrice): BillingInterval | null {
  if (schedule.kind === "one_off") return null;
  if (schedule.kind === "usage") return isPrepaid(model) ? schedule.interval : null;
  return schedule.terms === "advance" ? schedule.interval : null;
}

/** The interval of what a price charges after its period, or null when it charges nothing in arrears. */
export function arrearsInterval({ schedule, model }: ContractPrice): BillingInterval | null {
  if (schedule.kind === "one_off") return null;
  if (schedule.kind === "recurring") return schedule.terms === "arrears" ? schedule.interval : null;
  return model.type === "prepaid_fixed_tiered" ? (model.overageInterval ?? schedule.interval) : schedule.interval;
}

/**
 * What a discount or a spend limit applies to, in the order in which they come (R-SUB-8): one price, some prices of a version, all that
 * a version sells (`priceIds` null), the whole subscription.
 */
export type Scope =
  | { readonly kind: "price"; readonly priceId: string }
  | { readonly kind: "version"; readonly priceIds: readonly string[] | null }
  | { readonly kind: "subscription" };

/** What a line is of: its price, or the prices of the scope that an adjustment of a version is for. Neither: of the whole. */
export interface InScope {
  readonly priceId: string | null;
  /** Empty of what a version's adjustment of all prices is for. */
  readonly scopePriceIds?: readonly string[] | null | undefined;
}

export function isInScope(scope: Scope, { priceId, scopePriceIds }: InScope): boolean {
  switch (scope.kind) {
    case "subscription":
      return true;
    case "price":
      return scope.priceId === priceId;
    case "version": {
      const { priceIds } = scope;
      if (priceIds === null) return true;
      if (priceId !== null) return priceIds.includes(priceId);
      const own = scopePriceIds ?? [];
      return own.length > 0 && own.every((id) => priceIds.includes(id));
    }
    default:
      return unreachable(scope);
  }
}

/** What an adjustment's line is of. */
export function ofScope(scope: Scope): { priceId: string | null; scopePriceIds: readonly string[] | null } {
  switch (scope.kind) {
    case "subscription":
      return { priceId: null, scopePriceIds: null };
    case "price":
      return { priceId: scope.priceId, scopePriceIds: null };
    case "version":
      return { priceId: null, scopePriceIds: scope.priceIds ?? [] };
    default:
      return unreachable(scope);
  }
}

/** In which order they come (R-SUB-8). */
export function placeOfScope(scope: Scope): number {
  switch (scope.kind) {
    case "price":
      return 0;
    case "version":
      return scope.priceIds === null ? 2 : 1;
    case "subscription":
      return 3;
    default:
      return unreachable(scope);
  }
}

/** How long an adjustment of a version holds: while one of the versions that carry it runs, one after the other without a break. */
export interface VersionWindow {
  readonly versionIds: readonly string[];
  readonly startsOn: Temporal.PlainDate;
  readonly endsOn: Temporal.PlainDate | null;
}

/** Taken off the lines whose service starts in [startsOn, endsOn) (R-SUB-8). */
export interface ContractDiscount {
  /** Of a discount of a version. */
  readonly window?: VersionWindow | undefined;
  readonly id: string;
  readonly type: "percentage" | "amount";
  /** Per cent, or an amount in the invoiced currency for each period of `interval`. */
  readonly value: Decimal;
  readonly interval: BillingInterval;
  readonly scope: Scope;
  readonly startsOn: Temporal.PlainDate;
  readonly endsOn: Temporal.PlainDate | null;
}

/** A minimum or maximum of what a period costs, in the invoiced currency (R-SUB-8). */
export interface ContractThreshold {
  /** Of a limit of a version: it is for each period in which its window holds the first day of service. */
  readonly window?: VersionWindow | undefined;
  readonly id: string;
  readonly type: "min" | "max";
  readonly value: Decimal;
  readonly interval: BillingInterval;
  readonly scope: Scope;
}

/** The instant at which a day begins for the account, in the zone that held on it (R-TIME-1). */
export function startOfContractDay(
  contract: Pick<Contract, "timeZone" | "earlierZones">,
  date: Temporal.PlainDate,
): Temporal.Instant {
  const earlier = contract.earlierZones.find(({ through }) => !isBefore(through, date));
  return startOfDay(date, earlier?.timeZone ?? contract.timeZone);
}

/** The first day that is charged: the contract's start after its trial, and of a price also after its own. */
export function serviceStart(contract: Contract, price?: ContractPrice): Temporal.PlainDate {
  const start = contract.trialDays === 0 ? contract.startsOn : contract.startsOn.add({ days: contract.trialDays });
  return price === undefined || price.trialDays === 0 ? start : later(start, trialEnd(contract, price));
}

/** A price's trial begins when it is first sold, with the contract or later; coming back it has none. */
function trialEnd({ startsOn, versions }: Contract, price: ContractPrice): Temporal.PlainDate {
  const first = versions.find((version) => version.prices.some((sold) => sold.id === price.id));
  return later(first?.startsOn ?? startsOn, startsOn).add({ days: price.trialDays });
}
