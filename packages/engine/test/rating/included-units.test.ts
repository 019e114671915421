import { expect, test } from "vitest";
import type { PriceType } from "../../src/rating/price-type.ts";
import { includedUnits } from "../../src/rating/included-units.ts";
import { model, money, percentageTier, tier } from "./reading.ts";

test.each<[PriceType, object, string | null]>([
  ["package", { pricePerPackage: money("1"), packageSize: 10, includedUnits: 5 }, "5"],
  ["package", { pricePerPackage: money("1"), packageSize: 10 }, null],
  ["prepaid_tiered", { tiers: [tier(0, null, "1")], units: 20 }, "20"],
  ["prepaid_fixed_tiered", { tiers: [tier(0, null, "1")], units: 30 }, "30"],
  ["graduated_tiered", { tiers: [tier(0, 1000, "0"), tier(1001, null, "0.02")] }, "1000"],
  ["tiered", { tiers: [tier(0, 1000, "0", "5"), tier(1001, null, "0.02")] }, null], // a fee is due
  ["tiered", { tiers: [tier(0, null, "0.02")] }, null],
  ["graduated_percentage", { tiers: [percentageTier(0, 50, "0"), percentageTier(51, null, "2")] }, "50"],
  ["tiered_percentage", { tiers: [percentageTier(0, null, "2")] }, null],
  ["unit", { pricePerUnit: money("1") }, null],
])("a %s price of %o includes %s", (type, wire, included) => {
  expect(includedUnits(model(type, wire))?.toCanonical() ?? null).toBe(included);
});

test.each(["fixed", "unit", "volume_percentage", "matrix", "expression"])("a %s price includes nothing", (type) => {
  expect(includedUnits({ type } as never)).toBe(null);
});

test.each(["tiered", "graduated_tiered", "tiered_percentage", "graduated_percentage"])(
  "a %s price without tiers includes nothing",
  (type) => {
    expect(includedUnits({ type, tiers: [] } as never)).toBe(null);
  },
);

test("throws on an unknown model", () => {
  expect(() => includedUnits({ type: "barter" } as never)).toThrow("no case for");
});
