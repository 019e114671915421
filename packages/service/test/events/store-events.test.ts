import { openDatabase, type Database } from "@counterfoil/storage";
import { createTestDatabase, insertOrganizations, type TestDatabase } from "@counterfoil/testkit/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CheckedEvent } from "../../src/events/event.ts";
import { storeEvents } from "../../src/events/store-events.ts";

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.appUrl);
  await insertOrganizations(testDatabase.ownerUrl, ["org_a"]);
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

function event(n: number, members: Partial<CheckedEvent> = {}): CheckedEvent {
  return {
    uniqueId: `event-${n}`,
    account: "crm-1",
    eventName: "call",
    properties: "{}",
    values: {},
    timestamp: "2024-01-05T10:00:00.000Z",
    contentHash: n.toString(16).padStart(32, "0"),
    receivedAt: "2024-01-06T00:00:00.000Z",
    ...members,
  };
}

test("leaves out rows that only the database refuses, and stores the others once", async () => {
  // Our checks let nothing like these pass. They represent a fault that the checks do not know.
  const bad = new Map([
    [3, event(3, { properties: '{"n":' })],
    [17, event(17, { eventName: "\0" })],
    [39, event(39, { contentHash: "no hash" })],
  ]);
  const events = Array.from({ length: 40 }, (_, n) => bad.get(n) ?? event(n));
  const outcomes = await storeEvents(database, "org_a", events);
  expect(outcomes.flatMap((outcome, n) => (outcome.kind === "failed" ? [[n, outcome.fault.code]] : []))).toEqual([
    [3, "unstorable"],
    [17, "unstorable"],
    [39, "unstorable"],
  ]);
  expect(outcomes.filter((outcome) => outcome.kind === "ingested")).toHaveLength(37);
  const again = await storeEvents(
    database,
    "org_a",
    events.filter((_, n) => !bad.has(n)),
  );
  expect(again.every((outcome) => outcome.kind === "duplicate")).toBe(true);
});

test("throws a fault of the server instead of blaming the events", async () => {
  const closed = openDatabase("postgres://unknown:wrong@127.0.0.1:1/none");
  await expect(storeEvents(closed, "org_a", [event(1)])).rejects.toThrow("does not respond");
  await closed.close();
});
