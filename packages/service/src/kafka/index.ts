export type { DeadLetter, OpenedDeadLetter } from "./dead-letter.ts";
export { forgetDeadLetters } from "./forget-dead-letters.ts";
export type { KafkaPartition } from "@counterfoil/storage";
export {
  type IngestedRecords,
  ingestRecords,
  openPartition,
  type RecordBatch,
  type RecordOutcomes,
  rereadPartition,
  skipDeletedRecords,
} from "./ingest-records.ts";
export type { KafkaHeader, KafkaRecord } from "./kafka-record.ts";
export { createKafkaRecord, type KafkaRecordOfWork, type KafkaStanding } from "./kafka-standing.ts";
export { discardDeadLetter, getDeadLetter, listDeadLetters, replayDeadLetter } from "./manage-dead-letters.ts";
export { readRecord } from "./read-record.ts";
