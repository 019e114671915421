import { type BaseOptions, Consumer, GenericError, MultipleErrors, type ResponseError } from "@platformatic/kafka";
import type { PartitionContent } from "./decode-partition.ts";
import type { KafkaOptions } from "./kafka-options.ts";

const SESSION_MILLISECONDS = 15_000;
const HEARTBEATS_OF_SESSION = 5;
/** Long: others of the group must not lose their place while one stores a batch. */
const REBALANCE_MILLISECONDS = 60_000;
/** What a broker sends at once. It sends at least one batch of records, however large. */
const FETCH_BYTES = 8 * 1024 * 1024;
const PARTITION_BYTES = 1024 * 1024;

export interface AssignedPartition {
  readonly topic: string;
  readonly topicId: string;
  readonly partition: number;
}

/** Where a partition begins and ends. */
export interface PartitionBounds {
  readonly first: bigint;
  /** The offset of the next record that will be written. */
  readonly end: bigint;
}

export interface Wanted extends AssignedPartition {
  readonly from: bigint;
}

export interface Fetched extends Wanted {
  readonly content: PartitionContent;
}

/** A topic as the cluster has it now. A change of it needs a new assignment. */
export interface KnownTopic {
  readonly topic: string;
  readonly id: string;
  readonly partitions: number;
}

/** A membership in the consumer group, and a connection to fetch records. */
export interface KafkaCluster {
  /** Joins the group for these topics. Afterwards the group may assign other partitions at any time. */
  join(topics: readonly KnownTopic[]): Promise<void>;
  /** Increases with each assignment. */
  generation(): number;
  assigned(): AssignedPartition[];
  /** The topics of these names that exist. */
  findTopics(names: readonly string[]): Promise<KnownTopic[]>;
  boundsOf(partition: AssignedPartition): Promise<PartitionBounds>;
  /** The next records of the partitions. Waits up to `waitMilliseconds` if there are none. */
  fetch(wanted: readonly Wanted[], waitMilliseconds: number): Promise<Fetched[]>;
  /** Tells Kafka how far the group has read. Only its own tools use it. */
  tell(read: readonly Wanted[]): Promise<void>;
  /** Throws if the membership was lost for good. */
  check(): void;
  /** Leaves the group. */
  close(): Promise<void>;
}

/**
 * Opens the clients of one process. The second one only fetches: a broker answers the requests of a connection in turn,
 * and a fetch that waits for records must not delay the signs of life of the membership.
 */
export function openKafkaCluster(options: KafkaOptions, clientId: string): KafkaCluster {
  const sessionTimeout = options.sessionMilliseconds ?? SESSION_MILLISECONDS;
  const base: BaseOptions & { groupId: string } = {
    clientId,
    groupId: options.group,
    bootstrapBrokers: [...options.brokers],
    ...(options.tls === null ? {} : { tls: options.tls }),
    ...(options.sasl === null ? {} : { sasl: { ...options.sasl } }),
  };
  const member = new Consumer({
    ...base,
    sessionTimeout,
    heartbeatInterval: sessionTimeout / HEARTBEATS_OF_SESSION,
    rebalanceTimeout: Math.max(REBALANCE_MILLISECONDS, sessionTimeout),
  });
  const fetcher = new Consumer(base);
  let generation = 0;
  let loss: Error | undefined;
  const ids = new Map<string, string>();
  member.on("consumer:group:join", () => void (generation += 1));
  for (const client of [member, fetcher]) client.on("error", (error: Error) => void (loss ??= error));

  async function fetchFrom(node: number, wanted: readonly Wanted[], maxWaitTime: number): Promise<Fetched[]> {
    const topics = Map.groupBy(wanted, ({ topicId }) => topicId);
    const response = await fetcher.fetch({
      node,
      maxWaitTime,
      minBytes: 1,
      maxBytes: FETCH_BYTES,
      topics: [...topics].map(([topicId, ofTopic]) => ({
        topicId,
        partitions: ofTopic.map(({ partition, from }) => ({
          partition,
          fetchOffset: from,
          currentLeaderEpoch: -1,
          lastFetchedEpoch: -1,
          partitionMaxBytes: PARTITION_BYTES,
        })),
      })),
    });
    return wanted.flatMap((one) => {
      const topic = response.responses.find(({ topicId }) => topicId === one.topicId);
      const content = topic?.partitions.find(({ partitionIndex }) => partitionIndex === one.partition);
      return content === undefined ? [] : [{ ...one, content }];
    });
  }

  return {
    async join(topics) {
      for (const { topic, id } of topics) ids.set(topic, id);
      for (const client of [member, fetcher]) client.topics.trackAll(...topics.map(({ topic }) => topic));
      await member.joinGroup({});
    },
    generation: () => generation,
    assigned: () =>
      (member.assignments ?? []).flatMap(({ topic, partitions }) => {
        const topicId = ids.get(topic);
        return topicId === undefined ? [] : partitions.map((partition) => ({ topic, topicId, partition }));
      }),
    async findTopics(names) {
      const found: KnownTopic[] = [];
      for (const topic of names) {
        try {
          const { topics } = await fetcher.metadata({ topics: [topic], forceUpdate: true });
          const known = topics.get(topic);
          if (known !== undefined) found.push({ topic, id: known.id, partitions: known.partitionsCount });
        } catch (error) {
          if (!isUnknownTopic(error)) throw error;
        }
      }
      return found;
    },
    async boundsOf({ topic, partition }) {
      const bound = async (timestamp: bigint) => {
        const offsets = await fetcher.listOffsets({
          topics: [topic],
          partitions: { [topic]: [partition] },
          timestamp,
          isolationLevel: 0,
        });
        return offsets.get(topic)?.[partition] ?? 0n;
      };
      return { first: await bound(-2n), end: await bound(-1n) };
    },
    async fetch(wanted, waitMilliseconds) {
      const { topics } = await fetcher.metadata({ topics: [...new Set(wanted.map(({ topic }) => topic))] });
      const leaders = Map.groupBy(wanted, ({ topic, partition }) => topics.get(topic)?.partitions[partition]?.leader);
      // A partition without a leader is read when it has one.
      const fetched = await Promise.all(
        [...leaders].flatMap(([leader, led]) =>
          leader === undefined || leader < 0 ? [] : [fetchFrom(leader, led, waitMilliseconds)],
        ),
      );
      return fetched.flat();
    },
    tell: (read) =>
      member.commit({
        offsets: read.map(({ topic, partition, from }) => ({ topic, partition, offset: from, leaderEpoch: -1 })),
      }),
    check() {
      if (loss !== undefined) throw loss;
    },
    async close() {
      await Promise.allSettled([member.close(true), fetcher.close(true)]);
    },
  };
}

/** True if the offset is before the first record of the partition, or after its last. */
export function isOutOfRange(error: unknown): boolean {
  return hasApiId(error, "OFFSET_OUT_OF_RANGE");
}

function isUnknownTopic(error: unknown): boolean {
  return (
    hasApiId(error, "UNKNOWN_TOPIC_OR_PARTITION") ||
    (error instanceof GenericError && /^Unknown topic /i.test(error.message))
  );
}

function hasApiId(error: unknown, apiId: string): boolean {
  if (!(error instanceof GenericError || error instanceof MultipleErrors)) return false;
  return (error as ResponseError).findBy("apiId", apiId) !== null;
}
