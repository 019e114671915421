import type { PriceBillingInterval, UsageAlertPeriod } from "../generated/types.gen.ts";

/** Every text of the components. Names in braces are replaced. */
export interface BillingTexts {
  readonly usedOfLimit: string;
  readonly usedUnlimited: string;
  readonly included: string;
  readonly notIncluded: string;
  readonly unlimited: string;
  readonly resets: string;
  readonly overage: string;
  readonly currentPlan: string;
  readonly trial: string;
  readonly usagePrice: string;
  readonly pricePerUnit: string;
  readonly pricePerInterval: string;
  readonly once: string;
  readonly featurePerPeriod: string;
  readonly unit: string;
  readonly intervals: Readonly<Record<PriceBillingInterval, string>>;
  readonly periods: Readonly<Record<UsageAlertPeriod, string>>;
  readonly managePortal: string;
}

export const ENGLISH: BillingTexts = {
  usedOfLimit: "{used} of {limit} used",
  usedUnlimited: "{used} used, unlimited",
  included: "Included",
  notIncluded: "Not included",
  unlimited: "Unlimited",
  resets: "Resets on {date}",
  overage: "{overage} over the limit",
  currentPlan: "Current plan",
  trial: "{days}-day trial",
  usagePrice: "Based on usage",
  pricePerUnit: "{amount} per {unit}",
  pricePerInterval: "{amount} per {interval}",
  once: "{amount} once",
  featurePerPeriod: "{value} per {period}",
  unit: "unit",
  intervals: {
    daily: "day",
    weekly: "week",
    monthly: "month",
    quarterly: "quarter",
    semi_annual: "6 months",
    yearly: "year",
  },
  periods: {
    none: "",
    hour: "hour",
    day: "day",
    week: "week",
    month: "month",
    quarter: "quarter",
    semi_annual: "6 months",
    year: "year",
    billing_period: "billing period",
  },
  managePortal: "Manage billing",
};

/** `fill("{used} of {limit}", { used: "3", limit: "5" })` is `3 of 5`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
