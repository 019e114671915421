import { localDate } from "@counterfoil/engine";
import {
  type BilledTerms,
  findBilledTerms,
  firstKeptUsage,
  type InvoiceLineRow,
  type InvoiceRow,
  readUsage,
  type StoredUsageDays,
  type Tx,
  type UsageMeasured,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { areEventsKept } from "./line-usage.ts";
import { type DayMeasured, measureDays } from "./measure-days.ts";
import { type CountedLine, measureFrozen, usageKey } from "./measure-frozen.ts";
import { partOf } from "./measured-part.ts";
import { metricNames } from "./metric-names.ts";

/** The most rows that an invoice lists, about four pages: 31 days of twelve groups are 372 rows. */
const MOST_ROWS = 400;
/** The most days measured for it: a year for each of four metrics. A single line has at most two years. */
const MOST_DAYS = 1_500;
const MOST_DAYS_OF_LINE = 750;

type Row = StoredUsageDays["days"][number];

/**
 * The usage of an invoice's lines, day by day: for each metric the days with usage, as counted when the line was
 * billed. The list is bounded. If there are too many rows, or the events of a line are no longer kept, the list says
 * what it leaves out, with the total that was measured.
 */
export async function usageDays(
  tx: Tx,
  invoice: InvoiceRow,
  lines: readonly InvoiceLineRow[],
): Promise<StoredUsageDays[]> {
  const counted = await countedLines(tx, invoice, lines);
  const measurable = await withinBounds(tx, invoice, counted);
  const names = await metricNames(
    tx,
    measurable.map(({ terms }) => terms),
  );
  const measured = await measureFrozen(tx, measurable, readUsage, names);
  const daysOf = await measureDays(tx, invoice.timezone, measurable, names);
  const isMeasured = new Set(measurable.map(({ line }) => line.id));
  let left = MOST_ROWS;
  return counted.flatMap(({ line, terms }) => {
    if (!isMeasured.has(line.id)) return [unlisted(invoice, line)];
    const days = daysOf(line);
    return measured(line).metrics.map((answer, index): StoredUsageDays => {
      const rows = (days[index] ?? []).flatMap((day) => rowsOf(day, line, terms));
      const listed = rows.slice(0, left);
      left -= listed.length;
      return {
        lineId: line.id,
        metric: terms.metrics.length === 1 ? null : (terms.metrics[index]?.name ?? null),
        days: listed,
        daysLeftOut: new Set(rows.slice(listed.length).map(({ date }) => date)).size,
        measured: partOf(answer, line.usageGroup).quantity,
      };
    });
  });
}

async function countedLines(
  tx: Tx,
  { accountId }: InvoiceRow,
  lines: readonly InvoiceLineRow[],
): Promise<CountedLine[]> {
  const hashes = [...new Set(lines.flatMap(({ explanation }) => explanation.terms ?? []))];
  const termsOf = new Map((await findBilledTerms(tx, hashes)).map((terms) => [terms.hash, terms]));
  return lines.flatMap((line) => {
    const terms = termsOf.get(line.explanation.terms ?? "");
    return terms === undefined || line.explanation.counted === undefined ? [] : [{ accountId, line, terms }];
  });
}

/** The lines whose events are all kept, as long as their days together do not exceed the bounds. */
async function withinBounds(tx: Tx, invoice: InvoiceRow, lines: readonly CountedLine[]): Promise<CountedLine[]> {
  const firstKept = await firstKeptUsage(tx);
  const known = new Set<string>();
  let days = 0;
  return lines.filter((one) => {
    if (!areEventsKept(one.line, one.terms, firstKept)) return false;
    if (known.has(usageKey(one))) return true;
    const own = dayCount(invoice, one.line) * one.terms.metrics.length;
    if (own > MOST_DAYS_OF_LINE * one.terms.metrics.length || days + own > MOST_DAYS) return false;
    days += own;
    known.add(usageKey(one));
    return true;
  });
}

/** Local days. The first and last day of the period count in full. */
function dayCount({ timezone }: InvoiceRow, { explanation: { counted } }: InvoiceLineRow): number {
  const [from, to] = [counted?.start, counted?.end].map((instant) =>
    localDate(Temporal.Instant.from(instant ?? ""), timezone),
  );
  return from === undefined || to === undefined ? 0 : from.until(to, { largestUnit: "days" }).days + 1;
}

function unlisted(invoice: InvoiceRow, line: InvoiceLineRow): StoredUsageDays {
  const measured = line.explanation.usage?.quantity ?? line.quantity;
  return { lineId: line.id, metric: null, days: [], daysLeftOut: dayCount(invoice, line) - 1, measured };
}

/** The rows of a day. A matrix has one row for each combination, any other price one row for the line's group. */
function rowsOf({ date, answer }: DayMeasured, line: InvoiceLineRow, { price }: BilledTerms): Row[] {
  if (price.type === "matrix") return combinations(date, answer);
  const { quantity, eventCount } = partOf(answer, line.usageGroup);
  return eventCount === 0 && quantity === "0" ? [] : [{ date, group: null, quantity }];
}

function combinations(date: string, { groups }: UsageMeasured): Row[] {
  return groups.map(({ values, quantity }) => ({ date, group: values, quantity: quantity.toCanonical() }));
}
