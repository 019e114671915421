import { Decimal, type SlotUsage } from "@counterfoil/engine";
import {
  type BilledTerms,
  findBilledTerms,
  findInvoiceLines,
  findInvoices,
  firstKeptUsage,
  type InvoiceLineRow,
  type InvoiceRow,
  readUsage,
  type Tx,
} from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { notFound } from "../errors/domain-error.ts";
import { toLineConversion } from "../invoices/invoice.ts";
import type { ExplainedLine, ExplainedMetric, ExplainedUsage, Recomputed } from "./explained-line.ts";
import { explainFreeLine, explainSteps } from "./explain-steps.ts";
import { partsOf } from "./frozen-line.ts";
import { areEventsKept, groupOf, statedUsage } from "./line-usage.ts";
import { type Difference, lineDifferences } from "./line-differences.ts";
import { type DayMeasured, measureDays } from "./measure-days.ts";
import { measureFrozen, type MeasuredLine } from "./measure-frozen.ts";
import { type MeasuredPart, partOf } from "./measured-part.ts";
import { type MetricNames, metricNames } from "./metric-names.ts";
import { amountText, recompute, type Recomputation } from "./recompute-lines.ts";

/** Explains a line of an invoice or a draft: its inputs, its arithmetic, and whether it comes out again (R-RATE-5). */
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

/** A line with all that explains it. */
export interface LineCase {
  readonly invoice: InvoiceRow;
  /** All lines of the invoice. */
  readonly lines: readonly InvoiceLineRow[];
  readonly line: InvoiceLineRow;
  readonly terms: ReadonlyMap<string, BilledTerms>;
  /** Whether it can be asked for again: the invoice to come is only decided. */
  readonly isStored: boolean;
}

export async function explain(tx: Tx, explained: LineCase): Promise<ExplainedLine> {
  const { invoice, lines, line, terms } = explained;
  const { explanation } = line;
  const own = terms.get(explanation.terms ?? "");
  const isCounted = own !== undefined && explanation.counted !== undefined;
  const metricId = isCounted ? await metricNames(tx, [own]) : (id: string) => id;
  const counted = isCounted ? [{ accountId: invoice.accountId, line, terms: own }] : [];
  const measured = isCounted ? (await measureFrozen(tx, counted, readUsage, metricId))(line) : undefined;
  const slotUsage = measured && own && (await usageToRate(tx, line, own, measured));
  const outcome = recompute(
    invoice,
    line,
    { termsOf: (hash) => terms.get(hash), usageOf: () => slotUsage ?? null },
    // The other lines are taken as they are: each explains itself.
    lines.map(({ amount }) => Decimal.of(amount)),
  );
  const usage = measured && (await explainUsage(tx, explained, own, measured, metricId));
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
    usage: usage ?? null,
    ...arithmetic(invoice, lines, line, outcome),
  };
}

/** What is rated again: what was measured now, or what the line states where its events are gone and no totals tell. */
async function usageToRate(
  tx: Tx,
  line: InvoiceLineRow,
  terms: BilledTerms,
  measured: MeasuredLine,
): Promise<SlotUsage | null> {
  if (areEventsKept(line, terms, await firstKeptUsage(tx))) return measured.slotUsage;
  const isTold = terms.metrics.every(({ aggregation }) => TOTALLED.includes(aggregation.method));
  return isTold ? measured.slotUsage : statedUsage(line, terms);
}

/** The methods that totals tell (R-EVT-8). */
const TOTALLED: readonly string[] = ["count", "sum", "average", "min", "max", "latest"];

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

async function explainUsage(
  tx: Tx,
  { invoice, line, isStored }: LineCase,
  terms: BilledTerms | undefined,
  { metrics, slotUsage }: MeasuredLine,
  metricId: MetricNames,
): Promise<ExplainedUsage> {
  const { counted } = line.explanation;
  if (counted === undefined || terms === undefined) throw new Error(`line ${line.id} has no usage`);
  const daysOf = await measureDays(tx, invoice.timezone, [{ accountId: invoice.accountId, line, terms }], metricId);
  const days = daysOf(line).map((answers) => daysWithUsage(answers, line.usageGroup));
  const shown = metrics.map((answer, index): ExplainedMetric => {
    const metric = terms.metrics[index];
    if (metric === undefined) throw new Error("each metric has an answer");
    const { id, name, eventName, aggregation, filters, groupBy } = metric;
    const path = `/invoices/${invoice.id}/lines/${line.id}/events?metric=${id}`;
    return {
      id,
      name,
      eventName,
      aggregation,
      filters,
      groupBy,
      ...partOf(answer, line.usageGroup),
      days: days[index] ?? [],
      eventsUrl: isStored ? path : null,
    };
  });
  const own = groupOf(slotUsage, line.usageGroup);
  return {
    accountId: invoice.accountId,
    from: counted.start,
    to: counted.end,
    except: counted.except.map(({ start, end }) => ({ from: start, to: end })),
    countedThrough: line.usageThrough,
    group: line.usageGroup,
    quantity: own.quantity.toCanonical(),
    eventCount: Number(own.eventCount.toCanonical()),
    metrics: shown,
  };
}

function daysWithUsage(answers: readonly DayMeasured[], group: Record<string, string> | null): ExplainedMetric["days"] {
  return answers.flatMap(({ date, answer }) => {
    const { quantity, eventCount }: MeasuredPart = partOf(answer, group);
    return eventCount === 0 && quantity === "0" ? [] : [{ date, quantity, eventCount }];
  });
}
