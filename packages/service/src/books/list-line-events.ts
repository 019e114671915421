import { addEvent, groupKey, groupValuesOf, namedGroupValues, startMeasurement } from "@counterfoil/engine";
import {
  type BilledMetric,
  type CountedEventRow,
  findBilledTerms,
  findInvoiceLines,
  findInvoices,
  type InvoiceLineRow,
  readProperties,
  walkCountedEvents,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { DomainError, notFound } from "../errors/index.ts";
import { type Event, fingerprintOf, readCursor, toEvent, type WalkedEvents, writeCursor } from "../events/index.ts";
import { usageMetric } from "../metrics/index.ts";

export interface LineEvents {
  /** The line's metric that counted the events. Optional if the line has only one. */
  readonly metric?: string;
  readonly cursor?: string;
}

/** The most events that one page checks, so that its cost does not depend on how rare the counted events are. */
const LOOKED_AT = 2_000;

interface LineEventsQuestion {
  readonly invoiceId: string;
  readonly lineId: string;
  readonly asked: LineEvents;
  readonly limit: number;
}

/**
 * The events that a line counted, by time, in their state at that time, including those amended or voided since. Only
 * events that match the metric's filters, the line's group and its time without pauses. A page may have fewer than
 * `limit` events even if there are more.
 */
export function listLineEvents(
  context: Context,
  { invoiceId, lineId, asked, limit }: LineEventsQuestion,
): Promise<WalkedEvents> {
  const fingerprint = fingerprintOf([invoiceId, lineId, asked.metric]);
  const after = asked.cursor === undefined ? null : readCursor(fingerprint, asked.cursor, true);
  return read(context, async (tx) => {
    const [invoice] = await findInvoices(tx, [invoiceId]);
    if (invoice === undefined) throw notFound("invoice", invoiceId);
    const line = (await findInvoiceLines(tx, [invoiceId])).find(({ id }) => id === lineId);
    if (line === undefined) throw notFound("line", lineId);
    const { counted, terms: hash } = line.explanation;
    const [terms] = await findBilledTerms(tx, hash === undefined ? [] : [hash]);
    if (counted === undefined || terms === undefined) return { items: [], nextCursor: null };
    const metric = chosenMetric(terms.metrics, asked.metric);
    const rows = await walkCountedEvents(tx, {
      accountId: invoice.accountId,
      eventName: metric.eventName,
      ...counted,
      throughSequence: line.usageThrough,
      after: after && { timestamp: after.timestamp ?? "", sequence: after.sequence },
      limit: LOOKED_AT,
    });
    return toPage(rows, countsFor(line, metric), limit, fingerprint);
  });
}

function toPage(
  rows: readonly CountedEventRow[],
  isCounted: (row: CountedEventRow) => boolean,
  limit: number,
  fingerprint: string,
): WalkedEvents {
  const items: Event[] = [];
  for (const [index, row] of rows.entries()) {
    if (isCounted(row)) items.push(shown(row));
    const isLast = index === rows.length - 1;
    if (items.length < limit && !(isLast && rows.length === LOOKED_AT)) continue;
    if (isLast && rows.length < LOOKED_AT) break;
    return { items, nextCursor: writeCursor(fingerprint, { sequence: row.sequence, timestamp: row.timestamp }) };
  }
  return { items, nextCursor: null };
}

function chosenMetric(metrics: readonly BilledMetric[], asked: string | undefined): BilledMetric {
  const found = asked === undefined && metrics.length === 1 ? metrics[0] : metrics.find(({ id }) => id === asked);
  if (found !== undefined) return found;
  const detail = `metric must be a metric of this line: ${metrics.map(({ id }) => id).join(", ")}.`;
  throw new DomainError("invalid_parameter", detail, [{ pointer: "/metric", code: "unknown_metric", detail }]);
}

/** Runs the measurement itself, event by event. An event that does not change the count is not an event of the line. */
function countsFor(line: InvoiceLineRow, metric: BilledMetric): (row: CountedEventRow) => boolean {
  const { filters, aggregation } = usageMetric(metric);
  const { start = "", end = "", except = [], groupBy = [] } = line.explanation.counted ?? {};
  const gaps = except.map((gap) => ({ start: Date.parse(gap.start), end: Date.parse(gap.end) }));
  const window = { start: Date.parse(start), end: Date.parse(end), except: gaps };
  const measurement = startMeasurement({ filters, aggregation, groupBy: [], window });
  const group = line.usageGroup === null ? null : groupKey(line.usageGroup);
  return ({ properties, timestamp, sequence }) => {
    const values = readProperties(properties);
    const before = measurement.total.eventCount;
    addEvent(measurement, { at: Date.parse(timestamp), sequence: Number(sequence), properties: values });
    if (measurement.total.eventCount === before) return false;
    return group === null || groupKey(namedGroupValues(groupBy, groupValuesOf(groupBy, values))) === group;
  };
}

function shown(row: CountedEventRow): Event {
  return toEvent({ ...row, properties: readProperties(row.properties) });
}
