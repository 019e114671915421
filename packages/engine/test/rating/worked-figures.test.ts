import { expect, test } from "vitest";
import { rateInAdvance, rateInArrears } from "../../src/rating/rate.ts";
import { Decimal } from "../../src/decimal/decimal.ts";
import { cost, euros, model, money, percentageTier, tier, usage } from "./reading.ts";

test("tiered: 250 units cost 25.00 at the price of the tier that contains them (R-RATE-2)", () => {
  const volume = model("tiered", {
    tiers: [tier(0, 100, "0.15"), tier(101, 500, "0.10"), tier(501, null, "0.05")],
  });
  expect(cost(volume, "250")).toBe("25.00"); // 250 × 0.10
});

test("graduated_tiered: each slice at its own price, plus the fee of every tier reached (R-RATE-2)", () => {
  const graduated = model("graduated_tiered", { tiers: [tier(0, 5, "10", "100"), tier(6, null, "5", "50")] });
  expect(cost(graduated, "3")).toBe("130.00"); // 3 × 10 + 100
  expect(cost(graduated, "8")).toBe("215.00"); // 5 × 10 + 100 + 3 × 5 + 50
  expect(cost(graduated, "0")).toBe("100.00"); // 0 × 10 + 100: the first tier starts at 0
});

test("tiered with fees: the whole quantity at one price, plus that tier's fee (R-RATE-2)", () => {
  const volume = model("tiered", { tiers: [tier(0, 10, "5", "100"), tier(11, null, "2", "50")] });
  expect(cost(volume, "5")).toBe("125.00"); // 5 × 5 + 100
  expect(cost(volume, "15")).toBe("80.00"); // 15 × 2 + 50
});

test("package: a started package costs as much as a whole one (R-RATE-2)", () => {
  const per10 = model("package", { packageSize: 10, includedUnits: 0, pricePerPackage: money("100") });
  expect(cost(per10, "3")).toBe("100.00"); // ceil(3 / 10) = 1
  expect(cost(per10, "15")).toBe("200.00"); // ceil(15 / 10) = 2
  const with5 = model("package", { packageSize: 10, includedUnits: 5, pricePerPackage: money("100") });
  expect(cost(with5, "3")).toBe("0.00"); // 3 − 5 is not below 0
  expect(cost(with5, "12")).toBe("100.00"); // ceil(7 / 10) = 1
});

test("graduated_percentage: each slice of the volume at its own percentage (R-RATE-2)", () => {
  const graduated = model("graduated_percentage", {
    tiers: [percentageTier(0, 100, "5"), percentageTier(101, null, "2", "10")],
  });
  expect(cost(graduated, "50")).toBe("2.50"); // 50 × 5%
  expect(cost(graduated, "150")).toBe("16.00"); // 100 × 5% + 50 × 2% + 10
});

test("volume_percentage: 2.9% and 0.30 per event on one event of 100.00 cost 3.20 (R-RATE-2)", () => {
  const payments = model("volume_percentage", { pricePerUnit: money("0.30"), percentage: money("2.9") });
  expect(cost(payments, "100.00", { eventCount: Decimal.one })).toBe("3.20"); // 100.00 × 2.9% + 1 × 0.30
});

test("fixed: 2 × 24.99 = 49.98 (R-RATE-2)", () => {
  const seats = model("fixed", { pricePerUnit: money("24.99"), units: 2, total: money("49.98") });
  expect(cost(seats, "0")).toBe("49.98");
});

test("S16: 2.9% up to 100,000 and 2.5% above, on a volume of 250,000.00", () => {
  const payments = model("graduated_percentage", {
    tiers: [percentageTier(0, 100_000, "2.9"), percentageTier(100_001, null, "2.5")],
  });
  expect(cost(payments, "250000.00")).toBe("6650.00"); // 100,000 × 2.9% + 150,000 × 2.5% = 2,900 + 3,750
});

test("S17: 1,000 prepaid units are billed in advance, the 500 above them in arrears", () => {
  const prepaid = model("prepaid_tiered", {
    tiers: [tier(0, 1_000, "0.10"), tier(1_001, null, "0.08")],
    units: 1_000,
  });
  expect(euros(rateInAdvance(prepaid))).toBe("100.00"); // 1,000 × 0.10
  expect(euros(rateInArrears(prepaid, usage("1500")))).toBe("40.00"); // 500 × 0.08
  expect(cost(prepaid, "1500")).toBe("140.00"); // both halves
});

test("S18: a year's 12,000 units for 900.00, and overage month by month", () => {
  const prepaid = model("prepaid_fixed_tiered", {
    tiers: [
      { minUnits: 0, maxUnits: 12_000, fixedFee: money("900") },
      { minUnits: 12_001, maxUnits: 24_000, pricePerUnit: money("0.07") },
      { minUnits: 24_001, maxUnits: null, pricePerUnit: money("0.05") },
    ],
    units: 12_000,
    overageInterval: "monthly",
  });
  expect(euros(rateInAdvance(prepaid))).toBe("900.00");

  let billed = Decimal.zero;
  const amounts: string[] = [];
  for (let month = 1; month <= 12; month += 1) {
    const earlier = { quantity: Decimal.ofInteger(2_000 * (month - 1)), amount: billed };
    const rating = rateInArrears(prepaid, usage(String(2_000 * month)), earlier);
    amounts.push(euros(rating));
    billed = billed.plus(rating.amount);
  }
  const nothing = ["0.00", "0.00", "0.00", "0.00", "0.00", "0.00"]; // up to 12,000 after six months
  const overage = ["140.00", "140.00", "140.00", "140.00", "140.00", "140.00"]; // 2,000 × 0.07 each
  expect(amounts).toEqual([...nothing, ...overage]);
});
