import { createKafkaRecord, type KafkaRecordOfWork } from "@counterfoil/service";
import type { KafkaOptions } from "@counterfoil/worker";
import type { Configuration } from "../configuration/configuration.ts";

/** What the worker consumes from Kafka, and its record for monitoring. Undefined if nothing is configured. */
export function openKafka({
  kafka,
}: Pick<Configuration, "kafka">): { options: KafkaOptions; record: KafkaRecordOfWork } | undefined {
  if (kafka === null) return undefined;
  return { options: kafka, record: createKafkaRecord([...kafka.topics.keys()]) };
}
