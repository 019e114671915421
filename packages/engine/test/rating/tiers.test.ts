import { expect, test } from "vitest";

import { rate } from "../../src/rating/rate.ts";
import { allFaultsOf, cost, faultsOf, model, money, percentageTier, stepsOf, tier, usage } from "./reading.ts";

test("1–100, 100–200 and 1–100, 101–200 and 0–100, 101–200 mean the same (R-RATE-1)", () => {
  const spellings = [
    [tier(1, 100, "1"), tier(100, 200, "0.5"), tier(200, null, "0.1")],
    [tier(1, 100, "1"), tier(101, 200, "0.5"), tier(201, null, "0.1")],
    [tier(0, 100, "1"), tier(101, 200, "0.5"), tier(201, null, "0.1")],
  ];
  for (const type of ["tiered", "graduated_tiered"] as const) {
    for (const quantity of ["0", "0.5", "1", "100", "100.5", "101", "200", "201", "1000"]) {
      const costs = spellings.map((tiers) => cost(model(type, { tiers }), quantity));
      expect(new Set(costs).size, `${type} ${quantity}`).toBe(1);
    }
  }
});

test("a quantity on a bound belongs to the tier below, and a fraction above it to the next tier (R-RATE-1)", () => {
  const volume = model("tiered", { tiers: [tier(0, 100, "1"), tier(101, null, "0.5")] });
  expect(cost(volume, "100")).toBe("100.00"); // 100 × 1
  expect(cost(volume, "100.5")).toBe("50.25"); // 100.5 × 0.5
});

test("the first fee is due without usage if the tier starts at 0, and not if it starts at 1 (R-RATE-1)", () => {
  for (const type of ["tiered", "graduated_tiered"] as const) {
    expect(cost(model(type, { tiers: [tier(0, 10, "1", "7"), tier(11, null, "1")] }), "0")).toBe("7.00");
    expect(cost(model(type, { tiers: [tier(1, 10, "1", "7"), tier(11, null, "1")] }), "0")).toBe("0.00");
    expect(cost(model(type, { tiers: [tier(1, 10, "1", "7"), tier(11, null, "1")] }), "0.5")).toBe("7.50");
  }
  for (const type of ["tiered_percentage", "graduated_percentage"] as const) {
    expect(cost(model(type, { tiers: [percentageTier(0, null, "1", "7")] }), "0")).toBe("7.00");
    expect(cost(model(type, { tiers: [percentageTier(1, null, "1", "7")] }), "0")).toBe("0.00");
  }
});

test("each tier explains its part by its bounds (R-RATE-5)", () => {
  const graduated = model("graduated_tiered", {
    tiers: [tier(0, 5, "10", "100"), tier(6, 10, "5", "50"), tier(11, null, "1")],
  });
  expect(stepsOf(rate(graduated, usage("12")))).toEqual([
    "tier 1 (up to 5): 50", // 5 × 10
    "tier 1 (up to 5): 100",
    "tier 2 (above 5 up to 10): 25", // 5 × 5
    "tier 2 (above 5 up to 10): 50",
    "tier 3 (above 10): 2", // 2 × 1
  ]);
  const flat = model("tiered", { tiers: [tier(0, null, "2")] });
  expect(stepsOf(rate(flat, usage("3")))).toEqual(["tier 1 (any quantity): 6"]);
});

test("reports the tier with a gap, an overlap or a closed end of the last tier (R-RATE-1)", () => {
  expect(allFaultsOf("tiered", { tiers: [tier(0, 100, "1"), tier(150, null, "1")] })).toEqual([
    {
      pointer: "/tiers/1/minUnits",
      code: "tier_gap",
      detail: "Tier 2 starts at 150 and tier 1 ends at 100, which leaves a gap. It must start at 100 or 101.",
    },
  ]);
  expect(allFaultsOf("tiered", { tiers: [tier(0, 100, "1"), tier(50, null, "1")] })).toEqual([
    {
      pointer: "/tiers/1/minUnits",
      code: "tier_overlap",
      detail: "Tier 2 starts at 50 and tier 1 ends at 100, which leaves an overlap. It must start at 100 or 101.",
    },
  ]);
  expect(allFaultsOf("tiered", { tiers: [tier(0, 100, "1"), tier(101, 500, "1")] })).toEqual([
    {
      pointer: "/tiers/1/maxUnits",
      code: "tier_not_open",
      detail: "Tier 2 ends at 500, but the last tier must have no upper bound. Set its maxUnits to null.",
    },
  ]);
  expect(allFaultsOf("tiered", { tiers: [tier(0, null, "1"), tier(101, null, "1")] })).toEqual([
    {
      pointer: "/tiers/0/maxUnits",
      code: "tier_not_last",
      detail: "Tier 1 has no upper bound, so no tier can follow it. Set its maxUnits.",
    },
  ]);
  expect(allFaultsOf("tiered", { tiers: [tier(5, null, "1")] })).toEqual([
    {
      pointer: "/tiers/0/minUnits",
      code: "tier_gap",
      detail: "Tier 1 starts at 5, which leaves a gap. It must start at 0 or 1.",
    },
  ]);
});

test("rejects a tier that covers nothing", () => {
  const empty = (...tiers: object[]) => faultsOf("graduated_tiered", { tiers });
  expect(empty(tier(0, 100, "1"), tier(101, 50, "1"), tier(51, null, "1"))).toEqual(["/tiers/1/maxUnits tier_empty"]);
  expect(empty(tier(0, 100, "1"), tier(100, 100, "1"), tier(101, null, "1"))).toEqual(["/tiers/1/maxUnits tier_empty"]);
  expect(empty(tier(1, 0.5, "1"), tier(0.5, null, "1"))).toEqual(["/tiers/0/maxUnits tier_empty"]);
  expect(empty(tier(0, 0, "1"), tier(1, null, "1"))).toEqual(["/tiers/0/maxUnits tier_empty"]);
  expect(empty(tier(1, 0, "1"), tier(1, null, "1"))).toEqual(["/tiers/0/maxUnits tier_empty"]);
});

test("bounds are checked together with other faults, and an unreadable bound causes no second fault", () => {
  const tiers = [
    { minUnits: 0, maxUnits: 100, pricePerUnit: money("free") },
    { minUnits: 150, maxUnits: "many", pricePerUnit: money("1") },
    { minUnits: -1, maxUnits: 900, pricePerUnit: money("1") },
    { minUnits: 901, maxUnits: null, pricePerUnit: money("1") },
  ];
  expect(faultsOf("tiered", { tiers })).toEqual([
    "/tiers/0/pricePerUnit/value invalid_decimal",
    "/tiers/1/maxUnits invalid_decimal",
    "/tiers/2/minUnits negative",
    "/tiers/1/minUnits tier_gap",
  ]);
});

test("tiers are a list of at least one and at most 1,000 tiers", () => {
  expect(faultsOf("tiered", {})).toEqual(["/tiers required"]);
  expect(faultsOf("tiered", { tiers: {} })).toEqual(["/tiers invalid_type"]);
  expect(faultsOf("tiered", { tiers: [] })).toEqual(["/tiers empty"]);
  expect(faultsOf("tiered", { tiers: [7] })).toEqual(["/tiers/0 invalid_type"]);
  expect(faultsOf("graduated_percentage", { tiers: [null] })).toEqual(["/tiers/0 invalid_type"]);
  const many = Array.from({ length: 1_001 }, () => tier(0, null, "1"));
  expect(faultsOf("tiered", { tiers: many })).toEqual(["/tiers too_many"]);
});

test("a tier has a price, a fee or both; a missing one is 0, and a missing upper bound means no bound", () => {
  expect(faultsOf("tiered", { tiers: [{ minUnits: 0 }] })).toEqual(["/tiers/0/pricePerUnit required"]);
  expect(faultsOf("tiered_percentage", { tiers: [{ minUnits: 0 }] })).toEqual(["/tiers/0/percentage required"]);
  expect(cost(model("tiered", { tiers: [{ minUnits: 0, fixedFee: money("9") }] }), "5")).toBe("9.00");
  expect(cost(model("tiered", { tiers: [{ minUnits: 0, pricePerUnit: money("2") }] }), "5")).toBe("10.00");
  expect(cost(model("tiered_percentage", { tiers: [{ minUnits: 0, fixedFee: money("9") }] }), "5")).toBe("9.00");
});

test("tiered_percentage: the whole volume at the percentage of the tier that contains it (R-RATE-2)", () => {
  const tiers = [percentageTier(0, 100, "5"), percentageTier(101, null, "2", "10")];
  const payments = model("tiered_percentage", { tiers });
  expect(cost(payments, "100")).toBe("5.00"); // 100 × 5%
  expect(cost(payments, "150")).toBe("13.00"); // 150 × 2% + 10
});
