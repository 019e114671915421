import { Temporal } from "temporal-polyfill";
import { type DatePeriod, daysBetween, isBefore, later, overlap } from "../calendar/interval.ts";
import { arrearsDueOn, billedPeriodAt } from "./billed-period.ts";
import { advanceInterval, type Contract, type ContractPrice, creditsUnused } from "./contract.ts";
import { prorationOf, slotsDueOn, usageSlot } from "./due-slots.ts";
import type { InvoiceLineDraft } from "./invoice-line-draft.ts";
import { pausedPart } from "./pause.ts";
import { chargedIn, type Segment, segments, servedIn } from "./segment.ts";
import { isUsageSlot, type Slot, type UsageSlot } from "./slot.ts";

/** Days of a period that are not served although they were billed in advance: what was paid for them is given back (R-SUB-5). */
export interface CreditDue {
  readonly price: ContractPrice;
  readonly versionId: string;
  readonly unused: DatePeriod;
}

/** Invoiced usage for which more came in later (R-INV-9). */
export interface LateUsage {
  readonly priceId: string;
  readonly versionId: string;
  readonly service: DatePeriod;
}

/** What falls due on one billing date, before any usage is known. */
export interface BillingPlan {
  readonly on: Temporal.PlainDate;
  readonly slots: readonly Slot[];
  readonly credits: readonly CreditDue[];
  /** Lines that stand as they were decided before: what a draft keeps when its usage is counted again. */
  readonly kept: readonly InvoiceLineDraft[];
}

/**
 * What falls due on a date: arrears of the periods that end, advance of those that start, one-off prices, credits for what
 * is not served, and corrections of late usage. A pure function of the contract and the date, so preview, test clock and the
 * real run agree (R-INV-5).
 */
export function planBilling(contract: Contract, on: Temporal.PlainDate, late: readonly LateUsage[] = []): BillingPlan {
  if (contract.invoicesFrom !== null && isBefore(on, contract.invoicesFrom)) {
    return { on, slots: [], credits: [], kept: [] };
  }
  const sold = segments(contract);
  const slots = sold.flatMap((segment) => slotsDueOn(contract, segment, on));
  slots.push(...corrections(contract, sold, on, late, slots));
  return { on, slots, credits: sold.flatMap((segment) => creditsDueOn(contract, segment, on)), kept: [] };
}

/** The rest of a period after a price stops being sold, and the paused days of a period. Whether they were paid is not known here. */
function creditsDueOn(contract: Contract, segment: Segment, on: Temporal.PlainDate): CreditDue[] {
  const { price, versionId, end } = segment;
  const interval = advanceInterval(price);
  if (interval === null) return [];
  const unused: DatePeriod[] = [];
  const stop = chargedUntil(contract, segment);
  if (end !== null && stop !== null && later(stop, contract.anchor).equals(on)) {
    const rest = overlap({ start: stop, end: billedPeriodAt(contract, interval, end).span.end }, stop, null);
    if (rest !== undefined) unused.push(rest);
  }
  for (const pause of contract.pauses) {
    const { span } = billedPeriodAt(contract, interval, pause.startsOn);
    const charged = chargedIn(contract, segment, span);
    const gap = charged && pausedPart(contract, pause, charged);
    if (gap !== undefined && later(gap.end, contract.anchor).equals(on)) unused.push(gap);
  }
  return unused.map((period) => ({ price, versionId, unused: period }));
}

/** The day from which a segment's last period is given back: its own end, or the end of the contract where that is the first to give back. */
function chargedUntil({ endsOn, creditsAfterEnd }: Contract, { end, closing }: Segment): Temporal.PlainDate | null {
  if (creditsUnused(closing)) return end;
  return creditsAfterEnd ? endsOn : null;
}

/**
 * Corrections of late usage. Overage that is billed in parts corrects itself with the next part, so it needs none of its own;
 * of a period that is over, one correction takes all its parts together.
 */
function corrections(
  contract: Contract,
  sold: readonly Segment[],
  on: Temporal.PlainDate,
  late: readonly LateUsage[],
  slots: readonly Slot[],
): UsageSlot[] {
  const found = late.flatMap(({ priceId, versionId, service }) => {
    const segment = sold.find((one) => one.price.id === priceId && one.versionId === versionId);
    return segment === undefined ? [] : [correctionSlot(contract, segment, on, service)];
  });
  const whole = Map.groupBy(found, (slot) => `${slot.price.id} ${slot.versionId} ${slot.countsFrom}`);
  return [...whole.values()].flatMap((parts) => {
    const last = parts.toSorted(byServiceEnd).slice(-1);
    return last.filter((slot) => !slots.some((due) => isUsageSlot(due) && countsTheSame(due, slot)));
  });
}

/** From where its period is counted to the end of the late part; of a period that is over to its end, since later parts build on it. */
function correctionSlot(contract: Contract, segment: Segment, on: Temporal.PlainDate, service: DatePeriod): UsageSlot {
  const slot = usageSlot(contract, segment, service, "correction");
  const interval = advanceInterval(segment.price);
  if (interval === null) return slot;
  const period = billedPeriodAt(contract, interval, service.start);
  const isOver = !isBefore(on, arrearsDueOn(contract, period));
  const { end } = (isOver ? servedIn(contract, segment, period.span) : undefined) ?? service;
  return usageSlot(contract, segment, { start: slot.countsFrom, end }, "correction");
}

function countsTheSame(slot: UsageSlot, other: UsageSlot): boolean {
  const isSamePrice = slot.price.id === other.price.id && slot.versionId === other.versionId;
  return isSamePrice && slot.countsFrom.equals(other.countsFrom);
}

function byServiceEnd(a: UsageSlot, b: UsageSlot): number {
  return Temporal.PlainDate.compare(a.service.end, b.service.end);
}

/**
 * What is to be billed when an end that was set for `end` is taken back: where a period was billed only up to it, which the
 * caller knows, the rest of the period.
 */
export function planReopening(
  contract: Contract,
  end: Temporal.PlainDate,
  isCut: (priceId: string, versionId: string) => boolean,
): BillingPlan {
  const slots = segments(contract).flatMap((segment): Slot[] => {
    const { price, versionId } = segment;
    const interval = advanceInterval(price);
    if (interval === null || !isCut(price.id, versionId)) return [];
    const period = billedPeriodAt(contract, interval, end);
    const charged = chargedIn(contract, segment, period.span);
    const service = charged && overlap(charged, end, null);
    if (service === undefined || period.span.start.equals(end)) return [];
    const proration = prorationOf(daysBetween(service.start, service.end), period);
    return [{ kind: "recurring", price, versionId, service, proration }];
  });
  return { on: end, slots, credits: [], kept: [] };
}
