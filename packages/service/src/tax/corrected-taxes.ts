import { type AppliedTax, Decimal, type LinePart } from "@counterfoil/engine";
import {
  findTaxedLines,
  type InvoiceLineRow,
  type StoredBasis,
  type TaxedLineRow,
  type Tx,
} from "@counterfoil/storage";

/** The taxes of what a line corrects, in parts; undefined for a line that corrects nothing that was billed elsewhere. */
export type CorrectedTaxes = (line: Pick<InvoiceLineRow, "kind" | "explanation">) => readonly LinePart[] | undefined;

/**
 * Reads the frozen taxes of the lines that credits and corrections follow from: what is given back or billed late bears the taxes
 * that its line was billed with, whatever has become of the rates and of the parties (R-INV-6).
 */
export async function readCorrectedTaxes(tx: Tx, lines: readonly InvoiceLineRow[]): Promise<CorrectedTaxes> {
  const rows = await findTaxedLines(tx, [...new Set(lines.flatMap(correctedLineIds))]);
  const taxedOf = new Map(rows.map((row) => [row.id, row]));
  return (line) => {
    const corrected = correctedLineIds(line).flatMap((id) => taxedOf.get(id) ?? []);
    return corrected.length === 0 ? undefined : corrected.flatMap(frozenParts);
  };
}

/** The lines that a credit gives back from, or that a correction corrects. One on the same invoice has no id yet. */
function correctedLineIds({ kind, explanation: { basis } }: Pick<InvoiceLineRow, "kind" | "explanation">): string[] {
  if (basis === undefined) return [];
  if (kind === "credit") return partIds([(basis as StoredBasis & { of: WrittenPart }).of]);
  return kind === "correction" ? partIds((basis as StoredBasis & { billed: WrittenPart[] }).billed) : [];
}

interface WrittenPart {
  lineId: string | null;
}

function partIds(parts: readonly WrittenPart[]): string[] {
  return parts.flatMap(({ lineId }) => lineId ?? []);
}

/** A line about whose tax nothing was said is one part under none. */
function frozenParts({ amount, taxes, invoiceTaxes }: TaxedLineRow): LinePart[] {
  if (taxes === null || taxes.length === 0) return [{ amount: Decimal.of(amount), taxes: [] }];
  return taxes.map((part) => ({
    amount: Decimal.of(part.amount),
    taxes: part.taxes.flatMap(({ index }): AppliedTax[] => {
      const stored = invoiceTaxes?.[index];
      if (stored === undefined) return [];
      const { base: _base, amount: _amount, percentage, ...tax } = stored;
      return [{ ...tax, percentage: Decimal.of(percentage) }];
    }),
  }));
}
