import { Decimal } from "../decimal/decimal.ts";
import type { InvoiceLeft, SettledOnInvoice } from "./billed-line.ts";
import type { InvoiceLineDraft } from "./invoice-line-draft.ts";

/**
 * The amount by which a new invoice reverses the discounts and limits of an earlier one that a credit note concerns,
 * after the earlier invoice's percentages. It reduces what is given back of that invoice, so that much more of its
 * lines can be given back. If several invoices share a discount or limit, only the part that the others cannot absorb
 * counts.
 */
export function reliefOf(lines: readonly InvoiceLineDraft[], { settled }: InvoiceLeft): Decimal {
  return Decimal.sum(
    lines.map((line, position) => {
      const { basis } = line.explanation;
      if (basis.kind !== "adjustment" || basis.rule === "percentage") return Decimal.zero;
      const periodStart = basis.period.start.toString();
      const own = settled.find(
        (one) => one.adjustmentId === line.adjustmentId && one.periodStart === periodStart && one.own.isNegative(),
      );
      return own === undefined ? Decimal.zero : relievedBy(own, line.amount).times(keptOf(lines, position));
    }),
  );
}

/** How much more of the invoice's line is reversed because of an amount. */
function relievedBy({ own, standing, takenBack }: SettledOnInvoice, amount: Decimal): Decimal {
  const goneWith = (more: Decimal) => {
    const left = Decimal.max(own, Decimal.min(Decimal.zero, standing.plus(more)));
    return Decimal.max(own.minus(left), takenBack.plus(Decimal.max(more, Decimal.zero)).negate());
  };
  return goneWith(Decimal.zero).minus(goneWith(amount));
}

/**
 * The part of a line that the invoice's percentages leave. Percentages that credit notes settled reduce nothing
 * further.
 */
function keptOf(lines: readonly InvoiceLineDraft[], position: number): Decimal {
  return lines.reduce((kept, { explanation: { basis } }) => {
    if (basis.kind !== "adjustment" || basis.rule !== "percentage" || !basis.positions.includes(position)) return kept;
    return basis.settledByNotes === undefined ? kept.times(Decimal.one.minus(basis.value.times(HUNDREDTH))) : kept;
  }, Decimal.one);
}

const HUNDREDTH = Decimal.of("0.01");
