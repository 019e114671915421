import {
  type Context,
  DatabaseAway,
  ingestRecords,
  type KafkaPartition,
  type KafkaRecordOfWork,
  openPartition,
  organizationExists,
  rereadPartition,
  skipDeletedRecords,
} from "@counterfoil/service";
import type { WorkerPorts } from "../worker-ports.ts";
import { cutBatches, decodePartition } from "./decode-partition.ts";
import {
  type AssignedPartition,
  type Fetched,
  isOutOfRange,
  type KafkaCluster,
  type KnownTopic,
  openKafkaCluster,
  type Wanted,
} from "./kafka-cluster.ts";
import type { KafkaOptions } from "./kafka-options.ts";

/** The events of one transaction, as of a request. */
const BATCH = { records: 1_000, bytes: 4 * 1024 * 1024 };
/** How long a broker waits for records. Less while there are some, so that idle brokers delay no busy one. */
const IDLE_WAIT_MILLISECONDS = 500;
const BUSY_WAIT_MILLISECONDS = 10;
const PAUSE_AFTER_FAILURE_MILLISECONDS = 1_000;
/** A failure that lasts is reported again after this time. */
const REPORT_EVERY_MILLISECONDS = 60_000;
const LOOK_AT_TOPICS_EVERY_MILLISECONDS = 30_000;
const CLOCK_AGE_MILLISECONDS = 1_000;
/** A partition can look shorter than it is while its leader changes. */
const SHORTER_AFTER_MILLISECONDS = 2_000;

export interface KafkaConsumerPorts {
  readonly ports: WorkerPorts;
  readonly record: KafkaRecordOfWork;
  readonly isStopping: () => boolean;
  /** Resolves after the time, or earlier if the worker stops. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** The next record to read of a partition, and the organization that its events belong to. */
interface Position {
  readonly at: AssignedPartition;
  readonly organizationId: string;
  next: bigint;
}

/** A reason why a topic is not read. */
class KafkaTopicFault extends Error {
  override readonly name = "KafkaTopicFault";
}

/**
 * Consumes events from Kafka until the worker stops (R-STREAM-1). Any number of workers share the partitions of their
 * group. The group's assignment only divides the work: what is stored, and that it is stored once, is decided by the
 * offsets in PostgreSQL. A batch is read, stored and only then followed by the next, so Kafka keeps what PostgreSQL
 * cannot take yet.
 */
export async function consumeKafka(options: KafkaOptions, running: KafkaConsumerPorts): Promise<void> {
  const { ports, isStopping, pause } = running;
  const told = new Map<string, number>();
  function report(error: unknown, organizationId: string | null = null): void {
    const text = error instanceof Error ? error.message : String(error);
    const before = told.get(text);
    if (before !== undefined && performance.now() - before < REPORT_EVERY_MILLISECONDS) return;
    told.set(text, performance.now());
    ports.onError(error, organizationId);
  }
  while (!isStopping()) {
    const cluster = openKafkaCluster(options, "counterfoil");
    try {
      await consumeUntilChange(cluster, options, { ...running, ports: { ...ports, onError: report } });
    } catch (error) {
      report(new Error("Events cannot be consumed from Kafka at the moment.", { cause: error }));
      running.record.connected(false);
      await pause(PAUSE_AFTER_FAILURE_MILLISECONDS);
    } finally {
      running.record.assigned([]);
      await cluster.close();
    }
  }
  running.record.connected(false);
}

/** Consumes until the worker stops or the topics change. Throws if Kafka cannot be reached. */
async function consumeUntilChange(
  cluster: KafkaCluster,
  options: KafkaOptions,
  running: KafkaConsumerPorts,
): Promise<void> {
  const { ports, record, isStopping, pause } = running;
  const topics = await findTopics(cluster, options, ports);
  if (topics.length === 0) return pause(LOOK_AT_TOPICS_EVERY_MILLISECONDS);
  await cluster.join(topics);
  record.connected(true);
  const looked = { at: performance.now() };
  let positions = new Map<string, Position>();
  let generation = -1;
  let wait = BUSY_WAIT_MILLISECONDS;
  while (!isStopping()) {
    cluster.check();
    if (performance.now() - looked.at > LOOK_AT_TOPICS_EVERY_MILLISECONDS) {
      if (shapeOf(await findTopics(cluster, options, ports)) !== shapeOf(topics)) return;
      looked.at = performance.now();
    }
    if (generation !== cluster.generation()) {
      generation = cluster.generation();
      positions = new Map();
    }
    record.assigned(cluster.assigned());
    try {
      // No record is stored by a wrong clock.
      await ports.clockWatch?.look(CLOCK_AGE_MILLISECONDS);
      await openPositions(cluster, positions, options, running);
      const hasMore = await consumeRound(cluster, positions, options, { ...running, wait });
      wait = hasMore ? BUSY_WAIT_MILLISECONDS : IDLE_WAIT_MILLISECONDS;
      ports.record?.ended("kafka");
      if (positions.size === 0) await pause(IDLE_WAIT_MILLISECONDS);
    } catch (error) {
      // Where to go on is read again from the database, which knows whether a commit took place.
      positions.clear();
      ports.record?.failed("kafka");
      if (isOutOfRange(error)) continue;
      if (!(error instanceof DatabaseAway)) throw error;
      await pause(PAUSE_AFTER_FAILURE_MILLISECONDS);
    }
  }
}

/** The topics that can be read. Reports those that do not exist, and those whose organization does not exist. */
async function findTopics(cluster: KafkaCluster, options: KafkaOptions, ports: WorkerPorts): Promise<KnownTopic[]> {
  const found = await cluster.findTopics([...options.topics.keys()]);
  const names = new Set(found.map(({ topic }) => topic));
  for (const topic of options.topics.keys()) {
    if (names.has(topic)) continue;
    const text = `The Kafka topic ${topic} does not exist, or this user may not read it. Create it, or remove it from COUNTERFOIL_KAFKA_TOPICS.`;
    ports.onError(new KafkaTopicFault(text), null);
  }
  const readable: KnownTopic[] = [];
  for (const known of found) {
    const organizationId = options.topics.get(known.topic) ?? "";
    if (await organizationExists(ports.database, organizationId)) readable.push(known);
    else {
      const text = `The Kafka topic ${known.topic} belongs to ${organizationId}, which is no organization. Correct COUNTERFOIL_KAFKA_TOPICS.`;
      ports.onError(new KafkaTopicFault(text), null);
    }
  }
  return readable;
}

function shapeOf(topics: readonly KnownTopic[]): string {
  return topics.map(({ topic, id, partitions }) => `${topic} ${id} ${partitions}`).join("\n");
}

/** Reads where new partitions go on, and handles those whose records are not there any more. */
async function openPositions(
  cluster: KafkaCluster,
  positions: Map<string, Position>,
  options: KafkaOptions,
  running: KafkaConsumerPorts,
): Promise<void> {
  for (const at of cluster.assigned()) {
    const key = keyOf(at);
    if (positions.has(key)) continue;
    const organizationId = options.topics.get(at.topic) ?? "";
    const context = contextOf(running.ports, organizationId);
    const partition = partitionOf(options, at);
    let bounds = await cluster.boundsOf(at);
    let next = await openPartition(context, partition, options.start === "earliest" ? bounds.first : bounds.end);
    if (next > bounds.end) {
      await running.pause(SHORTER_AFTER_MILLISECONDS);
      bounds = await cluster.boundsOf(at);
    }
    if (next < bounds.first) {
      await skipDeletedRecords(context, partition, { from: next, to: bounds.first });
      next = bounds.first;
    } else if (next > bounds.end) {
      await rereadPartition(context, partition, { from: next, to: bounds.first });
      next = bounds.first;
    }
    positions.set(key, { at, organizationId, next });
  }
}

/** Fetches once from every broker and stores what came. Returns whether anything came. */
async function consumeRound(
  cluster: KafkaCluster,
  positions: ReadonlyMap<string, Position>,
  options: KafkaOptions,
  running: KafkaConsumerPorts & { readonly wait: number },
): Promise<boolean> {
  if (positions.size === 0) return false;
  const wanted = [...positions.values()].map(({ at, next }): Wanted => ({ ...at, from: next }));
  const fetched = await cluster.fetch(wanted, running.wait);
  const read: Wanted[] = [];
  for (const one of fetched) {
    const position = positions.get(keyOf(one));
    if (position === undefined || running.isStopping()) continue;
    const before = position.next;
    await storePartition(position, one, options, running);
    if (position.next !== before) read.push({ ...position.at, from: position.next });
    const lag = one.content.lastStableOffset - position.next;
    running.record.lags(one.topic, one.partition, Number(lag > 0n ? lag : 0n));
  }
  // For Kafka's own tools only, so a failure does not matter.
  if (read.length > 0) void cluster.tell(read).catch(() => undefined);
  return read.length > 0;
}

/** Stores the records of one partition in batches, each with the offset after it. */
async function storePartition(
  position: Position,
  { content }: Fetched,
  options: KafkaOptions,
  { ports, record, isStopping }: KafkaConsumerPorts,
): Promise<void> {
  const context = contextOf(ports, position.organizationId);
  const decoded = decodePartition(content, position.next);
  for (const batch of cutBatches(decoded, position.next, BATCH)) {
    if (isStopping()) return;
    const stored = await ingestRecords(context, partitionOf(options, position.at), batch);
    if (stored.kind === "moved") {
      position.next = stored.to;
      return;
    }
    position.next = batch.to;
    record.stored(position.at.topic, stored.outcomes);
  }
}

function contextOf(ports: WorkerPorts, organizationId: string): Context {
  return { ...ports, organizationId, actor: { type: "system", id: "kafka" }, requestId: null };
}

function partitionOf({ group }: KafkaOptions, { topic, topicId, partition }: AssignedPartition): KafkaPartition {
  return { consumerGroup: group, topic, topicId, partition };
}

function keyOf({ topicId, partition }: AssignedPartition): string {
  return `${topicId} ${partition}`;
}
