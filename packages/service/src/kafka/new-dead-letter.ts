import type { DeadLetterWithRecord, KafkaPartition } from "@counterfoil/storage";
import type { EventFault } from "../events/index.ts";
import { type KafkaRecord, MOST_RECORD_BYTES, recordBytes } from "./kafka-record.ts";

/** How much is stored of a record that is too large: enough to recognize it. */
const SHOWN_BYTES = 64 * 1024;
const SHOWN_KEY_BYTES = 1024;
const LONGEST_DETAIL = 4_000;
const LONGEST_ID = 255;

export interface RefusedRecord {
  readonly record: KafkaRecord;
  readonly fault: EventFault;
  /** The ID of the event, if it could be read. */
  readonly uniqueId: string | null;
}

/** The row of a record that could not be stored as an event. Only the beginning of a too large record is stored. */
export function newDeadLetter(
  { record, fault, uniqueId }: RefusedRecord,
  at: KafkaPartition,
  { id, now }: { readonly id: string; readonly now: string },
): DeadLetterWithRecord {
  const isComplete = recordBytes(record) <= MOST_RECORD_BYTES;
  const { key, value, headers } = record;
  return {
    id,
    state: "open",
    consumerGroup: at.consumerGroup,
    topic: at.topic,
    partition: at.partition,
    recordOffset: record.offset.toString(),
    recordedAt: record.recordedAt,
    recordKey: isComplete ? key : (key?.subarray(0, SHOWN_KEY_BYTES) ?? null),
    headers: JSON.stringify(isComplete ? headers : []),
    payload: isComplete ? value : (value?.subarray(0, SHOWN_BYTES) ?? null),
    payloadBytes: String(value?.length ?? 0),
    isComplete,
    uniqueId: uniqueId?.slice(0, LONGEST_ID) ?? null,
    code: fault.code,
    detail: storable(fault.detail).slice(0, LONGEST_DETAIL),
    createdAt: now,
    updatedAt: now,
    closedAt: null,
  };
}

/** A letter for records that Kafka deleted before they were read. There is nothing to replay. */
export function newGap(
  { from, to }: { readonly from: bigint; readonly to: bigint },
  at: KafkaPartition,
  { id, now }: { readonly id: string; readonly now: string },
): DeadLetterWithRecord {
  const record = { offset: from, recordedAt: null, key: null, value: null, headers: [] };
  const detail =
    `Kafka deleted the ${to - from} records from offset ${from} to ${to - 1n} before they were read. ` +
    "Send their events again. Events that were stored before count once.";
  const letter = newDeadLetter({ record, fault: { code: "records_deleted", detail }, uniqueId: null }, at, { id, now });
  return { ...letter, isComplete: false };
}

/** PostgreSQL stores no NUL character. */
function storable(text: string): string {
  return text.replaceAll("\0", "\u{FFFD}");
}
