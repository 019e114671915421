import { expect, test } from "vitest";

import { isPriceType, priceTypes, pricingModelMember, type PriceType } from "../../src/rating/price-type.ts";
import { parsePricingModel, pricingModelToWire } from "../../src/rating/pricing-model-wire.ts";
import { numberBounds } from "../../src/decimal/bounds.ts";
import { faultCodes } from "../../src/wire/fault.ts";
import { unitsToWire } from "../../src/wire/wire.ts";
import { Decimal } from "../../src/decimal/decimal.ts";
import { allFaultsOf, faultsOf, model, money, percentageTier, tier } from "./reading.ts";

const tiers = [tier(0, 100, "0.10", "0.00"), tier(101, null, "0.050")];
const percentageTiers = [percentageTier(0, 100, "2.90"), percentageTier(101, null, "2.5", "10.00")];

/** One complete model of each type, in API form. */
const models: Record<PriceType, object> = {
  fixed: { pricePerUnit: money("24.990"), units: 2, total: money("49.98") },
  unit: { pricePerUnit: money("0.10") },
  tiered: { tiers },
  graduated_tiered: { tiers },
  tiered_percentage: { tiers: percentageTiers },
  graduated_percentage: { tiers: percentageTiers },
  volume_percentage: { pricePerUnit: money("0.30"), percentage: money("2.90"), fixedFee: money("0") },
  prepaid_tiered: { tiers, units: 1_000 },
  prepaid_fixed_tiered: { tiers, units: 1_000, overageInterval: "monthly" },
  package: { packageSize: 10, includedUnits: 5, pricePerPackage: money("100.00") },
  matrix: {
    dimensions: ["region", "__proto__"],
    cells: [{ values: JSON.parse('{"region": "eu", "__proto__": "x"}') as object, pricePerUnit: money("0.020") }],
    defaultPricePerUnit: null,
  },
  expression: {
    expression: "max(0, calls - included) * price",
    metrics: { calls: "metric_1" },
    constants: { included: money("1000"), price: money("0.020") },
  },
};

test("the member of each type is its name in camelCase (R-RATE-2)", () => {
  expect(priceTypes.map(pricingModelMember)).toEqual([
    "fixedPricingModel",
    "unitPricingModel",
    "tieredPricingModel",
    "graduatedTieredPricingModel",
    "tieredPercentagePricingModel",
    "graduatedPercentagePricingModel",
    "volumePercentagePricingModel",
    "prepaidTieredPricingModel",
    "prepaidFixedTieredPricingModel",
    "packagePricingModel",
    "matrixPricingModel",
    "expressionPricingModel",
  ]);
  expect([isPriceType("graduated_tiered"), isPriceType("graduated"), isPriceType("")]).toEqual([true, false, false]);
});

test.each(priceTypes)("a %s model is returned with every digit that was sent", (type) => {
  const wire = pricingModelToWire(model(type, models[type]));
  expect(JSON.stringify(wire)).toBe(JSON.stringify(models[type]));
});

test.each(priceTypes)("a %s model reports its unknown members and rejects a value that is not an object", (type) => {
  const surplus = { ...models[type], "price/unit": 1, "a~b": null };
  expect(faultsOf(type, surplus)).toEqual(["/price~1unit unknown_member", "/a~0b unknown_member"]);
  for (const wire of [null, [], "12", 12, true]) expect(faultsOf(type, wire)).toEqual([" invalid_type"]);
  expect(faultsOf(type, undefined)).toEqual([" required"]);
});

test("a matrix may have a default price", () => {
  const withDefault = { ...models.matrix, defaultPricePerUnit: money("0.030") };
  expect(pricingModelToWire(model("matrix", withDefault))).toEqual(withDefault);
});

test("every fault code is a stable word and appears once in the list", () => {
  expect(new Set(faultCodes).size).toBe(faultCodes.length);
  expect(faultCodes.filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
});

test("reports every missing member, not only the first (R-API-4)", () => {
  expect(faultsOf("fixed", {})).toEqual(["/pricePerUnit required", "/units required"]);
  expect(faultsOf("unit", {})).toEqual(["/pricePerUnit required"]);
  expect(faultsOf("volume_percentage", {})).toEqual(["/percentage required"]);
  expect(faultsOf("prepaid_tiered", {})).toEqual(["/tiers required", "/units required"]);
  expect(faultsOf("prepaid_fixed_tiered", {})).toEqual(["/tiers required", "/units required"]);
  expect(faultsOf("package", {})).toEqual(["/packageSize required", "/pricePerPackage required"]);
  expect(faultsOf("matrix", {})).toEqual(["/dimensions required", "/cells required"]);
  expect(faultsOf("expression", {})).toEqual(["/expression required"]);
  expect(faultsOf("tiered", { tiers: [{}] })).toEqual(["/tiers/0/minUnits required", "/tiers/0/pricePerUnit required"]);
});

test("a null is a missing value", () => {
  expect(faultsOf("unit", { pricePerUnit: null })).toEqual(["/pricePerUnit invalid_type"]);
  expect(pricingModelToWire(model("prepaid_tiered", { tiers, units: 5 }))).toEqual({ tiers, units: 5 });
  const prepaid = { tiers, units: 5, overageInterval: null };
  expect(pricingModelToWire(model("prepaid_fixed_tiered", prepaid))).toEqual(prepaid);
  const { overageInterval: _, ...withoutInterval } = prepaid;
  expect(pricingModelToWire(model("prepaid_fixed_tiered", withoutInterval))).toEqual(prepaid);
});

test("money is an object with one plain decimal string, not negative", () => {
  const price = (pricePerUnit: unknown) => faultsOf("unit", { pricePerUnit });
  expect(price("0.10")).toEqual(["/pricePerUnit invalid_type"]);
  expect(price({ value: 0.1 })).toEqual(["/pricePerUnit/value invalid_type"]);
  expect(price({})).toEqual(["/pricePerUnit/value required"]);
  expect(price({ value: "0.10", currency: "EUR" })).toEqual(["/pricePerUnit/currency unknown_member"]);
  expect(price({ value: "-0.10" })).toEqual(["/pricePerUnit/value negative"]);
  for (const value of [
    "",
    "1e3",
    "+1",
    "007",
    ".5",
    "5.",
    "-0",
    "-0.00",
    "1,5",
    " 1",
    "9".repeat(61),
    "0".repeat(99),
  ]) {
    expect(price({ value }), value).toEqual(["/pricePerUnit/value invalid_decimal"]);
  }
  expect(price({ value: `${"9".repeat(40)}.${"9".repeat(20)}` })).toEqual([]);
});

test("units are JSON numbers or decimal strings, and are returned as JSON numbers", () => {
  const units = (sent: unknown) => pricingModelToWire(model("prepaid_tiered", { tiers, units: sent }));
  expect(units(12_000)).toMatchObject({ units: 12_000 });
  expect(units("12000")).toMatchObject({ units: 12_000 });
  expect(units("0.50")).toMatchObject({ units: 0.5 });
  expect(units(0.5)).toMatchObject({ units: 0.5 });
  expect(units("9007199254740991")).toMatchObject({ units: Number.MAX_SAFE_INTEGER });
  // Stored by an earlier release: the API returns the nearest number, never text.
  expect(units("90071992547409931")).toMatchObject({ units: Number("90071992547409931") });
  expect(unitsToWire(Decimal.of("100.00"))).toBe(100);
});

test("rejects units that a JSON number cannot represent exactly", () => {
  const units = (sent: unknown) => faultsOf("prepaid_tiered", { tiers, units: sent });
  expect(units(2 ** 53)).toEqual(["/units out_of_range"]);
  const sent = (value: unknown) => parsePricingModel("prepaid_tiered", { tiers, units: value }, numberBounds).ok;
  expect(["9007199254740991", "0.123456789012345"].map(sent)).toEqual([true, true]);
  expect(["9007199254740992", "0.12345678901234567"].map(sent)).toEqual([false, false]);
  expect(units(Number.POSITIVE_INFINITY)).toEqual(["/units invalid_decimal"]);
  expect(units(-1)).toEqual(["/units negative"]);
  expect(units("-1")).toEqual(["/units negative"]);
  expect(units("ten")).toEqual(["/units invalid_decimal"]);
  expect(units(true)).toEqual(["/units invalid_type"]);
});

test("rejects a fixed total that differs; without one it is units × pricePerUnit (R-RATE-2)", () => {
  expect(allFaultsOf("fixed", { pricePerUnit: money("24.99"), units: 2, total: money("50.00") })).toEqual([
    { pointer: "/total", code: "total_differs", detail: "Must be units × pricePerUnit = 49.98." },
  ]);
  const seats = model("fixed", { pricePerUnit: money("24.99"), units: 2, total: null });
  expect(pricingModelToWire(seats)).toEqual({ pricePerUnit: money("24.99"), units: 2, total: money("49.98") });
  expect(faultsOf("fixed", { pricePerUnit: money("24.99"), total: money("x") })).toEqual([
    "/units required",
    "/total/value invalid_decimal",
  ]);
});

test("the overage interval is one of the billing intervals (R-CAT-2)", () => {
  const interval = (overageInterval: unknown) => faultsOf("prepaid_fixed_tiered", { tiers, units: 5, overageInterval });
  expect(interval("yearly")).toEqual([]);
  expect(interval("month")).toEqual(["/overageInterval invalid_value"]);
  expect(interval(1)).toEqual(["/overageInterval invalid_type"]);
});

test("a package has a size above 0, and no included units if none are sent", () => {
  const size = (packageSize: unknown) => faultsOf("package", { packageSize, pricePerPackage: money("1") });
  expect(size(10)).toEqual([]);
  expect(size(0)).toEqual(["/packageSize not_positive"]);
  expect(size(-1)).toEqual(["/packageSize negative"]);
  expect(pricingModelToWire(model("package", { packageSize: 10, pricePerPackage: money("1") }))).toMatchObject({
    includedUnits: 0,
  });
});

test("an unknown type cannot be read or written", () => {
  expect(() => parsePricingModel("barter" as PriceType, {})).toThrow("no case for");
  expect(() => pricingModelToWire({ type: "barter" } as never)).toThrow("no case for");
});

test("numbers that are sent have bounds, and larger numbers that an earlier release stored are still read", () => {
  const faults = (type: PriceType, wire: object) => {
    const parsed = parsePricingModel(type, wire, numberBounds);
    return parsed.ok ? [] : parsed.faults.map(({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`);
  };
  const range = "Must have at most 30 digits before the point and 40 after it.";
  const [long, fine] = ["9".repeat(31), `0.${"0".repeat(40)}1`];
  expect(faults("unit", { pricePerUnit: money(long) })).toEqual([`/pricePerUnit/value out_of_range: ${range}`]);
  expect(faults("unit", { pricePerUnit: money(fine) })).toEqual([`/pricePerUnit/value out_of_range: ${range}`]);
  expect(faults("prepaid_tiered", { tiers, units: 1e-300 })).toEqual([`/units out_of_range: ${range}`]);
  expect(faults("unit", { pricePerUnit: money(`${"9".repeat(30)}.${"9".repeat(30)}`) })).toEqual([]);
  expect(faults("prepaid_tiered", { tiers, units: 0.5 })).toEqual([]);
  expect(allFaultsOf("unit", { pricePerUnit: money(long) })).toEqual([]);
  expect(allFaultsOf("prepaid_tiered", { tiers, units: Infinity })).not.toEqual([]);
});

test("an expression that is sent multiplies at most ten factors, so that its result can be read again", () => {
  const faults = (expression: string, bounds: typeof numberBounds | null = numberBounds) => {
    const parsed = parsePricingModel("expression", { expression, metrics: { n: "metric_1" } }, bounds);
    return parsed.ok ? [] : parsed.faults.map(({ pointer, detail }) => `${pointer}: ${detail}`);
  };
  const product = (factors: number) => Array.from({ length: factors }, () => "n").join(" * ");
  const refusal = ["/expression: At most 10 factors can be multiplied together."];
  expect(faults(product(10))).toEqual([]);
  expect(faults(product(11))).toEqual(refusal);
  expect(faults(product(11), null)).toEqual([]);
  // Sums, choices and functions have as many factors as their longest part; signs and numbers add none.
  expect(faults(`${product(10)} + ${product(10)} - 5`)).toEqual([]);
  expect(faults(`-(${product(6)}) * max(n, ${product(5)})`)).toEqual(refusal);
  expect(faults(`if(n > 1, ${product(11)}, n)`)).toEqual(refusal);
  expect(faults(`n / n / ${product(9)}`)).toEqual(refusal);
});
