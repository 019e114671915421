import {
  type Database,
  openDatabase,
  openHistory,
  postgresUsageStore as store,
  readRawUsage,
  type UsageQuestion,
  walkAccountEvents,
  walkCountedEvents,
} from "@counterfoil/storage";
import { clickHouseAddress, copyTestHistory, openTestHistory } from "@counterfoil/testkit/clickhouse";
import { createTestDatabase, insertOrganizations, type TestDatabase } from "@counterfoil/testkit/postgres";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { questionsAt, shown } from "./support/questions.ts";
import { correct, RECEIVED, type Step, step, toEvent } from "./support/random-usage.ts";

const history = openTestHistory();
let testDatabase: TestDatabase;
/** Reads from both stores, and from PostgreSQL alone. */
let both: Database;
let alone: Database;
/** Reads few events of ClickHouse at once, and adds them up itself. */
let few: Database;
const fewOfHistory = openHistory({ url: process.env[clickHouseAddress] ?? "", readsCopied: true, addsUpTo: 12 });
/** Reads as users do: few events from PostgreSQL alone, if it has them. */
let usual: Database;
const RUNS = Number(process.env["COUNTERFOIL_RUNS"] ?? 25);

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  both = openDatabase(testDatabase.appUrl, { history });
  alone = openDatabase(testDatabase.appUrl);
  few = openDatabase(testDatabase.appUrl, { history: fewOfHistory });
  usual = openDatabase(testDatabase.appUrl, { history: openHistory({ url: process.env[clickHouseAddress] ?? "" }) });
  const names = Array.from({ length: RUNS * 3 }, (_, index) => `org_${index}`);
  await insertOrganizations(testDatabase.ownerUrl, names);
});
afterAll(async () => {
  await both.close();
  await alone.close();
  await few.close();
  await usual.close();
  await testDatabase.drop();
});

let organizations = 0;

async function live(steps: readonly Step[]): Promise<void> {
  const organization = `org_${organizations}`;
  organizations += 1;
  const ids: string[] = [];
  const cutOffs: (string | null)[] = [null];
  for (const taken of steps) {
    if (taken.kind === "send") {
      const events = taken.events.map(toEvent);
      ids.push(...events.map(({ uniqueId }) => uniqueId));
      await alone.transaction(organization, (tx) => store.insert(tx, events, RECEIVED));
    } else if (taken.kind === "bind") {
      await alone.transaction(organization, (tx) => store.bind(tx, "acct_1", ["crm-1"], RECEIVED));
    } else if (taken.kind === "copy") {
      // Small blocks, so that their edges fall everywhere.
      await copyTestHistory(both, history, organization, 7);
    } else if (taken.kind === "note") {
      cutOffs.push(await alone.transaction(organization, (tx) => store.currentSequence(tx)));
    } else if ((taken.kind === "void" || taken.kind === "amend") && ids.length > 0) {
      await correct(alone, organization, ids[taken.which % ids.length] ?? "", taken.kind);
    }
    if (taken.kind !== "send") await agree(organization, cutOffs);
  }
  await agree(organization, cutOffs);
}

/** Whatever was copied, both ways answer the same, to the last digit and in the same order. */
async function agree(organization: string, cutOffs: readonly (string | null)[]): Promise<void> {
  for (const cutOff of cutOffs) {
    const questions = questionsAt(cutOff);
    const raw = (database: Database, some: readonly UsageQuestion[]) =>
      database.transaction(organization, (tx) => readRawUsage(tx, some, "copied"));
    const [stored, ...answers] = await Promise.all([
      alone.transaction(organization, (tx) => store.read(tx, questions)),
      both.transaction(organization, (tx) => store.read(tx, questions)),
      ...[both, few, usual].map((database) => raw(database, questions)),
    ]);
    for (const answer of answers) expect(shown(answer)).toBe(shown(stored));
    // Most readings have one question.
    for (const [place, question] of questions.entries()) {
      if (place % 19 === 0) expect(shown(await raw(few, [question]))).toBe(shown(stored.slice(place, place + 1)));
    }
    const counted = (database: Database) =>
      pages((after) =>
        database.read(organization, (tx) =>
          walkCountedEvents(tx, {
            accountId: "acct_1",
            eventName: "call",
            start: "2024-01-02T00:00:00.000Z",
            end: "2024-02-05T00:00:00.000Z",
            throughSequence: cutOff,
            after,
            limit: 4,
          }),
        ),
      );
    expect(await counted(both)).toEqual(await counted(alone));
  }
  for (const order of ["asc", "desc"] as const) {
    const walked = (database: Database) =>
      pages((after) =>
        database.read(organization, (tx) =>
          walkAccountEvents(tx, {
            of: { accountId: "acct_1" },
            eventName: null,
            from: null,
            to: "2024-02-01T00:00:00.000Z",
            order,
            after,
            limit: 5,
          }),
        ),
      );
    expect(await walked(both)).toEqual(await walked(alone));
  }
}

interface Walked {
  readonly timestamp: string;
  readonly sequence: string;
  readonly uniqueId: string;
  readonly accountId: string | null;
  readonly accountReference: string | null;
  readonly eventName: string;
  readonly receivedAt: string;
  readonly properties: unknown;
}

async function pages(page: (after: { timestamp: string; sequence: string } | null) => Promise<Walked[]>) {
  const found: Omit<Walked, never>[] = [];
  for (let after: Walked | null = null; ;) {
    const rows: Walked[] = await page(after);
    for (const {
      uniqueId,
      timestamp,
      sequence,
      accountId,
      accountReference,
      eventName,
      receivedAt,
      properties,
    } of rows) {
      found.push({ uniqueId, timestamp, sequence, accountId, accountReference, eventName, receivedAt, properties });
    }
    const last = rows.at(-1);
    if (last === undefined) return found;
    after = last;
  }
}

test("both stores answer every aggregation, window, group, filter, cut-off and page the same, whatever was copied (R-HIST-2)", async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), live), {
    numRuns: RUNS,
    endOnFailure: true,
  });
  // A reading that ClickHouse fails is repeated from PostgreSQL, which would prove nothing here.
  expect(history?.tally()).toMatchObject({ failed: 0 });
  expect(history?.tally().read).toBeGreaterThan(RUNS * 10);
  expect(fewOfHistory.tally()).toMatchObject({ failed: 0 });
}, 900_000);
