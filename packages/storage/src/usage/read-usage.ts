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
import { findUnusableBuckets, readTotals, type TotalsQuestion, type TotalsRow } from "./totals/read-totals.ts";
import { type CompleteTotalling, findCompleteTotallings } from "./totals/complete-totallings.ts";
import { toPart } from "./totals/to-part.ts";
import type { UsageAnswer, UsageQuestion } from "./usage-store.ts";

/**
 * Measures usage: from the totals of quarters and days where the method allows it (R-EVT-8), and from the raw events what is
 * left over: the ends of a period between two quarters, buckets in which something was voided or came in after the cut-off,
 * and the other methods. Any number of questions is a few queries. Runs inside a transaction, for events stream over a cursor.
 */
export async function readUsage(tx: Tx, questions: readonly UsageQuestion[]): Promise<UsageAnswer[]> {
  if (questions.length === 0) return [];
  const totallings = await findCompleteTotallings(tx, [...new Set(questions.map(({ metric }) => metric.id))]);
  const readings = questions.map((question) => startReading(question, totallings.get(question.metric.id)));
  await addTotals(tx, readings);
  await addEvents(tx, readings);
  return readings.map(({ question, measurement }) => toAnswer(question, finishMeasurement(measurement)));
}

/** Measures from the raw events alone, as often as it is asked: what totals are held against (R-VER-1). */
export async function readRawUsage(tx: Tx, questions: readonly UsageQuestion[]): Promise<UsageAnswer[]> {
  const readings = questions.map((question) => startReading(question, undefined));
  await addEvents(tx, readings);
  return readings.map(({ question, measurement }) => toAnswer(question, finishMeasurement(measurement)));
}

/** Adds what the totals tell. Where some of a question's buckets cannot be used it is asked again without them. */
async function addTotals(tx: Tx, readings: readonly Reading[]): Promise<void> {
  let open = readings.flatMap((reading, position) => asTotals(reading, position));
  while (open.length > 0) {
    const rows = await readTotals(tx, open);
    const unusable = new Set(rows.filter((row) => row.isUnusable).map((row) => row.position));
    for (const row of rows) {
      const reading = readings[row.position];
      invariant(reading?.totals !== undefined, `no question ${row.position}`);
      if (!unusable.has(row.position)) addRow(reading, reading.totals.totalling, row);
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

/** A row holds a combination of all the metric's groups; a question may ask for some of them. */
function addRow({ question, measurement }: Reading, totalling: CompleteTotalling, row: TotalsRow): void {
  const all = JSON.parse(row.groupValues) as GroupValues;
  const groupValues = question.groupBy.map((name) => all[totalling.groupBy.indexOf(name)] ?? null);
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
