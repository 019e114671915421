import {
  aggregationMethods,
  filterOperators,
  PAYMENT_TERMS,
  priceTypes,
  pricingModelMember,
  RESETS,
} from "@counterfoil/engine";
import type { Entries } from "../../src/catalog/read-catalog.ts";
import { type Draw, TRICKY } from "./draw.ts";
import { randomModel } from "./random-models.ts";

type Entry = Record<string, unknown>;
export type RandomEntries = Record<keyof Entries, Record<string, Entry>>;

const INTERVALS = ["daily", "weekly", "monthly", "quarterly", "semi_annual", "yearly"] as const;
const CURRENCIES = ["EUR", "JPY"];

/** A catalog that the server accepts, in the form of a file: each section, each pricing model, each optional member. */
export function randomCatalog(draw: Draw): RandomEntries {
  const metrics = entriesOf("metric", draw.whole(1, 3), () => randomMetric(draw));
  const metricKeys = Object.keys(metrics);
  const products = {
    ...entriesOf("fixed", draw.whole(1, 2), () => randomProduct(draw, null)),
    ...entriesOf("metered", draw.whole(1, 2), () => randomProduct(draw, draw.some(metricKeys, 1))),
  };
  const features = entriesOf("feature", draw.whole(0, 3), () => randomFeature(draw, measurable(metrics)));
  const prices: Record<string, Entry> = {};
  for (const currency of CURRENCIES) {
    for (const type of draw.some(priceTypes, 2)) {
      const owners = Object.keys(products).filter((key) => key.startsWith(type === "fixed" ? "fixed" : "metered"));
      const product = draw.one(owners);
      prices[`${type}-${currency.toLowerCase()}`] = {
        product,
        currency,
        ...randomTerms(draw, products[product]?.["billingFrequency"] === "one-off", type === "prepaid_fixed_tiered"),
        [pricingModelMember(type)]: randomModel(draw, type, { metricKeys, groupBy: ["region", "size"] }),
      };
    }
  }
  const inCurrency = (currency: unknown) => Object.keys(prices).filter((key) => prices[key]?.["currency"] === currency);
  const bundles = Object.fromEntries(
    CURRENCIES.map((currency) => {
      const described = draw.maybe("description", () => draw.text());
      return [
        `bundle-${currency.toLowerCase()}`,
        { name: draw.text(), ...described, prices: draw.some(inCurrency(currency), 1) },
      ];
    }),
  );
  // Only in a bundle: pull leaves out archived prices that nothing names.
  for (const { prices: sold } of Object.values(bundles)) {
    for (const key of sold) if (draw.whole(1, 5) === 1) prices[key] = { ...prices[key], archived: true };
  }
  const plans = entriesOf("plan", draw.whole(1, 2), () => {
    const currency = draw.one(CURRENCIES);
    return { currency, ...randomPlan(draw, inCurrency(currency), `bundle-${currency.toLowerCase()}`, features) };
  });
  return { metrics, products, features, prices, bundles, plans };
}

function entriesOf(name: string, count: number, make: () => Entry): Record<string, Entry> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}-${index + 1}`, make()]));
}

function randomMetric(draw: Draw): Entry {
  const method = draw.one(aggregationMethods);
  const field = method === "count" ? {} : { field: draw.one(["bytes", "ms", "user id"]) };
  const percentile = method === "percentile" ? { percentile: draw.one([50, 95, 99.9]) } : {};
  return {
    name: draw.text(),
    ...draw.maybe("description", () => draw.text()),
    eventName: draw.one(["call", "api.request", "Zoë"]),
    aggregation: { method, ...field, ...percentile },
    ...draw.maybe("filters", () => [
      {
        operator: draw.one(["and", "or"]),
        filters: draw.some(filterOperators, 1).map((operator) => randomFilter(draw, operator)),
      },
    ]),
    groupBy: ["region", "size"],
  };
}

function randomFilter(draw: Draw, operator: (typeof filterOperators)[number]): Entry {
  const scalar = () => draw.one<unknown>(["eu", "", 12, 0.5, true, ...TRICKY]);
  const field = draw.one(["region", "tier"]);
  if (operator === "exists") return { field, operator, value: draw.yes() };
  return { field, operator, value: operator === "in" || operator === "not_in" ? [scalar(), scalar()] : scalar() };
}

/** @param metrics null for a fixed product */
function randomProduct(draw: Draw, metrics: readonly string[] | null): Entry {
  const own =
    metrics === null
      ? {
          feeType: "fixed",
          ...draw.maybe("paymentTerms", () => draw.one(["advance", "arrears"])),
          ...draw.maybe("billingFrequency", () => "recurring"),
        }
      : { feeType: "metered", metrics };
  return {
    name: draw.text(),
    ...draw.maybe("description", () => draw.text()),
    ...draw.maybe("sku", () => draw.text()),
    ...own,
    ...draw.maybe("unitLabel", () => draw.text()),
    ...draw.maybe("taxCategory", () => "software"),
  };
}

/** Metrics that have a value before their period ends, which a feature needs. */
function measurable(metrics: Record<string, Entry>): string[] {
  const methodOf = (key: string) => (metrics[key]?.["aggregation"] as Entry | undefined)?.["method"];
  return Object.keys(metrics).filter((key) => ["count", "sum", "max", "latest"].includes(String(methodOf(key))));
}

function randomFeature(draw: Draw, metricKeys: readonly string[]): Entry {
  const isQuantity = draw.yes();
  return {
    name: draw.text(),
    type: isQuantity ? "quantity" : "boolean",
    ...(isQuantity && metricKeys.length > 0 ? draw.maybe("metric", () => draw.one(metricKeys)) : {}),
  };
}

function randomTerms(draw: Draw, isOneOff: boolean, isPrepaidYearly: boolean): Entry {
  const interval = isPrepaidYearly ? "yearly" : draw.one(INTERVALS);
  return {
    ...(isOneOff ? {} : isPrepaidYearly || draw.yes() ? { billingInterval: interval } : {}),
    ...draw.maybe("trialPeriodDays", () => draw.whole(1, 60)),
    ...draw.maybe("minimumSpend", () => ({ amount: draw.amount(), period: draw.one(INTERVALS) })),
    ...draw.maybe("maximumSpend", () => ({ amount: String(draw.whole(1_000, 2_000)), period: draw.one(INTERVALS) })),
    ...draw.maybe("discount", () => ({
      discountType: draw.one(["percentage", "amount"]),
      amount: draw.amount(99),
      ...(draw.yes()
        ? { periodLength: draw.whole(1, 12), periodType: draw.one(["days", "weeks", "months", "years"]) }
        : {}),
      ...draw.maybe("endDate", () => draw.one(["2027-01-31", "2027-01-31T12:00:00Z"])),
    })),
  };
}

const SPEND_PERIODS = ["day", "week", "month", "quarter", "semi_annual", "year"];

function randomPlan(draw: Draw, priceKeys: readonly string[], bundle: string, features: Record<string, Entry>): Entry {
  // A plan names each price once.
  const ownGroups = draw.yes() ? [{ bundle, ...draw.maybe("name", () => draw.one([null, draw.text()])) }] : [];
  const groups =
    ownGroups.length > 0
      ? [...ownGroups, { name: draw.text() }]
      : [{ name: draw.text(), prices: draw.some(priceKeys) }];
  const [contract, renewal] = [draw.yes(), draw.yes()];
  return {
    name: draw.text(),
    ...draw.maybe("description", () => draw.text()),
    ...draw.maybe("priceGroups", () => groups),
    ...(contract ? { contractPeriodType: "fixed", contractDuration: draw.whole(1, 36) } : {}),
    ...draw.maybe("trialPeriodDays", () => draw.whole(0, 60)),
    ...draw.maybe("minimumSpend", () => ({ amount: draw.amount(), period: draw.one(SPEND_PERIODS) })),
    ...draw.maybe("maximumSpend", () => ({ amount: "5000.00", period: draw.one(SPEND_PERIODS) })),
    ...draw.maybe("discount", () => ({
      discountType: draw.one(["percentage", "amount"]),
      amount: draw.amount(99),
      ...(draw.yes()
        ? { durationType: "forever" }
        : {
            durationType: "fixed",
            durationValue: draw.whole(1, 12),
            durationUnit: draw.one(["days", "weeks", "months", "years"]),
          }),
    })),
    ...draw.maybe("invoicePaymentTerms", () => draw.one(PAYMENT_TERMS)),
    ...draw.maybe("autoRenew", () => draw.yes()),
    ...(renewal ? { renewalPeriodType: "fixed", renewalDuration: draw.whole(1, 36) } : {}),
    ...draw.maybe("entitlements", () =>
      draw
        .some(Object.keys(features))
        .map((feature) =>
          features[feature]?.["type"] === "boolean"
            ? { feature, value: draw.yes() }
            : { feature, value: draw.one(["unlimited", "10.0", "0"]), ...draw.maybe("resets", () => draw.one(RESETS)) },
        ),
    ),
  };
}
