import { BILLING_INTERVALS } from "@counterfoil/engine";
import type {
  CatalogModels,
  CatalogPercentageTiers,
  CatalogPrice,
  CatalogPriceDiscount,
  CatalogPriceSpend,
  CatalogTiers,
} from "@counterfoil/sdk/catalog";
import {
  anyText,
  flag,
  list,
  map,
  type Member,
  money,
  number,
  optional,
  record,
  reference,
  required,
  text,
  whole,
  word,
} from "./shape.ts";

type Models = Required<CatalogModels>;
type Element<List> = List extends readonly (infer One)[] ? One : never;
const interval = word(BILLING_INTERVALS);
const bounds = { minUnits: required(number), maxUnits: optional(number) };

const tiers = {
  tiers: required(
    list(
      record<Element<CatalogTiers["tiers"]>>({ ...bounds, pricePerUnit: optional(money), fixedFee: optional(money) }),
    ),
  ),
};
const percentageTiers = {
  tiers: required(
    list(
      record<Element<CatalogPercentageTiers["tiers"]>>({
        ...bounds,
        percentage: optional(money),
        fixedFee: optional(money),
      }),
    ),
  ),
};

const models: Readonly<Record<keyof Models, Member>> = {
  fixedPricingModel: optional(
    record<Models["fixedPricingModel"]>({
      pricePerUnit: required(money),
      units: required(number),
      total: optional(money),
    }),
  ),
  unitPricingModel: optional(record<Models["unitPricingModel"]>({ pricePerUnit: required(money) })),
  tieredPricingModel: optional(record<CatalogTiers>(tiers)),
  graduatedTieredPricingModel: optional(record<CatalogTiers>(tiers)),
  tieredPercentagePricingModel: optional(record<CatalogPercentageTiers>(percentageTiers)),
  graduatedPercentagePricingModel: optional(record<CatalogPercentageTiers>(percentageTiers)),
  volumePercentagePricingModel: optional(
    record<Models["volumePercentagePricingModel"]>({
      percentage: required(money),
      pricePerUnit: optional(money),
      fixedFee: optional(money),
    }),
  ),
  prepaidTieredPricingModel: optional(
    record<Models["prepaidTieredPricingModel"]>({ units: required(number), ...tiers }),
  ),
  prepaidFixedTieredPricingModel: optional(
    record<Models["prepaidFixedTieredPricingModel"]>({
      units: required(number),
      overageInterval: optional(interval),
      ...tiers,
    }),
  ),
  packagePricingModel: optional(
    record<Models["packagePricingModel"]>({
      packageSize: required(number),
      includedUnits: optional(number),
      pricePerPackage: required(money),
    }),
  ),
  matrixPricingModel: optional(
    record<Models["matrixPricingModel"]>({
      dimensions: required(list(text)),
      defaultPricePerUnit: optional(money),
      cells: required(
        list(
          record<Element<Models["matrixPricingModel"]["cells"]>>({
            values: required(map(anyText)),
            pricePerUnit: required(money),
          }),
        ),
      ),
    }),
  ),
  expressionPricingModel: optional(
    record<Models["expressionPricingModel"]>({
      expression: required(text),
      metrics: optional(map(reference("metrics"))),
      constants: optional(map(money)),
    }),
  ),
};

/** The members of a price that contain its pricing model. */
export const MODEL_MEMBERS: readonly string[] = Object.keys(models);

const spend = record<CatalogPriceSpend>({ amount: required(money), period: required(interval) });

export const priceShape = record<CatalogPrice>({
  product: required(reference("products"), "productId"),
  currency: required(text),
  billingInterval: optional(interval),
  metrics: optional(list(reference("metrics")), "metricIds"),
  ...models,
  trialPeriodDays: optional(whole),
  discount: optional(
    record<CatalogPriceDiscount>({
      discountType: required(word(["percentage", "amount"])),
      amount: required(money),
      periodLength: optional(whole),
      periodType: optional(word(["days", "weeks", "months", "years"])),
      endDate: optional(text),
    }),
  ),
  minimumSpend: optional(spend),
  maximumSpend: optional(spend),
  taxRates: optional(list(reference("taxRates")), "taxRateIds"),
  archived: optional(flag),
});
