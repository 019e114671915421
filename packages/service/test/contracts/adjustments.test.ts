import type { VersionDiscount, VersionThreshold } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { adjustmentId } from "../../src/contracts/adjustments.ts";
import { loadedContract } from "../rows/loaded-contract.ts";
import { priceWithProduct } from "../rows/price.ts";
import { subscription, version } from "../rows/subscription.ts";

// R-SUB-8: the discounts and limits of a contract: what they apply to, how much, and for how long.

const discount: VersionDiscount = {
  id: "disc_1",
  type: "percentage",
  value: "10",
  scope: { type: "items", ids: ["price_1"] },
  priceIds: ["price_1"],
  durationType: "forever",
  durationValue: null,
  durationUnit: null,
};

function discountsOf(parts: Parameters<typeof loadedContract>[0]) {
  return loadedContract(parts).contract.discounts.map(({ id, interval, scope, startsOn, endsOn }) => ({
    id,
    interval,
    scope,
    from: startsOn.toString(),
    to: endsOn?.toString() ?? null,
  }));
}

test("a subscription's discount counts its duration from the first charged day", () => {
  const fixed = { durationType: "fixed", durationValue: 3, durationUnit: "months" } as const;
  const taken = subscription({
    trialPeriodDays: 30,
    discount: { discountType: "amount", amount: "5", ...fixed },
  });
  expect(discountsOf({ subscription: taken })).toEqual([
    {
      id: "disc_discount_1",
      interval: "monthly",
      scope: { kind: "subscription" },
      from: "2024-01-31",
      to: "2024-04-30",
    },
  ]);
});

test("a price's discount begins after its own trial, and ends after its length or on its day", () => {
  const of = (discountMembers: object) =>
    discountsOf({
      prices: [
        priceWithProduct({
          billingInterval: "yearly",
          trialPeriodDays: 14,
          discount: {
            discountType: "percentage",
            amount: { value: "10" },
            periodLength: null,
            periodType: null,
            endDate: null,
            ...discountMembers,
          },
        }),
      ],
    });
  expect(of({})).toEqual([
    {
      id: "disc_discount_1",
      interval: "yearly",
      scope: { kind: "price", priceId: "price_1" },
      from: "2024-01-15",
      to: null,
    },
  ]);
  expect(of({ periodLength: 2, periodType: "weeks" })[0]?.to).toBe("2024-01-29");
  expect(of({ endDate: "2024-05-31T22:30:00.000Z" })[0]?.to).toBe("2024-06-01"); // in Berlin
});

test("a discount that consecutive versions have under one ID continues, for what any of them sells", () => {
  const later = { ...discount, scope: { type: "items" as const, ids: ["price_2"] }, priceIds: ["price_2"] };
  const versions = [
    version({ endOn: "2024-03-01", discounts: [discount] }),
    version({ id: "subv_2", startOn: "2024-03-01", endOn: "2024-05-01", discounts: [later] }),
    version({ id: "subv_3", startOn: "2024-05-01" }),
  ];
  expect(discountsOf({ versions })).toEqual([
    {
      id: "disc_1",
      interval: "monthly",
      scope: { kind: "version", priceIds: ["price_1", "price_2"] },
      from: "2024-01-01",
      to: "2024-05-01",
    },
  ]);
});

test("a discount that a version left out begins again, and a limited one ends with its time or its version", () => {
  const bounded = { ...discount, durationType: "fixed", durationValue: 1, durationUnit: "years" } as const;
  const versions = [
    version({ endOn: "2024-03-01", discounts: [bounded] }),
    version({ id: "subv_2", startOn: "2024-03-01", endOn: "2024-04-01" }),
    version({ id: "subv_3", startOn: "2024-04-01", discounts: [bounded] }),
  ];
  expect(discountsOf({ versions }).map(({ from, to }) => `${from} ${to}`)).toEqual([
    "2024-01-01 2024-03-01",
    "2024-04-01 2025-04-01",
  ]);
});

test("limits apply to their price, their version or the whole subscription, each for its period", () => {
  const threshold: VersionThreshold = {
    id: "thr_1",
    type: "min",
    value: "50",
    interval: "quarter",
    scope: { type: "global", ids: [] },
    priceIds: null,
  };
  const { thresholds } = loadedContract({
    subscription: subscription({ maximumSpend: { amount: "1000", period: "year" } }),
    versions: [version({ thresholds: [threshold] })],
    prices: [priceWithProduct({ minimumSpend: { amount: { value: "20" }, period: "monthly" } })],
  }).contract;
  expect(
    thresholds.map(({ id, type, value, interval, scope }) => [id, type, value.toString(), interval, scope]),
  ).toEqual([
    ["thr_min_1", "min", "20", "monthly", { kind: "price", priceId: "price_1" }],
    ["thr_1", "min", "50", "quarterly", { kind: "version", priceIds: null }],
    ["thr_max_1", "max", "1000", "yearly", { kind: "subscription" }],
  ]);
});

test("each owner's discount and limits have their own IDs", () => {
  expect(adjustmentId("sub_01jd", "discount")).toBe("disc_discount_01jd");
  expect(adjustmentId("price_01jd", "max")).toBe("thr_max_01jd");
});
