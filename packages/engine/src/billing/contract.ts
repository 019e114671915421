import { Temporal } from "temporal-polyfill";
import { type BillingInterval, isBefore, later } from "../calendar/interval.ts";
import { unreachable } from "../assertions.ts";
import { startOfDay } from "../calendar/time-zone.ts";
import type { Decimal } from "../decimal/decimal.ts";
import type { PricingModel } from "../rating/pricing-model.ts";
import { isPrepaid } from "../rating/rate.ts";

/** Everything that billing needs to know about a subscription. Dates are calendar dates in `timeZone` (R-TIME-1). */
export interface Contract {
  readonly subscriptionId: string;
  /** The currency of the invoices. */
  readonly currency: string;
  /**
   * Frozen exchange rate from the currency of the prices, or null if prices and invoices have the same currency
   * (R-SUB-9).
   */
  readonly conversionRate: Decimal | null;
  readonly timeZone: string;
  /**
   * The account's earlier time zones, oldest first, each for the days up to and including `through`. What was billed in
   * them does not change.
   */
  readonly earlierZones: readonly { readonly timeZone: string; readonly through: Temporal.PlainDate }[];
  readonly startsOn: Temporal.PlainDate;
  readonly trialDays: number;
  /** The anchor of every period: the first billing date (R-TIME-2). */
  readonly anchor: Temporal.PlainDate;
  /** The first day without service, or null if no end is set. */
  readonly endsOn: Temporal.PlainDate | null;
  /** The agreed end, even if the contract was canceled since. Nothing is charged after it. */
  readonly termEndsOn: Temporal.PlainDate | null;
  /** Whether the advance for days after the end is given back (R-SUB-6). */
  readonly creditsAfterEnd: boolean;
  /** Ascending, without overlaps. */
  readonly pauses: readonly Pause[];
  /** Billing dates before this day were billed elsewhere (R-TIME-3). */
  readonly invoicesFrom: Temporal.PlainDate | null;
  readonly chargesOneOffsAtStart: boolean;
  /** Ascending by start. Each ends where the next one starts. */
  readonly versions: readonly ContractVersion[];
  readonly discounts: readonly ContractDiscount[];
  readonly thresholds: readonly ContractThreshold[];
}

/** Days without service that are not charged: [startsOn, endsOn), or without an end (R-SUB-6). */
export interface Pause {
  readonly startsOn: Temporal.PlainDate;
  readonly endsOn: Temporal.PlainDate | null;
  /**
   * The version that was billed for the first day of the pause before the pause was requested. Its advance stays billed
   * and is credited. Null if the day was not billed by then.
   */
  readonly billedVersionId: string | null;
}

/** What is sold from `startsOn` on. */
export interface ContractVersion {
  readonly id: string;
  readonly startsOn: Temporal.PlainDate;
  readonly endsOn: Temporal.PlainDate | null;
  readonly proration: ProrationPolicy;
  /**
   * Its first day had been billed when the version was published. What was billed stays, as in the middle of a period.
   */
  readonly isAfterBilling: boolean;
  readonly prices: readonly ContractPrice[];
}

/** What happens to the current period when a version starts in the middle of it (R-SUB-4). */
export type ProrationPolicy = "prorate" | "none" | "credit_only" | "charge_only";

/** Whether the unused part of the advance is given back. */
export function creditsUnused(policy: ProrationPolicy): boolean {
  return policy === "prorate" || policy === "credit_only";
}

/** Whether new prices are charged for the rest of the period. Otherwise charging begins with the next period. */
export function chargesRest(policy: ProrationPolicy): boolean {
  return policy === "prorate" || policy === "charge_only";
}

/** A price with the billing-related properties of its product. */
export interface ContractPrice {
  readonly id: string;
  readonly productId: string;
  /** The item name on the invoice line. */
  readonly name: string;
  readonly unitLabel: string | null;
  /** The price group in which it is sold. The invoice groups its lines by it. */
  readonly groupName: string | null;
  readonly schedule: PriceSchedule;
  readonly model: PricingModel;
  /** The metrics whose quantities are added up (R-RATE-4). Empty for a fixed amount. */
  readonly metricIds: readonly string[];
  /** The event properties whose values split the usage into lines (R-MET-2). Empty for one line. */
  readonly groupBy: readonly string[];
  /** Days that are not charged after this price is first sold. */
  readonly trialDays: number;
}

/** How a price falls due: recurring before or after its period, by usage after its period, or once. */
export type PriceSchedule =
  | { readonly kind: "recurring"; readonly interval: BillingInterval; readonly terms: "advance" | "arrears" }
  | { readonly kind: "usage"; readonly interval: BillingInterval }
  | { readonly kind: "one_off" };

/** The interval that a price charges in advance, or null if it charges nothing in advance. */
export function advanceInterval({ schedule, model }: ContractPrice): BillingInterval | null {
  if (schedule.kind === "one_off") return null;
  if (schedule.kind === "usage") return isPrepaid(model) ? schedule.interval : null;
  return schedule.terms === "advance" ? schedule.interval : null;
}

/** The interval that a price charges in arrears, or null if it charges nothing in arrears. */
export function arrearsInterval({ schedule, model }: ContractPrice): BillingInterval | null {
  if (schedule.kind === "one_off") return null;
  if (schedule.kind === "recurring") return schedule.terms === "arrears" ? schedule.interval : null;
  return model.type === "prepaid_fixed_tiered" ? (model.overageInterval ?? schedule.interval) : schedule.interval;
}

/**
 * What a discount or a spend limit applies to, in the order of application (R-SUB-8): one price, some prices of a
 * version, everything that a version sells (`priceIds` null), the whole subscription.
 */
export type Scope =
  | { readonly kind: "price"; readonly priceId: string }
  | { readonly kind: "version"; readonly priceIds: readonly string[] | null }
  | { readonly kind: "subscription" };

/**
 * What a line belongs to: its price, or the prices in the scope of a version's adjustment. If both are null, it belongs
 * to the whole subscription.
 */
export interface InScope {
  readonly priceId: string | null;
  /** Empty for a version's adjustment of all prices. */
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

/** What an adjustment's line belongs to. */
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

/** The product of the prices in a scope; null if they have several, or if the scope is everything that is sold. */
export function productOfScope({ versions }: Pick<Contract, "versions">, scope: Scope): string | null {
  const { priceId, scopePriceIds } = ofScope(scope);
  const priceIds = priceId === null ? (scopePriceIds ?? []) : [priceId];
  const prices = versions.flatMap((version) => version.prices).filter(({ id }) => priceIds.includes(id));
  const [first, ...others] = new Set(prices.map(({ productId }) => productId));
  return others.length > 0 ? null : (first ?? null);
}

/** The position of a scope in the order of application (R-SUB-8). */
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

/** How long a version's adjustment applies: while consecutive versions that include it run without a break. */
export interface VersionWindow {
  readonly versionIds: readonly string[];
  readonly startsOn: Temporal.PlainDate;
  readonly endsOn: Temporal.PlainDate | null;
}

/** Reduces the lines whose service starts in [startsOn, endsOn) (R-SUB-8). */
export interface ContractDiscount {
  /** Only for a discount of a version. */
  readonly window?: VersionWindow | undefined;
  readonly id: string;
  readonly type: "percentage" | "amount";
  /** A percentage, or an amount in the invoice currency for each period of `interval`. */
  readonly value: Decimal;
  readonly interval: BillingInterval;
  readonly scope: Scope;
  readonly startsOn: Temporal.PlainDate;
  readonly endsOn: Temporal.PlainDate | null;
}

/** A minimum or maximum cost of a period, in the invoice currency (R-SUB-8). */
export interface ContractThreshold {
  /** Only for a limit of a version. It applies to each period whose first day of service is in the window. */
  readonly window?: VersionWindow | undefined;
  readonly id: string;
  readonly type: "min" | "max";
  readonly value: Decimal;
  readonly interval: BillingInterval;
  readonly scope: Scope;
}

/**
 * The instant at which a day begins for the account, in the time zone that the account had on that day (R-TIME-1). Never
 * before the start of an earlier day: from Pago Pago to Kiritimati, a clock moves ahead by 25 hours.
 */
export function startOfContractDay(
  contract: Pick<Contract, "timeZone" | "earlierZones">,
  date: Temporal.PlainDate,
): Temporal.Instant {
  if (contract.earlierZones.length === 0) return startOfDay(date, contract.timeZone);
  const at = contract.earlierZones.findIndex(({ through }) => !isBefore(through, date));
  const before = at === -1 ? contract.earlierZones : contract.earlierZones.slice(0, at);
  const starts = [
    startOfDay(date, contract.earlierZones[at]?.timeZone ?? contract.timeZone),
    ...before.map(({ timeZone, through }) => startOfDay(through, timeZone)),
  ];
  return starts.reduce((latest, start) => (Temporal.Instant.compare(start, latest) > 0 ? start : latest));
}

/** The first charged day: the end of the contract's trial, or of the price's trial if that is later. */
export function serviceStart(contract: Contract, price?: ContractPrice): Temporal.PlainDate {
  const start = contract.trialDays === 0 ? contract.startsOn : contract.startsOn.add({ days: contract.trialDays });
  return price === undefined || price.trialDays === 0 ? start : later(start, trialEnd(contract, price));
}

/** A price's trial begins when the price is first sold. A price that is sold again later gets no second trial. */
function trialEnd({ startsOn, versions }: Contract, price: ContractPrice): Temporal.PlainDate {
  const first = versions.find((version) => version.prices.some((sold) => sold.id === price.id));
  return later(first?.startsOn ?? startsOn, startsOn).add({ days: price.trialDays });
}
