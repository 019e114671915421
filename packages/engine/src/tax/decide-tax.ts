import { lineParts, type TaxableLine, type TaxSources } from "./line-parts.ts";
import { type TaxedLines, taxLines } from "./tax-lines.ts";
import { decidesTax } from "./tax-terms.ts";

/** The taxes of an invoice's lines: after all discounts and spend limits, and before credit is used up (R-SUB-8). */
export function decideTax(lines: readonly TaxableLine[], sources: TaxSources): TaxedLines {
  const taxed = taxLines(lineParts(lines, sources), sources.currency);
  // Where nothing is said about tax at all, nothing is stored of it either.
  return decidesTax(sources.terms) ? taxed : { ...taxed, lines: lines.map(() => []) };
}
