import { expect, test } from "vitest";
import { subscriptionFaults } from "../../src/subscriptions/check-subscription.ts";
import { checkSoldPrices } from "../../src/subscriptions/check-sold-prices.ts";
import { price } from "../rows/price.ts";
import { subscription } from "../rows/subscription.ts";

// R-SUB-1: invalid subscriptions.

const discount = {
  discountType: "percentage",
  amount: "10",
  durationType: "forever",
  durationValue: null,
  durationUnit: null,
} as const;
const spend = { amount: "10", period: "month" } as const;

test.each<[Parameters<typeof subscription>[0], string[]]>([
  [{}, []],
  [{ currency: "EUX" }, ["/currency unknown_currency"]],
  [{ sourceCurrency: "USX", conversionRate: "1" }, ["/sourceCurrency unknown_currency"]],
  [{ sourceCurrency: "USD" }, ["/conversionRate required"]],
  [{ conversionRate: "0.9" }, ["/sourceCurrency required"]],
  [{ sourceCurrency: "USD", conversionRate: "0" }, ["/conversionRate not_positive"]],
  [{ sourceCurrency: "USD", conversionRate: "x" }, ["/conversionRate not_positive"]],
  [{ sourceCurrency: "USD", conversionRate: `1${"0".repeat(40)}` }, ["/conversionRate out_of_range"]],
  [{ sourceCurrency: "USD", conversionRate: "0.92" }, []],
  [{ contractEndOn: "2025-01-01" }, ["/contractEndDate only_for_fixed"]],
  [{ contractPeriodType: "fixed" }, ["/contractEndDate required_for_fixed"]],
  [{ contractPeriodType: "fixed", contractEndOn: "2024-01-01" }, ["/contractEndDate before_start"]],
  [{ contractPeriodType: "fixed", contractEndOn: "2024-01-02" }, []],
  [{ firstBillingOn: "2024-01-01" }, []],
  [{ firstBillingOn: "2024-01-14", trialPeriodDays: 14 }, ["/firstBillingDate before_service"]],
  [{ firstBillingOn: "2024-01-15", trialPeriodDays: 14 }, []],
  [{ autoRenew: true, renewalPeriodType: "fixed" }, ["/renewalDuration required"]],
  [{ autoRenew: true, renewalPeriodType: "fixed", renewalDuration: 1 }, []],
  [{ minimumSpend: { ...spend, amount: "-1" } }, ["/minimumSpend/amount negative"]],
  [{ maximumSpend: { ...spend, amount: "-1" } }, ["/maximumSpend/amount negative"]],
  [{ discount: { ...discount, amount: "-1" } }, ["/discount/amount negative"]],
  [{ discount: { ...discount, amount: "100.01" } }, ["/discount/amount above_hundred"]],
  [{ discount: { ...discount, amount: "100" } }, []],
  [{ discount: { ...discount, discountType: "amount", amount: "150" } }, []],
  [{ discount: { ...discount, durationType: "fixed", durationValue: 3 } }, ["/discount/durationValue required"]],
  [{ discount: { ...discount, durationType: "fixed", durationValue: 3, durationUnit: "months" } }, []],
])("%j: %j", (members, expected) => {
  expect(subscriptionFaults(subscription(members)).map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(expected);
});

const archived = price({ id: "price_2", archivedAt: "2024-01-01T00:00:00.000Z" });
const dollars = price({ id: "price_3", currency: "USD" });

test.each([
  [["price_1"], "EUR", [], []],
  [["price_9"], "EUR", [], ["/0 unknown_price"]],
  [["price_1", "price_1"], "EUR", [], ["/1 repeated_price"]],
  [["price_2"], "EUR", [], ["/0 price_archived"]],
  // It was sold before, so it can still be sold.
  [["price_2"], "EUR", ["price_2"], []],
  [["price_3"], "EUR", [], ["/0 other_currency"]],
  [["price_3"], null, [], []],
])("selling %j in %s, after %j: %j", (ids, currency, present, expected) => {
  const sold = ids.map((id, index) => ({ id, pointer: `/${index}` }));
  const faults = checkSoldPrices(sold, [price(), archived, dollars], currency, present);
  expect(faults.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(expected);
});
