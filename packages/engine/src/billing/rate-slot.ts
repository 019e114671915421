import { isBefore } from "../calendar/interval.ts";
import { compareText } from "../compare-text.ts";
import { Decimal } from "../decimal/decimal.ts";
import type { Usage } from "../rating/usage.ts";
import type { BilledLine } from "./billed-line.ts";
import type { Contract } from "./contract.ts";
import { countedInterval } from "./counted-share.ts";
import type { InvoiceLineDraft, LineExplanation } from "./invoice-line-draft.ts";
import type { UsageGroup } from "./line-kind.ts";
import type { InvoicesLeft } from "./invoices-left.ts";
import { notedAmount, settledAmount, standingAmount } from "./line-account.ts";
import { billedPart, unlessZero } from "./line-basis.ts";
import type { LineText } from "./line-text.ts";
import { NO_USAGE, priceBeforehand, type PricedAmount, priceUsage } from "./price-amount.ts";
import { type FixedSlot, isUsageSlot, type Slot, type UsageSlot } from "./slot.ts";

/** The usage of a slot: as a whole, and by the values of the properties that its price groups by. */
export interface SlotUsage {
  readonly total: Usage;
  /** Empty where the price groups by nothing, and where nothing was used. */
  readonly groups: readonly { readonly values: UsageGroup; readonly usage: Usage }[];
}

/** What was billed for a price before, and what is left of the invoices that notes gave back from. */
export interface BilledBefore {
  readonly billed: readonly BilledLine[];
  readonly left: InvoicesLeft;
}

/** Prices one fixed slot. */
export function rateFixedSlot(contract: Contract, slot: FixedSlot): InvoiceLineDraft {
  const priced = priceBeforehand(contract, slot.price.model, slot.proration);
  return {
    ...lineOf(contract, slot, priced, { basis: { kind: "price" }, usage: null, billedBefore: null }),
    proration: slot.proration,
  };
}

/**
 * Prices the usage of one slot: one line, or one for each group, each rated by itself. What was billed of the same usage
 * before is taken off after rounding, so that all lines together are the rounded whole (R-INV-9). A correction that comes
 * to nothing is no line.
 */
export function rateUsageSlot(
  contract: Contract,
  slot: UsageSlot,
  usage: SlotUsage,
  { billed, left }: BilledBefore,
): InvoiceLineDraft[] {
  const before = billed.filter((line) => isBilledUsageOf(line, slot));
  const parts = usageParts(usage, before).map((part, place) => ({ part, place, key: groupKey(part.group) }));
  const lines: InvoiceLineDraft[] = [];
  // Where less is left of an invoice than of its lines, the groups take it in the order of their values.
  for (const { part, place, key } of parts.toSorted((a, b) => compareText(a.key, b.key))) {
    const own = before.filter((line) => groupKey(line.usageGroup) === key);
    lines[place] = rateUsage(contract, slot, part, { billed: own, left });
  }
  return slot.kind === "correction" ? lines.filter((line) => !isNothing(line)) : lines;
}

/** A correction that changes nothing. One that credit notes settled is a line of zero: later corrections build on it. */
function isNothing({ amount, explanation: { basis } }: InvoiceLineDraft): boolean {
  return amount.isZero() && !("settledByNotes" in basis);
}

function rateUsage(
  contract: Contract,
  slot: UsageSlot,
  { group: usageGroup, usage }: UsagePart,
  { billed: before, left }: BilledBefore,
): InvoiceLineDraft {
  const most = left.mostOf(before);
  const noted = notedAmount(before);
  const billed = {
    quantity: Decimal.sum(before.map((line) => line.quantity)),
    amount: Decimal.sum(before.map((line) => line.amount)),
    settled: settledAmount(before),
  };
  const standing = standingAmount(billed.amount.minus(noted), most);
  const { kind, countsFrom, gaps, unitsShare, isPart } = slot;
  const priced = priceUsage(contract, { kind, model: slot.price.model, unitsShare, isPart }, usage, {
    ...billed,
    standing,
  });
  const taken = priced.amount.isNegative() ? left.takeOf(before, priced.amount.negate()) : undefined;
  const { quantity, eventCount } = usage ?? NO_USAGE;
  const line = lineOf(contract, slot, priced, {
    basis: {
      kind: "usage",
      countsFrom,
      gaps,
      unitsShare,
      billed: before.map(billedPart),
      ...unlessZero("noted", noted),
      ...(most === undefined ? {} : { most }),
      ...unlessZero("settledBefore", billed.settled),
      ...unlessZero("settledByNotes", priced.settledByNotes),
      ...(kind === "correction" || priced.amount.isNegative() ? { bearsBilledTaxes: true } : {}),
      ...(taken === undefined ? {} : { takes: taken.takes }),
      ...(taken === undefined || taken.takenOff.length === 0 ? {} : { takenOff: taken.takenOff }),
      ...(isPart ? { isPart } : {}),
    },
    usage: { quantity, eventCount },
    billedBefore: kind === "correction" || before.length > 0 ? billed.amount : null,
  });
  return { ...line, text: usageText(slot, usageGroup), usageGroup };
}

/** The whole as one part where there are no groups. What was billed of groups that are gone is given back. */
export function usageParts(
  { total, groups }: SlotUsage,
  before: readonly Pick<BilledLine, "usageGroup">[],
): UsagePart[] {
  const counted: UsagePart[] =
    groups.length === 0
      ? [{ group: null, usage: total }]
      : groups.map(({ values, usage }) => ({ group: values, usage }));
  const parts = new Map(counted.map((part) => [groupKey(part.group), part]));
  for (const { usageGroup } of before) {
    const key = groupKey(usageGroup);
    if (!parts.has(key)) parts.set(key, { group: usageGroup, usage: null });
  }
  return [...parts.values()];
}

/** Usage that makes one line; null where there is none any more of what was billed. */
export interface UsagePart {
  readonly group: UsageGroup | null;
  readonly usage: Usage | null;
}

function isBilledUsageOf(line: BilledLine, slot: UsageSlot): boolean {
  return (
    (line.kind === "usage" || line.kind === "correction") &&
    line.priceId === slot.price.id &&
    line.versionId === slot.versionId &&
    !isBefore(line.service.start, slot.countsFrom) &&
    isBefore(line.service.start, slot.service.end)
  );
}

/** The same text for the same values, whatever their order. */
export function groupKey(group: UsageGroup | null): string {
  return group === null ? "" : JSON.stringify(Object.entries(group).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function usageText({ kind, price: { name: item }, service }: UsageSlot, group: UsageGroup | null): LineText {
  if (kind !== "correction") return { kind: "item", item, group };
  return { kind: "late_usage", item, group, start: service.start.toString(), end: service.end.toString() };
}

function lineOf(
  { conversionRate }: Contract,
  slot: Slot,
  { quantity, unitPrice, amount, steps, notes, exactAmount }: PricedAmount,
  from: Pick<LineExplanation, "basis" | "usage" | "billedBefore">,
): InvoiceLineDraft {
  const { price } = slot;
  return {
    kind: slot.kind,
    priceId: price.id,
    productId: price.productId,
    versionId: slot.versionId,
    adjustmentId: null,
    text: { kind: "item", item: price.name, group: null },
    groupName: price.groupName,
    usageGroup: null,
    service: slot.service,
    countedOn: isUsageSlot(slot) ? slot.countsFrom : slot.service.start,
    countedInterval: countedInterval(price),
    quantity,
    unitPrice,
    unitLabel: price.unitLabel,
    amount,
    proration: null,
    explanation: { steps, notes, exactAmount, conversionRate, ...from },
  };
}
