import { expect, test } from "vitest";
import { numberBounds } from "../../src/decimal/bounds.ts";
import { parsePricingModel } from "../../src/rating/pricing-model-wire.ts";
import { isPriceType, priceTypes, pricingModelMember, type PriceType } from "../../src/rating/price-type.ts";
import { money, percentageTier, tier } from "./reading.ts";

// The errors for an invalid price (R-API-4): the member, the stable code and the whole sentence.

function refusals(type: PriceType, wire: unknown): string[] {
  const parsed = parsePricingModel(type, wire, numberBounds);
  return parsed.ok ? [] : parsed.faults.map(({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`);
}

const OPEN = [tier(0, null, "1")];
const IS_REQUIRED = "Is required and must be an object.";
const PLAIN = 'Must be a decimal string such as "12.50", with at most 60 digits and no exponent.';
const EXACT =
  "Must be a number that JSON can represent exactly: at most 9007199254740991, or at most 15 digits if it has decimals.";

test.each<[string, PriceType, unknown, string[]]>([
  ["a model that is no object", "unit", 5, [" invalid_type: Must be an object."]],
  ["a model that was not sent", "unit", undefined, [` required: ${IS_REQUIRED}`]],
  ["a price that was not sent", "unit", {}, [`/pricePerUnit required: ${IS_REQUIRED}`]],
  ["a bare number for a price", "unit", { pricePerUnit: 5 }, ["/pricePerUnit invalid_type: Must be an object."]],
  [
    "a price whose value is a number",
    "unit",
    { pricePerUnit: { value: 5 } },
    ['/pricePerUnit/value invalid_type: Must be a decimal string such as "12.50".'],
  ],
  ["a price in words", "unit", { pricePerUnit: money("five") }, [`/pricePerUnit/value invalid_decimal: ${PLAIN}`]],
  ["an exponent", "unit", { pricePerUnit: money("5e-3") }, [`/pricePerUnit/value invalid_decimal: ${PLAIN}`]],
  [
    "a price below zero",
    "unit",
    { pricePerUnit: money("-5") },
    ["/pricePerUnit/value negative: Must not be negative."],
  ],
  [
    "a member that is misspelled",
    "unit",
    { pricePerUnit: money("5"), price: money("5") },
    ['/price unknown_member: "price" is not a member of this object. Use pricePerUnit.'],
  ],
  [
    "a currency within a price",
    "unit",
    { pricePerUnit: { value: "5", currency: "EUR" } },
    ['/pricePerUnit/currency unknown_member: "currency" is not a member of this object. Use value.'],
  ],
  [
    "a total that differs from its product",
    "fixed",
    { pricePerUnit: money("24.99"), units: 3, total: money("74.96") },
    ["/total total_differs: Must be units × pricePerUnit = 74.97."],
  ],
  [
    "more units than JSON can show",
    "fixed",
    { pricePerUnit: money("1"), units: "9007199254740992" },
    [`/units out_of_range: ${EXACT}`],
  ],
  [
    "units with more decimals than JSON can show",
    "fixed",
    { pricePerUnit: money("1"), units: "0.12345678901234567" },
    [`/units out_of_range: ${EXACT}`],
  ],
  ["no tiers", "tiered", { tiers: [] }, ["/tiers empty: At least one tier is required."]],
  ["tiers that are no list", "tiered", { tiers: "none" }, ["/tiers invalid_type: Must be an array."]],
  [
    "a tier whose price has a minus, after a tier with a gap before it",
    "graduated_tiered",
    { tiers: [tier(0, 10, "1"), tier(15, 20, "1"), tier(21, null, "-1")] },
    [
      "/tiers/2/pricePerUnit/value negative: Must not be negative.",
      "/tiers/1/minUnits tier_gap: Tier 2 starts at 15 and tier 1 ends at 10, which leaves a gap. It must start at 10 or 11.",
    ],
  ],
  [
    "tiers with halves, out of order",
    "graduated_percentage",
    { tiers: [percentageTier(0, 10.5, "1"), percentageTier(11, 12, "1"), percentageTier(12, null, "1")] },
    [
      "/tiers/1/minUnits tier_gap: Tier 2 starts at 11 and tier 1 ends at 10.5, which leaves a gap. It must start at 10.5 or 11.5.",
    ],
  ],
  [
    "a tier that covers nothing",
    "tiered",
    { tiers: [tier(0, 10, "1"), tier(11, 10, "1"), tier(11, null, "1")] },
    ["/tiers/1/maxUnits tier_empty: Tier 2 ends at 10 and covers no quantity. It must end above its start."],
  ],
  [
    "two open tiers and a closed last one",
    "tiered",
    { tiers: [tier(0, null, "1"), tier(11, null, "1"), tier(21, 30, "1")] },
    [
      "/tiers/0/maxUnits tier_not_last: Tier 1 has no upper bound, so no tier can follow it. Set its maxUnits.",
      "/tiers/1/maxUnits tier_not_last: Tier 2 has no upper bound, so no tier can follow it. Set its maxUnits.",
      "/tiers/2/maxUnits tier_not_open: Tier 3 ends at 30, but the last tier must have no upper bound. Set its maxUnits to null.",
    ],
  ],
  [
    "packages of nothing with units below zero",
    "package",
    { packageSize: 0, includedUnits: -1, pricePerPackage: money("1") },
    ["/packageSize not_positive: Must be greater than 0.", "/includedUnits negative: Must not be negative."],
  ],
  [
    "an interval in other words",
    "prepaid_fixed_tiered",
    { tiers: OPEN, units: 1, overageInterval: "month" },
    ["/overageInterval invalid_value: Must be one of daily, weekly, monthly, quarterly, semi_annual, yearly."],
  ],
  ["no dimension", "matrix", { dimensions: [], cells: [] }, ["/dimensions empty: At least one dimension is required."]],
  [
    "a dimension twice",
    "matrix",
    { dimensions: ["region", "region"], cells: [] },
    ['/dimensions/1 duplicate: "region" is listed twice. List each value once.'],
  ],
  [
    "a combination twice",
    "matrix",
    {
      dimensions: ["region"],
      cells: ["eu", "eu"].map((region) => ({ values: { region }, pricePerUnit: money("1") })),
    },
    ["/cells/1/values duplicate: This combination already has a price. List each combination once."],
  ],
  [
    "a value for a dimension that there is not",
    "matrix",
    { dimensions: ["region"], cells: [{ values: { region: "eu", zone: "a" }, pricePerUnit: money("1") }] },
    ['/cells/0/values/zone unknown_member: "zone" is not a member of this object. Use region.'],
  ],
  [
    "a name that is a function",
    "expression",
    { expression: "1", constants: { max: money("1") } },
    [
      "/constants/max invalid_value: A name must start with a letter, have at most 60 letters, digits and underscores, and not be min, max, ceil, floor, round, if.",
    ],
  ],
  [
    "a name for two things",
    "expression",
    { expression: "a", metrics: { a: "metric_1" }, constants: { a: money("1") } },
    ['/constants/a duplicate: "a" is already the name of a metric. Choose another name.'],
  ],
  [
    "an expression that breaks off",
    "expression",
    { expression: "a * (b + 2", metrics: { a: "metric_1", b: "metric_2" } },
    ['/expression invalid_expression: At character 11: expected ")".'],
  ],
])("rejects %s (R-API-4)", (_, type, wire, expected) => {
  expect(refusals(type, wire)).toEqual(expected);
});

test("a slash and a tilde in a name are escaped in the pointer (RFC 6901)", () => {
  expect(refusals("unit", { pricePerUnit: money("1"), "a/b~c": 1 })).toEqual([
    '/a~1b~0c unknown_member: "a/b~c" is not a member of this object. Use pricePerUnit.',
  ]);
});

test("each price type has a member with its name in camelCase (R-RATE-2)", () => {
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
  expect(priceTypes.every(isPriceType)).toBe(true);
  expect(["", "Fixed", "graduated", "constructor"].some(isPriceType)).toBe(false);
});
