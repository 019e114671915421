import { boundsText, Decimal, numberBounds } from "@counterfoil/engine";
import type { SubscriptionRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { currencyFaults } from "../codes.ts";
import type { Fault } from "../errors/index.ts";

/** All faults of a subscription before it is stored, by member. */
export function subscriptionFaults(subscription: SubscriptionRow): Fault[] {
  const faults: Fault[] = [];
  const refuse = (member: string, code: string, detail: string) => faults.push({ pointer: `/${member}`, code, detail });
  const { contractPeriodType, contractStartOn, contractEndOn, firstBillingOn } = subscription;
  for (const member of ["currency", "sourceCurrency"] as const) {
    faults.push(...currencyFaults(`/${member}`, subscription[member]));
  }
  conversionFaults(subscription, refuse);
  if (contractPeriodType === "monthly_rolling" && contractEndOn !== null) {
    refuse(
      "contractEndDate",
      "only_for_fixed",
      "contractEndDate applies only to contractPeriodType fixed. Leave it out.",
    );
  }
  if (contractPeriodType === "fixed" && contractEndOn === null) {
    refuse(
      "contractEndDate",
      "required_for_fixed",
      "A fixed contract needs an end. Set contractEndDate, or contractDuration in months.",
    );
  }
  if (contractEndOn !== null && contractEndOn <= contractStartOn) {
    refuse("contractEndDate", "before_start", `The contract must end after it starts on ${contractStartOn}.`);
  }
  const serviceStart = Temporal.PlainDate.from(contractStartOn).add({ days: subscription.trialPeriodDays ?? 0 });
  if (firstBillingOn !== null && firstBillingOn < serviceStart.toString()) {
    const detail = `The first billing date must be ${serviceStart} (contract start plus trial) or later.`;
    refuse("firstBillingDate", "before_service", detail);
  }
  if (subscription.autoRenew && subscription.renewalPeriodType === "fixed" && subscription.renewalDuration === null) {
    refuse("renewalDuration", "required", "A fixed renewal needs a duration. Set renewalDuration in months.");
  }
  moneyFaults(subscription, refuse);
  return faults;
}

type Refuse = (member: string, code: string, detail: string) => void;

function conversionFaults({ sourceCurrency, conversionRate }: SubscriptionRow, refuse: Refuse): void {
  if (sourceCurrency !== null && conversionRate === null) {
    refuse("conversionRate", "required", "A sourceCurrency needs a conversionRate. Send both, or neither.");
  }
  if (conversionRate === null) return;
  const rate = Decimal.parse(conversionRate);
  if (rate?.isPositive() !== true) {
    refuse("conversionRate", "not_positive", "The conversion rate must be a positive decimal.");
  } else if (!rate.fits(numberBounds)) {
    refuse("conversionRate", "out_of_range", `The conversion rate must have ${boundsText(numberBounds)}.`);
  }
  if (sourceCurrency === null)
    refuse("sourceCurrency", "required", "A conversionRate needs a sourceCurrency. Send both, or neither.");
}

function moneyFaults(subscription: SubscriptionRow, refuse: Refuse): void {
  const { minimumSpend, maximumSpend, discount } = subscription;
  for (const [member, spend] of Object.entries({ minimumSpend, maximumSpend })) {
    if (spend !== null && Decimal.of(spend.amount).isNegative()) {
      refuse(`${member}/amount`, "negative", "The amount must not be negative.");
    }
  }
  if (discount === null) return;
  const amount = Decimal.of(discount.amount);
  if (amount.isNegative()) refuse("discount/amount", "negative", "The discount must not be negative.");
  if (discount.discountType === "percentage" && amount.compare(Decimal.of("100")) > 0) {
    refuse("discount/amount", "above_hundred", "A percentage discount must be at most 100.");
  }
  if (discount.durationType === "fixed" && (discount.durationValue === null || discount.durationUnit === null)) {
    refuse(
      "discount/durationValue",
      "required",
      "A discount with a fixed duration needs durationValue and durationUnit.",
    );
  }
}
