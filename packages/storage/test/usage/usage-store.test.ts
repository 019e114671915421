import type { Aggregation } from "@counterfoil/engine";
import { createTestDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  countUnmatchedEvents,
  type Database,
  isRowRefused,
  openDatabase,
  postgresUsageStore as store,
  type UsageEvent,
  type UsageQuestion,
} from "../../src/index.ts";

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.appUrl);
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const RECEIVED = "2024-02-01T00:00:00.000Z";
let made = 0;

function event(timestamp: string, properties: string, members: Partial<UsageEvent> = {}): UsageEvent {
  made += 1;
  const uniqueId = `event-${made}`;
  const contentHash = made.toString(16).padStart(32, "0");
  const account = { accountId: "acct_1", accountReference: null };
  return { uniqueId, contentHash, ...account, eventName: "call", properties, timestamp, ...members };
}

function insert(organization: string, events: readonly UsageEvent[]) {
  return database.transaction(organization, (tx) => store.insert(tx, events, RECEIVED));
}

function question(aggregation: Aggregation, members: Partial<UsageQuestion> = {}): UsageQuestion {
  return {
    key: aggregation.method,
    accountId: "acct_1",
    metric: { id: "metric_1", eventName: "call", filters: [], aggregation },
    start: "2024-01-01T00:00:00.000Z",
    end: "2024-02-01T00:00:00.000Z",
    throughSequence: null,
    ...members,
  };
}

async function read(organization: string, questions: readonly UsageQuestion[]) {
  const answers = await database.transaction(organization, (tx) => store.read(tx, questions));
  return Object.fromEntries(
    answers.map(({ key, quantity, ...rest }) => [key, { quantity: quantity.toCanonical(), ...rest }]),
  );
}

test("every aggregation is measured over the period, half-open, digits and all (R-MET-1)", async () => {
  await insert("org_a", [
    event("2023-12-31T23:59:59.999Z", '{"n":100}'),
    event("2024-01-01T00:00:00.000Z", '{"n":1,"user":"ann"}'),
    event("2024-01-10T12:00:00.000Z", '{"n":"2.50","user":"bob"}'),
    event("2024-01-20T00:00:00.000Z", '{"n":0.000000000000000000001,"user":"ann"}'),
    event("2024-01-25T00:00:00.000Z", '{"n":"many","user":"eve"}'),
    event("2024-01-31T23:59:59.999Z", '{"user":"ann"}'),
    event("2024-02-01T00:00:00.000Z", '{"n":1000}'),
    event("2024-01-15T00:00:00.000Z", '{"n":7}', { accountId: "acct_2" }),
    event("2024-01-15T00:00:00.000Z", '{"n":7}', { eventName: "other" }),
  ]);
  await insert("org_b", [event("2024-01-15T00:00:00.000Z", '{"n":7}')]);
  const numeric = ["sum", "average", "min", "max", "latest", "weighted_sum"] as const;
  const answers = await read("org_a", [
    question({ method: "count", field: null }),
    question({ method: "count_unique", field: "user" }),
    ...numeric.map((method) => question({ method, field: "n" })),
  ]);
  expect(answers["count"]).toEqual({
    quantity: "5",
    eventCount: 5,
    firstEventAt: "2024-01-01T00:00:00.000Z",
    lastEventAt: "2024-01-31T23:59:59.999Z",
    skippedEvents: 0,
  });
  expect(answers["count_unique"]).toMatchObject({ quantity: "3", eventCount: 5 });
  expect(answers["sum"]).toEqual({
    quantity: "3.500000000000000000001",
    eventCount: 3,
    firstEventAt: "2024-01-01T00:00:00.000Z",
    lastEventAt: "2024-01-20T00:00:00.000Z",
    skippedEvents: 2,
  });
  expect(answers["average"]?.quantity).toBe("1.166666666666666667"); // 3.500000000000000000001 ÷ 3
  expect(answers["min"]?.quantity).toBe("0.000000000000000000001");
  expect(answers["max"]?.quantity).toBe("2.5");
  expect(answers["latest"]?.quantity).toBe("0.000000000000000000001");
  // The level of 100 comes from December; +1 all month, +2.5 from the 10th at noon: 21.5 of 31 days.
  expect(answers["weighted_sum"]?.quantity).toBe("102.733870967741935484"); // 101 + 2.5 × 21.5/31
});

test("filters decide which events count, questions of one reading are apart, and none ask nothing (R-MET-2)", async () => {
  await insert("org_f", [
    event("2024-01-02T00:00:00.000Z", '{"n":1,"region":"eu"}'),
    event("2024-01-03T00:00:00.000Z", '{"n":2,"region":"us"}'),
    event("2024-01-04T00:00:00.000Z", '{"n":4,"region":"eu"}'),
  ]);
  const sum: Aggregation = { method: "sum", field: "n" };
  const inRegion = (region: string): UsageQuestion => {
    const filters = [{ operator: "and", filters: [{ field: "region", operator: "equal", value: region }] }] as const;
    return question(sum, { key: region, metric: { id: "m", eventName: "call", filters, aggregation: sum } });
  };
  const answers = await read("org_f", [inRegion("eu"), inRegion("us"), inRegion("moon"), question(sum)]);
  expect(Object.entries(answers).map(([key, { quantity }]) => [key, quantity])).toEqual([
    ["eu", "5"],
    ["us", "2"],
    ["moon", "0"],
    ["sum", "7"],
  ]);
  expect(await read("org_f", [])).toEqual({});
  const one = [question(sum), question(sum, { key: "again" })];
  // Two readings in one transaction: the cursor of the first is closed.
  await database.transaction("org_f", async (tx) => {
    expect(await store.read(tx, one)).toHaveLength(2);
    expect(await store.read(tx, one)).toHaveLength(2);
  });
});

test("more events than one fetch holds are all counted", async () => {
  const count = 12_345;
  const events = Array.from({ length: count }, () => event("2024-01-15T00:00:00.000Z", '{"n":3}'));
  await insert("org_many", events);
  expect((await read("org_many", [question({ method: "sum", field: "n" })]))["sum"]).toMatchObject({
    quantity: String(3 * count),
    eventCount: count,
  });
});

test("a cut-off gives the same usage for ever, and waits for the batch that is being written", async () => {
  const cutOff = () => database.transaction("org_c", (tx) => store.currentSequence(tx));
  const sum = (throughSequence: string | null) =>
    read("org_c", [question({ method: "sum", field: "n" }, { throughSequence })]);
  const january = "2024-01-15T00:00:00.000Z";
  expect(await cutOff()).toBe("0");
  await insert("org_c", [event(january, '{"n":1}')]);
  const first = await cutOff();

  // A batch that has its sequence and is not committed yet; a later one is.
  const written = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const slow = database.transaction("org_c", async (tx) => {
    await store.insert(tx, [event(january, '{"n":10}')], RECEIVED);
    written.resolve();
    await mayCommit.promise;
  });
  await written.promise;
  await insert("org_c", [event(january, '{"n":100}')]);
  const asked = cutOff();
  mayCommit.resolve();
  await slow;
  const second = await asked;
  await insert("org_c", [event(january, '{"n":1000}')]);

  expect((await sum(first))["sum"]?.quantity).toBe("1");
  expect((await sum(second))["sum"]?.quantity).toBe("111");
  expect((await sum(null))["sum"]?.quantity).toBe("1111");
});

test("events that are bound late count after an earlier cut-off, not before it (R-EVT-5)", async () => {
  const unknown = { accountId: null, accountReference: "crm-1" };
  await insert("org_l", [
    event("2024-01-15T00:00:00.000Z", '{"n":1}', unknown),
    event("2024-01-15T00:00:00.000Z", '{"n":2}'),
  ]);
  const cutOff = await database.transaction("org_l", (tx) => store.currentSequence(tx));
  expect(await database.transaction("org_l", (tx) => store.bind(tx, "acct_1", ["acct_1", "crm-1"]))).toBe(1);
  expect(await database.transaction("org_l", (tx) => store.bind(tx, "acct_1", ["acct_1", "crm-1"]))).toBe(0);
  const sum = (throughSequence: string | null) =>
    read("org_l", [question({ method: "sum", field: "n" }, { throughSequence })]);
  expect((await sum(cutOff))["sum"]?.quantity).toBe("2");
  expect((await sum(null))["sum"]?.quantity).toBe("3");
});

test("what counts for nothing yet is counted by its reason (R-EVT-5)", async () => {
  const unknown = { accountId: null, accountReference: "crm-7" };
  await insert("org_u", [
    event("2024-01-15T00:00:00.000Z", "{}", unknown),
    event("2024-01-16T00:00:00.000Z", "{}", unknown),
    event("2024-01-16T00:00:00.000Z", "{}"),
  ]);
  expect(await database.read("org_u", countUnmatchedEvents)).toEqual([
    { reason: "unknown_account", name: "crm-7", count: "2", firstReceivedAt: RECEIVED, lastReceivedAt: RECEIVED },
    { reason: "no_metric", name: "call", count: "1", firstReceivedAt: RECEIVED, lastReceivedAt: RECEIVED },
  ]);
});

test("an error that a row may have caused is told from one of the server", async () => {
  const refused = await insert("org_r", [event("no time", "{}")]).catch((error: unknown) => error);
  expect(isRowRefused(refused)).toBe(true);
  const missing = await database.unscoped("select 1 from nothing").catch((error: unknown) => error);
  expect(isRowRefused(missing)).toBe(false);
  expect(isRowRefused("22P02")).toBe(false);
});

test("an id is known again after any time, with what is stored under it (R-EVT-3)", async () => {
  const first = event("2024-01-15T00:00:00.000Z", "{}");
  expect(await insert("org_k", [first])).toEqual([]);
  const later = { ...first, timestamp: "2029-01-15T00:00:00.000Z", contentHash: "f".repeat(32) };
  expect(await insert("org_k", [event("2024-01-15T00:00:00.000Z", "{}"), later])).toEqual([
    { uniqueId: first.uniqueId, contentHash: first.contentHash },
  ]);
  expect((await read("org_k", [question({ method: "count", field: null })]))["count"]?.quantity).toBe("2");
});
