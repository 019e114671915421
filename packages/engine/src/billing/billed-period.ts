import { Temporal } from "temporal-polyfill";
import {
  addIntervals,
  type BillingInterval,
  billingPeriod,
  type DatePeriod,
  dayBefore,
  earlier,
  isBefore,
  later,
  periodNumberAt,
} from "../calendar/interval.ts";
import { type Contract, serviceStart } from "./contract.ts";

/**
 * A billing period as it is charged. The stub is all service before the anchor, whatever its length. It is prorated
 * over the period that would end at the anchor (R-TIME-2).
 */
export interface BilledPeriod {
  readonly span: DatePeriod;
  /** The period over whose days a part is prorated (R-SUB-5): the span itself, except for the stub. */
  readonly whole: DatePeriod;
}

/** A cache by contract and interval: the prices of a contract need the same few periods repeatedly. */
const found = new WeakMap<Contract, Map<BillingInterval, BilledPeriod[]>>();
const MOST_KEPT = 4;

/** The period that contains a date. */
export function billedPeriodAt(contract: Contract, interval: BillingInterval, date: Temporal.PlainDate): BilledPeriod {
  let byInterval = found.get(contract);
  if (byInterval === undefined) found.set(contract, (byInterval = new Map()));
  const kept = byInterval.get(interval) ?? [];
  const known = kept.find(({ span }) => !isBefore(date, span.start) && isBefore(date, span.end));
  if (known !== undefined) return known;
  const period = findPeriod(contract, interval, date);
  byInterval.set(interval, [period, ...kept.slice(0, MOST_KEPT - 1)]);
  return period;
}

function findPeriod(contract: Contract, interval: BillingInterval, date: Temporal.PlainDate): BilledPeriod {
  if (isBefore(date, contract.anchor)) return stubPeriod(contract, interval);
  const span = billingPeriod(contract.anchor, interval, periodNumberAt(contract.anchor, interval, date));
  return { span, whole: span };
}

function stubPeriod(contract: Contract, interval: BillingInterval): BilledPeriod {
  const { anchor } = contract;
  const whole = { start: addIntervals(anchor, interval, -1), end: anchor };
  return { span: { start: serviceStart(contract), end: anchor }, whole };
}

/** When the advance for a part of a period falls due: on its first day, but never before the first billing date. */
export function advanceDueOn(contract: Contract, served: DatePeriod): Temporal.PlainDate {
  return later(served.start, contract.anchor);
}

/**
 * When the arrears of a period fall due: at the end of the period or the contract, but never before the first billing
 * date.
 */
export function arrearsDueOn(contract: Contract, period: BilledPeriod): Temporal.PlainDate {
  const end = contract.endsOn === null ? period.span.end : earlier(period.span.end, contract.endsOn);
  return later(end, contract.anchor);
}

/**
 * The last period, if any, whose arrears fall due on `date`. There is no stub if no service comes before the anchor.
 */
export function arrearsPeriodDueOn(
  contract: Contract,
  interval: BillingInterval,
  date: Temporal.PlainDate,
): BilledPeriod | undefined {
  if (isBefore(date, contract.anchor)) return undefined;
  const period = billedPeriodAt(contract, interval, dayBefore(date));
  if (!isBefore(period.span.start, period.span.end)) return undefined;
  return Temporal.PlainDate.compare(arrearsDueOn(contract, period), date) === 0 ? period : undefined;
}
