import { dayBefore, isBefore } from "../calendar/interval.ts";
import { Decimal } from "../decimal/decimal.ts";
import { minorUnits } from "../money/currency.ts";
import type { PrepaidModel } from "../rating/pricing-model.ts";
import { isPrepaid, rate, rateInAdvance, rateInArrears } from "../rating/rate.ts";
import { type Rating, singleUnitPrice } from "../rating/rating.ts";
import type { Usage } from "../rating/usage.ts";
import type { BilledLine } from "./billed-line.ts";
import type { Contract } from "./contract.ts";
import type { InvoiceLineDraft, UsageGroup } from "./invoice-line-draft.ts";
import type { Proration } from "./proration.ts";
import { type FixedSlot, isUsageSlot, type Slot, type UsageSlot } from "./slot.ts";

/** The usage of a slot: as a whole, and by the values of the properties that its price groups by. */
export interface SlotUsage {
  readonly total: Usage;
  /** Empty where the price groups by nothing, and where nothing was used. */
  readonly groups: readonly { readonly values: UsageGroup; readonly usage: Usage }[];
}

/** Digits that prepaid units keep when a part of a period gets its part of them. */
const UNITS_SCALE = 18;

const NO_USAGE: Usage = { quantity: Decimal.zero, eventCount: Decimal.zero };

/** What is not there costs nothing, not even the fee that is due without usage. */
const NOTHING: Rating = { amount: Decimal.zero, quantity: Decimal.zero, steps: [], notes: [] };

/** Prices one fixed slot: everything is multiplied, then divided by the days of the period, then rounded once. */
export function rateFixedSlot(contract: Contract, slot: FixedSlot): InvoiceLineDraft {
  const { model } = slot.price;
  const rating = isPrepaid(model) ? rateInAdvance(model) : rate(model, NO_USAGE);
  return {
    ...lineOf(contract, slot, rating),
    amount: share(rating.amount.times(conversion(contract)), slot.proration, contract.currency),
    proration: slot.proration,
    explanation: { ...explanationOf(contract, rating), usage: null, billedBefore: null },
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
  billed: readonly BilledLine[],
): InvoiceLineDraft[] {
  const before = billed.filter((line) => isBilledUsageOf(line, slot));
  const lines = usageParts(usage, before).map((part) => {
    const own = before.filter((line) => groupKey(line.usageGroup) === groupKey(part.group));
    return rateUsage(contract, slot, part, own);
  });
  return slot.kind === "correction" ? lines.filter((line) => !line.amount.isZero()) : lines;
}

function rateUsage(
  contract: Contract,
  slot: UsageSlot,
  { group: usageGroup, usage }: UsagePart,
  before: readonly BilledLine[],
): InvoiceLineDraft {
  const billedQuantity = Decimal.sum(before.map((line) => line.quantity));
  const billedBefore = Decimal.sum(before.map((line) => line.amount));
  const rating = usage === null ? NOTHING : rateMetered(slot, usage, billedQuantity);
  const counted = usage ?? NO_USAGE;
  const line = lineOf(contract, slot, rating);
  const isPart = slot.kind === "correction" && !isPrepaid(slot.price.model);
  return {
    ...line,
    description: usageDescription(slot, usageGroup),
    usageGroup,
    quantity: isPart ? rating.quantity.minus(billedQuantity) : rating.quantity,
    amount: share(rating.amount.times(conversion(contract)), null, contract.currency).minus(billedBefore),
    explanation: {
      ...explanationOf(contract, rating),
      usage: { quantity: counted.quantity, eventCount: counted.eventCount },
      billedBefore: slot.kind === "correction" || before.length > 0 ? billedBefore : null,
    },
  };
}

/** Prepaid units cover the usage first; only what exceeds them is charged, by the new part of it. */
function rateMetered(slot: UsageSlot, usage: Usage, billedQuantity: Decimal): Rating {
  const { model } = slot.price;
  if (!isPrepaid(model)) return rate(model, usage);
  const bought = boughtUnits(model, slot.unitsShare);
  const usedBefore = billedQuantity.isZero() ? Decimal.zero : bought.units.plus(billedQuantity);
  return rateInArrears(bought, usage, { quantity: usedBefore, amount: Decimal.zero });
}

/** A part of a period gets its part of the units, as it costs its part of the advance. */
function boughtUnits(model: PrepaidModel, part: Proration | null): PrepaidModel {
  if (part === null) return model;
  const days = model.units.times(Decimal.ofInteger(part.days));
  return { ...model, units: days.dividedBy(Decimal.ofInteger(part.of), UNITS_SCALE, "half_away_from_zero") };
}

/** The whole as one part where there are no groups. What was billed of groups that are gone is given back. */
function usageParts({ total, groups }: SlotUsage, before: readonly BilledLine[]): UsagePart[] {
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
interface UsagePart {
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

function usageDescription({ kind, price, service }: UsageSlot, group: UsageGroup | null): string {
  const values = Object.entries(group ?? {}).map(([name, value]) => `${name} ${value}`);
  const grouped = group === null ? price.name : `${price.name} (${values.length === 0 ? "other" : values.join(", ")})`;
  return kind === "correction" ? `Late usage of ${service.start} to ${dayBefore(service.end)}: ${grouped}` : grouped;
}

function lineOf(contract: Contract, slot: Slot, rating: Rating): Omit<InvoiceLineDraft, "amount" | "explanation"> {
  const { price } = slot;
  const unitPrice = singleUnitPrice(rating);
  return {
    kind: slot.kind,
    priceId: price.id,
    productId: price.productId,
    versionId: slot.versionId,
    adjustmentId: null,
    description: price.name,
    groupName: price.groupName,
    usageGroup: null,
    service: slot.service,
    countedOn: isUsageSlot(slot) ? slot.countsFrom : slot.service.start,
    quantity: rating.quantity,
    unitPrice: unitPrice === null ? null : unitPrice.times(conversion(contract)),
    unitLabel: price.unitLabel,
    proration: null,
  };
}

function explanationOf(contract: Contract, rating: Rating) {
  const { steps, notes, amount: exactAmount } = rating;
  return { steps, notes, exactAmount, conversionRate: contract.conversionRate };
}

function conversion(contract: Contract): Decimal {
  return contract.conversionRate ?? Decimal.one;
}

/** days/of of an exact amount, rounded once to the currency's minor unit. */
export function share(amount: Decimal, proration: Proration | null, currency: string): Decimal {
  const scale = minorUnits(currency);
  if (proration === null) return amount.round(scale, "half_away_from_zero");
  const part = amount.times(Decimal.ofInteger(proration.days));
  return part.dividedBy(Decimal.ofInteger(proration.of), scale, "half_away_from_zero");
}
