import type { DeadLetterRow, DeadLetterState, DeadLetterWithRecord } from "@counterfoil/storage";
import type { KafkaHeader } from "./kafka-record.ts";

/** A record that could not be stored as an event, as lists show it. */
export interface DeadLetter {
  id: string;
  state: DeadLetterState;
  code: string;
  detail: string;
  uniqueId: string | null;
  topic: string;
  partition: number;
  offset: number;
  consumerGroup: string;
  recordedAt: string | null;
  payloadBytes: number;
  isReplayable: boolean;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
}

/** A dead letter with its record. */
export interface OpenedDeadLetter extends DeadLetter {
  key: string | null;
  headers: { name: string; value: string }[];
  /** The value of the record as `payloadEncoding` says. Null if it has none. */
  payload: string | null;
  payloadEncoding: "utf8" | "base64";
}

export function toDeadLetter(row: DeadLetterRow): DeadLetter {
  const { id, state, code, detail, uniqueId, topic, partition, consumerGroup, recordedAt } = row;
  return {
    id,
    state,
    code,
    detail,
    uniqueId,
    topic,
    partition,
    offset: Number(row.recordOffset),
    consumerGroup,
    recordedAt,
    payloadBytes: Number(row.payloadBytes),
    isReplayable: row.isComplete && state === "open",
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    closedAt: row.closedAt,
  };
}

export function toOpenedDeadLetter(row: DeadLetterWithRecord): OpenedDeadLetter {
  const text = row.payload === null ? null : exactText(row.payload);
  return {
    ...toDeadLetter(row),
    key: row.recordKey?.toString("utf8") ?? null,
    headers: headersOf(row).map(([name, value]) => ({ name, value })),
    payload: text === undefined ? (row.payload?.toString("base64") ?? null) : text,
    payloadEncoding: text === undefined ? "base64" : "utf8",
  };
}

export function headersOf({ headers }: Pick<DeadLetterWithRecord, "headers">): KafkaHeader[] {
  return JSON.parse(headers) as KafkaHeader[];
}

/** The text of the bytes; undefined if they are not text. The last character may be cut in two. */
function exactText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
