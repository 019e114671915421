/** A decimal as text: `"49.00"`. */
type Amount = string;

/** How one product is charged. It has exactly one pricing model. */
export interface CatalogPrice<
  Product extends string = string,
  Metric extends string = string,
> extends CatalogModels<Metric> {
  /** The key of the product. */
  readonly product: Product;
  /** ISO 4217 code. */
  readonly currency: string;
  /** `monthly` by default. A price of a one-off product has none. */
  readonly billingInterval?: CatalogInterval;
  /** Keys of metrics. By default those of the expression, else those of the product. */
  readonly metrics?: readonly Metric[];
  readonly discount?: CatalogPriceDiscount;
  readonly trialPeriodDays?: number;
  readonly minimumSpend?: CatalogPriceSpend;
  readonly maximumSpend?: CatalogPriceSpend;
  /** Names of tax rates of the organization. */
  readonly taxRates?: readonly string[];
  /** True if it is not sold anymore. Subscriptions that have it continue. */
  readonly archived?: boolean;
}

export type CatalogInterval = "daily" | "weekly" | "monthly" | "quarterly" | "semi_annual" | "yearly";

export interface CatalogPriceSpend {
  readonly amount: Amount;
  readonly period: CatalogInterval;
}

export interface CatalogPriceDiscount {
  readonly discountType: "percentage" | "amount";
  readonly amount: Amount;
  readonly periodLength?: number;
  readonly periodType?: "days" | "weeks" | "months" | "years";
  /** A timestamp, or a date in the organization's time zone. */
  readonly endDate?: string;
}

/** The pricing models. A price has one of them. */
export interface CatalogModels<Metric extends string = string> {
  readonly fixedPricingModel?: { readonly pricePerUnit: Amount; readonly units: number; readonly total?: Amount };
  readonly unitPricingModel?: { readonly pricePerUnit: Amount };
  readonly tieredPricingModel?: CatalogTiers;
  readonly graduatedTieredPricingModel?: CatalogTiers;
  readonly tieredPercentagePricingModel?: CatalogPercentageTiers;
  readonly graduatedPercentagePricingModel?: CatalogPercentageTiers;
  readonly volumePercentagePricingModel?: {
    readonly percentage: Amount;
    readonly pricePerUnit?: Amount;
    readonly fixedFee?: Amount;
  };
  readonly prepaidTieredPricingModel?: CatalogTiers & { readonly units: number };
  readonly prepaidFixedTieredPricingModel?: CatalogTiers & {
    readonly units: number;
    /** How often overage is billed. The billing interval by default. */
    readonly overageInterval?: CatalogInterval;
  };
  readonly packagePricingModel?: {
    readonly packageSize: number;
    readonly includedUnits?: number;
    readonly pricePerPackage: Amount;
  };
  readonly matrixPricingModel?: {
    /** Names of event properties. */
    readonly dimensions: readonly string[];
    readonly cells: readonly { readonly values: Readonly<Record<string, string>>; readonly pricePerUnit: Amount }[];
    /** For all other combinations. Without it, their usage stops the invoice. */
    readonly defaultPricePerUnit?: Amount;
  };
  readonly expressionPricingModel?: {
    readonly expression: string;
    /** Keys of metrics by their names in the expression. */
    readonly metrics?: Readonly<Record<string, Metric>>;
    /** Values by their names in the expression. */
    readonly constants?: Readonly<Record<string, Amount>>;
  };
}

export interface CatalogTiers {
  readonly tiers: readonly (CatalogTierBounds & { readonly pricePerUnit?: Amount; readonly fixedFee?: Amount })[];
}

export interface CatalogPercentageTiers {
  readonly tiers: readonly (CatalogTierBounds & { readonly percentage?: Amount; readonly fixedFee?: Amount })[];
}

export interface CatalogTierBounds {
  readonly minUnits: number;
  /** The tier includes this bound. Omit it in the last tier. */
  readonly maxUnits?: number;
}
