import { Decimal } from "../decimal/decimal.ts";
import type { InvoiceLeft, SettledOnInvoice } from "./billed-line.ts";
import type { InvoiceLineDraft } from "./invoice-line-draft.ts";

/**
 * What a new invoice takes back of the discounts and limits of one that credit notes gave back from, after the percentages on that: it
 * lowers what is given back of that invoice, so that much more of its lines can be. Of a discount or limit that several invoices share
 * only what the others cannot bear counts.
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

/** By how much more an amount takes back of the line of an invoice. */
function relievedBy({ own, standing, takenBack }: SettledOnInvoice, amount: Decimal): Decimal {
  const goneWith = (more: Decimal) => {
    const left = Decimal.max(own, Decimal.min(Decimal.zero, standing.plus(more)));
    return Decimal.max(own.minus(left), takenBack.plus(Decimal.max(more, Decimal.zero)).negate());
  };
  return goneWith(Decimal.zero).minus(goneWith(amount));
}

/** What the percentages of the invoice leave of a line. What notes settled takes nothing more off. */
function keptOf(lines: readonly InvoiceLineDraft[], position: number): Decimal {
  return lines.reduce((kept, { explanation: { basis } }) => {
    if (basis.kind !== "adjustment" || basis.rule !== "percentage" || !basis.positions.includes(position)) return kept;
    return basis.settledByNotes === undefined ? kept.times(Decimal.one.minus(basis.value.times(HUNDREDTH))) : kept;
  }, Decimal.one);
}

const HUNDREDTH = Decimal.of("0.01");
