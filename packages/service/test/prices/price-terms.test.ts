import { expect, test } from "vitest";
import { assumptionFaults, assumedUsage, perEventFaults } from "../../src/prices/assumed-usage.ts";
import { defaultMetricIds, expressionMetricFaults } from "../../src/prices/price-metrics.ts";
import { priceTermFaults } from "../../src/prices/price-terms.ts";
import { readPricingModel } from "../../src/prices/read-pricing-model.ts";
import { priceModel } from "../../src/contracts/index.ts";
import { loadedContract } from "../rows/loaded-contract.ts";
import { metric, price, priceWithProduct, product } from "../rows/price.ts";

// R-CAT-2: valid and invalid prices.

const discount = {
  discountType: "percentage",
  amount: { value: "10" },
  periodLength: null,
  periodType: null,
  endDate: null,
} as const;
const spend = (value: string, period: "monthly" | "yearly" = "monthly") => ({ amount: { value }, period });

test.each<[Parameters<typeof price>[0], Parameters<typeof product>[0], string[]]>([
  [{}, {}, []],
  [{ currency: "EUX" }, {}, ["/currency unknown_currency"]],
  [{ billingInterval: null }, {}, ["/billingInterval required"]],
  [{}, { billingFrequency: "one-off" }, ["/billingInterval not_for_one_off"]],
  [{ billingInterval: null }, { billingFrequency: "one-off" }, []],
  [{ discount: { ...discount, amount: { value: "-1" } } }, {}, ["/discount/amount/value negative"]],
  [{ discount: { ...discount, amount: { value: "100.5" } } }, {}, ["/discount/amount/value above_hundred"]],
  [{ discount: { ...discount, discountType: "amount", amount: { value: "100.5" } } }, {}, []],
  [{ discount: { ...discount, periodLength: 3 } }, {}, ["/discount/periodType required"]],
  [{ discount: { ...discount, periodType: "months" } }, {}, ["/discount/periodLength required"]],
  [{ minimumSpend: spend("-1") }, {}, ["/minimumSpend/amount/value negative"]],
  [{ minimumSpend: spend("10"), maximumSpend: spend("9.99") }, {}, ["/maximumSpend/amount/value below_minimum"]],
  [{ minimumSpend: spend("10"), maximumSpend: spend("10") }, {}, []],
  [{ minimumSpend: spend("10"), maximumSpend: spend("9", "yearly") }, {}, []],
])("%j of %j: %j", (members, of, expected) => {
  expect(priceTermFaults(price(members), product(of), "").map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(
    expected,
  );
});

const fixed = { pricePerUnit: { value: "49.00" }, units: 1 };
const unit = { pricePerUnit: { value: "0.10" } };
const present = priceModel(price());
const read = (input: object, of: typeof present | null = null) => {
  const reading = readPricingModel(input, of, "");
  return reading.ok ? reading.model.type : reading.faults.map(({ pointer, code }) => `${pointer} ${code}`);
};

test("a model implies its type, and a type needs its model", () => {
  expect(read({ fixedPricingModel: fixed })).toBe("fixed");
  expect(read({ type: "unit", unitPricingModel: unit })).toBe("unit");
  expect(read({})).toEqual(["/type required"]);
  expect(read({ type: "unit" })).toEqual(["/unitPricingModel required"]);
  expect(read({ fixedPricingModel: fixed, unitPricingModel: unit })).toEqual([
    "/fixedPricingModel several_models",
    "/unitPricingModel several_models",
  ]);
  expect(read({ type: "unit", fixedPricingModel: fixed, unitPricingModel: unit })).toEqual([
    "/fixedPricingModel not_of_this_type",
  ]);
});

test("a change without a model keeps the current one, and null does not keep it", () => {
  expect(read({}, present)).toBe("fixed");
  expect(read({ type: "fixed" }, present)).toBe("fixed");
  expect(read({ unitPricingModel: unit }, present)).toBe("unit");
  expect(read({ type: "unit" }, present)).toEqual(["/unitPricingModel required"]);
  expect(read({ type: "fixed", fixedPricingModel: null }, present)).toEqual(["/fixedPricingModel required"]);
});

test("without named metrics, a price has those of its product, a fixed price has none, and an expression has its own", () => {
  const metered = product({ feeType: "metered", metricIds: ["metric_1"] });
  const [unitModel, expression] = [{ type: "unit" }, { type: "expression", metrics: { a: "metric_2", b: "metric_2" } }];
  expect(defaultMetricIds(present, metered)).toEqual([]);
  expect(defaultMetricIds(unitModel as never, metered)).toEqual(["metric_1"]);
  expect(defaultMetricIds(expression as never, metered)).toEqual(["metric_2"]);
  expect(expressionMetricFaults(expression as never, ["metric_2"], "")).toEqual([]);
  expect(expressionMetricFaults(expression as never, ["metric_1"], "").map(({ code }) => code)).toEqual([
    "other_metrics",
  ]);
});

const metered = priceWithProduct({
  type: "unit",
  pricingModel: unit,
  metricIds: ["metric_1", "metric_2"],
  metrics: [metric(), metric({ id: "metric_2" })],
  product: product({ feeType: "metered", paymentTerms: "arrears" }),
});
const { contract } = loadedContract({ prices: [metered] });
const [sold] = contract.versions[0]?.prices ?? [];

test("an assumption for a price takes precedence over those for its metrics, which are added up", () => {
  if (sold === undefined) throw new Error("it is sold");
  const whole = { start: contract.startsOn, end: contract.startsOn.add({ months: 1 }) };
  const slot = { kind: "usage", price: sold, service: whole, countsFrom: whole.start, gaps: [] };
  const assumed = (quantities: Record<string, string>, of: object = slot) =>
    assumedUsage(contract, { quantities })(of as never).total.quantity.toString();
  expect(assumed({ metric_1: "100", metric_2: "20" })).toBe("120");
  expect(assumed({ price_1: "500", metric_1: "100" })).toBe("500");
  expect(assumed({})).toBe("0");
  // A part of a period has a share by its days: 10 of January's 31.
  const part = { ...slot, service: { start: whole.start, end: whole.start.add({ days: 10 }) } };
  expect(assumed({ metric_1: "310" }, part)).toBe("100");
});

test("assumptions are only possible for what is sold, and an event must bring a quantity", () => {
  const faults = (quantities: Record<string, string>, quantityPerEvent: string | null = null) =>
    assumptionFaults(sold === undefined ? [] : [sold], { quantities, quantityPerEvent }).map(({ pointer }) => pointer);
  expect(faults({ price_1: "1", metric_2: "1" })).toEqual([]);
  expect(faults({ "a/b~c": "1" })).toEqual(["/quantities/a~1b~0c"]);
  expect(faults({}, "0")).toEqual(["/quantityPerEvent"]);
  expect(perEventFaults("0.5")).toEqual([]);
});
