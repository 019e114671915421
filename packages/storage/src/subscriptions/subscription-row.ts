import type { PaymentTerms } from "@counterfoil/engine";
import type { Row } from "../row.ts";
import type { ContractPeriodType } from "../tables.gen.ts";

export interface Spend {
  /** Decimal string in the subscription's currency. */
  amount: string;
  period: SpendPeriod;
}

/** The calendar unit over which a minimum or maximum is counted. */
export type SpendPeriod = "day" | "week" | "month" | "quarter" | "semi_annual" | "year";

export interface SubscriptionDiscount {
  discountType: "percentage" | "amount";
  amount: string;
  durationType: "fixed" | "forever";
  durationValue: number | null;
  durationUnit: "days" | "weeks" | "months" | "years" | null;
}

/** Why a customer left. */
export type CancelationReason = "no_longer_required" | "moving_provider" | "pricing" | "support" | "features" | "other";

/** A renewal as it happened (R-SUB-7). */
export interface Renewal {
  renewedAt: string;
  periodStart: string;
  /** Null when the contract went on without an end. */
  periodEnd: string | null;
}

/** A contract as stored; members carry the interface's names. */
export type SubscriptionRow = Row<"subscription"> & {
  renewalPeriodType: ContractPeriodType | null;
  cancelationReason: CancelationReason | null;
  invoicePaymentTerms: PaymentTerms;
};

export interface PriceGroup {
  name: string | null;
  description: string | null;
  bundleId: string | null;
  priceIds: string[];
}

/** What a version's discount or limit applies to: all that it sells, or the prices and bundles of these ids. */
export interface VersionScope {
  type: "global" | "items";
  ids: string[];
}

interface VersionAdjustment {
  /** The same through versions that follow one another: then it goes on. */
  id: string;
  /** Decimal: per cent, or an amount in the subscription's currency. */
  value: string;
  scope: VersionScope;
  /** The prices that the scope stands for in the version; null: all. */
  priceIds: string[] | null;
}

export interface VersionDiscount extends VersionAdjustment {
  type: SubscriptionDiscount["discountType"];
  durationType: SubscriptionDiscount["durationType"];
  durationValue: number | null;
  durationUnit: SubscriptionDiscount["durationUnit"];
}

export interface VersionThreshold extends VersionAdjustment {
  type: "min" | "max";
  interval: SpendPeriod;
}

/** What a subscription sells from `startOn` on, with its price groups in the order of sale. */
export type VersionRow = Row<"subscriptionVersion"> & {
  priceGroups: PriceGroup[];
};
