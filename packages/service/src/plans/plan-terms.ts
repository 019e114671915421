import { Decimal, isCurrency } from "@counterfoil/engine";
import type { PlanRow } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";

/** What is wrong with a plan beside its prices: currency, terms, limits and discount (R-CAT-3). */
export function planTermFaults(plan: PlanRow): Fault[] {
  const faults: Fault[] = [];
  const refuse: Refuse = (member, code, detail) => faults.push({ pointer: `/${member}`, code, detail });
  if (!isCurrency(plan.currency)) refuse("currency", "unknown_currency", `${plan.currency} is no ISO 4217 code.`);
  periodFaults(plan, refuse);
  spendFaults(plan, refuse);
  discountFaults(plan.discount, refuse);
  return faults;
}

type Refuse = (member: string, code: string, detail: string) => void;

function periodFaults(plan: PlanRow, refuse: Refuse): void {
  if (plan.contractPeriodType === "fixed" && plan.contractDuration === null) {
    refuse("contractDuration", "required_for_fixed", "A fixed contract needs contractDuration in months.");
  }
  if (plan.contractPeriodType === "monthly_rolling" && plan.contractDuration !== null) {
    refuse("contractDuration", "only_for_fixed", "Only a contract with contractPeriodType fixed has a duration.");
  }
  if (plan.renewalPeriodType === "fixed" && plan.renewalDuration === null) {
    refuse("renewalDuration", "required_for_fixed", "A fixed renewal needs renewalDuration in months.");
  }
  if (plan.renewalPeriodType !== "fixed" && plan.renewalDuration !== null) {
    refuse("renewalDuration", "only_for_fixed", "Only a renewal with renewalPeriodType fixed has a duration.");
  }
}

function spendFaults({ minimumSpend, maximumSpend }: PlanRow, refuse: Refuse): void {
  for (const [member, spend] of Object.entries({ minimumSpend, maximumSpend })) {
    if (spend !== null && Decimal.of(spend.amount).isNegative()) {
      refuse(`${member}/amount`, "negative", "A spend limit cannot be negative.");
    }
  }
  if (minimumSpend === null || maximumSpend === null || minimumSpend.period !== maximumSpend.period) return;
  if (Decimal.of(minimumSpend.amount).compare(Decimal.of(maximumSpend.amount)) > 0) {
    refuse("maximumSpend/amount", "below_minimum", "The maximum spend is below the minimum spend.");
  }
}

const HUNDRED = Decimal.of("100");

function discountFaults(discount: PlanRow["discount"], refuse: Refuse): void {
  if (discount === null) return;
  const amount = Decimal.of(discount.amount);
  if (amount.isNegative()) refuse("discount/amount", "negative", "A discount cannot be negative.");
  if (discount.discountType === "percentage" && amount.compare(HUNDRED) > 0) {
    refuse("discount/amount", "above_hundred", "A discount takes off at most 100 per cent.");
  }
  if (discount.durationType === "forever") return;
  for (const member of ["durationValue", "durationUnit"] as const) {
    if (discount[member] === null) {
      refuse(`discount/${member}`, "required", "A discount of fixed duration needs durationValue and durationUnit.");
    }
  }
}
