import type { SubscriptionRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { toInstantText, writtenDay } from "../time.ts";
import type { SubscriptionInput } from "./subscription-input.ts";

/** The dates of a subscription. Each is stored as an instant and as the calendar date that billing uses. */
const DATES = {
  contractStartDate: "contractStartOn",
  contractEndDate: "contractEndOn",
  firstBillingDate: "firstBillingOn",
  invoiceGenerationStartDate: "invoiceGenerationStartOn",
} as const;

/** The subscription with a caller's members merged into it. Null clears a member, and a missing member is unchanged. */
export function applySubscriptionInput(
  subscription: SubscriptionRow,
  input: SubscriptionInput,
  timeZone: string,
): SubscriptionRow {
  const { discount, conversionRate, conversionRateDate, ...rest } = input;
  const merged: SubscriptionRow = { ...subscription, ...rest };
  if (discount !== undefined) {
    merged.discount = discount === null ? null : { durationValue: null, durationUnit: null, ...discount };
  }
  if (conversionRate !== undefined) merged.conversionRate = conversionRate === null ? null : String(conversionRate);
  if (conversionRateDate !== undefined) {
    merged.conversionRateDate = conversionRateDate === null ? null : toInstantText(conversionRateDate, timeZone);
  }
  for (const [date, day] of Object.entries(DATES) as [keyof typeof DATES, (typeof DATES)[keyof typeof DATES]][]) {
    const given = input[date];
    if (given === undefined) continue;
    Object.assign(merged, {
      [date]: given === null ? null : toInstantText(given, timeZone),
      [day]: given === null ? null : writtenDay(given, timeZone),
    });
  }
  return withContractEnd(merged, input, timeZone);
}

/** A fixed contract with a duration ends that many months after its start, on the same day or the month's last. */
function withContractEnd(subscription: SubscriptionRow, input: SubscriptionInput, timeZone: string): SubscriptionRow {
  if (subscription.contractPeriodType !== "fixed" || subscription.contractDuration === null) return subscription;
  const movesEnd = input.contractDuration ?? input.contractStartDate ?? input.contractPeriodType;
  if (movesEnd === undefined || (input.contractEndDate ?? null) !== null) return subscription;
  const end = Temporal.PlainDate.from(subscription.contractStartOn).add({ months: subscription.contractDuration });
  return {
    ...subscription,
    contractEndOn: end.toString(),
    contractEndDate: toInstantText(end.toString(), timeZone),
  };
}
