import { Temporal } from "temporal-polyfill";
import { type BillingInterval, type DatePeriod, daysBetween, isBefore, later, overlap } from "../calendar/interval.ts";
import type { InvoiceLineDraft } from "./invoice-line-draft.ts";
import type { Proration } from "./proration.ts";
import { oneOffDueOn } from "./billing-date.ts";
import { advanceDueOn, arrearsDueOn, arrearsPeriodDueOn, type BilledPeriod, billedPeriodAt } from "./billed-period.ts";
import {
  chargesRest,
  type Contract,
  type ContractPrice,
  type ContractThreshold,
  creditsUnused,
  serviceStart,
} from "./contract.ts";
import { segments, type Segment, servedIn } from "./segment.ts";

/** One thing to be charged: a price for the days that it serves of one of its periods. */
export interface Slot {
  readonly kind: "recurring" | "usage" | "one_off";
  readonly price: ContractPrice;
  readonly versionId: string;
  /** The days served, half-open: the service period of the invoice line. */
  readonly service: DatePeriod;
  /** The part of its period that is charged, or null where the whole of it is or parts make no difference. */
  readonly proration: Proration | null;
}

/** A spend limit that is to be held against what a period costs. */
export interface ThresholdDue {
  readonly threshold: ContractThreshold;
  readonly period: DatePeriod;
  readonly proration: Proration | null;
}

/** The rest of a period that is no longer sold: what was paid for it in advance is given back (R-SUB-5). */
export interface CreditDue {
  readonly price: ContractPrice;
  readonly versionId: string;
  readonly unused: DatePeriod;
}

/** What falls due on one billing date, before any usage is known. */
export interface BillingPlan {
  readonly on: Temporal.PlainDate;
  readonly slots: readonly Slot[];
  readonly credits: readonly CreditDue[];
  /** Lines that stand as they were decided before: what a draft keeps when its usage is counted again. */
  readonly kept: readonly InvoiceLineDraft[];
  readonly thresholds: readonly ThresholdDue[];
}

/**
 * What falls due on a date: arrears of the periods that end, advance of those that start, one-off prices, and the spend
 * limits they touch. A pure function of the contract and the date, so preview, test clock and the real run agree (R-INV-5).
 */
export function planBilling(contract: Contract, on: Temporal.PlainDate): BillingPlan {
  if (contract.invoicesFrom !== null && isBefore(on, contract.invoicesFrom)) {
    return { on, slots: [], credits: [], kept: [], thresholds: [] };
  }
  const sold = segments(contract);
  const slots = sold.flatMap((segment) => slotsDueOn(contract, segment, on));
  slots.sort(byServiceStart);
  const credits = sold.flatMap((segment) => creditDueOn(contract, segment, on) ?? []);
  return { on, slots, credits, kept: [], thresholds: thresholdsDueOn(contract, slots, on) };
}

function slotsDueOn(contract: Contract, segment: Segment, on: Temporal.PlainDate): Slot[] {
  const { price, versionId } = segment;
  const { schedule } = price;
  if (schedule.kind === "one_off") {
    if (!oneOffDueOn(contract, segment).equals(on)) return [];
    const service = { start: segment.start, end: segment.start.add({ days: 1 }) };
    return [{ kind: "one_off", price, versionId, service, proration: null }];
  }
  const isAdvance = schedule.kind === "recurring" && schedule.terms === "advance";
  return (isAdvance ? advancePeriods : arrearsPeriods)(contract, schedule.interval, on).flatMap((period) => {
    const service = servedIn(contract, segment, period.span);
    if (service === undefined) return [];
    const dueOn = isAdvance ? advanceDueOn(contract, service) : arrearsDueOn(contract, period);
    if (!dueOn.equals(on)) return [];
    const startsInside = service.start.equals(segment.start) && isBefore(period.span.start, segment.start);
    if (schedule.kind === "recurring" && startsInside && !chargesRest(segment.opening)) return [];
    const proration = schedule.kind === "recurring" ? prorationOf(service, period) : null;
    return [{ kind: schedule.kind, price, versionId, service, proration }];
  });
}

/** The rest of the period in which an advance price stops being sold on a date. Whether any of it was paid is not known here. */
function creditDueOn(contract: Contract, segment: Segment, on: Temporal.PlainDate): CreditDue | undefined {
  const { price, versionId, end, closing } = segment;
  const { schedule } = price;
  const isAdvance = schedule.kind === "recurring" && schedule.terms === "advance";
  if (!isAdvance || end === null || !creditsUnused(closing) || !later(end, contract.anchor).equals(on))
    return undefined;
  const { span } = billedPeriodAt(contract, schedule.interval, end);
  return { price, versionId, unused: { start: end, end: span.end } };
}

/** The periods whose advance can fall due on a date: the one it lies in, and on the first billing date the stub. */
function advancePeriods(contract: Contract, interval: BillingInterval, on: Temporal.PlainDate): BilledPeriod[] {
  if (isBefore(on, contract.anchor)) return [];
  const stub = on.equals(contract.anchor) ? [billedPeriodAt(contract, interval, on.subtract({ days: 1 }))] : [];
  return [...stub, billedPeriodAt(contract, interval, on)];
}

function arrearsPeriods(contract: Contract, interval: BillingInterval, on: Temporal.PlainDate): BilledPeriod[] {
  const period = arrearsPeriodDueOn(contract, interval, on);
  return period === undefined ? [] : [period];
}

function prorationOf(service: DatePeriod, period: BilledPeriod): Proration | null {
  const days = daysBetween(service.start, service.end);
  return days === period.denominatorDays ? null : { days, of: period.denominatorDays };
}

/** Minimums of the periods that end, and maximums of those too and of the periods that these slots add to (R-SUB-8). */
function thresholdsDueOn(contract: Contract, slots: readonly Slot[], on: Temporal.PlainDate): ThresholdDue[] {
  return contract.thresholds.flatMap((threshold) => {
    const periods = arrearsPeriods(contract, threshold.interval, on);
    if (threshold.type === "max") {
      periods.push(...slots.map((slot) => billedPeriodAt(contract, threshold.interval, slot.service.start)));
    }
    return distinctPeriods(periods).flatMap((period) => {
      const served = overlap(period.span, serviceStart(contract), contract.endsOn);
      return served === undefined ? [] : [{ threshold, period: served, proration: prorationOf(served, period) }];
    });
  });
}

function distinctPeriods(periods: readonly BilledPeriod[]): BilledPeriod[] {
  return [...new Map(periods.map((period) => [period.span.start.toString(), period])).values()];
}

/** Oldest service first, so that arrears stand above the advance of the next period; else in the order of sale. */
function byServiceStart(a: Slot, b: Slot): number {
  return Temporal.PlainDate.compare(a.service.start, b.service.start);
}
