/** A record of a Kafka topic. */
export interface KafkaRecord {
  readonly offset: bigint;
  /** When it was written: by the clock of its producer, or of the broker if the topic says so. Null if unknown. */
  readonly recordedAt: string | null;
  readonly key: Buffer | null;
  /** Null for a record without a value, which deletes its key in a compacted topic. */
  readonly value: Buffer | null;
  readonly headers: readonly KafkaHeader[];
}

export type KafkaHeader = readonly [name: string, value: string];

/** The most bytes of a record that are read as an event: the most that Kafka itself accepts by default. */
export const MOST_RECORD_BYTES = 1024 * 1024;

export function recordBytes({ key, value, headers }: KafkaRecord): number {
  const ofHeaders = headers.reduce((sum, [name, text]) => sum + name.length + text.length, 0);
  return (key?.length ?? 0) + (value?.length ?? 0) + ofHeaders;
}
