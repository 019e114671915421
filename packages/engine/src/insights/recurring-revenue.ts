import { Temporal } from "temporal-polyfill";
import { billedPeriodAt } from "../billing/billed-period.ts";
import { type Contract, type ContractPrice, type ContractVersion, serviceStart } from "../billing/contract.ts";
import { type BilledIn, priceBeforehand } from "../billing/price-amount.ts";
import { type BillingInterval, isBefore } from "../calendar/interval.ts";
import { Decimal } from "../decimal/decimal.ts";
import { monthlyAmount } from "./monthly-amount.ts";
import { recurringDiscounts } from "./recurring-discounts.ts";
import { isWithin, recurringInterval, type RecurringPart } from "./recurring-part.ts";

/** The monthly recurring revenue of a subscription from a day on, until the next stretch begins. */
export interface RecurringStretch {
  readonly from: Temporal.PlainDate;
  /** The version that is sold; null while nothing is served: in a trial, in a pause and after the end. */
  readonly versionId: string | null;
  readonly amount: Decimal;
  readonly parts: readonly RecurringPart[];
}

/**
 * The monthly recurring revenue of a contract over all its days, as far as known: what it charges for each period
 * regardless of usage, per month, after discounts. It is zero before the first stretch. Usage, one-off prices and spend
 * limits are not included.
 */
export function recurringStretches(contract: Contract): RecurringStretch[] {
  const stretches: RecurringStretch[] = [];
  for (const day of turningDays(contract)) {
    const next = recurringOn(contract, day);
    const last = stretches.at(-1) ?? nothingFrom(day);
    if (next.versionId !== last.versionId || !next.amount.equals(last.amount)) stretches.push(next);
  }
  return stretches;
}

/** The days on which it may change, oldest first. A day may appear several times. */
function turningDays(contract: Contract): Temporal.PlainDate[] {
  const { versions, pauses, discounts, endsOn } = contract;
  const prices = versions.flatMap((version) => version.prices);
  const intervals = new Set(prices.flatMap((price) => recurringInterval(price) ?? []));
  const bounds = discounts.flatMap((discount) => [discount.startsOn, discount.endsOn ?? discount.startsOn]);
  const days = [
    serviceStart(contract),
    ...versions.map(({ startsOn }) => startsOn),
    ...prices.filter(({ trialDays }) => trialDays > 0).map((price) => serviceStart(contract, price)),
    ...pauses.flatMap((pause) => [pause.startsOn, pause.endsOn ?? pause.startsOn]),
    ...bounds,
    // A discount applies to the periods that begin while it lasts, so revenue changes when the period in which the
    // discount ends is over.
    ...bounds.flatMap((day) => [...intervals].map((interval) => billedPeriodAt(contract, interval, day).span.end)),
    ...(endsOn === null ? [] : [endsOn]),
  ];
  return days.toSorted((a, b) => Temporal.PlainDate.compare(a, b));
}

function recurringOn(contract: Contract, day: Temporal.PlainDate): RecurringStretch {
  const version = servedVersion(contract, day);
  if (version === undefined) return nothingFrom(day);
  const prices = version.prices.filter((price) => !isBefore(day, serviceStart(contract, price)));
  const sold = prices.flatMap((price): RecurringPart[] => {
    const interval = recurringInterval(price);
    if (interval === null) return [];
    return [{ priceId: price.id, adjustmentId: null, amount: monthlyPrice(contract, price, interval) }];
  });
  const parts = [...sold, ...recurringDiscounts(contract, prices, sold, day)];
  return { from: day, versionId: version.id, amount: Decimal.sum(parts.map(({ amount }) => amount)), parts };
}

/** A cache by price and currency: many contracts sell the same few prices. */
const found = new WeakMap<ContractPrice, Map<string, Decimal>>();

function monthlyPrice(billedIn: BilledIn, price: ContractPrice, interval: BillingInterval): Decimal {
  const key = `${billedIn.currency} ${billedIn.conversionRate?.toString() ?? ""}`;
  let amounts = found.get(price);
  if (amounts === undefined) found.set(price, (amounts = new Map()));
  let amount = amounts.get(key);
  if (amount === undefined) {
    amount = monthlyAmount(priceBeforehand(billedIn, price.model, null).amount, interval, billedIn.currency);
    amounts.set(key, amount);
  }
  return amount;
}

/** The version in effect on a day, or undefined if the day is not served or not charged. */
function servedVersion(contract: Contract, day: Temporal.PlainDate): ContractVersion | undefined {
  const { versions, pauses, endsOn } = contract;
  if (isBefore(day, serviceStart(contract)) || (endsOn !== null && !isBefore(day, endsOn))) return undefined;
  if (pauses.some((pause) => isWithin(day, pause))) return undefined;
  return versions.find((version) => isWithin(day, version));
}

function nothingFrom(from: Temporal.PlainDate): RecurringStretch {
  return { from, versionId: null, amount: Decimal.zero, parts: [] };
}
