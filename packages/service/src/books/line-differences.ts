import { Decimal, type RecomputedLine } from "@counterfoil/engine";
import type { InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";
import { canonicalJson } from "../canonical-json.ts";
import { inputsHash } from "../frozen-lines/index.ts";
import type { Recomputation } from "./recompute-lines.ts";

/** One member of a line or an invoice that is not what it should be. */
export interface Difference {
  readonly member: string;
  /** The value in the books. */
  readonly billed: string;
  /** The computed value. */
  readonly computed: string;
}

/** Compares a line with its recomputed values. */
export function lineDifferences(
  invoice: Pick<InvoiceRow, "accountId" | "currency">,
  line: InvoiceLineRow,
  outcome: Recomputation,
): Difference[] {
  if (outcome.kind === "failed") return [{ member: "line", billed: line.amount, computed: outcome.failure }];
  const inputs = compare("inputsHash", line.explanation.inputsHash ?? "none", inputsHash(invoice, line));
  if (outcome.kind === "usage_gone") return inputs;
  const { frozen, figures } = outcome;
  const differences = figureDifferences(line, figures);
  return frozen === undefined ? differences : [...differences, ...inputs, ...explanationDifferences(line, figures)];
}

function figureDifferences(line: InvoiceLineRow, figures: RecomputedLine): Difference[] {
  return [
    ...compareDecimals("amount", line.amount, figures.amount),
    ...compareDecimals("quantity", line.quantity, figures.quantity),
    ...unitPriceDifferences(line, figures),
  ];
}

/**
 * Releases up to 0.1 gave a correction the price by which its usage was rated, even if it did not multiply to the
 * amount. Their lines stay as issued.
 */
function unitPriceDifferences(
  { unitPrice: billed }: InvoiceLineRow,
  { unitPrice, ratedUnitPrice }: RecomputedLine,
): Difference[] {
  if (billed === null || unitPrice !== null) {
    return billed === null || unitPrice === null
      ? compare("unitPrice", billed ?? "none", unitPrice?.toString() ?? "none")
      : compareDecimals("unitPrice", billed, unitPrice);
  }
  const isRated = ratedUnitPrice !== null && Decimal.parse(billed)?.equals(ratedUnitPrice) === true;
  return isRated ? [] : compare("unitPrice", billed, "none");
}

/** The calculation that the line shows. */
function explanationDifferences({ explanation }: InvoiceLineRow, figures: RecomputedLine): Difference[] {
  const { usage, settledByNotes = Decimal.zero } = figures;
  const settled = (explanation.basis?.["settledByNotes"] ?? "0") as string;
  return [
    ...compareDecimals("settledByNotes", settled, settledByNotes),
    ...compareDecimals("exactAmount", explanation.exactAmount, figures.exactAmount),
    ...comparePlain("steps", explanation.steps, figures.steps),
    ...comparePlain("notes", explanation.notes, figures.notes),
    ...(usage === null || explanation.usage === null
      ? comparePlain("usage", explanation.usage, usage)
      : [
          ...compareDecimals("usage", explanation.usage.quantity, usage.quantity),
          ...compareDecimals("eventCount", explanation.usage.eventCount, usage.eventCount),
        ]),
  ];
}

export function compare(member: string, billed: string, computed: string): Difference[] {
  return billed === computed ? [] : [{ member, billed, computed }];
}

/** Compares by value: 1.50 equals 1.5. Text that is not a decimal differs. */
export function compareDecimals(member: string, billed: string, computed: Decimal): Difference[] {
  const value = Decimal.parse(billed);
  return value?.equals(computed) === true ? [] : [{ member, billed, computed: computed.toString() }];
}

/** Values with the same text are equal. This is nearly always so, and faster. */
function comparePlain(member: string, billed: unknown, computed: unknown): Difference[] {
  if (JSON.stringify(billed) === JSON.stringify(computed)) return [];
  return compare(member, plain(billed), plain(computed));
}

/** One text for equal values: decimals by value, members by name. */
function plain(value: unknown): string {
  return canonicalJson(plainDecimals(value));
}

/** A value as JSON, with equal decimals as equal text. */
export function plainDecimals(value: unknown): unknown {
  return withPlainDecimals(JSON.parse(JSON.stringify(value)));
}

function withPlainDecimals(value: unknown): unknown {
  if (typeof value === "string") return Decimal.parse(value)?.toCanonical() ?? value;
  if (Array.isArray(value)) return value.map(withPlainDecimals);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withPlainDecimals(member)]));
}
