import { Decimal, groupKey, type SlotUsage, type Usage } from "@counterfoil/engine";
import type { BilledTerms, InvoiceLineRow } from "@counterfoil/storage";

const NONE: Usage = { quantity: Decimal.zero, eventCount: Decimal.zero };

/** The usage of one group of a slot. Without a group, all usage, if nothing splits it. */
export function groupOf({ total, groups }: SlotUsage, group: Record<string, string> | null): Usage {
  if (group === null) return groups.length === 0 ? total : NONE;
  return groups.find(({ values }) => groupKey(values) === groupKey(group))?.usage ?? NONE;
}

/**
 * The usage that a line states. Null if its price needs more than that: combinations of a matrix and the metrics of an
 * expression are not stated. A group exists only if something was counted in it, so a line with no usage means that its
 * group is gone.
 */
export function statedUsage(
  { explanation, usageGroup }: InvoiceLineRow,
  terms: BilledTerms | undefined,
): SlotUsage | null {
  const { usage } = explanation;
  if (terms === undefined || terms.price.type === "matrix" || terms.price.type === "expression") return null;
  const total = { quantity: Decimal.of(usage?.quantity ?? "0"), eventCount: Decimal.of(usage?.eventCount ?? "0") };
  const isGone = total.quantity.isZero() && total.eventCount.isZero();
  return { total, groups: usageGroup === null || isGone ? [] : [{ values: usageGroup, usage: total }] };
}

/** Whether all events from which a line is counted are still kept. A level depends on all earlier events. */
export function areEventsKept(line: InvoiceLineRow, terms: BilledTerms, firstKept: string | null): boolean {
  if (firstKept === null) return true;
  const isLevel = terms.metrics.some(({ aggregation }) => aggregation.method === "weighted_sum");
  return !isLevel && (line.explanation.counted?.start ?? "") >= firstKept;
}
