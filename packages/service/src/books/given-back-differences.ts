import { Decimal, type LinePart, taxesKey } from "@counterfoil/engine";
import type { BookedInvoiceRow, InvoiceLineRow } from "@counterfoil/storage";
import { type GivenBack, tookBack } from "../billing/index.ts";
import type { CorrectedTaxes } from "../invoice-taxes/index.ts";
import { compare, type Difference } from "./line-differences.ts";
import { toLineParts } from "./tax-differences.ts";

/** Notes and later invoices together gave back no more than the invoice charged. */
export function givenBackDifferences(
  invoice: Pick<BookedInvoiceRow, "total" | "currency">,
  given: GivenBack,
): Difference[] {
  const { lines, noted, leastBilledBack } = given;
  const back = Decimal.sum(lines.map(({ id }) => noted(id).plus(leastBilledBack(id))));
  const billed = Decimal.sum(lines.map(({ amount }) => Decimal.of(amount))).plus(tookBack(given, invoice.currency));
  // Below zero, later invoices took back a discount or a maximum of it: that charges more, and gives nothing back.
  if (back.compare(billed) <= 0 || Decimal.of(invoice.total).isNegative()) return [];
  return [{ member: "given back in all", billed: back.toString(), computed: `at most ${billed.toString()}` }];
}

/**
 * What a line gives back or bills late bears the taxes that its line was billed with. Lines of earlier releases were taxed by the
 * rules of their own day, and are left as they are.
 */
export function correctedTaxDifferences(
  invoice: Pick<BookedInvoiceRow, "taxes" | "issueDate">,
  line: InvoiceLineRow,
  corrected: CorrectedTaxes,
): Difference[] {
  if (line.explanation.basis?.["bearsBilledTaxes"] !== true) return [];
  const wanted = corrected(line, undefined, invoice.issueDate ?? undefined);
  if (wanted === undefined) return [];
  const allowed = new Set(wanted.map(({ taxes }) => taxesKey(taxes)));
  return toLineParts(line, invoice)
    .filter(({ amount, taxes }) => !amount.isZero() && !allowed.has(taxesKey(taxes)))
    .flatMap((part) => compare("taxes", written(part), wanted.map(written).join(" or ")));
}

function written({ taxes }: LinePart): string {
  if (taxes.length === 0) return "no tax";
  return taxes
    .map(({ name, percentage, categoryCode }) => `${name} ${percentage.toString()}% (${categoryCode})`)
    .join(" + ");
}
