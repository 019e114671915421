import type { Aggregation } from "@counterfoil/engine";
import { copyTestHistory, openTestHistory } from "@counterfoil/testkit/clickhouse";
import { createTestDatabase, insertOrganizations, type TestDatabase } from "@counterfoil/testkit/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Database,
  isRowRefused,
  openDatabase,
  postgresUsageStore as store,
  readProperties,
  type UsageEvent,
  type UsageMeasured,
  type UsageQuestion,
} from "../../src/index.ts";

let testDatabase: TestDatabase;
let database: Database;
/** In the project "history", all events are copied before they are read. */
const history = openTestHistory();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.appUrl, { history });
  const names = ["a", "b", "c", "d", "e", "f", "g", "k", "l", "many", "p", "r", "s"];
  await insertOrganizations(
    testDatabase.ownerUrl,
    names.map((name) => `org_${name}`),
  );
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
  return {
    uniqueId,
    contentHash,
    ...account,
    eventName: "call",
    properties,
    values: readProperties(properties),
    timestamp,
    ...members,
  };
}

function insert(organization: string, events: readonly UsageEvent[]) {
  return database.transaction(organization, async (tx) => (await store.insert(tx, events, RECEIVED)).stored);
}

function question(aggregation: Aggregation, members: Partial<UsageQuestion> = {}): UsageQuestion {
  return {
    key: aggregation.method,
    accountId: "acct_1",
    metric: { id: "metric_1", eventName: "call", filters: [], aggregation },
    start: "2024-01-01T00:00:00.000Z",
    end: "2024-02-01T00:00:00.000Z",
    throughSequence: null,
    groupBy: [],
    except: [],
    ...members,
  };
}

async function read(organization: string, questions: readonly UsageQuestion[]) {
  await copyTestHistory(database, history, organization);
  const answers = await database.transaction(organization, (tx) => store.read(tx, questions));
  return Object.fromEntries(
    answers.map((answer) => {
      if (answer.kind !== "measured") throw new Error(answer.kind);
      const { key, quantity, groups, ...rest } = answer;
      return [key, { quantity: quantity.toCanonical(), ...rest, groups: groups.map(groupText) }];
    }),
  );
}

/** For example `region:eu 5 of 2`. */
function groupText({ values, quantity, eventCount }: UsageMeasured["groups"][number]): string {
  const named = Object.entries(values).map(([name, value]) => `${name}:${value} `);
  return `${named.join("")}${quantity.toCanonical()} of ${eventCount}`;
}

test("measures every aggregation over the half-open period with all digits (R-MET-1)", async () => {
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
    kind: "measured",
    quantity: "5",
    eventCount: 5,
    firstEventAt: "2024-01-01T00:00:00.000Z",
    lastEventAt: "2024-01-31T23:59:59.999Z",
    skippedEvents: 0,
    groups: [],
  });
  expect(answers["count_unique"]).toMatchObject({ quantity: "3", eventCount: 5 });
  expect(answers["sum"]).toEqual({
    kind: "measured",
    quantity: "3.500000000000000000001",
    eventCount: 3,
    firstEventAt: "2024-01-01T00:00:00.000Z",
    lastEventAt: "2024-01-20T00:00:00.000Z",
    skippedEvents: 2,
    groups: [],
  });
  expect(answers["average"]?.quantity).toBe("1.166666666666666667"); // 3.500000000000000000001 ÷ 3
  expect(answers["min"]?.quantity).toBe("0.000000000000000000001");
  expect(answers["max"]?.quantity).toBe("2.5");
  expect(answers["latest"]?.quantity).toBe("0.000000000000000000001");
  // The level of 100 is from December; +1 all month, +2.5 from the 10th at noon: 21.5 of 31 days.
  expect(answers["weighted_sum"]?.quantity).toBe("102.733870967741935484"); // 101 + 2.5 × 21.5/31
});

test("counts events by filters, keeps the questions of a reading apart, and reads nothing without questions (R-MET-2)", async () => {
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
  // Two readings in one transaction: the first one closes its cursor.
  await database.transaction("org_f", async (tx) => {
    expect(await store.read(tx, one)).toHaveLength(2);
    expect(await store.read(tx, one)).toHaveLength(2);
  });
});

test("splits usage by each question's properties, with a total over all groups (R-MET-2)", async () => {
  await insert("org_g", [
    event("2024-01-02T00:00:00.000Z", '{"n":1,"region":"eu","size":2}'),
    event("2024-01-03T00:00:00.000Z", '{"n":2,"region":"us","size":2.0}'),
    event("2024-01-04T00:00:00.000Z", '{"n":4,"region":"eu","size":true}'),
    event("2024-01-04T00:00:00.000Z", '{"n":8}'),
    event("2024-01-05T00:00:00.000Z", '{"n":"none","region":"mars"}'),
    event("2024-02-01T00:00:00.000Z", '{"n":16,"region":"later"}'),
  ]);
  const answers = await read("org_g", [
    question({ method: "sum", field: "n" }, { groupBy: ["region"] }),
    question({ method: "max", field: "n" }, { groupBy: ["size", "region"] }),
    question({ method: "count", field: null }, { groupBy: ["region"] }),
    question({ method: "average", field: "n" }),
  ]);
  expect(answers["sum"]).toMatchObject({
    quantity: "15",
    groups: ["region:eu 5 of 2", "region:us 2 of 1", "8 of 1"],
    skippedEvents: 1,
  });
  expect(answers["max"]).toMatchObject({
    quantity: "8",
    groups: ["size:2 region:eu 1 of 1", "size:2 region:us 2 of 1", "size:true region:eu 4 of 1", "8 of 1"],
  });
  expect(answers["count"]).toMatchObject({
    quantity: "5",
    groups: ["region:eu 2 of 2", "region:mars 1 of 1", "region:us 1 of 1", "1 of 1"],
  });
  expect(answers["average"]).toMatchObject({ quantity: "3.75", groups: [] }); // 15 ÷ 4
});

test("keeps all digits of a number that splits usage, in any notation", async () => {
  await insert("org_d", [
    event("2024-01-02T00:00:00.000Z", '{"n":1,"id":12345678901234567890.50}'),
    event("2024-01-02T00:00:00.000Z", '{"n":2,"id":12345678901234567890.5}'),
    event("2024-01-02T00:00:00.000Z", '{"n":4,"id":12345678901234567890}'),
    event("2024-01-02T00:00:00.000Z", '{"n":8,"id":1e21}'),
    event("2024-01-02T00:00:00.000Z", '{"n":16,"id":"1000000000000000000000"}'),
    event("2024-01-02T00:00:00.000Z", '{"n":32,"id":0.00000010}'),
  ]);
  const answers = await read("org_d", [question({ method: "sum", field: "n" }, { groupBy: ["id"] })]);
  expect(answers["sum"]?.groups).toEqual([
    "id:0.0000001 32 of 1",
    "id:1000000000000000000000 24 of 2",
    "id:12345678901234567890 4 of 1",
    "id:12345678901234567890.5 3 of 2",
  ]);
});

test("ignores events in a gap and gives each group's level no weight there (R-SUB-6)", async () => {
  await insert("org_p", [
    event("2023-12-20T00:00:00.000Z", '{"n":310,"region":"eu"}'),
    event("2024-01-05T00:00:00.000Z", '{"n":31,"region":"eu"}'),
    event("2024-01-12T00:00:00.000Z", '{"n":62,"region":"us"}'),
    event("2024-01-21T00:00:00.000Z", '{"n":93,"region":"us"}'),
  ]);
  // From January 11 to January 20: 10 of 31 days.
  const except = [{ start: "2024-01-11T00:00:00.000Z", end: "2024-01-21T00:00:00.000Z" }];
  const members = { groupBy: ["region"], except };
  const answers = await read("org_p", [
    question({ method: "sum", field: "n" }, members),
    question({ method: "count", field: null }, members),
    question({ method: "weighted_sum", field: "n" }, members),
    question({ method: "latest", field: "n" }),
  ]);
  expect(answers["sum"]).toMatchObject({
    quantity: "124",
    eventCount: 2,
    firstEventAt: "2024-01-05T00:00:00.000Z",
    lastEventAt: "2024-01-21T00:00:00.000Z",
    groups: ["region:eu 31 of 1", "region:us 93 of 1"],
  });
  expect(answers["count"]).toMatchObject({ quantity: "2", groups: ["region:eu 1 of 1", "region:us 1 of 1"] });
  // eu: 310 × 21/31 + 31 × 17/31 (6 days before the gap, 11 after it) = 210 + 17; us: (62 + 93) × 11/31 = 55
  expect(answers["weighted_sum"]).toMatchObject({
    quantity: "282",
    eventCount: 2,
    groups: ["region:eu 227 of 1", "region:us 55 of 1"],
  });
  expect(answers["latest"]).toMatchObject({ quantity: "93", eventCount: 3, groups: [] });
});

test("refuses usage with too many groups by metric and account, and measures the other questions", async () => {
  const events = Array.from({ length: 10_001 }, (_, id) => event("2024-01-15T00:00:00.000Z", `{"id":${id}}`));
  await insert("org_s", events);
  const count = (members: Partial<UsageQuestion>) => question({ method: "count", field: null }, members);
  const questions = [count({ key: "split", groupBy: ["id"] }), count({ key: "whole" })];
  const [split, whole] = await database.transaction("org_s", (tx) => store.read(tx, questions));
  expect(split).toEqual({
    kind: "too_many_groups",
    key: "split",
    accountId: "acct_1",
    metricId: "metric_1",
    groupBy: ["id"],
    limit: 10_000,
  });
  expect(whole).toMatchObject({ kind: "measured", key: "whole", eventCount: 10_001 });
});

test("counts more events than fit into one fetch", async () => {
  const count = 12_345;
  const events = Array.from({ length: count }, () => event("2024-01-15T00:00:00.000Z", '{"n":3}'));
  await insert("org_many", events);
  expect((await read("org_many", [question({ method: "sum", field: "n" })]))["sum"]).toMatchObject({
    quantity: String(3 * count),
    eventCount: count,
  });
});

test("a cut-off always gives the same usage, and waits for the batch that is being written", async () => {
  const cutOff = () => database.transaction("org_c", (tx) => store.currentSequence(tx));
  const sum = (throughSequence: string | null) =>
    read("org_c", [question({ method: "sum", field: "n" }, { throughSequence })]);
  const january = "2024-01-15T00:00:00.000Z";
  const before = await cutOff();
  await insert("org_c", [event(january, '{"n":1}')]);
  const first = await cutOff();

  // A batch that has its sequence but is not committed yet, while a later one is.
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

  expect((await sum(before))["sum"]?.quantity).toBe("0");
  expect((await sum(first))["sum"]?.quantity).toBe("1");
  expect((await sum(second))["sum"]?.quantity).toBe("111");
  expect((await sum(null))["sum"]?.quantity).toBe("1111");
});

const BOUND_AT = "2024-01-16T00:00:00.000Z";

test("counts late-bound events after an earlier cut-off, not before it (R-EVT-5)", async () => {
  const unknown = { accountId: null, accountReference: "crm-1" };
  await insert("org_l", [
    event("2024-01-15T00:00:00.000Z", '{"n":1}', unknown),
    event("2024-01-15T00:00:00.000Z", '{"n":2}'),
  ]);
  const cutOff = await database.transaction("org_l", (tx) => store.currentSequence(tx));
  expect(await database.transaction("org_l", (tx) => store.bind(tx, "acct_1", ["acct_1", "crm-1"], BOUND_AT))).toBe(1);
  expect(await database.transaction("org_l", (tx) => store.bind(tx, "acct_1", ["acct_1", "crm-1"], BOUND_AT))).toBe(0);
  const sum = (throughSequence: string | null) =>
    read("org_l", [question({ method: "sum", field: "n" }, { throughSequence })]);
  expect((await sum(cutOff))["sum"]?.quantity).toBe("2");
  expect((await sum(null))["sum"]?.quantity).toBe("3");
});

test("does not remember rows of a rolled-back transaction: later events count (R-EVT-7)", async () => {
  const january = "2024-01-15T00:00:00.000Z";
  const takenBack = database.transaction("org_e", async (tx) => {
    // The second batch finds the stream that the first one created.
    await store.insert(tx, [event(january, '{"n":1}')], RECEIVED);
    await store.insert(tx, [event(january, '{"n":10}')], RECEIVED);
    throw new Error("the work ends here");
  });
  await expect(takenBack).rejects.toThrow("the work ends here");
  await insert("org_e", [event(january, '{"n":100}')]);
  expect((await read("org_e", [question({ method: "sum", field: "n" })]))["sum"]?.quantity).toBe("100");
});

test("distinguishes an error caused by a row from one of the server", async () => {
  const refused = await insert("org_r", [event("no time", "{}")]).catch((error: unknown) => error);
  expect(isRowRefused(refused)).toBe(true);
  const missing = await database.unscoped("select 1 from nothing").catch((error: unknown) => error);
  expect(isRowRefused(missing)).toBe(false);
  expect(isRowRefused("22P02")).toBe(false);
});

test("recognizes an ID after any time, with what is stored under it (R-EVT-3)", async () => {
  const first = event("2024-01-15T00:00:00.000Z", "{}");
  expect(await insert("org_k", [first])).toEqual([]);
  const later = { ...first, timestamp: "2029-01-15T00:00:00.000Z", contentHash: "f".repeat(32) };
  expect(await insert("org_k", [event("2024-01-15T00:00:00.000Z", "{}"), later])).toEqual([
    { uniqueId: first.uniqueId, contentHash: first.contentHash },
  ]);
  expect((await read("org_k", [question({ method: "count", field: null })]))["count"]?.quantity).toBe("2");
});
