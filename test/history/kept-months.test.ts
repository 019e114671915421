import { copyHistory, dropMonths, prepareHistory } from "@counterfoil/service";
import {
  type Database,
  HistoryAway,
  type History,
  makeUsagePartitions,
  openDatabase,
  openHistory,
  postgresUsageStore as store,
  readRawUsage,
  type UsageQuestion,
} from "@counterfoil/storage";
import { clickHouseAddress, copierContext, openTestHistory } from "@counterfoil/testkit/clickhouse";
import { createTestDatabase, insertOrganizations, type TestDatabase } from "@counterfoil/testkit/postgres";
import fc from "fast-check";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { questionsAt, shown } from "./support/questions.ts";
import { correct, RECEIVED, type Step, step, toEvent } from "./support/random-usage.ts";

/** Histories, each of an organization. */
const RUNS = Number(process.env["COUNTERFOIL_RUNS"] ?? 6);
const ORGANIZATIONS = Array.from({ length: RUNS }, (_, index) => `org_${index}`);

let testDatabase: TestDatabase;
let owner: pg.Pool;
/** ClickHouse as users have it, and for readings that take all copied events from it. */
let history: History;
let ofClickHouse: History;
let usual: Database;
let reference: Database;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  owner = new pg.Pool({ connectionString: testDatabase.ownerUrl, max: 1 });
  history = openHistory({ url: process.env[clickHouseAddress] ?? "" });
  const opened = openTestHistory();
  if (opened === null) throw new Error("these tests need ClickHouse");
  ofClickHouse = opened;
  usual = openDatabase(testDatabase.appUrl, { history });
  reference = openDatabase(testDatabase.appUrl, { history: ofClickHouse });
  await insertOrganizations(testDatabase.ownerUrl, ORGANIZATIONS);
  await makeUsagePartitions(usual, "2023-12-01", "2024-02-01");
  await owner.query("insert into usage_hot_days (days) values (60)");
});
afterEach(async () => {
  await owner.end();
  await usual.close();
  await reference.close();
  await testDatabase.drop();
});

/** A metric that reads each event: `n` and `region` are kept. */
async function measureCalls(aggregation: object): Promise<void> {
  await owner.query(
    `insert into metric (organization_id, id, name, event_name, filters, aggregation, group_by, created_at, updated_at)
     select id, 'metric', 'Calls', 'call', '[]', $1, '{region}', now(), now() from organization`,
    [JSON.stringify(aggregation)],
  );
}

async function copyAll(): Promise<void> {
  for (const organization of ORGANIZATIONS) {
    const context = copierContext(usual, organization);
    await prepareHistory(context, history);
    await copyHistory(context, { history, worker: "one", eventsAtOnce: 50 });
  }
}

const dropper = () => ({
  database: usual,
  history,
  contextOf: (organizationId: string) => copierContext(usual, organizationId),
});

async function drop(): Promise<void> {
  const months = await dropMonths(dropper());
  expect(months.map(({ month, isDropped }) => [month, isDropped])).toEqual(
    ["2023-12", "2024-01", "2024-02"].map((month) => [month, true]),
  );
}

/** Sends, corrects and binds. Returns the cut-offs that it noted. */
async function live(organization: string, steps: readonly Step[], ids: string[]): Promise<string[]> {
  const cutOffs: string[] = [];
  for (const taken of steps) {
    if (taken.kind === "send") {
      const events = taken.events.map(toEvent);
      ids.push(...events.map(({ uniqueId }) => uniqueId));
      await usual.transaction(organization, (tx) => store.insert(tx, events, RECEIVED));
    } else if (taken.kind === "bind") {
      await usual.transaction(organization, (tx) => store.bind(tx, "acct_1", ["crm-1"], RECEIVED));
    } else if (taken.kind === "note") {
      cutOffs.push(await usual.transaction(organization, (tx) => store.currentSequence(tx)));
    } else if ((taken.kind === "void" || taken.kind === "amend") && ids.length > 0) {
      await correct(usual, organization, ids[taken.which % ids.length] ?? "", taken.kind);
    }
  }
  return cutOffs;
}

const measured = (database: Database, organization: string, questions: readonly UsageQuestion[]) =>
  database.transaction(organization, async (tx) => shown(await readRawUsage(tx, questions, "copied")));

/** A quarter of the questions, another one for each of four histories. The latest event is found by its sequence, which is not kept. */
function someQuestions(cutOff: string | null, place: number): UsageQuestion[] {
  return questionsAt(cutOff)
    .filter(({ metric }) => metric.aggregation.method !== "latest")
    .filter((_, index) => index % 4 === place % 4);
}

/** Each question alone, as most readings are. */
async function oneByOne(database: Database, organization: string, questions: readonly UsageQuestion[]) {
  const answers: string[] = [];
  for (const question of questions) answers.push(await measured(database, organization, [question]));
  return answers;
}

test("small accounts of dropped months are measured without ClickHouse, and as before, whatever arrives later (R-HIST-2, R-HIST-3, R-HIST-4)", async () => {
  await measureCalls({ method: "percentile", field: "n", percentile: "95" });
  const histories = fc.sample(fc.array(step, { minLength: 6, maxLength: 16 }), { numRuns: RUNS });
  const ids = new Map<string, string[]>();
  const before = new Map<string, { questions: UsageQuestion[]; answers: string[]; noted: string[] }>();
  for (const [place, organization] of ORGANIZATIONS.entries()) {
    const sent: string[] = [];
    ids.set(organization, sent);
    const noted = await live(organization, histories[place] ?? [], sent);
    const questions = someQuestions(null, place);
    before.set(organization, { questions, answers: await oneByOne(usual, organization, questions), noted });
  }
  await copyAll();
  await drop();
  const away = openDatabase(testDatabase.appUrl);
  const asked = history.tally().read;
  for (const [organization, { questions, answers }] of before) {
    expect(await oneByOne(usual, organization, questions)).toEqual(answers);
    expect(await oneByOne(away, organization, questions)).toEqual(answers);
    expect(await oneByOne(reference, organization, questions)).toEqual(answers);
  }
  expect(history.tally().read).toBe(asked);
  await away.close();
  // Earlier cut-offs, and events that arrive, are corrected or are bound afterwards.
  const later = fc.sample(fc.array(step, { minLength: 4, maxLength: 8 }), { numRuns: RUNS });
  for (const [place, organization] of ORGANIZATIONS.entries()) {
    const noted = await live(organization, later[place] ?? [], ids.get(organization) ?? []);
    for (const cutOff of [null, ...(before.get(organization)?.noted ?? []), ...noted].slice(0, 4)) {
      const questions = someQuestions(cutOff, place);
      expect(await oneByOne(usual, organization, questions)).toEqual(
        await oneByOne(reference, organization, questions),
      );
    }
  }
}, 900_000);

/** Sends calls of one account, a minute apart from an instant. */
async function sendCalls(accountId: string, count: number, from: string): Promise<void> {
  const events = Array.from({ length: count }, (_, index) => ({
    uniqueId: `${accountId}-${from}-${index}`,
    contentHash: `${from.slice(5, 7)}${index}`.padStart(32, "0"),
    accountId,
    accountReference: null,
    eventName: "call",
    properties: `{"n":${index},"region":"r\\n${index % 3}","other":"x"}`,
    values: { n: String(index), region: `r\n${index % 3}`, other: "x" },
    timestamp: new Date(Date.parse(from) + index * 60_000).toISOString(),
  }));
  await usual.transaction("org_0", (tx) => store.insert(tx, events, RECEIVED));
}

const uniqueOf = (accountId: string, field: string, start = "2024-01-01T00:00:00.000Z"): UsageQuestion => ({
  key: "unique",
  accountId,
  metric: { id: "unique", eventName: "call", filters: [], aggregation: { method: "count_unique", field } },
  start,
  end: "2024-02-01T00:00:00.000Z",
  throughSequence: null,
  groupBy: ["region"],
  except: [],
});

test("of an account with many events, and of properties that no metric read, nothing is kept (R-HIST-3)", async () => {
  await measureCalls({ method: "count_unique", field: "n" });
  await sendCalls("small", 500, "2024-01-10T00:00:00.000Z");
  await sendCalls("large", 501, "2024-01-10T00:00:00.000Z");
  await sendCalls("large", 10, "2024-02-10T00:00:00.000Z");
  await copyAll();
  await drop();
  const away = openDatabase(testDatabase.appUrl);
  const without = (question: UsageQuestion) => measured(away, "org_0", [question]);
  expect(await without(uniqueOf("small", "n"))).toContain('"quantity": "500"');
  await expect(without(uniqueOf("large", "n"))).rejects.toBeInstanceOf(HistoryAway);
  const february = { ...uniqueOf("large", "n", "2024-02-01T00:00:00.000Z"), end: "2024-03-01T00:00:00.000Z" };
  expect(await without(february)).toContain('"quantity": "10"');
  await expect(without(uniqueOf("small", "other"))).rejects.toBeInstanceOf(HistoryAway);
  await expect(without({ ...uniqueOf("small", "n"), throughSequence: "1" })).rejects.toBeInstanceOf(HistoryAway);
  // An account without events has none in ClickHouse either.
  expect(await without(uniqueOf("unknown", "n"))).toContain('"quantity": "0"');
  for (const question of [uniqueOf("large", "n"), uniqueOf("small", "other")]) {
    expect(await measured(usual, "org_0", [question])).toBe(await measured(reference, "org_0", [question]));
  }
  await away.close();
  // Retention deletes what is kept with the events.
  await owner.query("insert into usage_retention (kept_months) values (6)");
  await owner.query("select drop_usage_before('2024-02-01')");
  expect((await owner.query("select distinct month::text from usage_kept_month")).rows).toEqual([
    { month: "2024-02-01" },
  ]);
});

test("of many accounts, those of each step are kept, and a drop that ends between two of them continues (R-HIST-3)", async () => {
  await measureCalls({ method: "count_unique", field: "n" });
  for (let account = 0; account < 1_200; account += 1)
    await sendCalls(`acct_${account}`, 1, "2024-01-10T00:00:00.000Z");
  await sendCalls("acct_february", 1, "2024-02-10T00:00:00.000Z");
  await copyAll();
  let isKeeping = false;
  const ended = await dropMonths(
    {
      ...dropper(),
      beforeStep: async (step) => {
        isKeeping ||= step === "keep";
      },
    },
    () => isKeeping,
  );
  expect(ended.at(-1)).toMatchObject({ month: "2024-01", isDropped: false });
  const kept = async () => (await owner.query("select count(*)::integer as kept from usage_kept_month")).rows;
  expect(await kept()).toEqual([{ kept: 1_000 }]);
  const away = openDatabase(testDatabase.appUrl);
  await expect(measured(away, "org_0", [uniqueOf("acct_1", "n")])).rejects.toBeInstanceOf(HistoryAway);
  await dropMonths(dropper());
  expect(await kept()).toEqual([{ kept: 1_201 }]);
  const february = { ...uniqueOf("acct_february", "n"), end: "2024-03-01T00:00:00.000Z" };
  expect(await measured(away, "org_0", [february])).toContain('"quantity": "1"');
  for (const account of ["acct_0", "acct_999", "acct_1000", "acct_1199"]) {
    expect(await measured(away, "org_0", [uniqueOf(account, "n")])).toContain('"quantity": "1"');
  }
  expect(await measured(away, "org_0", [uniqueOf("acct_1400", "n")])).toContain('"quantity": "0"');
  await away.close();
});
