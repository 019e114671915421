import {
  Decimal,
  formatAmount,
  type FrozenLine,
  recomputeLine,
  type RecomputedLine,
  roundToMinorUnit,
  type SlotUsage,
} from "@counterfoil/engine";
import type { BilledTerms, InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";
import { toFrozenLine } from "../frozen-lines/index.ts";

/**
 * The recomputed amount of a line. Or that it can no longer be known because its usage is gone, or why it cannot be
 * computed.
 */
export type Recomputation =
  | { readonly kind: "recomputed"; readonly frozen: FrozenLine | undefined; readonly figures: RecomputedLine }
  | { readonly kind: "usage_gone" }
  | { readonly kind: "failed"; readonly failure: string };

/** What the lines of an invoice are computed from, in addition to the lines. */
export interface RecomputingInputs {
  termsOf(hash: string): BilledTerms | undefined;
  /**
   * The usage of a line from its events. If they are no longer kept, from what the line states. Null if that is not
   * enough.
   */
  usageOf(line: InvoiceLineRow): SlotUsage | null;
}

/**
 * Computes the lines of one invoice again, in their order. Discounts and limits count the recomputed lines before them,
 * so one wrong line is reported once.
 */
export function recomputeLines(
  invoice: Pick<InvoiceRow, "currency">,
  lines: readonly InvoiceLineRow[],
  inputs: RecomputingInputs,
): Recomputation[] {
  const amounts: Decimal[] = [];
  return lines.map((line) => {
    const outcome = recompute(invoice, line, inputs, amounts);
    amounts.push(outcome.kind === "recomputed" ? outcome.figures.amount : Decimal.of(line.amount));
    return outcome;
  });
}

/** Computes one line again. `amounts` are those of the lines of its invoice, by position. */
export function recompute(
  invoice: Pick<InvoiceRow, "currency">,
  line: InvoiceLineRow,
  { termsOf, usageOf }: RecomputingInputs,
  amounts: readonly Decimal[],
): Recomputation {
  try {
    const hash = line.explanation.terms;
    const terms = hash === undefined ? undefined : termsOf(hash);
    if (hash !== undefined && terms === undefined) {
      return { kind: "failed", failure: `the billed terms ${hash} are missing` };
    }
    const frozen = toFrozenLine(invoice, line, terms);
    if (frozen === undefined) return { kind: "recomputed", frozen, figures: freeLine(invoice, line) };
    const usage = frozen.basis.kind === "usage" ? usageOf(line) : null;
    if (frozen.basis.kind === "usage" && usage === null) return { kind: "usage_gone" };
    return { kind: "recomputed", frozen, figures: recomputeLine(frozen, usage, amounts) };
  } catch (error) {
    // Whatever is wrong with this row, the others are still checked.
    return { kind: "failed", failure: error instanceof Error ? error.message : String(error) };
  }
}

/** A line that a user wrote: its quantity times its price, or the amount alone. */
function freeLine({ currency }: Pick<InvoiceRow, "currency">, line: InvoiceLineRow): RecomputedLine {
  const quantity = Decimal.of(line.quantity);
  const unitPrice = line.unitPrice === null ? null : Decimal.of(line.unitPrice);
  const exactAmount = unitPrice === null ? Decimal.of(line.amount) : quantity.times(unitPrice);
  const amount = roundToMinorUnit(exactAmount, currency);
  return { quantity, unitPrice, ratedUnitPrice: unitPrice, amount, exactAmount, steps: [], notes: [], usage: null };
}

export function amountText(amount: Decimal, currency: string): string {
  return formatAmount({ amount, currency });
}
