import { expect, test } from "vitest";
import { amountsOfPlan } from "../../src/subscriptions/amounts-of-plan.ts";

// R-SUB-9: amounts of a plan in another currency are converted at the rate of the contract.

const inYen = {
  currency: "JPY",
  conversionRate: "150.5",
  minimumSpend: { amount: "10.01", period: "month" as const },
  maximumSpend: null,
  discount: { discountType: "amount" as const, amount: "2.00", durationType: "forever" as const },
};
const created = { ...inYen, discount: { ...inYen.discount, durationValue: null, durationUnit: null } };

test("amounts that were not sent are those of the plan, rounded once to the minor unit", () => {
  expect(amountsOfPlan({ currency: "USD" }, created, {})).toEqual({
    minimumSpend: { amount: "1507", period: "month" }, // 1506.505
    maximumSpend: null,
    discount: { ...created.discount, amount: "301" },
  });
});

test("amounts that were sent, percentages, and plans in the same currency stay", () => {
  const percentage = { ...created, discount: { ...created.discount, discountType: "percentage" as const } };
  const sent = { minimumSpend: created.minimumSpend, maximumSpend: null };
  expect(amountsOfPlan({ currency: "USD" }, percentage, sent)).toEqual({});
  expect(amountsOfPlan({ currency: "JPY" }, created, {})).toEqual({});
  expect(amountsOfPlan(null, created, {})).toEqual({});
});
