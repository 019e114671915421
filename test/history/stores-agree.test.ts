import { type Aggregation, Decimal } from "@counterfoil/engine";
import {
  beginCorrection,
  correctUsageEvent,
  type Database,
  openDatabase,
  postgresUsageStore as store,
  readProperties,
  readRawUsage,
  type UsageAnswer,
  type UsageEvent,
  type UsageQuestion,
  walkAccountEvents,
  walkCountedEvents,
} from "@counterfoil/storage";
import { copyTestHistory, openTestHistory } from "@counterfoil/testkit/clickhouse";
import { createTestDatabase, insertOrganizations, type TestDatabase } from "@counterfoil/testkit/postgres";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

const history = openTestHistory();
let testDatabase: TestDatabase;
/** Reads from both stores, and from PostgreSQL alone. */
let both: Database;
let alone: Database;
const RUNS = Number(process.env["COUNTERFOIL_RUNS"] ?? 25);

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  both = openDatabase(testDatabase.appUrl, { history });
  alone = openDatabase(testDatabase.appUrl);
  const names = Array.from({ length: RUNS * 3 }, (_, index) => `org_${index}`);
  await insertOrganizations(testDatabase.ownerUrl, names);
});
afterAll(async () => {
  await both.close();
  await alone.close();
  await testDatabase.drop();
});

const RECEIVED = "2024-02-01T00:00:00.000Z";
const HOUR = 3_600_000;
const START = Date.parse("2023-12-30T00:00:00.000Z");

/** Numbers that floats change, texts that need escapes, and values that no metric reads. */
const value = fc.oneof(
  fc.integer({ min: -5, max: 5 }).map(String),
  fc.constantFrom(
    "0.1",
    "-0.000000000000000000001",
    "12345678901234567890.5",
    "1e21",
    '"2.50"',
    '"x\\n\\"\'\\\\"',
    "true",
    '"ü😀"',
  ),
);
const sent = fc.record({
  account: fc.constantFrom("acct_1", "acct_2", "unknown"),
  name: fc.constantFrom("call", "other"),
  hours: fc.integer({ min: 0, max: 40 * 24 }),
  /** Not at an hour, in the middle of a quarter. */
  minutes: fc.constantFrom(0, 7, 15),
  n: fc.option(value),
  region: fc.option(fc.constantFrom('"eu"', '"us"', "7", "7.0")),
});
type Step =
  | { readonly kind: "send"; readonly events: readonly (typeof sent extends fc.Arbitrary<infer Sent> ? Sent : never)[] }
  | { readonly kind: "void" | "amend"; readonly which: number }
  | { readonly kind: "bind" | "copy" | "note" };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("send" as const),
      events: fc.array(sent, { minLength: 1, maxLength: 12 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("void" as const, "amend" as const), which: fc.nat(200) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("bind" as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("copy" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("note" as const) }) },
);

let made = 0;

function toEvent({ account, name, hours, minutes, n, region }: Parameters<typeof propertiesOf>[0] & Sent): UsageEvent {
  made += 1;
  const properties = propertiesOf({ n, region });
  return {
    uniqueId: `event\t${made}\\'`,
    contentHash: made.toString(16).padStart(32, "0"),
    accountId: account === "unknown" ? null : account,
    accountReference: account === "unknown" ? "crm-1" : null,
    eventName: name,
    properties,
    values: readProperties(properties),
    timestamp: new Date(START + hours * HOUR + minutes * 60_000).toISOString(),
  };
}
interface Sent {
  readonly account: string;
  readonly name: string;
  readonly hours: number;
  readonly minutes: number;
}
function propertiesOf({ n, region }: { readonly n: string | null; readonly region: string | null }): string {
  const members = [...(n === null ? [] : [`"n":${n}`]), ...(region === null ? [] : [`"region": ${region}`])];
  return `{${members.join(",")}}`;
}

const METHODS: readonly Aggregation[] = [
  { method: "count", field: null },
  ...(["sum", "average", "min", "max", "count_unique", "latest", "weighted_sum"] as const).map((method) => ({
    method,
    field: "n",
  })),
  { method: "percentile", field: "n", percentile: Decimal.of("95") },
];

/** Each method, over a month, an hour that no quarter begins, and half a year; in groups; with a filter; at each cut-off. */
function questionsAt(throughSequence: string | null): UsageQuestion[] {
  const windows = [
    ["2024-01-01T00:00:00.000Z", "2024-02-01T00:00:00.000Z"],
    ["2024-01-05T00:03:00.000Z", "2024-01-15T01:03:00.000Z"],
    ["2023-10-01T00:00:00.000Z", "2024-04-01T00:00:00.000Z"],
  ] as const;
  const except = [{ start: "2024-01-11T00:00:00.000Z", end: "2024-01-21T00:00:00.000Z" }];
  const filters = [{ operator: "and", filters: [{ field: "region", operator: "not_equal", value: "eu" }] }] as const;
  return METHODS.flatMap((aggregation) =>
    windows.flatMap(([start, end], window) =>
      ["acct_1", "acct_2"].map((accountId, index): UsageQuestion => ({
        key: JSON.stringify([aggregation, start, accountId]),
        accountId,
        metric: { id: aggregation.method, eventName: "call", filters: window === 1 ? filters : [], aggregation },
        start,
        end,
        throughSequence,
        groupBy: index === 0 ? ["region"] : [],
        except: window === 2 ? except : [],
      })),
    ),
  );
}

function shown(answers: readonly UsageAnswer[]): string {
  return JSON.stringify(
    answers,
    (_, member: unknown) =>
      member instanceof Object && "toCanonical" in member
        ? String((member as { toCanonical(): string }).toCanonical())
        : member,
    1,
  );
}

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
      await correct(organization, ids[taken.which % ids.length] ?? "", taken.kind);
    }
    if (taken.kind !== "send") await agree(organization, cutOffs);
  }
  await agree(organization, cutOffs);
}

async function correct(organization: string, uniqueId: string, kind: "void" | "amend"): Promise<void> {
  await alone.transaction(organization, async (tx) => {
    const correction = await beginCorrection(tx, uniqueId);
    if (correction === undefined || correction.event.voidedSequence !== null) return;
    const { accountId, accountReference, eventName, timestamp } = correction.event;
    const properties = '{"n":1000.5,"region":"eu"}';
    const values = readProperties(properties);
    const next = { uniqueId, accountId, accountReference, eventName, timestamp, properties, values };
    await correctUsageEvent(tx, correction, kind === "void" ? null : next, { receivedAt: RECEIVED, knownAt: RECEIVED });
  });
}

/** Whatever was copied, both ways answer the same, to the last digit and in the same order. */
async function agree(organization: string, cutOffs: readonly (string | null)[]): Promise<void> {
  for (const cutOff of cutOffs) {
    const questions = questionsAt(cutOff);
    const [stored, crossed, raw] = await Promise.all([
      alone.transaction(organization, (tx) => store.read(tx, questions)),
      both.transaction(organization, (tx) => store.read(tx, questions)),
      both.transaction(organization, (tx) => readRawUsage(tx, questions)),
    ]);
    expect(shown(crossed)).toBe(shown(stored));
    expect(shown(raw)).toBe(shown(stored));
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
});
