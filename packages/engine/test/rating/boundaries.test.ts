import { expect, test } from "vitest";
import { Decimal } from "../../src/decimal/decimal.ts";
import { numberBounds } from "../../src/decimal/bounds.ts";
import { parsePricingModel } from "../../src/rating/pricing-model-wire.ts";
import type { PriceType } from "../../src/rating/price-type.ts";
import { rate, rateInArrears } from "../../src/rating/rate.ts";
import { reachedTier } from "../../src/rating/reached-tier.ts";
import { model, money, percentageTier, tier, usage } from "./reading.ts";

// The charge of every model for zero, for one, and for one below, at and above each bound.

const PER_UNIT = [tier(0, 10, "3", "100"), tier(11, 20, "2", "50"), tier(21, null, "1", "25")];
const FROM_ONE = [tier(1, 10, "3", "100"), tier(11, 20, "2", "50"), tier(21, null, "1", "25")];
const PER_CENT = [
  percentageTier(0, 10, "30", "100"),
  percentageTier(11, 20, "20", "50"),
  percentageTier(21, null, "10"),
];

function amounts(type: PriceType, wire: object, quantities: readonly string[]): string[] {
  return quantities.map((quantity) => rate(model(type, wire), usage(quantity)).amount.toCanonical());
}

const AROUND = ["0", "0.001", "1", "9", "10", "10.001", "11", "19", "20", "20.001", "21"];

test("volume tiers: the whole quantity at one price, from one bound to the next (R-RATE-1)", () => {
  expect(amounts("tiered", { tiers: PER_UNIT }, AROUND)).toEqual([
    "100", // 0 × 3 + 100: the first tier starts at 0
    "100.003",
    "103",
    "127", // 9 × 3 + 100
    "130", // 10 × 3 + 100
    "70.002", // 10.001 × 2 + 50
    "72", // 11 × 2 + 50
    "88", // 19 × 2 + 50
    "90", // 20 × 2 + 50
    "45.001", // 20.001 × 1 + 25
    "46", // 21 × 1 + 25
  ]);
  expect(amounts("tiered", { tiers: FROM_ONE }, ["0", "0.001", "1"])).toEqual(["0", "100.003", "103"]);
});

test("graduated tiers: each slice at its own price, with the fee of each tier reached (R-RATE-1)", () => {
  expect(amounts("graduated_tiered", { tiers: PER_UNIT }, AROUND)).toEqual([
    "100",
    "100.003",
    "103",
    "127",
    "130", // 10 × 3 + 100
    "180.002", // 130 + 0.001 × 2 + 50: the first thousandth makes the second fee due
    "182", // 130 + 1 × 2 + 50
    "198", // 130 + 9 × 2 + 50
    "200", // 130 + 10 × 2 + 50
    "225.001", // 200 + 0.001 × 1 + 25
    "226", // 200 + 1 × 1 + 25
  ]);
  expect(amounts("graduated_tiered", { tiers: FROM_ONE }, ["0", "0.001", "1"])).toEqual(["0", "100.003", "103"]);
});

test("percentage tiers of a volume, from one bound to the next (R-RATE-1)", () => {
  expect(amounts("tiered_percentage", { tiers: PER_CENT }, AROUND)).toEqual([
    "100",
    "100.0003", // 0.001 × 30%
    "100.3",
    "102.7", // 9 × 30% + 100
    "103",
    "52.0002", // 10.001 × 20% + 50
    "52.2",
    "53.8",
    "54", // 20 × 20% + 50
    "2.0001", // 20.001 × 10%
    "2.1",
  ]);
  expect(amounts("graduated_percentage", { tiers: PER_CENT }, AROUND)).toEqual([
    "100",
    "100.0003",
    "100.3",
    "102.7",
    "103", // 10 × 30% + 100
    "153.0002", // 103 + 0.001 × 20% + 50
    "153.2",
    "154.8",
    "155", // 103 + 10 × 20% + 50
    "155.0001", // 155 + 0.001 × 10%
    "155.1",
  ]);
});

test("packages: a package includes its bound, and included units are used first (R-RATE-2)", () => {
  const pack = { packageSize: 10, includedUnits: 5, pricePerPackage: money("7") };
  const around = ["0", "1", "4", "5", "5.001", "6", "14", "15", "15.001", "16", "25", "26"];
  expect(amounts("package", pack, around)).toEqual([
    "0",
    "0",
    "0",
    "0", // 5 − 5
    "7", // ceil(0.001 / 10)
    "7",
    "7",
    "7", // ceil(10 / 10)
    "14", // ceil(10.001 / 10)
    "14",
    "14", // ceil(20 / 10)
    "21", // ceil(21 / 10)
  ]);
});

test("prepaid units: one below, at and one above the units that were bought, and the later bounds (R-RATE-2)", () => {
  const arrears = (type: "prepaid_tiered" | "prepaid_fixed_tiered", quantities: readonly string[]) =>
    quantities.map((used) =>
      rateInArrears(model(type, { tiers: PER_UNIT, units: 15 }), usage(used)).amount.toCanonical(),
    );
  const around = ["0", "14", "15", "15.001", "16", "20", "20.001", "21", "115"];
  expect(arrears("prepaid_tiered", around)).toEqual([
    "0",
    "0",
    "0", // 15 − 15
    "0.002", // 0.001 × 2: the tier that contains 15.001
    "2",
    "10", // 5 × 2
    "5.001", // 5.001 × 1: the whole overage at the price of the tier that contains 20.001
    "6",
    "100", // 100 × 1
  ]);
  expect(arrears("prepaid_fixed_tiered", around)).toEqual([
    "0",
    "0",
    "0", // 15 − 15
    "0.002",
    "2",
    "10", // 5 × 2
    "10.001", // 5 × 2 + 0.001 × 1
    "11",
    "105", // 5 × 2 + 95 × 1
  ]);
});

test.each([
  ["0", 1],
  ["10", 1],
  ["10.000000001", 2],
  ["20", 2],
  ["21", 3],
  ["1e30", 3],
])("a quantity of %s reaches tier %i (R-RATE-1)", (quantity, number) => {
  const reached = reachedTier(model("graduated_tiered", { tiers: PER_UNIT }), Decimal.of(quantity));
  expect(reached?.number).toBe(number);
});

test("without usage no tier is reached if the first starts at 1, and a prepaid price reaches the tier of its units", () => {
  expect(reachedTier(model("tiered", { tiers: FROM_ONE }), Decimal.zero)).toBeNull();
  expect(reachedTier(model("prepaid_tiered", { tiers: FROM_ONE, units: 12 }), Decimal.zero)?.number).toBe(2);
  expect(reachedTier(model("prepaid_tiered", { tiers: FROM_ONE, units: 12 }), Decimal.of("30"))?.number).toBe(3);
  expect(reachedTier(model("unit", { pricePerUnit: money("1") }), Decimal.one)).toBeNull();
});

const [LARGEST, SMALLEST] = ["9".repeat(30), `0.${"0".repeat(39)}1`];

function sent(type: PriceType, wire: object) {
  const parsed = parsePricingModel(type, wire, numberBounds);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.model;
}

test("the largest and the smallest possible price and quantity multiply exactly (R-RATE-2)", () => {
  const [dear, cheap] = [LARGEST, SMALLEST].map((value) => sent("unit", { pricePerUnit: money(value) }));
  // (10³⁰ − 1)² = 10⁶⁰ − 2 × 10³⁰ + 1
  expect(rate(dear!, usage(LARGEST)).amount.toString()).toBe(`${"9".repeat(29)}8${"0".repeat(29)}1`);
  expect(rate(cheap!, usage(SMALLEST)).amount.toString()).toBe(`0.${"0".repeat(79)}1`);
  expect(rate(cheap!, usage(LARGEST)).amount.toString()).toBe(`0.${"0".repeat(10)}${"9".repeat(30)}`);
  const share = sent("volume_percentage", { percentage: money(SMALLEST) });
  expect(rate(share, usage(SMALLEST)).amount.toString()).toBe(`0.${"0".repeat(81)}1`);
});

test("the number of packages is exact for the smallest package and the largest quantity (R-RATE-2)", () => {
  const pack = sent("package", { packageSize: "0.000000000000001", pricePerPackage: money("1") });
  expect(rate(pack, usage(LARGEST)).amount.toString()).toBe(`${LARGEST}${"0".repeat(15)}`);
  expect(rate(pack, usage(SMALLEST)).amount.toString()).toBe("1");
});

test("a thousand tiers are allowed, and a thousand and one are too many (R-RATE-1)", () => {
  const ladder = Array.from({ length: 1_000 }, (_, place) =>
    tier(place, place === 999 ? null : place + 1, "0.001", "1"),
  );
  const graduated = model("graduated_tiered", { tiers: ladder });
  const rating = rate(graduated, usage("999.5"));
  expect(rating.amount.toCanonical()).toBe("1000.9995"); // 999.5 × 0.001 + 1,000 × 1
  expect(rating.steps).toHaveLength(2_000);
  const parsed = parsePricingModel("graduated_tiered", { tiers: [...ladder, tier(1_000, null, "1")] });
  expect(parsed.ok ? [] : parsed.faults.map(({ detail }) => detail)).toEqual(["At most 1000 elements are allowed."]);
});
