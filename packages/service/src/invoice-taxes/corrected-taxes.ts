import { type AppliedTax, Decimal, type LinePart } from "@counterfoil/engine";
import {
  findTaxedLines,
  type InvoiceLineRow,
  type StoredBasis,
  type TaxedLineRow,
  type Tx,
} from "@counterfoil/storage";

/**
 * The taxes of what a line corrects, in parts; undefined for a line that corrects nothing that was billed elsewhere. `decided` are the
 * lines of drafts whose taxes were decided just now and are not written yet, by id. With `at` it is undefined as well where one of them
 * was frozen after that instant: a line that was issued before bears the taxes that the draft had by then.
 */
export type CorrectedTaxes = (
  line: Pick<InvoiceLineRow, "kind" | "explanation">,
  decided?: ReadonlyMap<string, readonly LinePart[]>,
  at?: string,
) => readonly LinePart[] | undefined;

/**
 * Reads the frozen taxes of the lines that credits and corrections follow from: what is given back or billed late bears the taxes
 * that its line was billed with, whatever has become of the rates and of the parties (R-INV-6). Where the line is void and billed
 * again, these are the taxes of the line that bills it again; with `isEver`, also those of the void one.
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
  return (line, decided, at) => {
    const found = correctedLineIds(line).flatMap(rowsOf);
    if (at !== undefined && found.some(({ frozenAt }) => frozenAt === null || frozenAt > at)) return undefined;
    const fresh = found.flatMap(({ lineId }) => decided?.get(lineId) ?? []);
    const read = found.filter(({ lineId }) => decided?.has(lineId) !== true);
    // A line of a draft may have no taxes yet: it will have those of the lines that both correct.
    const known = read.filter(({ frozenAt, taxes }) => frozenAt !== null || taxes !== null);
    const parts = [...fresh, ...known.flatMap(linePartsOf)];
    if (parts.length > 0) return parts;
    // Those that are decided together with this line, and after it, say nothing of it.
    const before = read.filter(({ lineId }) => !together.has(lineId));
    return before.length === 0 ? undefined : before.flatMap(linePartsOf);
  };
}

/** The lines that a credit gives back from, or that usage corrects. One on the same invoice has no id yet. */
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

/** A line about whose tax nothing was said is one part under none. */
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
