import { Temporal } from "temporal-polyfill";
import { type DatePeriod, earlier, isBefore, later, overlap } from "../calendar/interval.ts";
import type { BilledLine } from "./billed-line.ts";
import { arrearsDueOn, billedPeriodAt } from "./billed-period.ts";
import { advanceInterval, type Contract, type ContractPrice, creditsUnused } from "./contract.ts";
import { firstChargedDay, prorationOf, slotsDueOn, usageSlot } from "./due-slots.ts";
import type { InvoiceLineDraft } from "./invoice-line-draft.ts";
import { pausedIn, pausedPart, without } from "./pause.ts";
import { billedOnLastDay, chargedIn, type Segment, segments, servedIn } from "./segment.ts";
import type { Slot, UsageSlot } from "./slot.ts";

/** Days of a period that are not served although they were billed in advance. Their advance is given back (R-SUB-5). */
export interface CreditDue {
  readonly price: ContractPrice;
  readonly versionId: string;
  readonly unused: DatePeriod;
}

/** Invoiced usage for which more events arrived later (R-INV-9). */
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
  /** Lines that stay as they were decided before. A draft keeps them when its usage is counted again. */
  readonly kept: readonly InvoiceLineDraft[];
}

/**
 * What falls due on a date: arrears of the periods that end, advances of those that start, one-off prices, credits for
 * days that are not served, and corrections of late usage. It is a pure function of the contract and the date, so
 * previews, test clocks and real billing agree (R-INV-5).
 */
export function planBilling(contract: Contract, on: Temporal.PlainDate, late: readonly LateUsage[] = []): BillingPlan {
  if (contract.invoicesFrom !== null && isBefore(on, contract.invoicesFrom)) {
    return { on, slots: [], credits: [], kept: [] };
  }
  const sold = segments(contract);
  const slots = sold.flatMap((segment) => slotsDueOn(contract, segment, on));
  slots.push(...corrections(contract, sold, on, late));
  return { on, slots, credits: sold.flatMap((segment) => creditsDueOn(contract, segment, on)), kept: [] };
}

/**
 * The rest of a period after a price is no longer sold, and the paused days of a period. This function does not know
 * whether they were billed.
 */
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
    const charged = chargedIn(contract, segment, span) ?? billedOnLastDay(contract, segment, span);
    const gap = charged && pausedPart(contract, pause, charged);
    if (gap !== undefined && later(gap.end, contract.anchor).equals(on)) unused.push(gap);
  }
  return unused.map((period) => ({ price, versionId, unused: period }));
}

/**
 * The day from which a segment's last period is given back: the segment's end, or the contract's end if only that gives
 * back. Null if nothing is given back.
 */
function chargedUntil({ endsOn, creditsAfterEnd }: Contract, { end, closing }: Segment): Temporal.PlainDate | null {
  if (creditsUnused(closing)) return end;
  return creditsAfterEnd ? endsOn : null;
}

/** Corrections of late usage. If a period's overage was billed in parts, one correction covers all its parts. */
function corrections(
  contract: Contract,
  sold: readonly Segment[],
  on: Temporal.PlainDate,
  late: readonly LateUsage[],
): UsageSlot[] {
  const found = late.flatMap(({ priceId, versionId, service }) => {
    const segment = sold.find((one) => one.price.id === priceId && one.versionId === versionId);
    return segment === undefined ? [] : [correctionSlot(contract, segment, on, service)];
  });
  const whole = Map.groupBy(found, (slot) => `${slot.price.id} ${slot.versionId} ${slot.countsFrom}`);
  return [...whole.values()].flatMap((parts) => parts.toSorted(byServiceEnd).slice(-1));
}

/**
 * Covers the days from the start of counting to the end of the late part. If the period is over, it covers all of it,
 * because later parts build on it.
 */
function correctionSlot(contract: Contract, segment: Segment, on: Temporal.PlainDate, service: DatePeriod): UsageSlot {
  const slot = usageSlot(contract, segment, service, "correction");
  const interval = advanceInterval(segment.price);
  if (interval === null) return slot;
  const period = billedPeriodAt(contract, interval, service.start);
  const isOver = !isBefore(on, arrearsDueOn(contract, period));
  const { end } = (isOver ? servedIn(contract, segment, period.span) : undefined) ?? service;
  return usageSlot(contract, segment, { start: slot.countsFrom, end }, "correction");
}

function byServiceEnd(a: UsageSlot, b: UsageSlot): number {
  return Temporal.PlainDate.compare(a.service.end, b.service.end);
}

/**
 * What is to be billed when a known end is withdrawn or moved: if a line was billed only up to that end, the rest of
 * its period. `billed` are recurring lines of the subscription in the periods that contain `on`, and in later ones.
 */
export function planReopening(contract: Contract, on: Temporal.PlainDate, billed: readonly BilledLine[]): BillingPlan {
  const slots = segments(contract).flatMap((segment): Slot[] => {
    const { price, versionId } = segment;
    const interval = advanceInterval(price);
    const own = billed.filter(
      (line) => line.kind === "recurring" && line.priceId === price.id && line.versionId === versionId,
    );
    if (interval === null) return [];
    const byPeriod = Map.groupBy(own, (line) =>
      billedPeriodAt(contract, interval, line.service.start).span.start.toString(),
    );
    return [...byPeriod.values()].flatMap((lines) => {
      const start = lines.map((line) => line.service.start).reduce(earlier);
      const period = billedPeriodAt(contract, interval, start);
      const charged = chargedIn(contract, segment, period.span);
      // If the price ended before any day of the period was served, its billed line stays but the rest of the period is
      // not charged.
      const isLeftUnserved =
        segment.end !== null && charged && firstChargedDay(contract, segment, charged) === undefined;
      const open = isLeftUnserved === true ? undefined : charged && overlap(charged, start, null);
      if (open === undefined) return [];
      const covered = [...pausedIn(contract, open), ...lines.map((line) => line.service)];
      return without(open, covered).map((service): Slot => {
        const proration = prorationOf(service, period);
        return { kind: "recurring", price, versionId, service, proration, unless: [] };
      });
    });
  });
  return { on, slots, credits: [], kept: [] };
}
