import {
  addPart,
  finishMeasurement,
  type GroupValues,
  invariant,
  type Measured,
  type TooManyGroups,
} from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { addEvents } from "./event-passes.ts";
import { type Reading, startReading } from "./reading.ts";
import { coverWithout, type Span } from "./totals/bucket.ts";
import {
  findUnusableBuckets,
  readFewTotals,
  readTotals,
  type TotalsQuestion,
  type TotalsRow,
} from "./totals/read-totals.ts";
import { findCompleteTotallings } from "./totals/complete-totallings.ts";
import { toPart } from "./totals/to-part.ts";
import type { UsageAnswer, UsageQuestion } from "./usage-store.ts";

/**
 * Measures usage: from the totals of quarters and days where the method allows it (R-EVT-8), and from the raw events what is
 * left over: the ends of a period between two quarters, buckets in which something was voided or came in after the cut-off,
 * and the other methods. Any number of questions is a few queries. Throws outside a transaction, also where totals would have been
 * enough: events stream over a cursor, and which questions need it depends on the data.
 */
export async function readUsage(tx: Tx, questions: readonly UsageQuestion[]): Promise<UsageAnswer[]> {
  invariant(tx.isTransaction, "usage is measured inside a transaction");
  if (questions.length === 0) return [];
  const readings = await startReadings(tx, questions);
  await addTotals(tx, readings);
  await addEvents(tx, readings);
  return readings.map(finishReading);
}

/** Totals that a look-up reads at most, for it shares its connection with all others: a month of one series has some hundred. */
const MOST_LOOKED_UP = 2_000;

/** Measures what few totals tell, as they do of a month, in two look-ups; undefined where more has to be read. */
export async function lookUpUsage(tx: Tx, questions: readonly UsageQuestion[]): Promise<UsageAnswer[] | undefined> {
  const readings = await startReadings(tx, questions);
  if (!readings.every(({ totals }) => totals?.cover.bare.length === 0)) return undefined;
  const asked = readings.flatMap((reading, position) => asTotals(reading, position));
  const rows = await readFewTotals(tx, asked, MOST_LOOKED_UP);
  if (rows === undefined || rows.some((row) => row.isUnusable)) return undefined;
  for (const row of rows) addRow(readings, row);
  return readings.map(finishReading);
}

async function startReadings(tx: Tx, questions: readonly UsageQuestion[]): Promise<Reading[]> {
  const totallings = await findCompleteTotallings(tx, [...new Set(questions.map(({ metric }) => metric.id))]);
  return questions.map((question) => startReading(question, totallings.get(question.metric.id)));
}

function finishReading({ question, measurement }: Reading): UsageAnswer {
  return toAnswer(question, finishMeasurement(measurement));
}

/** Measures from the raw events alone, as often as it is asked: what totals are held against (R-VER-1). */
export async function readRawUsage(tx: Tx, questions: readonly UsageQuestion[]): Promise<UsageAnswer[]> {
  invariant(tx.isTransaction, "usage is measured inside a transaction");
  const readings = questions.map((question) => startReading(question, undefined));
  await addEvents(tx, readings);
  return readings.map(finishReading);
}

/** Adds what the totals tell. Where some of a question's buckets cannot be used it is asked again without them. */
async function addTotals(tx: Tx, readings: readonly Reading[]): Promise<void> {
  let open = readings.flatMap((reading, position) => asTotals(reading, position));
  while (open.length > 0) {
    const rows = await readTotals(tx, open);
    const unusable = new Set(rows.filter((row) => row.isUnusable).map((row) => row.position));
    for (const row of rows) {
      if (!unusable.has(row.position)) addRow(readings, row);
    }
    open = open.filter(({ position }) => unusable.has(position));
    if (open.length > 0) await leaveOutUnusable(tx, readings, open);
    open = open.flatMap(({ position }) => asTotals(readings[position], position));
  }
}

function asTotals(reading: Reading | undefined, position: number): TotalsQuestion[] {
  if (reading?.totals === undefined) return [];
  const { accountId, throughSequence } = reading.question;
  const { totalling, cover: covered } = reading.totals;
  return [{ position, generation: totalling.generation, accountId, throughSequence, buckets: covered.buckets }];
}

/**
 * A row holds a combination of all the metric's groups; a question may ask for some of them. One in which nothing counts any more
 * is no combination: it is kept for readings up to an earlier cut-off.
 */
function addRow(readings: readonly Reading[], row: TotalsRow): void {
  if (row.eventCount === "0" && row.skipped === "0") return;
  const reading = readings[row.position];
  invariant(reading?.totals !== undefined, `no question ${row.position}`);
  const { question, measurement, totals } = reading;
  const all = JSON.parse(row.groupValues) as GroupValues;
  const groupValues = question.groupBy.map((name) => all[totals.totalling.groupBy.indexOf(name)] ?? null);
  addPart(measurement, toPart(row, question.metric.aggregation, groupValues, measurement.time));
}

async function leaveOutUnusable(tx: Tx, readings: readonly Reading[], open: readonly TotalsQuestion[]): Promise<void> {
  const found = Map.groupBy(await findUnusableBuckets(tx, open), (bucket) => bucket.position);
  for (const [position, buckets] of found) {
    const totals = readings[position]?.totals;
    if (totals === undefined) continue;
    const of = (span: Span) => new Set(buckets.filter((each) => each.span === span).map(({ bucket }) => bucket));
    totals.cover = coverWithout(totals.cover, { 900: of(900), 86400: of(86_400) });
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
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
