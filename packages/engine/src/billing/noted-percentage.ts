import { Decimal } from "../decimal/decimal.ts";
import type { DiscountDue } from "./adjustment-due.ts";
import type { InvoiceLineDraft } from "./invoice-line-draft.ts";
import type { AdjustmentBasis, TakenOff } from "./line-basis.ts";

/** The most that lines can reverse of a percentage, if credit notes limit it. */
export function mostTakenOff(
  { source }: DiscountDue,
  lines: readonly InvoiceLineDraft[],
): Pick<AdjustmentBasis, "most"> {
  if (!lines.some(isLimitedByNotes)) return {};
  const ofSource = lines.flatMap(takenOffOf).filter(({ adjustmentId }) => adjustmentId === source.id);
  return { most: Decimal.sum(ofSource.map(({ amount }) => amount)) };
}

/** Whether a line reverses a part of a percentage that a credit note concerns, or is a discount on such a line. */
export function isLimitedByNotes(line: InvoiceLineDraft): boolean {
  const { basis } = line.explanation;
  return basis.kind === "adjustment" ? basis.most !== undefined : takenOffOf(line).length > 0;
}

function takenOffOf({ explanation: { basis } }: InvoiceLineDraft): readonly TakenOff[] {
  return (basis.kind === "credit" || basis.kind === "usage" ? basis.takenOff : undefined) ?? [];
}

/** Whether a line reverses a discount of an amount, or a maximum. */
export function isRelief({ amount, explanation: { basis } }: InvoiceLineDraft): boolean {
  return basis.kind === "adjustment" && (basis.rule === "amount" || basis.rule === "maximum") && amount.isPositive();
}
