import {
  insertDeadLetters,
  isRowRefused,
  type KafkaPartition,
  lockKafkaOffset,
  moveKafkaOffset,
} from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { type EventOutcome, ingestEventsIn, type SentEvent, sentId, UNSTORABLE } from "../events/index.ts";
import type { KafkaRecord } from "./kafka-record.ts";
import { newDeadLetter, newGap, type RefusedRecord } from "./new-dead-letter.ts";
import { readRecord } from "./read-record.ts";

/** Records of one partition, in their order. */
export interface RecordBatch {
  /** The offset from which they were read. */
  readonly from: bigint;
  /** The offset of the next record, after all of these. */
  readonly to: bigint;
  readonly records: readonly KafkaRecord[];
}

export interface RecordOutcomes {
  ingested: number;
  duplicate: number;
  dead: number;
}

/** `moved`: another consumer stored records of this partition, so that none of these was stored. */
export type IngestedRecords =
  { readonly kind: "stored"; readonly outcomes: RecordOutcomes } | { readonly kind: "moved"; readonly to: bigint };

/**
 * Stores the events of a batch and the offset after it, in one transaction (R-STREAM-1). The stored offset is locked and
 * compared first: if another consumer has taken over the partition and moved it, nothing is stored. So each record
 * takes effect once, whatever the group believes about who owns the partition. Records that are no valid events become
 * dead letters in the same transaction.
 */
export async function ingestRecords(
  context: Context,
  at: KafkaPartition,
  { from, to, records }: RecordBatch,
): Promise<IngestedRecords> {
  const sent = records.map(readRecord);
  try {
    return await ingestIn(context, at, { from, to }, async (work) =>
      settle(records, sent, await ingestEventsIn(work, sent)),
    );
  } catch (error) {
    if (!isRowRefused(error)) throw error;
  }
  // The database refused a row. Each half is stored alone, with the offset after it, down to the refused event.
  const [first] = records;
  if (records.length === 1 && first !== undefined && sent[0] !== undefined) {
    const refused = { record: first, fault: UNSTORABLE, uniqueId: sentId(sent[0]) };
    return await ingestIn(context, at, { from, to }, async () => ({ stored: [], refused: [refused] }));
  }
  const middle = Math.ceil(records.length / 2);
  const second = records.slice(middle);
  const between = second[0]?.offset ?? to;
  const one = await ingestRecords(context, at, { from, to: between, records: records.slice(0, middle) });
  if (one.kind === "moved") return one;
  const other = await ingestRecords(context, at, { from: between, to, records: second });
  return other.kind === "moved" ? other : { kind: "stored", outcomes: added(one.outcomes, other.outcomes) };
}

interface Settled {
  readonly stored: readonly EventOutcome[];
  readonly refused: readonly RefusedRecord[];
}

function ingestIn(
  context: Context,
  at: KafkaPartition,
  { from, to }: Pick<RecordBatch, "from" | "to">,
  store: (work: Parameters<typeof ingestEventsIn>[0]) => Promise<Settled>,
): Promise<IngestedRecords> {
  return transact(context, async (work) => {
    const now = work.clock.now();
    const stored = BigInt(await lockKafkaOffset(work.tx, at, from.toString(), now));
    if (stored !== from) return { kind: "moved", to: stored };
    const settled = await store(work);
    const letters = settled.refused.map((refused) => newDeadLetter(refused, at, { id: work.ids.next("dead"), now }));
    if (letters.length > 0) await insertDeadLetters(work.tx, letters);
    await moveKafkaOffset(work.tx, at, to.toString(), now);
    const count = (kind: EventOutcome["kind"]) => settled.stored.filter((outcome) => outcome.kind === kind).length;
    const outcomes = { ingested: count("ingested"), duplicate: count("duplicate"), dead: letters.length };
    return { kind: "stored", outcomes };
  });
}

function settle(
  records: readonly KafkaRecord[],
  sent: readonly SentEvent[],
  outcomes: readonly EventOutcome[],
): Settled {
  const refused = records.flatMap((record, index): RefusedRecord[] => {
    const [one, outcome] = [sent[index], outcomes[index]];
    if (one === undefined || outcome?.kind !== "failed") return [];
    return [{ record, fault: outcome.fault, uniqueId: sentId(one) }];
  });
  return { stored: outcomes, refused };
}

function added(one: RecordOutcomes, other: RecordOutcomes): RecordOutcomes {
  return {
    ingested: one.ingested + other.ingested,
    duplicate: one.duplicate + other.duplicate,
    dead: one.dead + other.dead,
  };
}

/**
 * Moves the offset past records that Kafka deleted before they were read, and writes a dead letter that names them.
 * Does nothing if another consumer has moved it.
 */
export function skipDeletedRecords(
  context: Context,
  at: KafkaPartition,
  gap: { readonly from: bigint; readonly to: bigint },
): Promise<void> {
  return transact(context, async (work) => {
    const now = work.clock.now();
    const stored = BigInt(await lockKafkaOffset(work.tx, at, gap.from.toString(), now));
    if (stored !== gap.from) return;
    await insertDeadLetters(work.tx, [newGap(gap, at, { id: work.ids.next("dead"), now })]);
    await moveKafkaOffset(work.tx, at, gap.to.toString(), now);
  });
}

/**
 * Moves the offset back to the beginning of a partition that is now shorter than what was read of it: the broker lost
 * records, and its offsets count others. Events that were stored before are duplicates.
 */
export function rereadPartition(
  context: Context,
  at: KafkaPartition,
  { from, to }: { readonly from: bigint; readonly to: bigint },
): Promise<void> {
  return transact(context, async (work) => {
    const now = work.clock.now();
    const stored = BigInt(await lockKafkaOffset(work.tx, at, from.toString(), now));
    if (stored === from) await moveKafkaOffset(work.tx, at, to.toString(), now);
  });
}

/** The next record to read of a partition. Stores `start` if none was read, so that every consumer starts there. */
export function openPartition(context: Context, at: KafkaPartition, start: bigint): Promise<bigint> {
  return transact(context, async ({ tx, clock }) =>
    BigInt(await lockKafkaOffset(tx, at, start.toString(), clock.now())),
  );
}
