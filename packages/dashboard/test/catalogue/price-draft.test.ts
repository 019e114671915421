import { expect, test } from "vitest";
import { emptyDraft, toPriceBody } from "../../src/pages/catalogue/prices/price-draft.ts";

test("a tier begins where the one before ends, in the words that were written, and the last has no end", () => {
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

test("a first tier whose fee is not due without usage begins at one", () => {
  const draft = { ...emptyDraft("EUR", "prod_1"), type: "tiered", isFeeDueAtZero: false } as const;
  expect(toPriceBody(draft, false).tieredPricingModel?.tiers[0]?.minUnits).toBe("1");
});

test("what is bought once has no interval, and what is left empty is left out", () => {
  const body = toPriceBody({ ...emptyDraft("EUR", "prod_1"), pricePerUnit: "500" }, true);
  expect(body).toMatchObject({
    billingInterval: null,
    fixedPricingModel: { units: "1", pricePerUnit: { value: "500" } },
    discount: null,
    minimumSpend: null,
    trialPeriodDays: null,
  });
});
