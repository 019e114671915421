import { expect, test } from "vitest";
import { checkEvent } from "../../src/events/check-event.ts";
import { fingerprintOf, readCursor, writeCursor } from "../../src/events/event-cursor.ts";
import { latestEventTime, readEventTime } from "../../src/events/event-time.ts";
import { createIngestTally } from "../../src/events/ingest-tally.ts";
import { memberMeant } from "../../src/events/member-meant.ts";
import { isSameContent } from "../../src/events/same-content.ts";

// R-EVT-1, R-EVT-3, R-EVT-4: what a valid event is, when two events are one, and how far ahead an event may be.

const sent = { uniqueId: "evt-1", account: "acct_1", eventName: "api_call", properties: { bytes: 5 } };
const now = "2024-02-01T00:00:00.000Z";
const codeOf = (event: unknown) => checkEvent(event, now).fault?.code;

test("an event has an ID, an account, a name and properties; the timestamp is optional", () => {
  expect(checkEvent(sent, now).event).toMatchObject({ uniqueId: "evt-1", timestamp: null, receivedAt: now });
  expect(checkEvent({ ...sent, timestamp: "2024-01-31T08:00:00Z" }, now).event?.timestamp).toBe(
    "2024-01-31T08:00:00.000Z",
  );
});

test.each([
  [[], "wrong_type"],
  [null, "wrong_type"],
  [{ ...sent, uniqueId: undefined }, "required"],
  [{ ...sent, account: 7 }, "wrong_type"],
  [{ ...sent, eventName: "" }, "empty"],
  [{ ...sent, eventName: "x".repeat(256) }, "too_long"],
  [{ ...sent, eventName: "x".repeat(255) }, undefined],
  [{ ...sent, uniqueId: "a\0b" }, "unstorable_character"],
  [{ ...sent, uniqueId: "\ud800" }, "unstorable_character"],
  [{ ...sent, timestamp: "2024-01-31" }, "wrong_format"],
  [{ ...sent, timestamp: 1_706_745_600 }, "wrong_format"],
  [{ ...sent, extra: 1 }, "unknown_member"],
])("%j: %s", (event, expected) => {
  expect(codeOf(event)).toBe(expected);
});

test.each([
  ["event_name", "eventName"],
  ["customerId", "account"],
  ["Idempotency-Key", "uniqueId"],
  ["occurred_at", "timestamp"],
  ["data", "properties"],
  ["colour", undefined],
])("a sender that writes %s means %s", (written, expected) => {
  expect(memberMeant(written)).toBe(expected);
});

test("a timestamp is an instant with milliseconds, at most an hour ahead", () => {
  expect(readEventTime("2024-01-31T08:00:00.5Z")).toBe("2024-01-31T08:00:00.500Z");
  expect(readEventTime("2024-02-30T08:00:00Z")).toBeUndefined();
  expect(readEventTime("2024-02-29T08:00:00Z")).toBe("2024-02-29T08:00:00.000Z");
  expect(readEventTime("2023-02-29T08:00:00Z")).toBeUndefined();
  expect(readEventTime("2024-04-30T23:59:59Z")).toBe("2024-04-30T23:59:59.000Z");
  expect(readEventTime("2024-04-31T08:00:00Z")).toBeUndefined();
  expect(readEventTime("2024-01-31T08:00:00+02:00")).toBe("2024-01-31T06:00:00.000Z");
  expect(readEventTime("2024-01-31")).toBeUndefined();
  expect(latestEventTime(now)).toBe("2024-02-01T01:00:00.000Z");
});

const content = (values: Record<string, string | number | boolean>) => ({
  account: "acct_1",
  eventName: "api_call",
  timestamp: null,
  values,
});

test("two events have the same content only if at most the format of numbers differs", () => {
  const same = (one: Parameters<typeof content>[0], other: Parameters<typeof content>[0]) =>
    isSameContent(content(one), content(other));
  expect(same({ bytes: 5, zone: "eu" }, { zone: "eu", bytes: "5.00" })).toBe(true);
  expect(same({ bytes: 5 }, { bytes: 5.1 })).toBe(false);
  expect(same({ bytes: 5 }, { bytes: 5, more: 1 })).toBe(false);
  expect(same({ isPaid: true }, { isPaid: "true" })).toBe(false);
  expect(isSameContent(content({}), { ...content({}), account: "acct_2" })).toBe(false);
  expect(isSameContent(content({}), { ...content({}), timestamp: now })).toBe(false);
});

test("a cursor continues only the walk that it came from", () => {
  const walk = fingerprintOf(["acct_1", undefined]);
  const cursor = writeCursor(walk, { sequence: "42", timestamp: now });
  expect(readCursor(walk, cursor, true)).toEqual({ sequence: "42", timestamp: now });
  expect(readCursor(walk, cursor, false)).toEqual({ sequence: "42", timestamp: null });
  const wrong = expect.objectContaining({ faults: [expect.objectContaining({ code: "wrong_cursor" })] });
  expect(() => readCursor(fingerprintOf(["acct_2", undefined]), cursor, true)).toThrow(wrong);
  expect(() => readCursor(walk, "%%%", true)).toThrow(wrong);
  expect(() => readCursor(walk, writeCursor(walk, { sequence: "x", timestamp: now }), true)).toThrow(wrong);
  expect(() => readCursor(walk, writeCursor(walk, { sequence: "42", timestamp: null }), true)).toThrow(wrong);
});

const failed = { kind: "failed", fault: { code: "required", detail: "account is required." } } as never;
const [ingested, duplicate] = [{ kind: "ingested" }, { kind: "duplicate" }] as never[];

test("counts everything, and lists as much as the answer has room for", () => {
  const small = createIngestTally(300);
  small.add(
    Array.from({ length: 12 }, () => sent) as never,
    Array.from({ length: 12 }, () => ingested as never),
  );
  const { ingested: listed, counts } = small.lists() as { ingested: string[]; counts?: object };
  expect(listed.length).toBeLessThan(12);
  expect(counts).toEqual({ ingested: 12, failed: 0, duplicates: 0, errors: 0 });
  const roomy = createIngestTally();
  const again = { event: sent };
  roomy.add([again, again, again] as never, [ingested, duplicate, failed] as never);
  expect(roomy.lists()).toMatchObject({ ingested: ["evt-1"], duplicates: ["evt-1"], failed: ["evt-1"] });
  expect(roomy.lists()).not.toHaveProperty("counts");
});
