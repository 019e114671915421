import { Decimal } from "@counterfoil/engine";
import type { PlanRow } from "@counterfoil/storage";
import { currencyFaults } from "../codes.ts";
import type { Fault } from "../errors/index.ts";

/** The faults of a plan except those of its prices: currency, terms, limits and discount (R-CAT-3). */
export function planTermFaults(plan: PlanRow): Fault[] {
  const faults: Fault[] = currencyFaults("/currency", plan.currency);
  const refuse: Refuse = (member, code, detail) => faults.push({ pointer: `/${member}`, code, detail });
  periodFaults(plan, refuse);
  spendFaults(plan, refuse);
  discountFaults(plan.discount, refuse);
  return faults;
}

type Refuse = (member: string, code: string, detail: string) => void;

function periodFaults(plan: PlanRow, refuse: Refuse): void {
  if (plan.contractPeriodType === "fixed" && plan.contractDuration === null) {
    refuse(
      "contractDuration",
      "required_for_fixed",
      "A fixed contract needs a duration. Set contractDuration in months.",
    );
  }
  if (plan.contractPeriodType === "monthly_rolling" && plan.contractDuration !== null) {
    refuse(
      "contractDuration",
      "only_for_fixed",
      "contractDuration applies only to contractPeriodType fixed. Leave it out.",
    );
  }
  if (plan.renewalPeriodType === "fixed" && plan.renewalDuration === null) {
    refuse("renewalDuration", "required_for_fixed", "A fixed renewal needs a duration. Set renewalDuration in months.");
  }
  if (plan.renewalPeriodType !== "fixed" && plan.renewalDuration !== null) {
    refuse(
      "renewalDuration",
      "only_for_fixed",
      "renewalDuration applies only to renewalPeriodType fixed. Leave it out.",
    );
  }
}

function spendFaults({ minimumSpend, maximumSpend }: PlanRow, refuse: Refuse): void {
  for (const [member, spend] of Object.entries({ minimumSpend, maximumSpend })) {
    if (spend !== null && Decimal.of(spend.amount).isNegative()) {
      refuse(`${member}/amount`, "negative", "The amount must not be negative.");
    }
  }
  if (minimumSpend === null || maximumSpend === null || minimumSpend.period !== maximumSpend.period) return;
  if (Decimal.of(minimumSpend.amount).compare(Decimal.of(maximumSpend.amount)) > 0) {
    refuse("maximumSpend/amount", "below_minimum", "The maximum spend must not be below the minimum spend.");
  }
}

const HUNDRED = Decimal.of("100");

function discountFaults(discount: PlanRow["discount"], refuse: Refuse): void {
  if (discount === null) return;
  const amount = Decimal.of(discount.amount);
  if (amount.isNegative()) refuse("discount/amount", "negative", "The discount must not be negative.");
  if (discount.discountType === "percentage" && amount.compare(HUNDRED) > 0) {
    refuse("discount/amount", "above_hundred", "A percentage discount must be at most 100.");
  }
  if (discount.durationType === "forever") return;
  for (const member of ["durationValue", "durationUnit"] as const) {
    if (discount[member] === null) {
      refuse(
        `discount/${member}`,
        "required",
        "A discount with a fixed duration needs durationValue and durationUnit.",
      );
    }
  }
}
