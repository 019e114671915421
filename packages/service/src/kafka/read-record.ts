import { DomainError } from "../errors/index.ts";
import { parseEventJson, readCloudEvent, type SentEvent, unreadEvent } from "../events/index.ts";
import { type KafkaHeader, type KafkaRecord, MOST_RECORD_BYTES, recordBytes } from "./kafka-record.ts";

/**
 * Reads a record as an event, which is not checked yet. A record is one event: Counterfoil's own JSON, or a CloudEvent
 * in structured or binary mode (CloudEvents 1.0, Kafka protocol binding). Without a timestamp, the event happened when
 * the record was written: consumers may be late.
 */
export function readRecord(record: KafkaRecord): SentEvent {
  const bytes = recordBytes(record);
  if (bytes > MOST_RECORD_BYTES) {
    const detail = `The record has ${bytes} bytes. The maximum is ${MOST_RECORD_BYTES}.`;
    return { event: null, fault: unreadEvent("record_too_large", detail) };
  }
  try {
    return { ...readContent(record), sentAt: record.recordedAt };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { event: null, fault: unreadEvent("malformed_record", error.message) };
  }
}

const BATCHED = "A record must contain one event. Write each event as a record of its own.";

function readContent({ value, headers }: KafkaRecord): SentEvent {
  const contentType = findHeader(headers, "content-type");
  const isStructured = contentType?.startsWith("application/cloudevents") === true;
  if (!isStructured && isBinary(headers)) return readBinary(headers, contentType, value);
  if (value === null || value.length === 0) {
    const detail = "The record has no value. Write the event as the value of the record.";
    return { event: null, fault: unreadEvent("record_empty", detail) };
  }
  const parsed = parseEventJson(textOf(value), "record");
  if (Array.isArray(parsed) || hasMember(parsed, "events")) {
    return { event: null, fault: unreadEvent("wrong_type", BATCHED) };
  }
  // An event of Counterfoil's own form has no such member, so it is clear without a header, too.
  return isStructured || hasMember(parsed, "specversion") ? readCloudEvent(parsed) : { event: parsed };
}

function isBinary(headers: readonly KafkaHeader[]): boolean {
  return headers.some(([name]) => name === "ce_specversion" || name === "ce_id");
}

/** The attributes are in headers, and the value is the data. */
function readBinary(headers: readonly KafkaHeader[], contentType: string | undefined, value: Buffer | null): SentEvent {
  const attributes = headers.flatMap(([name, text]) =>
    name.startsWith("ce_") ? [[name.slice(3), text] as const] : [],
  );
  const hasData = value !== null && value.length > 0;
  return readCloudEvent(
    {
      ...Object.fromEntries(attributes),
      datacontenttype: contentType ?? null,
      data_base64: null,
      data: hasData && isJson(contentType) ? parseEventJson(textOf(value), "record") : null,
    },
    "headers",
  );
}

/** Data of another type is refused by its type, not because it is not JSON. */
function isJson(contentType: string | undefined): boolean {
  return contentType === undefined || /^[^;]+[/+]json\s*(;|$)/i.test(contentType);
}

function findHeader(headers: readonly KafkaHeader[], wanted: string): string | undefined {
  return headers.find(([name]) => name === wanted)?.[1];
}

function hasMember(parsed: unknown, member: string): boolean {
  return typeof parsed === "object" && parsed !== null && Object.hasOwn(parsed, member);
}

/** Throws for bytes that are not text, instead of replacing them. */
function textOf(value: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(value);
  } catch (error) {
    throw new DomainError("malformed_request", "The record is not UTF-8 text.", [], { cause: error });
  }
}
