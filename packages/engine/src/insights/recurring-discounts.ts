import type { Temporal } from "temporal-polyfill";
import { billedPeriodAt } from "../billing/billed-period.ts";
import {
  type Contract,
  type ContractDiscount,
  type ContractPrice,
  isInScope,
  ofScope,
  placeOfScope,
} from "../billing/contract.ts";
import { segments } from "../billing/segment.ts";
import { BILLING_INTERVALS, type BillingInterval, later } from "../calendar/interval.ts";
import { Decimal } from "../decimal/decimal.ts";
import { roundToMinorUnit } from "../money/money.ts";
import { monthlyAmount } from "./monthly-amount.ts";
import { isWithin, recurringInterval, type RecurringPart } from "./recurring-part.ts";

const HUNDREDTH = Decimal.of("0.01");

/**
 * The monthly reductions by the discounts of a day: first those of prices, then those of the whole subscription
 * (R-SUB-8).
 */
export function recurringDiscounts(
  contract: Contract,
  prices: readonly ContractPrice[],
  sold: readonly RecurringPart[],
  day: Temporal.PlainDate,
): RecurringPart[] {
  const ordered = contract.discounts.toSorted((a, b) => placeOfScope(a.scope) - placeOfScope(b.scope));
  const taken: (RecurringPart & { readonly scope: ContractDiscount["scope"] })[] = [];
  for (const discount of ordered) {
    const lasting = prices.filter((price) => holdsFor(contract, discount, price, day));
    const ids = new Set(lasting.map(({ id }) => id));
    const ofPrices = [...sold, ...taken].filter(({ priceId }) => priceId !== null && ids.has(priceId));
    const ofParts = taken.filter(({ scope }) => scope.kind === "version" && isInScope(discount.scope, ofScope(scope)));
    const counted = [...ofPrices, ...ofParts];
    const amount = takenOff(contract, discount, lasting, Decimal.sum(counted.map((part) => part.amount)));
    const { priceId } = ofScope(discount.scope);
    const part = { priceId, adjustmentId: discount.id, amount: amount.negate(), scope: discount.scope };
    if (!amount.isZero()) taken.push(part);
  }
  return taken.map(({ scope: _scope, ...part }) => part);
}

/** A discount applies to a period of a price that begins while the discount lasts, up to the end of that period. */
function holdsFor(
  contract: Contract,
  discount: ContractDiscount,
  price: ContractPrice,
  day: Temporal.PlainDate,
): boolean {
  const interval = recurringInterval(price);
  if (interval === null || !isInScope(discount.scope, { priceId: price.id })) return false;
  const { start } = billedPeriodAt(contract, interval, day).span;
  const begins = segments(contract)
    .filter(
      (segment) => segment.price.id === price.id && isWithin(day, { startsOn: segment.start, endsOn: segment.end }),
    )
    .reduce((from, segment) => later(from, segment.start), start);
  return isWithin(begins, discount);
}

/** An amount applies once in each of its periods in which something is charged, and reduces no more than there is. */
function takenOff(
  { currency }: Contract,
  { type, value, interval }: ContractDiscount,
  prices: readonly ContractPrice[],
  counted: Decimal,
): Decimal {
  if (type === "percentage") return roundToMinorUnit(counted.times(value).times(HUNDREDTH), currency);
  const monthly = monthlyAmount(value, longer(interval, shortestOf(prices) ?? interval), currency);
  return Decimal.min(Decimal.max(counted, Decimal.zero), monthly);
}

function shortestOf(prices: readonly ContractPrice[]): BillingInterval | undefined {
  const intervals = prices.map(recurringInterval);
  return BILLING_INTERVALS.find((interval) => intervals.includes(interval));
}

function longer(a: BillingInterval, b: BillingInterval): BillingInterval {
  return BILLING_INTERVALS.indexOf(a) < BILLING_INTERVALS.indexOf(b) ? b : a;
}
