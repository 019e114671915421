import type { CatalogPrice } from "./catalog-price.ts";

/** A catalog: what an organization sells, by keys that stay when a name changes. The API uses IDs instead of these keys. */
export interface Catalog<
  Metric extends string = string,
  Product extends string = string,
  Feature extends string = string,
  Price extends string = string,
  Bundle extends string = string,
> {
  readonly metrics?: Readonly<Record<Metric, CatalogMetric>>;
  readonly products?: Readonly<Record<Product, CatalogProduct<NoInfer<Metric>>>>;
  readonly features?: Readonly<Record<Feature, CatalogFeature<NoInfer<Metric>>>>;
  readonly prices?: Readonly<Record<Price, CatalogPrice<NoInfer<Product>, NoInfer<Metric>>>>;
  readonly bundles?: Readonly<Record<Bundle, CatalogBundle<NoInfer<Price>>>>;
  readonly plans?: Readonly<Record<string, CatalogPlan<NoInfer<Feature>, NoInfer<Price>, NoInfer<Bundle>>>>;
}

interface Named {
  readonly name: string;
  readonly description?: string;
}

interface Archivable {
  /** True if it is not sold anymore. Subscriptions that have it continue. */
  readonly archived?: boolean;
}

/** How usage events become a quantity. */
export interface CatalogMetric extends Named, Archivable {
  /** The name of the usage events that the metric counts. */
  readonly eventName: string;
  /** All groups must match. */
  readonly filters?: readonly CatalogFilterGroup[];
  readonly aggregation: CatalogAggregation;
  /** Event properties that split the usage into invoice lines. */
  readonly groupBy?: readonly string[];
}

export interface CatalogFilterGroup {
  readonly operator: "and" | "or";
  readonly filters: readonly CatalogFilter[];
}

export interface CatalogFilter {
  readonly field: string;
  readonly operator: string;
  /** One value; a list of values for `in` and `not_in`; true or false for `exists`. */
  readonly value?: string | number | boolean | readonly (string | number | boolean)[];
}

export interface CatalogAggregation {
  readonly method: string;
  /** The property to read. Omit it for `count`. */
  readonly field?: string;
  /** Only with the method `percentile`. */
  readonly percentile?: number;
}

/** What is sold. Prices say what it costs. */
export interface CatalogProduct<Metric extends string = string> extends Named, Archivable {
  readonly sku?: string;
  readonly feeType: "fixed" | "metered";
  /** `arrears` by default for a metered product, else `advance`. */
  readonly paymentTerms?: "advance" | "arrears";
  /** `recurring` by default. */
  readonly billingFrequency?: "recurring" | "one-off";
  /** Keys of metrics, for a metered product. */
  readonly metrics?: readonly Metric[];
  /** The name of one unit, such as seat. */
  readonly unitLabel?: string;
  readonly taxCategory?: string;
}

/** What a customer may use. Its key is the key that entitlement checks use. */
export interface CatalogFeature<Metric extends string = string> {
  readonly name: string;
  readonly type: "boolean" | "quantity";
  /** The key of the metric that measures the use. */
  readonly metric?: Metric;
}

/** Prices that are sold together. */
export interface CatalogBundle<Price extends string = string> extends Named, Archivable {
  /** Keys of prices, in the order in which they are shown. */
  readonly prices: readonly Price[];
}

/** What a subscription starts with. */
export interface CatalogPlan<
  Feature extends string = string,
  Price extends string = string,
  Bundle extends string = string,
>
  extends Named, Archivable {
  /** ISO 4217 code. */
  readonly currency: string;
  readonly priceGroups?: readonly CatalogPriceGroup<Price, Bundle>[];
  /** `monthly_rolling` by default. */
  readonly contractPeriodType?: "monthly_rolling" | "fixed";
  /** In months, for the period type `fixed`. */
  readonly contractDuration?: number;
  readonly trialPeriodDays?: number;
  readonly minimumSpend?: CatalogPlanSpend;
  readonly maximumSpend?: CatalogPlanSpend;
  readonly discount?: CatalogPlanDiscount;
  /** The organization's terms by default. */
  readonly invoicePaymentTerms?: string;
  readonly autoRenew?: boolean;
  readonly renewalPeriodType?: "monthly_rolling" | "fixed";
  /** In months, for the renewal period type `fixed`. */
  readonly renewalDuration?: number;
  readonly entitlements?: readonly CatalogEntitlement<Feature>[];
}

export interface CatalogPriceGroup<Price extends string = string, Bundle extends string = string> {
  /** The bundle's name by default. Null for none. */
  readonly name?: string | null;
  /** The bundle's description by default. Null for none. */
  readonly description?: string | null;
  readonly bundle?: Bundle;
  /** Keys of prices. The bundle's prices by default. */
  readonly prices?: readonly Price[];
}

export interface CatalogPlanSpend {
  /** A decimal as text: `"100.00"`. */
  readonly amount: string;
  readonly period: "day" | "week" | "month" | "quarter" | "semi_annual" | "year";
}

export interface CatalogPlanDiscount {
  readonly discountType: "percentage" | "amount";
  /** A decimal as text: `"10"`. */
  readonly amount: string;
  readonly durationType: "fixed" | "forever";
  readonly durationValue?: number;
  readonly durationUnit?: "days" | "weeks" | "months" | "years";
}

export interface CatalogEntitlement<Feature extends string = string> {
  /** The key of the feature. */
  readonly feature: Feature;
  /** True or false for a boolean feature. For a quantity, a decimal as text, or `unlimited`. */
  readonly value: boolean | string;
  /** `none` by default. */
  readonly resets?: string;
}
