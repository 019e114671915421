import { expect, test } from "vitest";
import { draftOf } from "../../src/pages/catalogue/prices/draft-of-price.ts";
import { emptyDraft, toPriceBody } from "../../src/pages/catalogue/prices/price-draft.ts";

test("a tier begins at the typed end of the one before, and the last has no end", () => {
  const body = toPriceBody(
    {
      ...emptyDraft("EUR", "prod_1"),
      type: "graduated_tiered",
      tiers: [
        { upTo: "1000.5", price: "0.15", fixedFee: "" },
        { upTo: "left over", price: "0.10", fixedFee: "5" },
      ],
    },
    false,
  );
  expect(body.graduatedTieredPricingModel).toEqual({
    tiers: [
      { minUnits: "0", maxUnits: "1000.5", pricePerUnit: { value: "0.15" }, fixedFee: { value: "0" } },
      { minUnits: "1000.5", maxUnits: null, pricePerUnit: { value: "0.10" }, fixedFee: { value: "5" } },
    ],
  });
});

test("a first tier without a fee at zero usage begins at one", () => {
  const draft = { ...emptyDraft("EUR", "prod_1"), type: "tiered", isFeeDueAtZero: false } as const;
  expect(toPriceBody(draft, false).tieredPricingModel?.tiers[0]?.minUnits).toBe("1");
});

test("a one-off price has no interval, and empty fields are left out", () => {
  const body = toPriceBody({ ...emptyDraft("EUR", "prod_1"), pricePerUnit: "500" }, true);
  expect(body).toMatchObject({
    billingInterval: null,
    fixedPricingModel: { units: "1", pricePerUnit: { value: "500" } },
    discount: null,
    minimumSpend: null,
    trialPeriodDays: null,
  });
});

test("reopening a price keeps its trial, its limits, and its discount's end", () => {
  const body = {
    productId: "prod_1",
    type: "prepaid_tiered",
    metricIds: ["metric_1"],
    billingInterval: "monthly",
    currency: "EUR",
    prepaidTieredPricingModel: {
      units: "500",
      tiers: [{ minUnits: "0", maxUnits: null, pricePerUnit: { value: "0.1" }, fixedFee: { value: "0" } }],
    },
    discount: { discountType: "amount", amount: { value: "5" }, endDate: "2026-12-01" },
    trialPeriodDays: 30,
    minimumSpend: null,
    maximumSpend: { amount: { value: "90" }, period: "quarterly" },
    taxRateIds: ["tax_1"],
  } as const;
  expect(toPriceBody(draftOf(body), false)).toEqual(body);
});
