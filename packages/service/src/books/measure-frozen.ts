import type { SlotUsage } from "@counterfoil/engine";
import type { BilledTerms, InvoiceLineRow, Tx, UsageAnswer, UsageMeasured, UsageQuestion } from "@counterfoil/storage";
import { toSlotUsage } from "../billing/index.ts";
import { usageMetric } from "../metrics/index.ts";
import { requireMeasured } from "../usage/index.ts";
import type { MetricNames } from "./metric-names.ts";

/** A line whose usage is counted again as it was counted when it was billed. */
export interface CountedLine {
  readonly accountId: string;
  readonly line: InvoiceLineRow;
  readonly terms: BilledTerms;
}

/** The usage of a line by the metrics of its price, in their order. */
export interface MeasuredLine {
  readonly slotUsage: SlotUsage;
  readonly metrics: readonly UsageMeasured[];
}

/** How usage is read: from the raw events alone, or with the help of totals. */
type ReadUsage = (tx: Tx, questions: readonly UsageQuestion[]) => Promise<UsageAnswer[]>;

/**
 * Counts the usage of lines again, all in one query. Lines that are groups of one usage share it. `metricId` names a
 * metric in a question. The default name matches no totals, because a metric may measure differently now.
 */
export async function measureFrozen(
  tx: Tx,
  lines: readonly CountedLine[],
  readUsage: ReadUsage,
  metricId: MetricNames = (id, terms) => `${id} ${terms.hash}`,
): Promise<(line: InvoiceLineRow) => MeasuredLine> {
  const asked = Map.groupBy(lines, usageKey);
  const questions = [...asked].flatMap(([key, [first]]) =>
    first === undefined ? [] : usageQuestions(first, metricId).map((question) => ({ ...question, key })),
  );
  const answers = Map.groupBy(await readUsage(tx, questions), ({ key }) => key);
  const measured = new Map<string, MeasuredLine>();
  for (const [key, [first]] of asked) {
    if (first !== undefined) measured.set(key, toMeasuredLine(first.terms, answers.get(key) ?? []));
  }
  const keyOf = new Map(lines.map((line) => [line.line.id, usageKey(line)]));
  return ({ id }) => {
    const found = measured.get(keyOf.get(id) ?? "");
    if (found === undefined) throw new Error(`the usage of line ${id} was not asked for`);
    return found;
  };
}

function toMeasuredLine(terms: BilledTerms, answers: readonly UsageAnswer[]): MeasuredLine {
  const metrics = answers.map(requireMeasured);
  const byMetric = metrics.map((answer, index) => ({ metricId: terms.metrics[index]?.id ?? "", answer }));
  return { slotUsage: toSlotUsage(isSplit(terms), byMetric), metrics };
}

/** The same text for the same usage. */
export function usageKey({ accountId, line, terms }: CountedLine): string {
  return JSON.stringify([accountId, terms.hash, line.explanation.counted, line.usageThrough]);
}

/** One question for each metric of the price at that time. */
export function usageQuestions({ accountId, line, terms }: CountedLine, metricId: MetricNames): UsageQuestion[] {
  const { counted } = line.explanation;
  if (counted === undefined) throw new Error(`line ${line.id} does not say how its usage was counted`);
  return terms.metrics.map((metric) => ({
    key: line.id,
    accountId,
    metric: { ...usageMetric(metric), id: metricId(metric.id, terms) },
    start: counted.start,
    end: counted.end,
    throughSequence: line.usageThrough,
    groupBy: counted.groupBy,
    except: counted.except,
    ...(counted.meanOver === undefined ? {} : { meanOver: counted.meanOver }),
  }));
}

/** Whether groups are separate lines. The groups of a matrix are combinations in which it looks up prices. */
function isSplit({ price, metrics }: BilledTerms): boolean {
  if (price.type === "matrix" || price.type === "expression" || price.type.startsWith("prepaid")) return false;
  return metrics.some((metric) => metric.groupBy.length > 0);
}
