import { Decimal } from "@counterfoil/engine";
import {
  type BilledTerms,
  findBilledTerms,
  findInvoiceLines,
  findInvoices,
  type InvoiceLineRow,
  type InvoiceRow,
  type Tx,
} from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { toLineConversion } from "../invoices/index.ts";
import type { ExplainedLine, Recomputed } from "./explained-line.ts";
import { explainFreeLine, explainSteps } from "./explain-steps.ts";
import { explainUsage } from "./explain-usage.ts";
import { partsOf } from "../frozen-lines/index.ts";
import { type Difference, lineDifferences } from "./line-differences.ts";
import { amountText, recompute, type Recomputation } from "./recompute-lines.ts";
import { sinceIssued } from "./since-issued.ts";
import { tellUsage } from "./told-usage.ts";

/**
 * Explains a line of an invoice or a draft: its inputs, its calculation, and whether the calculation still gives the
 * same amount (R-RATE-5).
 */
export function explainLine(context: Context, invoiceId: string, lineId: string): Promise<ExplainedLine> {
  return transact(context, async ({ tx }) => {
    const [invoice] = await findInvoices(tx, [invoiceId]);
    if (invoice === undefined) throw notFound("invoice", invoiceId);
    const lines = await findInvoiceLines(tx, [invoiceId]);
    const line = lines.find(({ id }) => id === lineId);
    if (line === undefined) throw notFound("line", lineId);
    const hashes = [...new Set(lines.flatMap(({ explanation }) => explanation.terms ?? []))];
    const terms = new Map((await findBilledTerms(tx, hashes)).map((one) => [one.hash, one]));
    return explain(tx, { invoice, lines, line, terms, isStored: true });
  });
}

/** A line with everything that explains it. */
export interface LineCase {
  readonly invoice: InvoiceRow;
  /** All lines of the invoice. */
  readonly lines: readonly InvoiceLineRow[];
  readonly line: InvoiceLineRow;
  readonly terms: ReadonlyMap<string, BilledTerms>;
  /** Whether the line can be queried later. A preview of the next invoice is not stored. */
  readonly isStored: boolean;
}

export async function explain(tx: Tx, explained: LineCase): Promise<ExplainedLine> {
  const { invoice, lines, line, terms, isStored } = explained;
  const { explanation } = line;
  const own = terms.get(explanation.terms ?? "");
  const isCounted = own !== undefined && explanation.counted !== undefined;
  const told = isCounted ? await tellUsage(tx, { accountId: invoice.accountId, line, terms: own }) : undefined;
  const outcome = recompute(
    invoice,
    line,
    { termsOf: (hash) => terms.get(hash), usageOf: () => told?.rated ?? null },
    // Takes the other lines' stored amounts: each line explains itself.
    lines.map(({ amount }) => Decimal.of(amount)),
  );
  return {
    invoiceId: invoice.id,
    invoiceNumber: invoice.number,
    invoiceStatus: invoice.status,
    lineId: line.id,
    kind: line.kind,
    description: line.description,
    currency: invoice.currency,
    amount: amountText(Decimal.of(line.amount), invoice.currency),
    servicePeriod: { start: line.periodStart, end: line.periodEnd },
    timezone: invoice.timezone,
    versionId: line.versionId,
    price: own === undefined ? null : { ...own.price, termsHash: own.hash },
    conversion: toLineConversion(line),
    usage: told === undefined ? null : await explainUsage(tx, invoice, told, isStored),
    sinceIssued: told === undefined || !isStored ? null : await sinceIssued(tx, invoice, told),
    ...arithmetic(invoice, lines, line, outcome),
  };
}

function arithmetic(
  invoice: InvoiceRow,
  lines: readonly InvoiceLineRow[],
  line: InvoiceLineRow,
  outcome: Recomputation,
): Pick<ExplainedLine, "countedLines" | "steps" | "notes" | "inputsHash" | "recomputed"> {
  const differences = lineDifferences(invoice, line, outcome);
  const figured = outcome.kind === "recomputed" ? outcome : undefined;
  const amounts = lines.map(({ amount }) => Decimal.of(amount));
  return {
    countedLines: figured?.frozen === undefined ? [] : countedLines(invoice, lines, figured.frozen.basis),
    steps: figured === undefined ? [] : stepsOf(invoice, figured, amounts),
    notes: line.explanation.notes.map(({ detail }) => detail),
    inputsHash: line.explanation.inputsHash ?? null,
    recomputed: recomputedShown(invoice, outcome, differences),
  };
}

function stepsOf(
  { currency }: InvoiceRow,
  { frozen, figures }: Extract<Recomputation, { kind: "recomputed" }>,
  amounts: readonly Decimal[],
): ExplainedLine["steps"] {
  return frozen === undefined ? explainFreeLine(figures, currency) : explainSteps(frozen, figures, amounts);
}

function recomputedShown({ currency }: InvoiceRow, outcome: Recomputation, differences: Difference[]): Recomputed {
  const amount = outcome.kind === "recomputed" ? amountText(outcome.figures.amount, currency) : null;
  return { amount, agrees: amount !== null && differences.length === 0, differences };
}

function countedLines(
  { currency }: InvoiceRow,
  lines: readonly InvoiceLineRow[],
  basis: Parameters<typeof partsOf>[0],
): ExplainedLine["countedLines"] {
  const here = basis.kind === "adjustment" ? basis.positions.flatMap((position) => lines[position] ?? []) : [];
  return [
    ...here.map(({ id, amount }) => ({ lineId: id, amount: amountText(Decimal.of(amount), currency) })),
    ...partsOf(basis).map(({ lineId, amount }) => ({ lineId, amount: amountText(amount, currency) })),
  ];
}
