import { Decimal, type LinePart, taxesKey } from "@counterfoil/engine";
import type { BookedInvoiceRow, InvoiceLineRow } from "@counterfoil/storage";
import { type GivenBack, tookBack } from "../billing/index.ts";
import { withTax } from "../credits/index.ts";
import type { CorrectedTaxes } from "../invoice-taxes/index.ts";
import { compare, type Difference } from "./line-differences.ts";
import { toLineParts } from "./tax-differences.ts";

/**
 * Credit notes and later invoices together must not give back more than the invoice charged. It is enough if they stay
 * within the amount before tax or within the total: lines of opposite signs under different taxes can give back more
 * before tax than the invoice charged, and still leave some of its total.
 * @param netted the new charges in the lines of later invoices that took back a discount or maximum of this invoice
 */
export function givenBackDifferences(
  invoice: Pick<BookedInvoiceRow, "total" | "currency">,
  given: GivenBack,
  netted: Decimal,
): Difference[] {
  const { lines, noted, leastBilledBack } = given;
  const backOf = ({ id }: InvoiceLineRow) => noted(id).plus(leastBilledBack(id));
  const back = Decimal.sum(lines.map(backOf)).minus(netted);
  const tookBackBefore = tookBack(given, invoice.currency);
  const billed = Decimal.sum(lines.map(({ amount }) => Decimal.of(amount))).plus(tookBackBefore);
  // Below zero means that later invoices took back a discount or a maximum. That charges more and gives nothing back.
  if (back.compare(billed) <= 0 || Decimal.of(invoice.total).isNegative()) return [];
  const isWithinTotal = Decimal.sum(lines.map((line) => taxed(line, backOf(line)))).compare(totalOf(lines)) <= 0;
  if (tookBackBefore.isZero() && isWithinTotal) return [];
  return [{ member: "total given back", billed: back.toString(), computed: `at most ${billed.toString()}` }];
}

/** A part of a line with its share of the line's tax. */
function taxed(line: InvoiceLineRow, part: Decimal): Decimal {
  const amount = Decimal.of(line.amount);
  return amount.isZero() ? part : part.times(withTax(line)).dividedBy(amount, SCALE, "half_away_from_zero");
}

function totalOf(lines: readonly InvoiceLineRow[]): Decimal {
  return Decimal.sum(lines.map(withTax));
}

/** Decimals of shares that are only compared. */
const SCALE = 12;

/**
 * A line that gives back or bills late has the taxes with which its original line was billed. Lines of earlier releases
 * were taxed by the rules of their time and are not checked.
 */
export function correctedTaxDifferences(
  invoice: Pick<BookedInvoiceRow, "taxes" | "issueDate" | "updatedAt">,
  line: InvoiceLineRow,
  corrected: CorrectedTaxes,
): Difference[] {
  if (line.explanation.basis?.["bearsBilledTaxes"] !== true) return [];
  const wanted = corrected(line, undefined, (frozenAt) => isFrozenLater(invoice, frozenAt));
  if (wanted === undefined) return [];
  const allowed = new Set(wanted.map(({ taxes }) => taxesKey(taxes)));
  return toLineParts(line, invoice)
    .filter(({ amount, taxes }) => !amount.isZero() && !allowed.has(taxesKey(taxes)))
    .flatMap((part) => compare("taxes", written(part), wanted.map(written).join(" or ")));
}

/**
 * A skipped invoice has no issue date. It was frozen when it was last updated, while the draft from which it gives back
 * may still have waited. If that draft was issued at the same instant, as on a test clock that stands still, its taxes
 * may have changed in between.
 */
function isFrozenLater(
  { issueDate, updatedAt }: Pick<BookedInvoiceRow, "issueDate" | "updatedAt">,
  frozenAt: string,
): boolean {
  return issueDate === null ? frozenAt >= updatedAt : frozenAt > issueDate;
}

function written({ taxes }: LinePart): string {
  if (taxes.length === 0) return "no tax";
  return taxes
    .map(({ name, percentage, categoryCode }) => `${name} ${percentage.toString()}% (${categoryCode})`)
    .join(" + ");
}
