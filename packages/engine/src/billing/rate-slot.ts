import { isBefore, later } from "../calendar/interval.ts";
import { compareText } from "../compare-text.ts";
import { Decimal } from "../decimal/decimal.ts";
import type { Usage } from "../rating/usage.ts";
import type { BilledLine } from "./billed-line.ts";
import { type Contract, serviceStart } from "./contract.ts";
import { countedInterval } from "./counted-share.ts";
import type { InvoiceLineDraft, LineExplanation } from "./invoice-line-draft.ts";
import type { UsageGroup } from "./line-kind.ts";
import type { InvoicesLeft } from "./invoices-left.ts";
import { notedAmount, settledAmount, standingAmount } from "./line-account.ts";
import { billedPart, unlessZero } from "./line-basis.ts";
import type { LineText } from "./line-text.ts";
import { NO_USAGE, priceBeforehand, type PricedAmount, priceUsage } from "./price-amount.ts";
import type { FixedSlot, Slot, UsageSlot } from "./slot.ts";

/** The usage of a slot: the total, and by the values of the properties by which the price groups. */
export interface SlotUsage {
  readonly total: Usage;
  /** Empty if the price does not group, and if there was no usage. */
  readonly groups: readonly { readonly values: UsageGroup; readonly usage: Usage }[];
}

/**
 * The lines billed for a price before, and what is left of the invoices from which credit notes gave back an amount.
 */
export interface BilledBefore {
  readonly billed: readonly BilledLine[];
  readonly left: InvoicesLeft;
}

export function rateFixedSlot(contract: Contract, slot: FixedSlot): InvoiceLineDraft {
  const priced = priceBeforehand(contract, slot.price.model, slot.proration);
  return {
    ...lineOf(contract, slot, priced, { basis: { kind: "price" }, usage: null, billedBefore: null }),
    proration: slot.proration,
  };
}

/**
 * Prices the usage of one slot as one line, or one line for each group, each rated separately. What was billed for the
 * same usage before is subtracted after rounding, so that all lines sum to the rounded total (R-INV-9). A correction of
 * zero creates no line.
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
  // If less is left of an invoice than of its lines, the groups get it in the order of their values.
  for (const { part, place, key } of parts.toSorted((a, b) => compareText(a.key, b.key))) {
    const own = before.filter((line) => groupKey(line.usageGroup) === key);
    lines[place] = rateUsage(contract, slot, part, { billed: own, left });
  }
  return slot.kind === "correction" ? lines.filter((line) => !isNothing(line)) : lines;
}

/**
 * A correction that changes nothing. If credit notes settled it, a line of zero is kept: later corrections build on it.
 */
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

/**
 * The usage as one part if there are no groups. For groups that no longer have usage, the billed amount is given back.
 */
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

/** Usage that makes one line. Null if none is left of what was billed. */
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

/** The same values have the same key, in any order. */
export function groupKey(group: UsageGroup | null): string {
  return group === null ? "" : JSON.stringify(Object.entries(group).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function usageText({ kind, price: { name: item }, service }: UsageSlot, group: UsageGroup | null): LineText {
  if (kind !== "correction") return { kind: "item", item, group };
  return { kind: "late_usage", item, group, start: service.start.toString(), end: service.end.toString() };
}

function lineOf(
  contract: Contract,
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
    // A one-off charge in a trial counts when service begins.
    countedOn: slot.kind === "one_off" ? later(slot.service.start, serviceStart(contract)) : slot.service.start,
    countedInterval: countedInterval(price),
    quantity,
    unitPrice,
    unitLabel: price.unitLabel,
    amount,
    proration: null,
    explanation: { steps, notes, exactAmount, conversionRate: contract.conversionRate, ...from },
  };
}
