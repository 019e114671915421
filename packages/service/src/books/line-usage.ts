import { Decimal, groupKey, type SlotUsage, type Usage } from "@counterfoil/engine";
import type { InvoiceLineRow } from "@counterfoil/storage";

const NONE: Usage = { quantity: Decimal.zero, eventCount: Decimal.zero };

/** The usage of one group of a slot; of no group, all of it where nothing splits it. */
export function groupOf({ total, groups }: SlotUsage, group: Record<string, string> | null): Usage {
  if (group === null) return groups.length === 0 ? total : NONE;
  return groups.find(({ values }) => groupKey(values) === groupKey(group))?.usage ?? NONE;
}

/** The usage that a line states. Combinations of a matrix and the metrics of an expression are not in it. */
export function statedUsage({ explanation: { usage }, usageGroup }: InvoiceLineRow): SlotUsage {
  const total = { quantity: Decimal.of(usage?.quantity ?? "0"), eventCount: Decimal.of(usage?.eventCount ?? "0") };
  return { total, groups: usageGroup === null ? [] : [{ values: usageGroup, usage: total }] };
}
