import { type AppliedTax, Decimal, type LinePart } from "@counterfoil/engine";
import {
  findTaxedLines,
  type InvoiceLineRow,
  type StoredBasis,
  type TaxedLineRow,
  type Tx,
} from "@counterfoil/storage";

/**
 * The taxes of what a line corrects, in parts. Undefined for a line that corrects nothing billed elsewhere. `decided`
 * are lines of drafts, by ID, whose taxes were just decided and are not written yet. With `isLater`, also undefined if
 * one of them was frozen at a later instant than the line: the line has the taxes that the draft had at its time.
 */
export type CorrectedTaxes = (
  line: Pick<InvoiceLineRow, "kind" | "explanation">,
  decided?: ReadonlyMap<string, readonly LinePart[]>,
  isLater?: (frozenAt: string) => boolean,
) => readonly LinePart[] | undefined;

/**
 * Reads the frozen taxes of the lines from which credits and corrections follow. What is given back or billed late has
 * the taxes with which its line was billed, whatever changed in the rates and the parties since (R-INV-6). If the line
 * is void and billed again, these are the taxes of its replacement; with `isEver`, also those of the void line.
 */
export async function readCorrectedTaxes(
  tx: Tx,
  lines: readonly InvoiceLineRow[],
  { isEver = false }: { isEver?: boolean } = {},
): Promise<CorrectedTaxes> {
  const rows = await findTaxedLines(tx, [...new Set(lines.flatMap(correctedLineIds))]);
  const together = new Set(lines.map(({ id }) => id));
  const taxedOf = Map.groupBy(rows, ({ id }) => id);
  const rowsOf = (id: string): readonly TaxedLineRow[] => {
    const own = taxedOf.get(id) ?? [];
    const standing = own.filter(({ isVoid }) => !isVoid);
    return isEver || standing.length === 0 ? own : standing;
  };
  return (line, decided, isLater) => {
    const found = correctedLineIds(line).flatMap(rowsOf);
    if (isLater !== undefined && found.some(({ frozenAt }) => frozenAt === null || isLater(frozenAt))) return undefined;
    const fresh = found.flatMap(({ lineId }) => decided?.get(lineId) ?? []);
    const read = found.filter(({ lineId }) => decided?.has(lineId) !== true);
    // A line of a draft may have no taxes yet. It will have those of the lines that both correct.
    const known = read.filter(({ frozenAt, taxes }) => frozenAt !== null || taxes !== null);
    const parts = [...fresh, ...known.flatMap(linePartsOf)];
    if (parts.length > 0) return parts;
    // Lines that are decided together with this line, and after it, do not count.
    const before = read.filter(({ lineId }) => !together.has(lineId));
    return before.length === 0 ? undefined : before.flatMap(linePartsOf);
  };
}

/** The lines that a credit gives back from, or that usage corrects. A line on the same invoice has no ID yet. */
function correctedLineIds({ kind, explanation: { basis } }: Pick<InvoiceLineRow, "kind" | "explanation">): string[] {
  if (basis === undefined) return [];
  if (kind === "credit") return partIds([(basis as StoredBasis & { of: WrittenPart }).of]);
  const isCorrecting = kind === "correction" || (kind === "usage" && basis["bearsBilledTaxes"] === true);
  return isCorrecting ? partIds((basis as StoredBasis & { billed: WrittenPart[] }).billed) : [];
}

interface WrittenPart {
  lineId: string | null;
}

function partIds(parts: readonly WrittenPart[]): string[] {
  return parts.flatMap(({ lineId }) => lineId ?? []);
}

/** A line without tax information is one part without taxes. */
export function linePartsOf({
  amount,
  taxes,
  invoiceTaxes,
}: Pick<TaxedLineRow, "amount" | "taxes" | "invoiceTaxes">): LinePart[] {
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
