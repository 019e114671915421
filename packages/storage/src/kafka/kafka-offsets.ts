import type { Tx } from "../database/tx.ts";

/** A partition of a topic, as one consumer group reads it. */
export interface KafkaPartition {
  readonly consumerGroup: string;
  /** The ID that Kafka gave the topic. A topic that is created again has another. */
  readonly topicId: string;
  readonly topic: string;
  readonly partition: number;
}

/**
 * Locks the partition's offset and returns it: the next record to read. Starts with `start` if none is stored. Until
 * the transaction ends, no other consumer can store records of this partition.
 */
export async function lockKafkaOffset(tx: Tx, at: KafkaPartition, start: string, now: string): Promise<string> {
  const key = [tx.organizationId, at.consumerGroup, at.topicId, at.partition];
  await tx.sql(
    `insert into kafka_offset (organization_id, consumer_group, topic_id, partition, topic, next_offset, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [...key, at.topic, start, now],
    "start-kafka-offset",
  );
  const [row] = await tx.sql<{ nextOffset: string }>(
    `select next_offset from kafka_offset
     where organization_id = $1 and consumer_group = $2 and topic_id = $3 and partition = $4 for no key update`,
    key,
    "lock-kafka-offset",
  );
  return row?.nextOffset ?? start;
}

/** Moves a locked offset. It is stored with the events of this transaction, or not at all (R-STREAM-1). */
export async function moveKafkaOffset(tx: Tx, at: KafkaPartition, next: string, now: string): Promise<void> {
  await tx.sql(
    `update kafka_offset set next_offset = $5, topic = $6, updated_at = $7
     where organization_id = $1 and consumer_group = $2 and topic_id = $3 and partition = $4`,
    [tx.organizationId, at.consumerGroup, at.topicId, at.partition, next, at.topic, now],
    "move-kafka-offset",
  );
}
