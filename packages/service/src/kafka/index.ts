export { forgetDeadLetters } from "./forget-dead-letters.ts";
export type { KafkaPartition } from "@counterfoil/storage";
export { ingestRecords, openPartition, rereadPartition, skipDeletedRecords } from "./ingest-records.ts";
export type { KafkaRecord } from "./kafka-record.ts";
export { createKafkaRecord, type KafkaRecordOfWork, type KafkaStanding } from "./kafka-standing.ts";
export { discardDeadLetter, getDeadLetter, listDeadLetters, replayDeadLetter } from "./manage-dead-letters.ts";
