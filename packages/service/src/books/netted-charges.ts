import { Decimal } from "@counterfoil/engine";
import { findInvoiceLines, type InvoiceLineRow, type Tx } from "@counterfoil/storage";
import type { GivenBack } from "../billing/index.ts";
import { countedPlaces } from "../frozen-lines/index.ts";

/**
 * The new charges that later invoices netted against what they took back of an invoice's discounts and maximums. Such a
 * line is what is taken back, less what the discount or maximum takes off new charges. So up to this much more was taken
 * back than the line shows.
 */
export async function nettedCharges(
  tx: Tx,
  { lines, othersOf }: Pick<GivenBack, "lines" | "othersOf">,
): Promise<Decimal> {
  const reliefs = lines
    .filter(({ kind, amount }) => (kind === "discount" || kind === "maximum") && Decimal.of(amount).isNegative())
    .flatMap(({ id }) => othersOf(id))
    .filter(({ isLater, amount }) => isLater && Decimal.of(amount).isPositive());
  if (reliefs.length === 0) return Decimal.zero;
  const invoiceIds = [...new Set(reliefs.map(({ invoiceId }) => invoiceId))];
  const linesOf = Map.groupBy(await findInvoiceLines(tx, invoiceIds), ({ invoiceId }) => invoiceId);
  return Decimal.sum(reliefs.map((relief) => newChargesOf(relief, linesOf.get(relief.invoiceId) ?? [])));
}

/** The charges among the lines that a discount or limit counts on its own invoice. */
function newChargesOf(relief: InvoiceLineRow, lines: readonly InvoiceLineRow[]): Decimal {
  const amounts = countedPlaces(relief).map((position) => Decimal.of(lines[position]?.amount ?? "0"));
  return Decimal.sum(amounts.filter((amount) => amount.isPositive()));
}
