import { Decimal } from "@counterfoil/engine";
import { type Database, openDatabase, openHistory, postgresUsageStore as store } from "@counterfoil/storage";
import { clickHouseAddress, copyTestHistory, openTestHistory } from "@counterfoil/testkit/clickhouse";
import { createTestDatabase, insertOrganizations, type TestDatabase } from "@counterfoil/testkit/postgres";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { correct, RECEIVED, type Step, step, toEvent } from "./support/random-usage.ts";
import { answersOf, dropCopied } from "./support/readers.ts";

/** Every reader takes what is copied from here. */
const history = openTestHistory();
/** Readers take what PostgreSQL no longer has. */
const dropped = openHistory({ url: process.env[clickHouseAddress] ?? "" });
let testDatabase: TestDatabase;
let both: Database;
let afterDrop: Database;
let alone: Database;
const RUNS = Number(process.env["COUNTERFOIL_RUNS"] ?? 12);

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  both = openDatabase(testDatabase.appUrl, { history });
  afterDrop = openDatabase(testDatabase.appUrl, { history: dropped });
  alone = openDatabase(testDatabase.appUrl);
  const names = Array.from({ length: RUNS * 3 }, (_, index) => `org_${index}`);
  await insertOrganizations(testDatabase.ownerUrl, names);
});
afterAll(async () => {
  await both.close();
  await afterDrop.close();
  await alone.close();
  await testDatabase.drop();
});

const LONG_NUMBER = {
  account: "acct_1",
  name: "call",
  hours: 100,
  minutes: 0,
  n: null,
  region: "123456789012345678901234567890",
} as const;

let organizations = 0;

async function live(steps: readonly Step[]): Promise<void> {
  const organization = `org_${organizations}`;
  organizations += 1;
  const ids: string[] = ["never-used"];
  for (const taken of steps) {
    if (taken.kind === "send") {
      const events = taken.events.map((sent, index) => {
        const event = toEvent(sent);
        return index % 3 === 0 ? { ...event, cost: { amount: Decimal.of("0.10"), currency: "EUR" } } : event;
      });
      ids.push(...events.map(({ uniqueId }) => uniqueId));
      await alone.transaction(organization, (tx) => store.insert(tx, events, RECEIVED));
    } else if (taken.kind === "bind") {
      await alone.transaction(organization, (tx) => store.bind(tx, "acct_1", ["crm-1"], RECEIVED));
    } else if (taken.kind === "copy") {
      await copyTestHistory(both, history, organization, 7);
    } else if (taken.kind === "void" || taken.kind === "amend") {
      await correct(alone, organization, ids[taken.which % ids.length] ?? "", taken.kind);
    }
  }
  const expected = await answersOf(alone, organization, ids);
  expect(await answersOf(both, organization, ids)).toEqual(expected);
  // Some of the events are copied, and some of those are dropped.
  await dropCopied(testDatabase.ownerUrl, organization, "2024-01-20T00:00:00.000Z");
  expect(await answersOf(afterDrop, organization, ids)).toEqual(expected);
  expect(await answersOf(both, organization, ids)).toEqual(expected);
}

test("lists, exports, the feed, events by ID and late usage answer as PostgreSQL alone, whatever was copied, and after months were dropped (R-HIST-2)", async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), live), {
    numRuns: RUNS,
    endOnFailure: true,
    // No other event has a region, and ClickHouse cannot read this one.
    examples: [[[{ kind: "send", events: [LONG_NUMBER] }, { kind: "copy" }]]],
  });
  // A reading that ClickHouse fails is repeated from PostgreSQL, which would prove nothing here.
  expect(history?.tally()).toMatchObject({ failed: 0 });
  expect(history?.tally().read).toBeGreaterThan(RUNS * 10);
  expect(dropped.tally()).toMatchObject({ failed: 0 });
}, 900_000);
