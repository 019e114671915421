import type { Temporal } from "temporal-polyfill";
import {
  advanceInterval,
  arrearsInterval,
  billedPeriodAt,
  type BilledPeriod,
  chargesRest,
  type Contract,
  type ContractPrice,
  type ContractVersion,
  creditsUnused,
  type DatePeriod,
  Decimal,
  isBefore,
  isPrepaid,
  later,
  rate,
  rateInAdvance,
  daysBetween,
} from "../../src/index.ts";

/** One price in one of its periods, with the days for which it is to be charged in the end. */
interface PeriodCost {
  readonly price: ContractPrice;
  readonly period: BilledPeriod;
  readonly days: number;
  /**
   * Whether it was also sold up to the first day of the period, or for no day of it, and not given back by what replaced it:
   * then it stays charged if it had been billed by then, and only then.
   */
  readonly isPerhapsBilledBefore: boolean;
  /** days ÷ days of the period × the price of the whole. */
  readonly exact: Decimal;
}

/** A stretch in which a price is sold, found by walking from day to day. */
interface Sale {
  readonly price: ContractPrice;
  readonly start: Temporal.PlainDate;
  readonly end: Temporal.PlainDate;
  readonly opened: ContractVersion;
  /** The version that left the price out, or undefined where the contract ended or still runs. */
  readonly closedBy: ContractVersion | undefined;
}

/**
 * What recurring prices come to in the periods that are over by `through`, counted day by day from the contract as it is in
 * the end: how it came to be so, and what was billed when, must make no difference (R-SUB-4, R-SUB-5, R-SUB-6).
 */
export function costByDays(contract: Contract, through: Temporal.PlainDate): PeriodCost[] {
  const sales = salesOf(contract, through.add({ years: 2 }));
  const kept = sales.filter(({ closedBy }) => !creditsBack(closedBy));
  return sales.flatMap((sale) => {
    const interval = advanceInterval(sale.price) ?? arrearsInterval(sale.price);
    const { model, schedule } = sale.price;
    if (interval === null || (schedule.kind === "usage" && !isPrepaid(model))) return [];
    const whole = isPrepaid(model)
      ? rateInAdvance(model)
      : rate(model, { quantity: Decimal.zero, eventCount: Decimal.zero });
    const periods: BilledPeriod[] = [];
    const first = chargedFrom(contract, sale.price);
    for (let day = later(sale.start, first); isBefore(day, sale.end) && isBefore(day, through);) {
      const period = billedPeriodAt(contract, interval, day);
      periods.push(period);
      day = period.span.end;
    }
    return periods
      .filter(({ span }) => !isBefore(through, span.end))
      .map((period) => {
        const days = chargedDays(contract, sale, period.span);
        const exact = whole.amount
          .times(Decimal.ofInteger(days))
          .dividedBy(Decimal.ofInteger(daysBetween(period.whole.start, period.whole.end)), 12, "half_away_from_zero");
        const isPerhapsBilledBefore = kept.some(
          ({ price, start, end }) =>
            price.id === sale.price.id &&
            (end.equals(period.span.start) || start.equals(end)) &&
            !isBefore(end, period.span.start) &&
            isBefore(end, period.span.end),
        );
        return { price: sale.price, period, days, isPerhapsBilledBefore, exact };
      });
  });
}

function chargedFrom(contract: Contract, price: ContractPrice): Temporal.PlainDate {
  return contract.startsOn.add({ days: Math.max(contract.trialDays, price.trialDays) });
}

function chargedDays(contract: Contract, sale: Sale, span: DatePeriod): number {
  const startsInside = isBefore(span.start, sale.start);
  if (startsInside && !chargesRest(sale.opened.proration) && sale.opened !== contract.versions[0]) return 0;
  const from = later(later(span.start, sale.start), chargedFrom(contract, sale.price));
  const stays = sale.closedBy === undefined || !creditsBack(sale.closedBy);
  const isOver = (day: Temporal.PlainDate) => contract.endsOn !== null && !isBefore(day, contract.endsOn);
  const isKept = !contract.creditsAfterEnd && advanceInterval(sale.price) !== null;
  const isCharged = (day: Temporal.PlainDate) =>
    !isPaused(contract, day) && (stays || isBefore(day, sale.end)) && (isKept || !isOver(day)) && !isBefore(day, from);
  let days = 0;
  let isBilled = false;
  for (let day = span.start; isBefore(day, span.end); day = day.add({ days: 1 })) {
    const isFirstOfPause = contract.pauses.some((pause) => pause.isAfterBilling && pause.startsOn.equals(day));
    isBilled ||= !isOver(day) && (isCharged(day) || (isFirstOfPause && !isBefore(day, from)));
    // After the end only what was billed before it stays charged.
    if (isCharged(day) && (isBilled || !isOver(day))) days += 1;
  }
  return days;
}

function creditsBack(closedBy: ContractVersion | undefined): boolean {
  return closedBy === undefined || creditsUnused(closedBy.proration);
}

function isPaused({ pauses, endsOn }: Contract, day: Temporal.PlainDate): boolean {
  if (endsOn !== null && !isBefore(day, endsOn)) return false;
  return pauses.some(
    (pause) => !isBefore(day, pause.startsOn) && (pause.endsOn === null || isBefore(day, pause.endsOn)),
  );
}

function salesOf(contract: Contract, until: Temporal.PlainDate): Sale[] {
  const sales: Sale[] = [];
  const prices = new Map(contract.versions.flatMap(({ prices: sold }) => sold.map((price) => [price.id, price])));
  const stop = contract.endsOn !== null && isBefore(contract.endsOn, until) ? contract.endsOn : until;
  for (const price of prices.values()) {
    let opened: { readonly version: ContractVersion; readonly start: Temporal.PlainDate } | undefined;
    for (const version of contract.versions) {
      const start = later(version.startsOn, contract.startsOn);
      if (!isBefore(start, stop)) break;
      const isSold = version.prices.some((one) => one.id === price.id);
      if (isSold && opened === undefined) opened = { version, start };
      if (isSold || opened === undefined) continue;
      sales.push({ price, start: opened.start, end: start, opened: opened.version, closedBy: version });
      opened = undefined;
    }
    if (opened !== undefined)
      sales.push({ price, start: opened.start, end: stop, opened: opened.version, closedBy: undefined });
  }
  return sales;
}
