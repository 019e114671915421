import { Decimal, type InvoiceTax, type LinePart, taxesKey, taxLines } from "@counterfoil/engine";
import type { InvoiceLineRow, InvoiceRow, StoredTax } from "@counterfoil/storage";
import { compareDecimals, type Difference } from "./line-differences.ts";

/**
 * Computes the taxes of an invoice again from its lines and the rates frozen with it: base and amount of each tax, and
 * the subtotal without the tax included in prices. `amounts` are the amounts of the lines.
 */
export function taxDifferences(
  invoice: Pick<InvoiceRow, "currency" | "taxes" | "subtotal" | "tax">,
  lines: readonly InvoiceLineRow[],
  amounts: readonly Decimal[],
): Difference[] {
  const { currency, subtotal, tax } = invoice;
  if ((invoice.taxes ?? null) === null) {
    return [
      ...compareDecimals("subtotal", subtotal, Decimal.sum(amounts)),
      ...compareDecimals("tax", tax, Decimal.zero),
    ];
  }
  const taxes = (invoice.taxes ?? []).map(toInvoiceTax);
  const parts = lines.map((line) => toLineParts(line, invoice));
  const again = taxLines(parts, currency);
  return [
    ...amounts.flatMap((amount, place) =>
      compareDecimals(`taxed amount of line ${place}`, partsSum(parts[place]), amount),
    ),
    ...taxes.flatMap((one) => {
      const found = again.taxes.filter((other) => taxesKey([other]) === taxesKey([one]));
      return (["base", "amount"] as const).flatMap((member) =>
        compareDecimals(
          `${member} of ${one.name}`,
          one[member].toString(),
          Decimal.sum(found.map((other) => other[member])),
        ),
      );
    }),
    ...compareDecimals("subtotal", subtotal, again.subtotal),
    ...compareDecimals("tax", tax, again.tax),
  ];
}

function toInvoiceTax(stored: StoredTax): InvoiceTax {
  const { percentage, base, amount, ...rest } = stored;
  return { ...rest, percentage: Decimal.of(percentage), base: Decimal.of(base), amount: Decimal.of(amount) };
}

/** The frozen parts of a line, each with its taxes. */
export function toLineParts({ taxes: parts }: InvoiceLineRow, invoice: Pick<InvoiceRow, "taxes">): LinePart[] {
  const taxes = (invoice.taxes ?? []).map(toInvoiceTax);
  return (parts ?? []).map(({ amount, taxes: shares }) => ({
    amount: Decimal.of(amount),
    taxes: shares.flatMap(({ index }) => taxes[index] ?? []),
  }));
}

function partsSum(parts: readonly LinePart[] | undefined): string {
  return Decimal.sum((parts ?? []).map(({ amount }) => amount)).toString();
}
