import type { KafkaStanding } from "@counterfoil/service";
import type { Family } from "./exposition.ts";

/** What this process consumed from Kafka. None if it consumes nothing. */
export function kafkaFamilies(standing: KafkaStanding | undefined): Family[] {
  if (standing === undefined) return [];
  const { isConnected, topics } = standing;
  return [
    {
      name: "counterfoil_kafka_connected",
      type: "gauge",
      help: "1 if this process is a member of the consumer group.",
      samples: [{ value: isConnected ? 1 : 0 }],
    },
    {
      name: "counterfoil_kafka_records_total",
      type: "counter",
      help: "Records by topic and outcome. dead: it became a dead letter.",
      samples: topics.flatMap(({ topic, outcomes }) =>
        Object.entries(outcomes).map(([outcome, value]) => ({ labels: { topic, outcome }, value })),
      ),
    },
    {
      name: "counterfoil_kafka_lag_records",
      type: "gauge",
      help: "Records that are not read yet, by topic and partition, of the partitions that this process reads.",
      samples: topics.flatMap(({ topic, partitions }) =>
        partitions.map(({ partition, lag }) => ({ labels: { topic, partition: String(partition) }, value: lag })),
      ),
    },
  ];
}
