import type { PlanRow } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { planTermFaults } from "../../src/plans/plan-terms.ts";

// R-CAT-3: invalid plans.

const plan = {
  currency: "EUR",
  contractPeriodType: "monthly_rolling",
  contractDuration: null,
  renewalPeriodType: null,
  renewalDuration: null,
  minimumSpend: null,
  maximumSpend: null,
  discount: null,
} as PlanRow;
const spend = (amount: string, period: "month" | "year" = "month") => ({ amount, period });
const discount = {
  discountType: "percentage",
  amount: "10",
  durationType: "forever",
  durationValue: null,
  durationUnit: null,
} as const;

test.each<[Partial<PlanRow>, string[]]>([
  [{}, []],
  [{ currency: "EUX" }, ["/currency unknown_currency"]],
  [{ contractPeriodType: "fixed" }, ["/contractDuration required_for_fixed"]],
  [{ contractDuration: 12 }, ["/contractDuration only_for_fixed"]],
  [{ contractPeriodType: "fixed", contractDuration: 12 }, []],
  [{ renewalPeriodType: "fixed" }, ["/renewalDuration required_for_fixed"]],
  [{ renewalDuration: 12 }, ["/renewalDuration only_for_fixed"]],
  [{ minimumSpend: spend("-1") }, ["/minimumSpend/amount negative"]],
  [{ minimumSpend: spend("10"), maximumSpend: spend("9") }, ["/maximumSpend/amount below_minimum"]],
  [{ minimumSpend: spend("10"), maximumSpend: spend("9", "year") }, []],
  [{ discount: { ...discount, amount: "-1" } }, ["/discount/amount negative"]],
  [{ discount: { ...discount, amount: "100.1" } }, ["/discount/amount above_hundred"]],
  [{ discount: { ...discount, discountType: "amount", amount: "100.1" } }, []],
  [
    { discount: { ...discount, durationType: "fixed" } },
    ["/discount/durationValue required", "/discount/durationUnit required"],
  ],
])("%j: %j", (members, expected) => {
  expect(planTermFaults({ ...plan, ...members }).map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(expected);
});
