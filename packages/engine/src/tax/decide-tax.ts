import { lineParts, type TaxableLine, type TaxSources } from "./line-parts.ts";
import { type TaxedLines, taxLines } from "./tax-lines.ts";
import { decidesTax } from "./tax-terms.ts";

/**
 * The taxes of an invoice's lines, after all discounts and spend limits and before credit is used (R-SUB-8). If the
 * terms do not decide tax and no line corrects a taxed line, no tax is stored either: the lines have no parts.
 */
export function decideTax(lines: readonly TaxableLine[], sources: TaxSources): TaxedLines {
  const taxed = taxLines(lineParts(lines, sources), sources.currency);
  return decidesTax(sources.terms) || taxed.taxes.length > 0 ? taxed : { ...taxed, lines: lines.map(() => []) };
}
