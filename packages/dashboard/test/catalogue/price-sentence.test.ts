import { expect, test } from "vitest";
import { priceSentence } from "../../src/pages/catalogue/prices/price-sentence.ts";

const monthly = { currency: "EUR", billingInterval: "monthly" } as const;
const money = (value: string) => ({ value });

test("a fixed price names its units only if there are several", () => {
  const one = { ...monthly, fixedPricingModel: { pricePerUnit: money("49.00"), units: 1 } };
  expect(priceSentence(one, "seat")).toBe("€49.00, every month.");
  const many = { ...monthly, fixedPricingModel: { pricePerUnit: money("14.50"), units: 210 } };
  expect(priceSentence(many, "seat")).toBe("210 seats at €14.50 each, every month.");
});

test("lists graduated tiers from the first to the open one, with every digit of their prices", () => {
  const tiers = [
    { minUnits: 0, maxUnits: 250_000, pricePerUnit: money("0"), fixedFee: money("0") },
    { minUnits: 250_001, maxUnits: 10_000_000, pricePerUnit: money("0.00006"), fixedFee: money("5") },
    { minUnits: 10_000_001, maxUnits: null, pricePerUnit: money("0.000035"), fixedFee: money("0") },
  ];
  expect(priceSentence({ ...monthly, graduatedTieredPricingModel: { tiers } }, "call")).toBe(
    "Free up to 250,000, €0.00006 plus €5.00 up to 10,000,000, then €0.000035 for each call, every month.",
  );
});

test("shows shares of a volume in percent, and their fees as money", () => {
  const tiers = [
    { minUnits: 0, maxUnits: "10000", percentage: money("3"), fixedFee: money("0") },
    { minUnits: 10_001, maxUnits: null, percentage: money("1.5"), fixedFee: money("20") },
  ];
  expect(priceSentence({ ...monthly, graduatedPercentagePricingModel: { tiers } })).toBe(
    "3% up to 10,000, then 1.5% plus €20.00, every month.",
  );
});

test("describes packages, trials and limits with their values", () => {
  const price = {
    ...monthly,
    billingInterval: null,
    packagePricingModel: { packageSize: 100, includedUnits: 50, pricePerPackage: money("10") },
    trialPeriodDays: 14,
    minimumSpend: { amount: money("20"), period: "monthly" },
  } as const;
  expect(priceSentence(price, "call")).toBe(
    "€10.00 for each package of 100 calls that is begun after the first 50, which are included, once; free for the first 14 days, at least €20.00 every month.",
  );
});
