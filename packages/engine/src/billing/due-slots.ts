import type { Temporal } from "temporal-polyfill";
import {
  type BillingInterval,
  type DatePeriod,
  dayBefore,
  daysBetween,
  isBefore,
  overlap,
} from "../calendar/interval.ts";
import { invariant } from "../assertions.ts";
import { advanceDueOn, arrearsDueOn, arrearsPeriodDueOn, type BilledPeriod, billedPeriodAt } from "./billed-period.ts";
import { oneOffDueOn } from "./billing-date.ts";
import {
  advanceInterval,
  arrearsInterval,
  chargesRest,
  type Contract,
  type ContractPrice,
  creditsUnused,
  serviceStart,
} from "./contract.ts";
import { firstServedDay, pausedIn, servedDays, without } from "./pause.ts";
import type { Proration } from "./proration.ts";
import { billedOnLastDay, chargedIn, type Segment, servedIn } from "./segment.ts";
import type { BilledStart, FixedSlot, Slot, UsageSlot } from "./slot.ts";

/** The slots of a price segment on a date: its advance, arrears or usage, or its one-off charge. */
export function slotsDueOn(contract: Contract, segment: Segment, on: Temporal.PlainDate): Slot[] {
  const { price } = segment;
  if (price.schedule.kind === "one_off") return oneOffSlots(contract, segment, on);
  const advance = advanceInterval(price);
  const arrears = arrearsInterval(price);
  return [
    ...(advance === null ? [] : advanceSlots(contract, segment, advance, on)),
    ...(arrears === null
      ? []
      : arrearsPeriods(contract, arrears, on).flatMap((period): Slot[] =>
          price.schedule.kind === "recurring"
            ? arrearsSlots(contract, segment, period)
            : usageSlots(contract, segment, period),
        )),
  ];
}

function oneOffSlots(contract: Contract, segment: Segment, on: Temporal.PlainDate): FixedSlot[] {
  const { price, versionId, start, end } = segment;
  const isReplacedAtOnce = end?.equals(start) === true;
  if (isReplacedAtOnce || !oneOffDueOn(contract, segment).equals(on) || endsInTrial(contract, on)) return [];
  return [
    { kind: "one_off", price, versionId, service: { start, end: start.add({ days: 1 }) }, proration: null, unless: [] },
  ];
}

/** Whether the contract ended before its service began, and the day is not before its end: then nothing is billed. */
function endsInTrial(contract: Contract, on: Temporal.PlainDate): boolean {
  const { endsOn } = contract;
  return endsOn !== null && !isBefore(serviceStart(contract), endsOn) && !isBefore(on, endsOn);
}

/**
 * Bills a period on its first served day, for all days from then on up to the end that is known on that date. Paused
 * days that are over by that date are left out (for a stub, which is billed at its end). Later pauses are credited
 * (R-SUB-6).
 */
function advanceSlots(
  contract: Contract,
  segment: Segment,
  interval: BillingInterval,
  on: Temporal.PlainDate,
): FixedSlot[] {
  const { price, versionId } = segment;
  return advancePeriods(contract, interval, on).flatMap((period) => {
    const service = chargedIn(contract, segment, period.span);
    const start = service && firstChargedDay(contract, segment, service);
    if (service === undefined || start === undefined || isUnchargedRest(contract, segment, period)) return [];
    const billed = { start, end: service.end };
    if (!advanceDueOn(contract, billed).equals(on)) return [];
    const over = pausedIn(contract, billed).filter((gap) => !isBefore(on, gap.end));
    const unless = perhapsBilledBefore(contract, segment, period);
    return without(billed, over).map((part) => {
      const proration = prorationOf(part, period);
      return { kind: "recurring", price, versionId, service: part, proration, unless };
    });
  });
}

/** One line for each part of the period that is not paused, prorated by its days (R-SUB-6). */
function arrearsSlots(contract: Contract, segment: Segment, period: BilledPeriod): FixedSlot[] {
  const { price, versionId } = segment;
  const charged = chargedIn(contract, segment, period.span);
  // Arrears end with the contract, whatever happens to advances.
  const service = charged && overlap(charged, charged.start, contract.endsOn);
  if (service === undefined || isUnchargedRest(contract, segment, period)) return [];
  if (firstChargedDay(contract, segment, service) === undefined) return [];
  return without(service, pausedIn(contract, service)).map((part) => {
    const proration = prorationOf(part, period);
    return { kind: "recurring", price, versionId, service: part, proration, unless: [] };
  });
}

/** If a price ended during a pause, it was not served, so nothing of it stays charged. */
export function firstChargedDay(
  contract: Contract,
  segment: Segment,
  service: DatePeriod,
): Temporal.PlainDate | undefined {
  const day = firstServedDay(contract, segment, service);
  return day !== undefined && segment.end !== null && !isBefore(day, segment.end) ? undefined : day;
}

function usageSlots(contract: Contract, segment: Segment, period: BilledPeriod): UsageSlot[] {
  const service = servedIn(contract, segment, period.span);
  if (service === undefined || without(service, pausedIn(contract, service)).length === 0) return [];
  return [usageSlot(contract, segment, service, "usage")];
}

/** The usage of a segment in a service period, counted from the first served day of its billing period. */
export function usageSlot(
  contract: Contract,
  segment: Segment,
  service: DatePeriod,
  kind: UsageSlot["kind"],
): UsageSlot {
  const { price, versionId } = segment;
  const interval = advanceInterval(price);
  const isPart = isPartOfPeriod(contract, price, service);
  if (interval === null) {
    const gaps = pausedIn(contract, service);
    return { kind, price, versionId, service, countsFrom: service.start, gaps, unitsShare: null, isPart };
  }
  const whole = billedPeriodAt(contract, interval, service.start);
  const served = servedIn(contract, segment, whole.span) ?? service;
  const gaps = pausedIn(contract, { start: served.start, end: service.end });
  // A change or an end that gives nothing back of the advance leaves its units as well.
  const charged = chargedIn(contract, segment, whole.span) ?? served;
  const unitsShare = shareOf(servedDays(contract, charged), whole);
  return { kind, price, versionId, service, countsFrom: served.start, gaps, unitsShare, isPart };
}

/**
 * The billing period from which usage is counted, whole even if only a part of it is served. A level is averaged over
 * it, so that the parts of a period add up to the whole.
 */
export function usagePeriodOf(contract: Contract, price: ContractPrice, service: DatePeriod): DatePeriod {
  const interval = advanceInterval(price) ?? arrearsInterval(price);
  invariant(interval !== null, "usage is counted over a period");
  return billedPeriodAt(contract, interval, service.start).whole;
}

/** Whether the service is shorter than the period after which usage is billed, or is a stub that is longer. */
function isPartOfPeriod(contract: Contract, price: ContractPrice, service: DatePeriod): boolean {
  const interval = arrearsInterval(price);
  invariant(interval !== null, "usage is billed after a period");
  const { whole } = billedPeriodAt(contract, interval, service.start);
  return !whole.start.equals(service.start) || !whole.end.equals(service.end);
}

/**
 * Whether the rest of a period is not charged. A change may charge nothing for it (R-SUB-4), whether or not the price
 * is on trial for some of it. Or the price stayed charged for the rest when it was removed earlier in the period.
 */
function isUnchargedRest(contract: Contract, segment: Segment, period: BilledPeriod): boolean {
  return (
    opensUncharged(segment, period) ||
    stretchesBefore(segment, period).some((before) => staysCharged(contract, before, period))
  );
}

/** The earlier segments of the same price that ended in the period. */
function stretchesBefore({ before }: Segment, period: BilledPeriod): Segment[] {
  return before?.end && !isBefore(before.end, period.span.start) ? [before, ...stretchesBefore(before, period)] : [];
}

function opensUncharged({ start, opening, isAfterBilling }: Segment, period: BilledPeriod): boolean {
  const isPart = isBefore(period.span.start, start) || (isAfterBilling && period.span.start.equals(start));
  return isPart && !chargesRest(opening);
}

/** Whether an ended segment was charged for days of its last period and nothing of that is given back. */
function staysCharged(contract: Contract, segment: Segment, period: BilledPeriod): boolean {
  if (creditsUnused(segment.closing) || opensUncharged(segment, period)) return false;
  const service = chargedIn(contract, segment, period.span);
  return service !== undefined && firstChargedDay(contract, segment, service) !== undefined;
}

/**
 * The lines that stay charged for the day on which the price was removed, if that day was billed by then. The contract
 * alone does not show it: a pause that ends on that day may have been ended after the price was removed.
 */
function perhapsBilledBefore(contract: Contract, segment: Segment, period: BilledPeriod): BilledStart[] {
  return stretchesBefore(segment, period).flatMap((before) => {
    const billed = billedOnLastDay(contract, before, period.span);
    return billed === undefined ? [] : [{ versionId: before.versionId, on: billed.start }];
  });
}

/**
 * The periods whose advance can fall due on a date: the period that contains it, and on the first billing date also the
 * stub.
 */
function advancePeriods(contract: Contract, interval: BillingInterval, on: Temporal.PlainDate): BilledPeriod[] {
  if (isBefore(on, contract.anchor)) return [];
  const stub = on.equals(contract.anchor) ? [billedPeriodAt(contract, interval, dayBefore(on))] : [];
  return [...stub, billedPeriodAt(contract, interval, on)];
}

/** The periods whose arrears fall due on a date: at most one. */
export function arrearsPeriods(contract: Contract, interval: BillingInterval, on: Temporal.PlainDate): BilledPeriod[] {
  const period = arrearsPeriodDueOn(contract, interval, on);
  return period === undefined || !arrearsDueOn(contract, period).equals(on) ? [] : [period];
}

/** The share of a period for some of its days, or null if they are the whole period. */
export function prorationOf(days: DatePeriod, period: BilledPeriod): Proration | null {
  const { start, end } = period.whole;
  return days.start.equals(start) && days.end.equals(end) ? null : shareOf(daysBetween(days.start, days.end), period);
}

export function shareOf(days: number, period: BilledPeriod): Proration | null {
  const of = daysBetween(period.whole.start, period.whole.end);
  return days === of ? null : { days, of };
}
