import { Decimal, type SlotUsage, type Usage } from "@counterfoil/engine";
import { findLaterCorrections, type InvoiceRow, readUsage, type Tx } from "@counterfoil/storage";
import { canonicalJson } from "../canonical-json.ts";
import { DomainError } from "../errors/index.ts";
import type { SinceIssued } from "./explained-line.ts";
import { plainDecimals } from "./line-differences.ts";
import { groupOf } from "./line-usage.ts";
import { measureFrozen } from "./measure-frozen.ts";
import { amountText } from "./recompute-lines.ts";
import type { ToldUsage } from "./told-usage.ts";

/**
 * What changed in a line's usage since it was issued: late events, amended or voided events, and the lines that correct
 * it (R-EVT-4, R-EVT-6). Null if nothing changed, and for a draft or a void invoice, whose lines bill nothing.
 */
export async function sinceIssued(tx: Tx, { status }: InvoiceRow, told: ToldUsage): Promise<SinceIssued | null> {
  if (status === "draft" || status === "void" || told.rated === null) return null;
  const { line } = told.counted;
  const before = own(told.rated, line.usageGroup);
  const now = told.isCountable ? own((await usageNow(tx, told)) ?? told.rated, line.usageGroup) : before;
  const corrections = await findLaterCorrections(tx, line);
  // The combinations of a matrix may change although their sum does not. A line states none of them.
  const isSame = told.measured === undefined ? hasEqualSums(before, now) : textOf(before) === textOf(now);
  if (corrections.length === 0 && isSame) return null;
  return {
    quantity: now.quantity.toCanonical(),
    eventCount: Number(now.eventCount.toCanonical()),
    quantityChange: now.quantity.minus(before.quantity).toCanonical(),
    corrections: corrections.map(({ currency, ...correction }) => ({
      ...correction,
      quantity: Decimal.of(correction.quantity).toCanonical(),
      amount: amountText(Decimal.of(correction.amount), currency),
    })),
  };
}

/** The current usage of the same period. Undefined if it has too many groups by now. */
async function usageNow(tx: Tx, { counted, metricId }: ToldUsage): Promise<SlotUsage | undefined> {
  const line = { ...counted.line, usageThrough: null };
  try {
    return (await measureFrozen(tx, [{ ...counted, line }], readUsage, metricId))(line).slotUsage;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** For a line without a group, all usage: a group that arrived later is a correction of it. */
function own(usage: SlotUsage, group: Record<string, string> | null): Usage {
  return group === null ? usage.total : groupOf(usage, group);
}

function hasEqualSums(before: Usage, now: Usage): boolean {
  return before.quantity.equals(now.quantity) && before.eventCount.equals(now.eventCount);
}

function textOf(usage: Usage): string {
  return canonicalJson(plainDecimals(usage));
}
