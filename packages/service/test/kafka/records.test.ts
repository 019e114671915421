import { expect, test } from "vitest";
import { toDeadLetter, toOpenedDeadLetter } from "../../src/kafka/dead-letter.ts";
import { type KafkaRecord, MOST_RECORD_BYTES, recordBytes } from "../../src/kafka/kafka-record.ts";
import { createKafkaRecord } from "../../src/kafka/kafka-standing.ts";
import { newDeadLetter, newGap } from "../../src/kafka/new-dead-letter.ts";
import { readRecord } from "../../src/kafka/read-record.ts";

// R-STREAM-1: which event a record is, and what is kept of one that is none.

const recordedAt = "2026-01-10T08:00:00.000Z";
function record(value: string | Buffer | null, headers: KafkaRecord["headers"] = []): KafkaRecord {
  return { offset: 7n, recordedAt, key: Buffer.from("k"), value: value === null ? null : Buffer.from(value), headers };
}
const binary = [
  ["ce_specversion", "1.0"],
  ["ce_id", "1"],
  ["ce_source", "/s"],
  ["ce_type", "call"],
  ["ce_subject", "acme"],
] as const;

test("a record is an event in JSON, or a CloudEvent in either mode", () => {
  expect(readRecord(record('{"uniqueId":"a"}'))).toEqual({ event: { uniqueId: "a" }, sentAt: recordedAt });
  const structured = '{"specversion":"1.0","id":"1","source":"/s","type":"call","subject":"acme","data":{"n":1}}';
  const event = { uniqueId: "/s 1", eventName: "call", account: "acme", properties: { n: 1 } };
  for (const headers of [[], [["content-type", "application/cloudevents+json"]]] as const) {
    expect(readRecord(record(structured, headers)).event).toMatchObject(event);
  }
  expect(readRecord(record('{"n":1}', binary)).event).toMatchObject(event);
  // Without data, and with headers that are not attributes.
  expect(readRecord(record(null, [...binary, ["trace", "t"]])).fault).toBeUndefined();
});

test.each([
  ["no JSON", record("{"), "malformed_record"],
  ["no text", record(Buffer.from([0xff])), "malformed_record"],
  ["no value", record(null), "record_empty"],
  ["an empty value", record(""), "record_empty"],
  ["an array", record("[]"), "wrong_type"],
  ["a batch", record('{"events":[]}'), "wrong_type"],
  ["text", record('"a"', [["content-type", "application/cloudevents+json"]]), "wrong_type"],
  ["data that is not JSON", record("<a/>", [...binary, ["content-type", "text/xml"]]), "wrong_content_type"],
  ["data that is broken", record("{", binary), "malformed_record"],
  ["too many bytes", record("x".repeat(MOST_RECORD_BYTES + 1)), "record_too_large"],
])("%s is no event", (_, sent, code) => {
  expect(readRecord(sent).fault?.code).toBe(code);
});

const at = { consumerGroup: "g", topic: "usage", topicId: "t", partition: 3 };
const made = { id: "dead_1", now: "2026-01-10T09:00:00.000Z" };
const fault = { code: "required", detail: "account is required.\0" };

test("a dead letter keeps the record, so that it can be read again", () => {
  const row = newDeadLetter({ record: record("{}", [["a", "b\0"]]), fault, uniqueId: "u" }, at, made);
  expect(toOpenedDeadLetter(row)).toMatchObject({
    offset: 7,
    detail: "account is required.\u{FFFD}", // PostgreSQL stores no NUL character.
    key: "k",
    headers: [{ name: "a", value: "b\0" }],
    payload: "{}",
    payloadEncoding: "utf8",
    isReplayable: true,
  });
  expect(toDeadLetter({ ...row, state: "replayed" }).isReplayable).toBe(false);
  const bytes = toOpenedDeadLetter({ ...row, payload: Buffer.from([0xff]), recordKey: null });
  expect(bytes).toMatchObject({ payload: "/w==", payloadEncoding: "base64", key: null });
  expect(toOpenedDeadLetter({ ...row, payload: null }).payload).toBeNull();
});

test("of a record that is too large only the beginning is kept, even if a character is cut in two", () => {
  const large = record(`x${"é".repeat(MOST_RECORD_BYTES)}`, [["a", "b"]]);
  expect(recordBytes(large)).toBe(1 + 2 * MOST_RECORD_BYTES + 3); // the value, the key, and the header
  const row = newDeadLetter({ record: large, fault, uniqueId: null }, at, made);
  expect(row).toMatchObject({ headers: "[]", isComplete: false, payloadBytes: String(1 + 2 * MOST_RECORD_BYTES) });
  expect(row.payload?.length).toBe(64 * 1024);
  expect(toOpenedDeadLetter(row)).toMatchObject({ payloadEncoding: "utf8", isReplayable: false });
});

test("a gap names the records that are missing", () => {
  expect(newGap({ from: 3n, to: 5n }, at, made)).toMatchObject({
    code: "records_deleted",
    recordOffset: "3",
    isComplete: false,
    detail: expect.stringContaining("the 2 records from offset 3 to 4"),
  });
});

test("the record of a process counts by topic, and knows the lag of its own partitions", () => {
  const standing = createKafkaRecord(["a"]);
  standing.stored("a", { ingested: 2, duplicate: 0, dead: 1 });
  standing.stored("other", { ingested: 9, duplicate: 0, dead: 0 });
  standing.assigned([{ topic: "a", partition: 1 }]);
  standing.lags("a", 1, 5);
  standing.lags("a", 2, 5);
  standing.connected(true);
  // Assigned again, it keeps its lag until the next reading.
  standing.assigned([
    { topic: "a", partition: 1 },
    { topic: "a", partition: 2 },
  ]);
  expect(standing.standing()).toEqual({
    isConnected: true,
    topics: [
      {
        topic: "a",
        outcomes: { ingested: 2, duplicate: 0, dead: 1 },
        partitions: [
          { partition: 1, lag: 5 },
          { partition: 2, lag: 0 },
        ],
      },
    ],
  });
});
