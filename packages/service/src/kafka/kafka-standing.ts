import type { RecordOutcomes } from "./ingest-records.ts";

/** What a process does with Kafka, for monitoring (R-OPS-4). */
export interface KafkaStanding {
  /** Whether the process is a member of the consumer group. */
  readonly isConnected: boolean;
  readonly topics: readonly TopicStanding[];
}

export interface TopicStanding {
  readonly topic: string;
  readonly outcomes: Readonly<RecordOutcomes>;
  /** Partitions that this process reads, with the number of records that it has not read yet. */
  readonly partitions: readonly { readonly partition: number; readonly lag: number }[];
}

export interface KafkaRecordOfWork {
  connected(isConnected: boolean): void;
  stored(topic: string, outcomes: RecordOutcomes): void;
  /** The current partitions of the process. Replaces the previous ones. */
  assigned(partitions: readonly { readonly topic: string; readonly partition: number }[]): void;
  lags(topic: string, partition: number, lag: number): void;
  standing(): KafkaStanding;
}

/** @param topics the configured topics, which are shown from the start */
export function createKafkaRecord(topics: readonly string[]): KafkaRecordOfWork {
  let isConnected = false;
  const outcomes = new Map(topics.map((topic) => [topic, { ingested: 0, duplicate: 0, dead: 0 }]));
  let lags = new Map<string, { readonly topic: string; readonly partition: number; lag: number }>();
  const keyOf = (topic: string, partition: number) => `${partition} ${topic}`;
  return {
    connected(is) {
      isConnected = is;
    },
    stored(topic, added) {
      const sum = outcomes.get(topic);
      if (sum === undefined) return;
      for (const kind of ["ingested", "duplicate", "dead"] as const) sum[kind] += added[kind];
    },
    assigned(partitions) {
      lags = new Map(
        partitions.map(({ topic, partition }) => {
          const key = keyOf(topic, partition);
          return [key, { topic, partition, lag: lags.get(key)?.lag ?? 0 }];
        }),
      );
    },
    lags(topic, partition, lag) {
      const known = lags.get(keyOf(topic, partition));
      if (known !== undefined) known.lag = lag;
    },
    standing: () => ({
      isConnected,
      topics: [...outcomes].map(([topic, sum]) => ({
        topic,
        outcomes: { ...sum },
        partitions: [...lags.values()]
          .filter((one) => one.topic === topic)
          .map(({ partition, lag }) => ({ partition, lag })),
      })),
    }),
  };
}
