import { localDate } from "@counterfoil/engine";
import { type InvoiceLineRow, readUsage, type Tx, type UsageMeasured } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { requireMeasured, windowsOf } from "../usage/index.ts";
import { type CountedLine, usageKey, usageQuestions } from "./measure-frozen.ts";
import type { MetricNames } from "./metric-names.ts";

/** What was measured on one local day. */
export interface DayMeasured {
  /** A calendar date in the invoice's zone. */
  readonly date: string;
  readonly answer: UsageMeasured;
}

/**
 * Measures each metric of lines by local days, as counted when the lines were billed, all in one query. Returns the
 * days of each metric of a line in order. Lines that are groups of one usage share the measurement.
 */
export async function measureDays(
  tx: Tx,
  timeZone: string,
  lines: readonly CountedLine[],
  metricId: MetricNames,
): Promise<(line: InvoiceLineRow) => DayMeasured[][]> {
  const distinct = [...Map.groupBy(lines, usageKey)].flatMap(([key, [first]]) =>
    first === undefined ? [] : [{ key, questions: usageQuestions(first, metricId) }],
  );
  const asked = distinct.flatMap(({ questions }, usage) =>
    questions.flatMap((question, metric) =>
      windowsOf({ from: question.start, to: question.end }, "day", timeZone).map(({ from, to }) => ({
        ...question,
        key: JSON.stringify([usage, metric, from]),
        start: from,
        end: to,
        meanOver: { start: from, end: to },
        except: question.except.filter((gap) => gap.start < to && gap.end > from),
      })),
    ),
  );
  const days = (await readUsage(tx, asked)).map(requireMeasured).map((answer) => {
    const [usage, metric, from] = JSON.parse(answer.key) as [number, number, string];
    return { usage, metric, date: localDate(Temporal.Instant.from(from), timeZone).toString(), answer };
  });
  const ofUsage = Map.groupBy(days, ({ usage }) => usage);
  const placeOf = new Map(lines.map((line) => [line.line.id, distinct.findIndex(({ key }) => key === usageKey(line))]));
  return ({ id }) => {
    const place = placeOf.get(id) ?? -1;
    const own = ofUsage.get(place) ?? [];
    return (distinct[place]?.questions ?? []).map((_, metric) => own.filter((day) => day.metric === metric));
  };
}
