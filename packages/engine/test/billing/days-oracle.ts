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

/** One price in one of its periods, with the days that are charged in the end. */
interface PeriodCost {
  readonly price: ContractPrice;
  readonly period: BilledPeriod;
  readonly days: number;
  /**
   * Whether a version removed the price, without giving anything back, on a day of the period that was already billed.
   * What was billed on that day stays charged, if there was anything.
   */
  readonly isPerhapsBilledBefore: boolean;
  /** days ÷ days of the period × the price of the whole period. */
  readonly exact: Decimal;
}

/** Days on which a price is sold without a break, found by walking from day to day. */
export interface Sale {
  readonly price: ContractPrice;
  readonly start: Temporal.PlainDate;
  readonly end: Temporal.PlainDate;
  readonly opened: ContractVersion;
  /** The version that removed the price. Undefined if the contract ended or still runs. */
  readonly closedBy: ContractVersion | undefined;
  /** The previous sale of the same price. */
  readonly before: Sale | undefined;
}

/**
 * What recurring prices cost in the periods that are over by `through`, counted day by day from the final state of the
 * contract. The history of the contract and the time of billing must not matter (R-SUB-4, R-SUB-5, R-SUB-6).
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
          ({ price, end, closedBy }) =>
            price.id === sale.price.id &&
            closedBy?.isAfterBilling === true &&
            !isBefore(end, period.span.start) &&
            isBefore(end, period.span.end),
        );
        return { price: sale.price, period, days, isPerhapsBilledBefore, exact };
      });
  });
}

/** Whether a day of a sale is charged: after the trial, and not paused. */
export function isChargedOn(contract: Contract, price: ContractPrice, day: Temporal.PlainDate): boolean {
  return !isPaused(contract, day) && !isBefore(day, chargedFrom(contract, price));
}

/** The end of the contract's trial, or of the price's trial, which starts when the price is first sold. */
function chargedFrom({ startsOn, trialDays, versions }: Contract, price: ContractPrice): Temporal.PlainDate {
  const first = versions.find((version) => version.prices.some(({ id }) => id === price.id))?.startsOn ?? startsOn;
  return later(startsOn.add({ days: trialDays }), later(first, startsOn).add({ days: price.trialDays }));
}

function chargedDays(contract: Contract, sale: Sale, span: DatePeriod): number {
  const { opened, before } = sale;
  const startsInside = isBefore(span.start, sale.start) || (opened.isAfterBilling && span.start.equals(sale.start));
  if (startsInside && !chargesRest(opened.proration) && opened !== contract.versions[0]) return 0;
  if (staysCharged(contract, before, span)) return 0;
  const from = later(later(span.start, sale.start), chargedFrom(contract, sale.price));
  const stays = sale.closedBy === undefined || !creditsBack(sale.closedBy);
  const isOver = (day: Temporal.PlainDate) => contract.endsOn !== null && !isBefore(day, contract.endsOn);
  const isKept = !contract.creditsAfterEnd && advanceInterval(sale.price) !== null;
  const isCharged = (day: Temporal.PlainDate) =>
    !isPaused(contract, day) && (stays || isBefore(day, sale.end)) && (isKept || !isOver(day)) && !isBefore(day, from);
  let days = 0;
  let isBilled = false;
  for (let day = span.start; isBefore(day, span.end); day = day.add({ days: 1 })) {
    const isFirstOfPause = contract.pauses.some(
      ({ startsOn, billedVersionId }) =>
        startsOn.equals(day) &&
        contract.versions.some(({ id }) => id === billedVersionId) &&
        (isBefore(sale.start, day) || !isLater(contract, opened, billedVersionId)),
    );
    const isSold = !isOver(day) && isBefore(day, sale.end);
    isBilled ||= isSold && (isCharged(day) || (isFirstOfPause && !isBefore(day, from)));
    // After the end, only what was billed before it stays charged.
    if (isCharged(day) && isBilled) days += 1;
  }
  return days;
}

/**
 * Whether an earlier sale was charged for some of the period and keeps the charge. Then the period is not charged
 * again.
 */
function staysCharged(contract: Contract, sale: Sale | undefined, span: DatePeriod): boolean {
  if (sale === undefined || !isBefore(span.start, sale.end)) return false;
  if (!creditsBack(sale.closedBy) && chargedDays(contract, sale, span) > 0) return true;
  return staysCharged(contract, sale.before, span);
}

/** Whether a version was published after another version. */
function isLater({ versions }: Contract, version: ContractVersion, otherId: string | null): boolean {
  return versions.indexOf(version) > versions.findIndex(({ id }) => id === otherId);
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

/** The days on which each price is sold, up to a given day. */
export function salesOf(contract: Contract, until: Temporal.PlainDate): Sale[] {
  const sales: Sale[] = [];
  const prices = new Map(contract.versions.flatMap(({ prices: sold }) => sold.map((price) => [price.id, price])));
  const stop = contract.endsOn !== null && isBefore(contract.endsOn, until) ? contract.endsOn : until;
  for (const price of prices.values()) {
    let opened: { readonly version: ContractVersion; readonly start: Temporal.PlainDate } | undefined;
    let before: Sale | undefined;
    const close = (end: Temporal.PlainDate, closedBy: ContractVersion | undefined) => {
      if (opened === undefined) return;
      before = { price, start: opened.start, end, opened: opened.version, closedBy, before };
      sales.push(before);
      opened = undefined;
    };
    for (const version of contract.versions) {
      const start = later(version.startsOn, contract.startsOn);
      if (!isBefore(start, stop)) break;
      if (isSoldBy(version, price)) opened ??= { version, start };
      else if (!isBackAtOnce(contract, version, price)) close(start, version);
    }
    close(stop, undefined);
  }
  return sales;
}

function isSoldBy({ prices }: ContractVersion, price: ContractPrice): boolean {
  return prices.some(({ id }) => id === price.id);
}

/**
 * Whether the price simply continues: it was left out for no day, and nothing was given back, or its day was not billed
 * yet.
 */
function isBackAtOnce({ versions }: Contract, leaving: ContractVersion, price: ContractPrice): boolean {
  const next = versions.slice(versions.indexOf(leaving) + 1);
  const back = next.find((version) => version.startsOn.equals(leaving.startsOn) && isSoldBy(version, price));
  const isCredited = advanceInterval(price) !== null && creditsUnused(leaving.proration);
  return back !== undefined && !(isCredited && back.isAfterBilling);
}
