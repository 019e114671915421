import type { ConnectionOptions } from "node:tls";

export const SASL_MECHANISMS = ["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"] as const;
export type SaslMechanism = (typeof SASL_MECHANISMS)[number];

/** Where events are consumed from, and for whom (R-STREAM-1). */
export interface KafkaOptions {
  /** `host:port` of some of the brokers. They name the others. */
  readonly brokers: readonly string[];
  /** The consumer group. Processes of one group share the partitions. */
  readonly group: string;
  /** The organization whose events a topic contains, by the name of the topic. */
  readonly topics: ReadonlyMap<string, string>;
  /** Where a partition starts that was never read: at its first record, or after its last. */
  readonly start: "earliest" | "latest";
  /** Null for connections without TLS. */
  readonly tls: Pick<ConnectionOptions, "ca" | "cert" | "key"> | null;
  readonly sasl: { readonly mechanism: SaslMechanism; readonly username: string; readonly password: string } | null;
  /** After this time without a sign of life, the group gives a process's partitions to others. Default: 15,000. */
  readonly sessionMilliseconds?: number;
}
