import { boundsText, Decimal, isCurrency, numberBounds } from "@counterfoil/engine";
import type { SubscriptionRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Fault } from "../errors/index.ts";

/** Everything that is wrong with a subscription as it would be written, member by member. */
export function subscriptionFaults(subscription: SubscriptionRow): Fault[] {
  const faults: Fault[] = [];
  const refuse = (member: string, code: string, detail: string) => faults.push({ pointer: `/${member}`, code, detail });
  const { contractPeriodType, contractStartOn, contractEndOn, firstBillingOn } = subscription;
  for (const member of ["currency", "sourceCurrency"] as const) {
    const code = subscription[member];
    if (code !== null && !isCurrency(code)) refuse(member, "unknown_currency", `${code} is no ISO 4217 code.`);
  }
  conversionFaults(subscription, refuse);
  if (contractPeriodType === "monthly_rolling" && contractEndOn !== null) {
    refuse("contractEndDate", "only_for_fixed", "Only a contract with contractPeriodType fixed has an end date.");
  }
  if (contractPeriodType === "fixed" && contractEndOn === null) {
    refuse(
      "contractEndDate",
      "required_for_fixed",
      "A fixed contract needs contractDuration in months or contractEndDate.",
    );
  }
  if (contractEndOn !== null && contractEndOn <= contractStartOn) {
    refuse("contractEndDate", "before_start", "The contract ends before it starts.");
  }
  const serviceStart = Temporal.PlainDate.from(contractStartOn).add({ days: subscription.trialPeriodDays ?? 0 });
  if (firstBillingOn !== null && firstBillingOn < serviceStart.toString()) {
    const detail = `The first billing date lies before service is charged from ${serviceStart} (contract start plus trial).`;
    refuse("firstBillingDate", "before_service", detail);
  }
  if (subscription.autoRenew && subscription.renewalPeriodType === "fixed" && subscription.renewalDuration === null) {
    refuse("renewalDuration", "required", "A fixed renewal needs renewalDuration in months.");
  }
  moneyFaults(subscription, refuse);
  return faults;
}

type Refuse = (member: string, code: string, detail: string) => void;

function conversionFaults({ sourceCurrency, conversionRate }: SubscriptionRow, refuse: Refuse): void {
  if (sourceCurrency !== null && conversionRate === null) {
    refuse("conversionRate", "required", "With a sourceCurrency the conversionRate is needed as well.");
  }
  if (conversionRate === null) return;
  const rate = Decimal.parse(conversionRate);
  if (rate?.isPositive() !== true) {
    refuse("conversionRate", "not_positive", "The conversion rate must be a positive decimal.");
  } else if (!rate.fits(numberBounds)) {
    refuse("conversionRate", "out_of_range", `The conversion rate must have ${boundsText(numberBounds)}.`);
  }
  if (sourceCurrency === null)
    refuse("sourceCurrency", "required", "A conversionRate needs the sourceCurrency it is from.");
}

function moneyFaults(subscription: SubscriptionRow, refuse: Refuse): void {
  const { minimumSpend, maximumSpend, discount } = subscription;
  for (const [member, spend] of Object.entries({ minimumSpend, maximumSpend })) {
    if (spend !== null && Decimal.of(spend.amount).isNegative()) {
      refuse(`${member}/amount`, "negative", "A spend limit cannot be negative.");
    }
  }
  if (discount === null) return;
  const amount = Decimal.of(discount.amount);
  if (amount.isNegative()) refuse("discount/amount", "negative", "A discount cannot be negative.");
  if (discount.discountType === "percentage" && amount.compare(Decimal.of("100")) > 0) {
    refuse("discount/amount", "above_hundred", "A discount takes off at most 100 per cent.");
  }
  if (discount.durationType === "fixed" && (discount.durationValue === null || discount.durationUnit === null)) {
    refuse("discount/durationValue", "required", "A discount of fixed duration needs durationValue and durationUnit.");
  }
}
