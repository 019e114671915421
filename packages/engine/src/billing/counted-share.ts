import type { Temporal } from "temporal-polyfill";
import {
  BILLING_INTERVALS,
  type BillingInterval,
  type DatePeriod,
  daysBetween,
  earlier,
  isBefore,
  later,
} from "../calendar/interval.ts";
import type { Decimal } from "../decimal/decimal.ts";
import { type BilledPeriod, billedPeriodAt } from "./billed-period.ts";
import { type Contract, type ContractPrice, serviceStart } from "./contract.ts";
import type { InvoiceLineDraft } from "./invoice-line-draft.ts";
import { share } from "./price-amount.ts";
import type { CountedShare } from "./line-share.ts";

/** When a line counts: over the days that it serves, or on one day. */
export type Countable = Pick<InvoiceLineDraft, "countedOn" | "countedInterval" | "service">;

/** The interval that a price's lines cover; null for a one-off price. */
export function countedInterval({ schedule }: Pick<ContractPrice, "schedule">): BillingInterval | null {
  return schedule.kind === "one_off" ? null : schedule.interval;
}

/** The longest of the intervals; null if there is none. */
export function longestInterval(intervals: readonly (BillingInterval | null)[]): BillingInterval | null {
  return BILLING_INTERVALS.findLast((interval) => intervals.includes(interval)) ?? null;
}

/**
 * Whether a limit counts a part of the line in each of its periods. It does if the limit's interval is shorter than the
 * line's.
 */
export function isSpread({ countedInterval: own }: Pick<Countable, "countedInterval">, interval: BillingInterval) {
  return own !== null && BILLING_INTERVALS.indexOf(interval) < BILLING_INTERVALS.indexOf(own);
}

/** The periods of a limit in which a line counts. A line before the start of service counts in none. */
export function countedPeriods(contract: Contract, interval: BillingInterval, line: Countable): BilledPeriod[] {
  if (isSpread(line, interval)) return spreadOver(contract, interval, line.service).map(({ period }) => period);
  return isBefore(line.countedOn, serviceStart(contract)) ? [] : [billedPeriodAt(contract, interval, line.countedOn)];
}

/** How much of a line a period of a limit counts: a share, `whole`, or undefined if it counts nothing. */
export function countedShare(
  contract: Contract,
  interval: BillingInterval,
  line: Countable,
  period: DatePeriod,
): CountedShare | "whole" | undefined {
  if (!isSpread(line, interval)) return isWithin(line.countedOn, period) ? "whole" : undefined;
  const parts = spreadOver(contract, interval, line.service);
  const part = parts.find((one) => one.period.span.start.equals(period.start));
  return part !== undefined && parts.length === 1 ? "whole" : part?.share;
}

/** The amount of a share, rounded to the currency's minor unit. */
export function sharedAmount(amount: Decimal, part: CountedShare | null, currency: string): Decimal {
  if (part === null) return amount;
  const upTo = (days: number) => share(amount, { days, of: part.of }, currency);
  return upTo(part.through).minus(upTo(part.before));
}

interface SpreadPart {
  readonly period: BilledPeriod;
  readonly share: CountedShare;
}

const known = new WeakMap<Contract, Map<string, readonly SpreadPart[]>>();

/**
 * The periods that a service touches. All whole periods have the same share; a partial period at either end has a share
 * by days.
 */
function spreadOver(contract: Contract, interval: BillingInterval, service: DatePeriod): readonly SpreadPart[] {
  let found = known.get(contract);
  if (found === undefined) known.set(contract, (found = new Map()));
  const key = `${interval} ${service.start} ${service.end}`;
  let parts = found.get(key);
  if (parts === undefined) found.set(key, (parts = findParts(contract, interval, service)));
  return parts;
}

function findParts(contract: Contract, interval: BillingInterval, service: DatePeriod): SpreadPart[] {
  const touched: { period: BilledPeriod; days: number; of: number }[] = [];
  for (let day = service.start; isBefore(day, service.end);) {
    const period = billedPeriodAt(contract, interval, day);
    const of = daysBetween(period.whole.start, period.whole.end);
    const [start, end] = [later(period.span.start, service.start), earlier(period.span.end, service.end)];
    touched.push({ period, days: daysBetween(start, end), of });
    day = period.span.end;
  }
  // Whole numbers only: a whole period has the weight of the lengths of all partial periods multiplied.
  const scale = touched.reduce((product, { days, of }) => (days === of ? product : product * of), 1);
  const weights = touched.map(({ days, of }) => (days * scale) / of);
  const of = sum(weights);
  return touched.map(({ period }, index) => {
    const [before, through] = [sum(weights.slice(0, index)), sum(weights.slice(0, index + 1))];
    return { period, share: { before, through, of } };
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

export function isWithin(day: Temporal.PlainDate, { start, end }: DatePeriod): boolean {
  return !isBefore(day, start) && isBefore(day, end);
}
