import type { Interval } from "../auditor/calendar.ts";

/** `{"value": "0.10"}`, as money is sent. */
export interface WireMoney {
  readonly value: string;
}

export interface Condition {
  readonly field: string;
  readonly operator: string;
  readonly value: string | number | boolean | readonly (string | number | boolean)[];
}

export interface ConditionGroup {
  readonly operator: "and" | "or";
  readonly filters: readonly Condition[];
}

/** A metric as it was made. */
export interface MetricMade {
  readonly id: string;
  readonly eventName: string;
  readonly filters: readonly ConditionGroup[];
  readonly aggregation: { readonly method: string; readonly field: string | null; readonly percentile?: number };
  readonly groupBy: readonly string[];
}

export interface WireTier {
  readonly minUnits: number;
  readonly maxUnits: number | null;
  readonly pricePerUnit?: WireMoney;
  readonly percentage?: WireMoney;
  readonly fixedFee: WireMoney;
}

/** The members of every pricing model, as they are sent; each model has some of them. */
export interface WireModel {
  readonly pricePerUnit?: WireMoney;
  readonly units?: number;
  readonly tiers?: readonly WireTier[];
  readonly percentage?: WireMoney;
  readonly fixedFee?: WireMoney;
  readonly packageSize?: number;
  readonly includedUnits?: number;
  readonly pricePerPackage?: WireMoney;
  readonly overageInterval?: Interval | null;
  readonly dimensions?: readonly string[];
  readonly cells?: readonly { readonly values: Readonly<Record<string, string>>; readonly pricePerUnit: WireMoney }[];
  readonly defaultPricePerUnit?: WireMoney;
  readonly expression?: string;
  readonly metrics?: Readonly<Record<string, string>>;
  readonly constants?: Readonly<Record<string, WireMoney>>;
}

export interface PriceDiscountMade {
  readonly discountType: "percentage" | "amount";
  readonly amount: WireMoney;
  readonly periodLength?: number;
  readonly periodType?: DurationUnit;
}

export type DurationUnit = "days" | "weeks" | "months" | "years";

/** A price with what its product says, as both were made. */
export interface PriceMade {
  readonly id: string;
  readonly feeType: "fixed" | "metered";
  readonly paymentTerms: "advance" | "arrears";
  readonly billingFrequency: "recurring" | "one-off";
  readonly type: string;
  readonly model: WireModel;
  readonly currency: string;
  /** Null for a one-off price. */
  readonly billingInterval: Interval | null;
  readonly metricIds: readonly string[];
  readonly trialPeriodDays: number | null;
  readonly discount: PriceDiscountMade | null;
  readonly minimumSpend: { readonly amount: WireMoney; readonly period: Interval } | null;
  readonly maximumSpend: { readonly amount: WireMoney; readonly period: Interval } | null;
}
