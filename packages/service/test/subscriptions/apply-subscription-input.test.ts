import { expect, test } from "vitest";
import { applySubscriptionInput } from "../../src/subscriptions/apply-subscription-input.ts";
import { groupsOf } from "../../src/subscriptions/version-input.ts";
import { subscription } from "../rows/subscription.ts";

// R-SUB-4: the members of a subscription in a request. Dates are local days, each with the instant at which it begins.

const before = subscription({ contractStartOn: "2024-01-31", contractStartDate: "2024-01-30T23:00:00.000Z" });
const applied = (input: Parameters<typeof applySubscriptionInput>[1], row = before) =>
  applySubscriptionInput(row, input, "Europe/Berlin");

test("a missing member stays unchanged, and null clears a member", () => {
  expect(applied({})).toEqual(before);
  expect(applied({ description: null, name: "Team" })).toEqual({ ...before, description: null, name: "Team" });
});

test("a date is the start of that local day, and an instant belongs to its local day", () => {
  expect(applied({ firstBillingDate: "2024-04-01" })).toMatchObject({
    firstBillingDate: "2024-03-31T22:00:00.000Z",
    firstBillingOn: "2024-04-01",
  });
  expect(applied({ firstBillingDate: "2024-03-31T22:30:00Z" })).toMatchObject({
    firstBillingDate: "2024-03-31T22:30:00.000Z",
    firstBillingOn: "2024-04-01",
  });
  expect(applied({ firstBillingDate: null })).toMatchObject({ firstBillingDate: null, firstBillingOn: null });
});

test("a fixed contract of some months ends on the same day of the month, or on the month's last day", () => {
  const fixed = { contractPeriodType: "fixed", contractDuration: 1 } as const;
  expect(applied(fixed)).toMatchObject({ contractEndOn: "2024-02-29", contractEndDate: "2024-02-28T23:00:00.000Z" });
  // An explicit end takes precedence over the duration.
  expect(applied({ ...fixed, contractEndDate: "2024-12-31" }).contractEndOn).toBe("2024-12-31");
  // A later start moves the end.
  expect(applied({ contractStartDate: "2024-05-01" }, applied(fixed)).contractEndOn).toBe("2024-06-01");
  // Other changes do not change the end.
  const longer = { ...applied(fixed), contractEndOn: "2024-12-31" };
  expect(applied({ name: "Team" }, longer).contractEndOn).toBe("2024-12-31");
  expect(applied({ contractDuration: 3 }).contractEndOn).toBeNull(); // it continues month to month
});

test("a discount is replaced as a whole, and a rate is text", () => {
  const discount = { discountType: "percentage", amount: "10", durationType: "forever" } as const;
  expect(applied({ discount }).discount).toEqual({ ...discount, durationValue: null, durationUnit: null });
  expect(applied({ discount: null }).discount).toBeNull();
  expect(applied({ conversionRate: 0.92, conversionRateDate: "2024-01-31" })).toMatchObject({
    conversionRate: "0.92",
    conversionRateDate: "2024-01-30T23:00:00.000Z",
  });
  expect(applied({ conversionRate: null }).conversionRate).toBeNull();
});

test("both forms of a version's prices become groups, each with its pointer in the request", () => {
  expect(groupsOf({})).toBeUndefined();
  expect(groupsOf({ priceGroups: [{ name: "Base", priceIds: ["price_1"] }] })).toEqual([
    { name: "Base", priceIds: ["price_1"], pointer: "/priceGroups/0", priceIdsMember: "priceIds" },
  ]);
  const described = groupsOf({
    prices: { existingPriceIds: ["price_1"] },
    priceBundles: [{ bundleId: "bun_1" }, { bundleId: "bun_2", existingPriceIds: ["price_2"] }],
  });
  expect(described).toEqual([
    { priceIds: ["price_1"], pointer: "/prices", priceIdsMember: "existingPriceIds" },
    { bundleId: "bun_1", pointer: "/priceBundles/0", priceIdsMember: "existingPriceIds" },
    { bundleId: "bun_2", priceIds: ["price_2"], pointer: "/priceBundles/1", priceIdsMember: "existingPriceIds" },
  ]);
});
