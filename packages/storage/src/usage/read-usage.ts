import {
  addEvent,
  addPart,
  copyMeasurement,
  finishMeasurement,
  type GroupValues,
  invariant,
  type Measured,
  remembered,
  type TooManyGroups,
} from "@counterfoil/engine";
import { TotalsNotKnown } from "../database/facts.ts";
import type { Tx } from "../database/tx.ts";
import { acrossBorder, type BorderOptions } from "../history/border.ts";
import { addEvents } from "./event-passes.ts";
import { type Reading, startReading } from "./reading.ts";
import { coverWithout, type Span, stretchOf } from "./totals/bucket.ts";
import {
  findUnusableBuckets,
  readFewTotals,
  readFoldedTotals,
  readTotals,
  type TotalsQuestion,
  type TotalsRow,
} from "./totals/read-totals.ts";
import { findCompleteTotallings } from "./totals/complete-totallings.ts";
import { waitingTotals } from "./totals/waiting-totals.ts";
import { type CountedTotal, countedTotal, toPart } from "./totals/to-part.ts";
import type { UsageAnswer, UsageQuestion } from "./usage-store.ts";

/**
 * Measures usage. Where the method allows it, reads the totals of quarters and days (R-EVT-8). Reads raw events for the
 * rest: the ends of a period within a quarter, buckets with events that were voided or arrived after the cut-off, and
 * all other methods. Any number of questions takes a few queries. Throws outside a transaction, even if totals are
 * enough: events are read from a cursor, and the data determines which questions need it.
 */
export async function readUsage(tx: Tx, questions: readonly UsageQuestion[]): Promise<UsageAnswer[]> {
  invariant(tx.isTransaction, "usage is measured inside a transaction");
  if (questions.length === 0) return [];
  return acrossBorder(
    tx,
    async (border) => {
      const known = questions.map((question) => findMeasured(tx, question));
      const open = questions.filter((_, index) => known[index] === undefined);
      const readings = await startReadings(tx, open);
      await addTotals(tx, readings);
      await addEvents(tx, readings, border);
      for (const reading of readings) noteMeasured(tx, reading);
      const rest = readings.values();
      return known.map((found) => {
        const reading = found ?? rest.next().value;
        invariant(reading !== undefined, "each question is known or read");
        return finishReading(reading);
      });
    },
    { from: firstNeeded(questions) },
  );
}

/** What an earlier reading of the same totals and waiting usage measured. */
function findMeasured({ waiting }: Tx, question: UsageQuestion): Measuring | undefined {
  if (waiting === null || question.throughSequence !== null) return undefined;
  const measurement = waiting.measured.find(measuredKey(question));
  return measurement && { question, measurement: copyMeasurement(measurement) };
}

/** Notes what was measured from totals alone, before expected events are added. */
function noteMeasured({ waiting }: Tx, { question, measurement, totals }: Reading): void {
  if (waiting === null || question.throughSequence !== null || totals?.cover.bare.length !== 0) return;
  waiting.measured.note(measuredKey(question), copyMeasurement(measurement));
}

function measuredKey({ accountId, metric, start, end, groupBy, except, meanOver }: UsageQuestion): string {
  return JSON.stringify([accountId, metric, start, end, groupBy, except, meanOver]);
}

/** No event before it is needed; null if all earlier events are. */
function firstNeeded(questions: readonly UsageQuestion[]): string | null {
  const starts = questions.map(({ start }) => start).toSorted((a, b) => Date.parse(a) - Date.parse(b));
  // A level depends on all events before the period.
  return questions.some(({ metric }) => metric.aggregation.method === "weighted_sum") ? null : (starts[0] ?? null);
}

/**
 * The maximum number of totals that a lookup reads, because it shares its connection with all other lookups. A month of
 * one series has a few hundred.
 */
const MOST_LOOKED_UP = 2_000;

/** Measures usage that few totals cover, such as a month, with two lookups. Returns undefined if more must be read. */
export async function lookUpUsage(tx: Tx, questions: readonly UsageQuestion[]): Promise<UsageAnswer[] | undefined> {
  const readings = await startReadings(tx, questions);
  if (!readings.every(({ totals }) => totals?.cover.bare.length === 0)) return undefined;
  const asked = readings.flatMap((reading, position) => asTotals(reading, position));
  const rows = await readFewTotals(tx, asked, MOST_LOOKED_UP);
  if (rows === undefined || rows.some((row) => row.isUnusable)) return undefined;
  for (const row of rows) addRow(readings, row, countedTotal(row));
  return readings.map(finishReading);
}

async function startReadings(tx: Tx, questions: readonly UsageQuestion[]): Promise<Reading[]> {
  if (questions.length === 0) return [];
  const totallings = await findCompleteTotallings(tx, [...new Set(questions.map(({ metric }) => metric.id))]);
  return questions.map((question) => startReading(question, totallings.get(question.metric.id)));
}

type Measuring = Pick<Reading, "question" | "measurement">;

function finishReading({ question, measurement }: Measuring): UsageAnswer {
  for (const event of question.expected ?? []) addEvent(measurement, event);
  return toAnswer(question, finishMeasurement(measurement));
}

/**
 * Measures from raw events only, each time it is called. The books are checked against it (R-VER-1), so by default it reads
 * PostgreSQL's own rows as long as PostgreSQL has them: a change of one must be noticed.
 */
export async function readRawUsage(
  tx: Tx,
  questions: readonly UsageQuestion[],
  reads: BorderOptions["reads"] = "dropped",
): Promise<UsageAnswer[]> {
  invariant(tx.isTransaction, "usage is measured inside a transaction");
  return acrossBorder(
    tx,
    async (border) => {
      const readings = questions.map((question) => startReading(question, undefined));
      await addEvents(tx, readings, border);
      return readings.map(finishReading);
    },
    { reads, from: firstNeeded(questions) },
  );
}

/** Adds the totals. Where some buckets of a question cannot be used, the question is repeated without them. */
async function addTotals(tx: Tx, readings: readonly Reading[]): Promise<void> {
  let open = readings.flatMap((reading, position) => asTotals(reading, position));
  if (await addRemembered(tx, readings, open)) return;
  while (open.length > 0) {
    const rows = await readTotals(tx, open);
    const unusable = new Set(rows.filter((row) => row.isUnusable).map((row) => row.position));
    for (const row of rows) {
      if (!unusable.has(row.position)) addRow(readings, row, countedTotal(row));
    }
    open = open.filter(({ position }) => unusable.has(position));
    if (open.length > 0) await leaveOutUnusable(tx, readings, open);
    open = open.flatMap(({ position }) => asTotals(readings[position], position));
  }
}

/** The totals without waiting usage, which may be remembered, and the waiting usage. False if they are not enough. */
async function addRemembered(tx: Tx, readings: readonly Reading[], open: readonly TotalsQuestion[]): Promise<boolean> {
  const increments = tx.waiting?.increments;
  if (increments === undefined) return false;
  if (open.some((one) => one.throughSequence !== null || !increments.has(one.accountId))) return false;
  const folded = await readFoldedTotals(tx, open).catch(ifNotKnown);
  if (folded === undefined) return false;
  const added = waitingTotals(increments, open);
  if ([...folded, ...added].some(({ isUnusable }) => isUnusable)) return false;
  for (const row of folded) addRow(readings, row, countedTotal(row));
  for (const total of added) addRow(readings, total, total);
  return true;
}

function ifNotKnown(error: unknown): undefined {
  if (!(error instanceof TotalsNotKnown)) throw error;
}

function asTotals(reading: Reading | undefined, position: number): TotalsQuestion[] {
  if (reading?.totals === undefined) return [];
  const { accountId, throughSequence } = reading.question;
  const { totalling, cover: covered } = reading.totals;
  return [{ position, generation: totalling.generation, accountId, throughSequence, buckets: covered.buckets }];
}

/**
 * A row contains one combination of all groups of the metric. A question may use only some of these groups. A row
 * without events is not a combination: it is kept for readings up to an earlier cut-off.
 */
function addRow(
  readings: readonly Reading[],
  row: Pick<TotalsRow, "position" | "groupValues">,
  total: CountedTotal,
): void {
  if (total.eventCount === 0 && total.skipped === 0) return;
  const reading = readings[row.position];
  invariant(reading?.totals !== undefined, `no question ${row.position}`);
  const { question, measurement, totals } = reading;
  const all = JSON.parse(row.groupValues) as GroupValues;
  const groupValues = question.groupBy.map((name) => all[totals.totalling.groupBy.indexOf(name)] ?? null);
  addPart(measurement, toPart(total, question.metric.aggregation, groupValues, measurement.time));
}

async function leaveOutUnusable(tx: Tx, readings: readonly Reading[], open: readonly TotalsQuestion[]): Promise<void> {
  const found = Map.groupBy(await findUnusableBuckets(tx, open), (bucket) => bucket.position);
  for (const [position, buckets] of found) {
    const totals = readings[position]?.totals;
    if (totals === undefined) continue;
    const of = (span: Span) => new Set(buckets.filter((each) => each.span === span).map(({ bucket }) => bucket));
    totals.cover = coverWithout(totals.cover, { 900: of(900), 86400: of(86_400) });
  }
  // A bucket was counted again since its total was read. Asked again, a Tx that remembers would repeat the old total without end.
  for (const { position } of open.filter((question) => !found.has(question.position))) {
    const totals = readings[position]?.totals;
    if (totals === undefined) continue;
    totals.cover = { buckets: [], bare: [...totals.cover.bare, ...totals.cover.buckets.map(stretchOf)] };
  }
}

function toAnswer({ key, accountId, metric, groupBy }: UsageQuestion, measured: Measured | TooManyGroups): UsageAnswer {
  if (measured.kind === "too_many_groups") return { ...measured, key, accountId, metricId: metric.id, groupBy };
  const { kind, quantity, eventCount, skipped, firstAt, lastAt, groups } = measured;
  return {
    kind,
    key,
    quantity,
    eventCount,
    firstEventAt: toInstantText(firstAt),
    lastEventAt: toInstantText(lastAt),
    skippedEvents: skipped,
    groups,
  };
}

function toInstantText(milliseconds: number | null): string | null {
  return milliseconds === null ? null : instantText(milliseconds);
}

/** Readings of one account usually begin and end with the same events. */
const instantText = remembered((milliseconds: number) => new Date(milliseconds).toISOString(), 1_000);
