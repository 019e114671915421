import { expect, test } from "vitest";

import { Decimal } from "../../src/decimal/decimal.ts";
import { isPrepaid, rate, rateInAdvance, rateInArrears } from "../../src/rating/rate.ts";
import { singleUnitPrice } from "../../src/rating/rating.ts";
import { recomputeStep } from "../../src/rating/step.ts";
import { cost, euros, model, money, stepsOf, tier, usage } from "./reading.ts";

const perCall = model("unit", { pricePerUnit: money("0.02") });
const prepaid = model("prepaid_tiered", { tiers: [tier(0, 1_000, "0.10"), tier(1_001, null, "0.08")], units: 1_000 });

test("unit: quantity × price, exact until the line rounds it (R-RATE-2)", () => {
  const rating = rate(perCall, usage("1500.25"));
  expect(rating.amount.toString()).toBe("30.0050"); // 1,500.25 × 0.02
  expect(euros(rating)).toBe("30.01");
  expect(rating.quantity.toString()).toBe("1500.25");
  expect(rating.notes).toEqual([]);
});

test("a negative net quantity is rated as 0, and the steps and notes say so (R-RATE-3)", () => {
  const rating = rate(perCall, usage("-12.50"));
  expect(rating.amount.isZero()).toBe(true);
  expect(rating.quantity.isZero()).toBe(true);
  expect(rating.steps[0]).toMatchObject({ kind: "negative_quantity", quantity: Decimal.of("-12.50") });
  expect(rating.steps.map(recomputeStep)).toEqual(rating.steps);
  expect(rating.notes).toEqual([
    { code: "negative_quantity", detail: "The quantity of -12.5 is negative and is rated as 0." },
  ]);
});

test("for a negative quantity, the fee of a first tier that starts at 0 is still due (R-RATE-1, R-RATE-3)", () => {
  expect(cost(model("graduated_tiered", { tiers: [tier(0, null, "1", "7")] }), "-5")).toBe("7.00");
});

test("fixed: the units are the quantity, regardless of usage (R-RATE-2)", () => {
  const rating = rate(model("fixed", { pricePerUnit: money("24.99"), units: 2 }), usage("99"));
  expect(rating.quantity.toString()).toBe("2");
  expect(stepsOf(rating)).toEqual(["units: 49.98"]);
});

test("volume_percentage: events are charged even if their volume nets to less than 0 (R-RATE-2)", () => {
  const payments = model("volume_percentage", {
    pricePerUnit: money("0.30"),
    percentage: money("2.9"),
    fixedFee: money("5"),
  });
  expect(cost(payments, "0")).toBe("0.00"); // no event, no fee
  const eventCount = Decimal.of("3");
  expect(cost(payments, "200", { eventCount })).toBe("11.70"); // 200 × 2.9% + 3 × 0.30 + 5
  expect(cost(payments, "-40", { eventCount })).toBe("5.90"); // 0 + 3 × 0.30 + 5
});

test("package: the step shows how many packages were started (R-RATE-5)", () => {
  const per10 = model("package", { packageSize: 10, includedUnits: 5, pricePerPackage: money("100") });
  const [step] = rate(per10, usage("16")).steps;
  expect(step).toMatchObject({ kind: "packages", packages: Decimal.of("2") }); // ceil(11 / 10)
  expect(cost(per10, "5")).toBe("0.00");
  expect(cost(per10, "15")).toBe("100.00"); // exactly one package
  expect(cost(per10, "15.001")).toBe("200.00");
});

test("prepaid_tiered: nothing in arrears up to the units, then the price of the tier that contains Q (R-RATE-2)", () => {
  expect(stepsOf(rateInArrears(prepaid, usage("1000")))).toEqual([]);
  expect(stepsOf(rateInArrears(prepaid, usage("1500")))).toEqual(["tier 2 (above 1000): 40"]); // 500 × 0.08
  expect(rateInArrears(prepaid, usage("1500")).quantity.toString()).toBe("500");
  expect(rateInArrears(prepaid, usage("-1")).notes[0]?.code).toBe("negative_quantity");
});

test("prepaid: subtracts what was billed before, even if usage was corrected downwards", () => {
  const earlier = { quantity: Decimal.of("1500"), amount: Decimal.of("40.00") };
  const more = rateInArrears(prepaid, usage("1600"), earlier);
  expect(stepsOf(more)).toEqual(["tier 2 (above 1000): 48", "billed earlier in this period: -40"]);
  expect([euros(more), more.quantity.toString()]).toEqual(["8.00", "100"]);
  const less = rateInArrears(prepaid, usage("1400"), earlier);
  expect([euros(less), less.quantity.toString()]).toEqual(["-8.00", "-100"]); // 400 × 0.08 − 40
  const none = rateInArrears(prepaid, usage("0"), earlier);
  expect(euros(none)).toBe("-40.00");
});

test("prepaid_fixed_tiered: overage above the units is split at the tiers (R-RATE-2)", () => {
  const pack = model("prepaid_fixed_tiered", {
    tiers: [tier(0, 100, "9", "50"), tier(101, 200, "2", "80"), tier(201, null, "1")],
    units: 150,
  });
  expect(stepsOf(rateInAdvance(pack))).toEqual(["tier 2 (above 100 up to 200): 80"]); // 150 is in tier 2
  expect(stepsOf(rateInArrears(pack, usage("230")))).toEqual([
    "tier 2 (above 100 up to 200): 100", // 50 × 2
    "tier 3 (above 200): 30", // 30 × 1
  ]);
});

test("prepaid: rate returns both halves together, for a calculator", () => {
  const whole = rate(prepaid, usage("1500"));
  expect([euros(whole), whole.quantity.toString()]).toEqual(["140.00", "1500"]); // 100.00 + 40.00
  expect([isPrepaid(prepaid), isPrepaid(perCall)]).toEqual([true, false]);
});

test("a line shows a unit price only if a single price gives the whole amount", () => {
  expect(singleUnitPrice(rate(perCall, usage("5")))?.toString()).toBe("0.02");
  expect(singleUnitPrice(rate(perCall, usage("-5")))?.toString()).toBe("0.02");
  expect(singleUnitPrice(rate(model("tiered", { tiers: [tier(0, null, "3")] }), usage("5")))?.toString()).toBe("3");
  expect(singleUnitPrice(rate(model("tiered", { tiers: [tier(0, null, "3", "1")] }), usage("5")))).toBeNull();
  expect(singleUnitPrice(rate(model("tiered", { tiers: [tier(1, null, "3")] }), usage("0")))).toBeNull();
  expect(
    singleUnitPrice(rate(model("package", { packageSize: 1, pricePerPackage: money("3") }), usage("5"))),
  ).toBeNull();
  const payments = model("volume_percentage", { percentage: money("0"), pricePerUnit: money("1") });
  expect(singleUnitPrice(rate(payments, usage("5", { eventCount: Decimal.one })))).toBeNull();
});

test("an unknown model cannot be rated", () => {
  const barter = { type: "barter" } as never;
  expect(() => rate(barter, usage("1"))).toThrow("no case for");
  expect(() => rateInAdvance(barter)).toThrow("no case for");
  expect(() => rateInArrears(barter, usage("1"))).toThrow("no case for");
});
