import { Decimal, type InvoiceLeft, type PercentageLeft, type SettledOnInvoice } from "@counterfoil/engine";
import type { InvoiceLineRow, InvoiceRow, Tx } from "@counterfoil/storage";
import { type GivenBack, leftOfLines, percentageOf, readGivenBack } from "./given-back.ts";

/**
 * Reads what credit notes and later invoices left of an invoice, for a new invoice that gives back from it.
 *
 * @param exceptInvoiceId a draft that is being decided again
 */
export async function readInvoiceLeft(
  tx: Tx,
  invoice: Pick<InvoiceRow, "id" | "currency">,
  exceptInvoiceId: string | null,
): Promise<InvoiceLeft> {
  const givenBack = await readGivenBack(tx, invoice, exceptInvoiceId);
  return {
    invoiceId: invoice.id,
    amount: leftOfLines(givenBack, invoice.currency),
    percentages: givenBack.lines.flatMap((line) => percentageLeft(givenBack, line)),
    settled: givenBack.lines.flatMap((line) => settledOnInvoice(givenBack, line)),
  };
}

function percentageLeft({ lines, noted, billedBack }: GivenBack, line: InvoiceLineRow): PercentageLeft[] {
  const percentage = percentageOf(line);
  if (percentage === undefined || line.adjustmentId === null || noted(line.id).isZero()) return [];
  const lineIds = new Set(percentage.positions.flatMap((position) => lines[position]?.id ?? []));
  const left = Decimal.of(line.amount).minus(noted(line.id)).minus(billedBack(line.id));
  return [{ adjustmentId: line.adjustmentId, lineIds, left }];
}

function settledOnInvoice({ noted, othersOf }: GivenBack, line: InvoiceLineRow): SettledOnInvoice[] {
  const { adjustmentId, explanation } = line;
  const period = explanation.basis?.["period"] as { start: string } | undefined;
  if (adjustmentId === null || period === undefined || percentageOf(line) !== undefined) return [];
  const own = Decimal.of(line.amount).minus(noted(line.id));
  const others = othersOf(line.id).map((other) => ({
    isLater: other.isLater,
    own: Decimal.of(other.amount).minus(noted(other.id)),
  }));
  const laterAmounts = others.filter(({ isLater }) => isLater).map((other) => Decimal.max(other.own, Decimal.zero));
  return [
    {
      adjustmentId,
      periodStart: period.start,
      own,
      standing: own.plus(Decimal.sum(others.map((other) => other.own))),
      takenBack: Decimal.sum(laterAmounts),
    },
  ];
}
