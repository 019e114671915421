import type { Day } from "../auditor/calendar.ts";
import type { DurationUnit } from "./catalogue.ts";

export type SpendPeriod = "day" | "week" | "month" | "quarter" | "semi_annual" | "year";

export interface SpendMade {
  readonly amount: string;
  readonly period: SpendPeriod;
}

/** The terms of a subscription as created. Dates are local days; fields that were not sent are null. */
export interface SubscriptionMade {
  readonly id: string;
  readonly accountId: string;
  readonly currency: string;
  readonly sourceCurrency: string | null;
  readonly conversionRate: string | null;
  readonly contractStartDate: Day;
  readonly trialPeriodDays: number | null;
  readonly firstBillingDate: Day | null;
  readonly invoiceGenerationStartDate: Day | null;
  /** Null for month-to-month. A fixed contract ends on a date or after some months. */
  readonly fixedTerm: { readonly endDate: Day } | { readonly months: number } | null;
  readonly renewal: { readonly periodType: "fixed" | "monthly_rolling" | null; readonly months: number | null } | null;
  readonly chargeOneoffPricesOnContractStart: boolean;
  readonly minimumSpend: SpendMade | null;
  readonly maximumSpend: SpendMade | null;
  readonly discount: {
    readonly discountType: "percentage" | "amount";
    readonly amount: string;
    readonly durationType: "fixed" | "forever";
    readonly durationValue?: number;
    readonly durationUnit?: DurationUnit;
  } | null;
  readonly autoIssueInvoices: boolean;
}

export type Proration = "prorate" | "none" | "credit_only" | "charge_only";

/** A change as requested; a price created with it has its assigned ID. */
export interface ChangeMade {
  readonly subscriptionId: string;
  readonly versionId: string;
  readonly remove: readonly string[];
  readonly update: readonly { readonly priceId: string; readonly newPriceId: string }[];
  readonly add: readonly string[];
  /** A plan whose prices replace everything sold; null for a change of single prices. */
  readonly planId: string | null;
  /** `now`, `period_end` or a local day. */
  readonly effective: string;
  readonly proration: Proration;
  readonly draft: boolean;
}

export interface PauseMade {
  readonly subscriptionId: string;
  /** `now`, `period_end` or a local day. */
  readonly effective: string;
  readonly resumesOn: Day | null;
}

export interface CancellationMade {
  readonly subscriptionId: string;
  /** `now`, `period_end`, `contract_end` or a local day. */
  readonly effective: string;
  readonly credit: "prorate" | "none";
  readonly invoiceNow: boolean;
}
