import type { KafkaOptions } from "@counterfoil/worker";

/** What a consumer of a test reads. Its partitions are free 3 seconds after it was killed. */
export function kafkaOptions(
  address: string,
  topics: Readonly<Record<string, string>>,
  options: Partial<KafkaOptions> = {},
): KafkaOptions {
  return {
    brokers: [address],
    group: "counterfoil",
    topics: new Map(Object.entries(topics)),
    start: "earliest",
    tls: null,
    sasl: null,
    sessionMilliseconds: 3_000,
    ...options,
  };
}
