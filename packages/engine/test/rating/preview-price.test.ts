import { Decimal } from "../../src/decimal/decimal.ts";
import { assumeUsage, onlyQuantity } from "../../src/rating/assume-usage.ts";
import { previewPrice } from "../../src/rating/preview-price.ts";
import type { PriceType } from "../../src/rating/price-type.ts";
import { parsePricingModel } from "../../src/rating/pricing-model-wire.ts";
import { expect, test } from "vitest";

// R-RATE-2, R-UI-1: a calculator's curve shows what the engine rates.

const money = (value: string) => ({ value });
const tier = (minUnits: number, maxUnits: number | null, price: string, fee = "0") => {
  return { minUnits, maxUnits, pricePerUnit: money(price), fixedFee: money(fee) };
};
const VOLUME = [tier(1, 100, "0.15"), tier(101, 500, "0.10"), tier(501, null, "0.05")];
const GRADUATED = [tier(0, 5, "10", "100"), tier(6, null, "5", "50")];

function modelOf(type: PriceType, wire: object) {
  const parsed = parsePricingModel(type, wire);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.model;
}

/** `amount @ unit price, tier`. */
function point(
  type: PriceType,
  wire: object,
  quantity: string,
  told: Partial<ReturnType<typeof onlyQuantity>> = {},
): string {
  const model = modelOf(type, wire);
  const usage = assumeUsage(model, { ...onlyQuantity(Decimal.of(quantity)), ...told });
  const { amount, effectiveUnitPrice, tier: reached, notes } = previewPrice(model, "EUR", usage);
  const at = `${amount.toFixed(2)} @ ${effectiveUnitPrice?.toCanonical() ?? "–"}`;
  const bounds =
    reached && `tier ${reached.number}: ${reached.minUnits.toCanonical()}–${reached.maxUnits?.toCanonical() ?? ""}`;
  return [at, bounds ?? "no tier", ...notes.map(({ code }) => code)].join(", ");
}

test.each<[PriceType, object, string, string]>([
  ["fixed", { pricePerUnit: money("24.99"), units: 2 }, "0", "49.98 @ –, no tier"],
  ["unit", { pricePerUnit: money("0.001") }, "3", "0.00 @ 0.001, no tier"], // the unit price is not rounded
  ["unit", { pricePerUnit: money("2") }, "-1", "0.00 @ –, no tier, negative_quantity"],
  ["tiered", { tiers: VOLUME }, "0", "0.00 @ –, no tier"],
  ["tiered", { tiers: VOLUME }, "250", "25.00 @ 0.1, tier 2: 101–500"],
  ["tiered", { tiers: VOLUME }, "500", "50.00 @ 0.1, tier 2: 101–500"],
  ["graduated_tiered", { tiers: GRADUATED }, "0", "100.00 @ –, tier 1: 0–5"],
  ["graduated_tiered", { tiers: GRADUATED }, "8", "215.00 @ 26.875, tier 2: 6–"],
  ["prepaid_tiered", { tiers: VOLUME, units: 200 }, "10", "20.00 @ 2, tier 2: 101–500"], // 200 × 0.10, for any usage
  ["prepaid_tiered", { tiers: VOLUME, units: 200 }, "600", "40.00 @ 0.066666666667, tier 3: 501–"], // 20.00 + 400 × 0.05
  [
    "package",
    { pricePerPackage: money("100"), packageSize: 10, includedUnits: 5 },
    "12",
    "100.00 @ 8.333333333333, no tier",
  ],
])("a %s price of %o at %s costs %s", (type, wire, quantity, expected) => {
  expect(point(type, wire, quantity)).toBe(expected);
});

test("a fee per event counts the events of the assumed quantity", () => {
  const fee = { percentage: money("2.9"), pricePerUnit: money("0.30") };
  expect(point("volume_percentage", fee, "0")).toBe("0.00 @ –, no tier");
  expect(point("volume_percentage", fee, "100")).toBe("3.20 @ 0.032, no tier"); // one event
  // 101 in payments of 50 make three payments: 2.93 + 0.90
  expect(point("volume_percentage", fee, "101", { quantityPerEvent: Decimal.of("50") })).toContain("3.83 @");
});

test("a matrix uses the named combination, or its default price, or its first cell", () => {
  const cells = [{ values: { region: "eu" }, pricePerUnit: money("2") }];
  const open = { dimensions: ["region"], cells, defaultPricePerUnit: money("3") };
  const closed = { dimensions: ["region"], cells };
  expect(point("matrix", open, "10")).toBe("30.00 @ 3, no tier");
  expect(point("matrix", open, "10", { combination: { region: "eu" } })).toBe("20.00 @ 2, no tier");
  expect(point("matrix", closed, "10")).toBe("20.00 @ 2, no tier");
  expect(point("matrix", closed, "10", { combination: { region: "us" } })).toBe(
    "0.00 @ 0, no tier, unpriced_combination",
  );
  expect(point("matrix", { dimensions: ["region"], cells: [] }, "10")).toContain("unpriced_combination");
});

test("each metric of an expression has the assumed quantity unless a separate one is given", () => {
  const sum = { expression: "calls * 2 + seats", metrics: { calls: "met_1", seats: "met_2" } };
  expect(point("expression", sum, "10")).toBe("30.00 @ 3, no tier");
  expect(point("expression", sum, "10", { metrics: { met_2: Decimal.of("5") } })).toBe("25.00 @ 2.5, no tier");
});

test("throws on an unknown model", () => {
  expect(() => assumeUsage({ type: "barter" } as never, onlyQuantity(Decimal.one))).toThrow("no case for");
});
