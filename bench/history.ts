/**
 * The history in ClickHouse: bytes of an event in both stores, the rate and the processor time of copying, an account's
 * month read from both stores and after it was dropped from PostgreSQL, and a `count_unique` of one account with many more
 * events, which SQL writes to ClickHouse alone. The engine is chdb in a child process behind an HTTP bridge, which adds its
 * own time to each query. Targets: at most 60 bytes an event, copying of 40,000 events/s with at most 15 % of a core for
 * each 10,000 events/s, an account's month under 5 ms, `count_unique` over 100 million events under 2 s. Linux.
 * `npm run bench -- history [events] [millions of events of one account]`
 */
import { randomUUID } from "node:crypto";
import { Decimal } from "@counterfoil/engine";
import { copyHistory, dropMonths, historyStanding, prepareHistory, verifyHistory } from "@counterfoil/service";
import {
  type Database,
  historyTableName,
  makeUsagePartitions,
  makeValueDays,
  openDatabase,
  openHistory,
  postgresUsageStore,
  readRawUsage,
  type UsageQuestion,
} from "@counterfoil/storage";
import { copierContext, startClickHouse } from "@counterfoil/testkit/clickhouse";
import { createTestDatabase, insertOrganizations, serverAddress, startTestServer } from "@counterfoil/testkit/postgres";
import { migrate } from "@counterfoil/storage";
import pg from "pg";
import { CannotRun } from "./platform/cannot-run.ts";
import { recordFigures } from "./platform/figures.ts";
import { median } from "./platform/median.ts";

const [events = 500_000, millions = 10] = process.argv.slice(2).map(Number);
const ACCOUNTS = 1_000;
const AT_ONCE = 10_000;
const ORGANIZATION = "org_bench";
const DAY = 86_400_000;

const clickHouse = await startClickHouse().catch((cause: Error) => {
  throw new CannotRun(cause.message, { cause });
});
const server = await startTestServer((ownerUrl) => migrate(ownerUrl));
process.env[serverAddress] = server.url;
const testDatabase = await createTestDatabase();
// The bridge sends nothing before a statement ends, where a server sends its progress.
const history = openHistory({ url: clickHouse.url, silenceMilliseconds: 300_000 });
const both = openDatabase(testDatabase.appUrl, { history });
/** As for dropped months, which PostgreSQL no longer has. */
const copied = openHistory({ url: clickHouse.url, silenceMilliseconds: 300_000, readsCopied: true });
const fromClickHouse = openDatabase(testDatabase.appUrl, { history: copied });
const alone = openDatabase(testDatabase.appUrl);
await insertOrganizations(testDatabase.ownerUrl, [ORGANIZATION]);
await makeUsagePartitions(alone, "2024-01-01", "2024-01-01");
console.log(
  `PostgreSQL ${server.version}, ClickHouse in a child process; all on the same cores. ${events} events of ${ACCOUNTS} accounts`,
);

for (let sent = 0; sent < events; sent += AT_ONCE) {
  const batch = Array.from({ length: Math.min(AT_ONCE, events - sent) }, (_, index) => {
    const place = sent + index;
    // The first account has a third of all events, and the others get fewer with their number.
    const account = place % 3 === 0 ? 0 : Math.floor(ACCOUNTS * ((place * 0.618_033_988_75) % 1) ** 2);
    const values = {
      region: ["eu", "us", "ap"][place % 3] ?? "",
      model: `model-${place % 7}`,
      tokens: String((place * 7_919) % 4_096),
    };
    return {
      uniqueId: randomUUID(),
      contentHash: place.toString(16).padStart(32, "0"),
      accountId: `acct_${account}`,
      accountReference: null,
      eventName: "completion",
      properties: JSON.stringify(values),
      values,
      timestamp: new Date(Date.parse("2024-01-01T00:00:00Z") + Math.floor((place / events) * 31 * DAY)).toISOString(),
    };
  });
  await alone.transaction(ORGANIZATION, (tx) => postgresUsageStore.insert(tx, batch, new Date().toISOString()));
}

// As autovacuum does within a minute. Before, PostgreSQL expects a single stream, and looks through each block once for every stream.
const owner = new pg.Client(testDatabase.ownerUrl);
await owner.connect();
await owner.query("analyze");
const context = copierContext(both, ORGANIZATION);
await prepareHistory(context, history);
const table = await historyTableName(both);
await makeValueDays(history, table, ["model", "user"]);
const [began, used] = [performance.now(), process.cpuUsage()];
await copyHistory(context, { history, worker: "bench" });
const seconds = (performance.now() - began) / 1_000;
const cpu = process.cpuUsage(used);
const cpuSeconds = (cpu.user + cpu.system) / 1e6;
console.log(`copying          ${Math.round(events / seconds)} events/s, all processes on the same cores`);
console.log(
  `  of the worker  ${((cpuSeconds / events) * 10_000 * 100).toFixed(1)} % of a core for each 10,000 events/s`,
);
await recordFigures([{ name: "Events copied", unit: "/s", value: events / seconds, better: "higher", target: 40_000 }]);
console.log(`  watermark      ${(await historyStanding(context))?.rowCount} rows`);

const verifying = performance.now();
const verified = await verifyHistory(context, history);
console.log(
  `verify           ${Math.round(verified.rows / ((performance.now() - verifying) / 1_000))} events/s, ${verified.differing.length} blocks differ`,
);

await history.command(`optimize table ${table} final`);
for await (const rows of history.rows<[string, string]>(
  "select column, toString(sum(column_data_compressed_bytes)) from system.parts_columns where active and table = {table:String} group by column order by 2",
  { table },
)) {
  const bytes = rows.map(([column, size]) => [column, Number(size) / events] as const);
  const sum = bytes.reduce((total, [, size]) => total + size, 0);
  console.log(
    `ClickHouse       ${sum.toFixed(1)} bytes an event: ${bytes.map(([column, size]) => `${column} ${size.toFixed(1)}`).join(", ")}`,
  );
  await recordFigures([{ name: "An event in ClickHouse", unit: " bytes", value: sum, better: "lower", target: 60 }]);
}
await showDays(events);
const sizes = await alone.unscoped<{ bytes: string }>(
  "select sum(pg_total_relation_size(relid)) + pg_total_relation_size('usage_event_key') as bytes from pg_partition_tree('usage_event')",
);
console.log(`PostgreSQL       ${(Number(sizes[0]?.bytes) / events).toFixed(1)} bytes an event, with its ID`);

/** The bytes of the different values of each day. */
async function showDays(rows: number): Promise<void> {
  for await (const sizes of history.rows<[string, string]>(
    "select name, toString(sum(bytes_on_disk)) from system.projection_parts where active and table = {table:String} group by name",
    { table },
  )) {
    const each = sizes.map(([name, size]) => `${name} ${(Number(size) / rows).toFixed(1)}`);
    console.log(`  and days         ${each.join(", ")} bytes an event`);
  }
}

type Aggregation = UsageQuestion["metric"]["aggregation"];

/** @param more milliseconds at the end, so that the question was not asked before */
function question(accountId: string, aggregation: Aggregation, more = 0): UsageQuestion {
  const metric = { id: "measured", eventName: "completion", filters: [], aggregation };
  const start = "2024-01-01T00:00:00.000Z";
  const end = new Date(Date.parse("2024-02-01T00:00:00.000Z") + more).toISOString();
  return { key: "month", accountId, metric, start, end, throughSequence: null, groupBy: [], except: [] };
}

const countModels = { method: "count_unique", field: "model" } as const;
/** The methods that read events. All others have totals in PostgreSQL, whatever ClickHouse has. */
const methods: readonly Aggregation[] = [
  countModels,
  { method: "weighted_sum", field: "tokens" },
  { method: "percentile", field: "tokens", percentile: Decimal.of("95") },
];

const ROUNDS = 15;
let asked = 0;

/** The median milliseconds of readings, one after the other: of each account for the first time, and the same ones again. */
async function timesOf(
  database: Database,
  accountIds: readonly string[],
  aggregation: Aggregation,
): Promise<{ first: number; again: number }> {
  const ends = accountIds.map(() => (asked += 1));
  const times: { first: number[]; again: number[] } = { first: [], again: [] };
  for (const which of ["first", "again"] as const) {
    for (const [place, accountId] of accountIds.entries()) {
      const start = performance.now();
      await database.transaction(ORGANIZATION, (tx) =>
        readRawUsage(tx, [question(accountId, aggregation, ends[place])], "copied"),
      );
      times[which].push(performance.now() - start);
    }
  }
  return { first: median(times.first), again: median(times.again) };
}

/** Accounts with about as many events as this one. */
function accountsFrom(first: number): string[] {
  return Array.from({ length: ROUNDS }, (_, index) => `acct_${first + index}`);
}

for (const [name, accountIds] of [
  ["the largest account", Array.from({ length: ROUNDS }, () => "acct_0")],
  ["a median account", accountsFrom(ACCOUNTS >> 1)],
] as const) {
  for (const [where, database] of [
    ["both stores", both],
    ["ClickHouse", fromClickHouse],
    ["PostgreSQL alone", alone],
  ] as const) {
    const { first, again } = await timesOf(database, accountIds, countModels);
    const target = name === "the largest account" ? {} : { target: 5 };
    await recordFigures([
      { name: `A month of ${name}, ${where}`, unit: " ms", value: first, better: "lower", ...target },
    ]);
    console.log(`a month of ${name}, ${where}: ${first.toFixed(1)} ms, again ${again.toFixed(1)} ms`);
  }
}
await readMonths("that only ClickHouse has", { database: fromClickHouse, first: 1 });

// The same after the month was dropped, when PostgreSQL keeps the events of small accounts.
for (const aggregation of methods) {
  await owner.query(
    `insert into metric (organization_id, id, name, event_name, filters, aggregation, group_by, created_at, updated_at)
     values ($1, $2, $2, 'completion', '[]', $3, '{}', now(), now())`,
    [ORGANIZATION, aggregation.method, JSON.stringify(aggregation)],
  );
}
await owner.query("insert into usage_hot_days (days) values (60)");
const dropping = performance.now();
await dropMonths({ database: both, history, contextOf: (id) => copierContext(both, id) });
console.log(`dropping         ${Math.round(events / ((performance.now() - dropping) / 1_000))} events/s`);
await owner.query("analyze");
for (const [what, tables] of [
  ["IDs", ["usage_dropped_ids", "usage_dropped_filter"]],
  ["events of accounts with few", ["usage_kept_month"]],
] as const) {
  const size = "select sum(pg_total_relation_size(name::regclass)) as bytes from unnest($1::text[]) as name";
  const { rows } = await owner.query<{ bytes: string }>(size, [tables]);
  console.log(`PostgreSQL keeps ${(Number(rows[0]?.bytes) / events).toFixed(1)} bytes an event: ${what}`);
}
await owner.end();
await readMonths("that was dropped", { database: both, first: 1 + methods.length, target: 5 });

type Months = { database: Database; first: number; target?: number };

/** Reads a month of accounts that were not read before, by each method that needs events. */
async function readMonths(which: string, { database, first, ...goal }: Months): Promise<void> {
  for (const [place, aggregation] of methods.entries()) {
    const accountIds = accountsFrom((ACCOUNTS >> 1) + (first + place) * ROUNDS);
    const times = await timesOf(database, accountIds, aggregation);
    console.log(
      `a month of another account ${which}, ${aggregation.method}: ${times.first.toFixed(1)} ms, again ${times.again.toFixed(1)} ms`,
    );
    const figure = { unit: " ms", better: "lower", ...goal } as const;
    await recordFigures([
      { ...figure, name: `A month ${which}, the first time, ${aggregation.method}`, value: times.first },
      { ...figure, name: `A month ${which}, again, ${aggregation.method}`, value: times.again },
    ]);
  }
}

const USERS = 1_000_000;
const MANY = "acct_1";
const [stream] = await alone.unscoped<{ organizationNumber: number; id: string }>(
  `select o.number as organization_number, s.id
   from usage_stream s join organization o on o.id = s.organization_id where s.account_id = '${MANY}'`,
);
const standing = await historyStanding(context);
for (let million = 0; million < millions; million += 1) {
  await history.command(
    `insert into ${table} (organization_number, sign, stream_id, timestamp, received_at, sequence, ended_sequence, unique_id, properties)
     select {organization:UInt32}, 1, {stream:UInt64}, {from:Int64} + number * {step:Int64}, {from:Int64} + number * {step:Int64},
       1 + number % {through:Int64}, 0, '', concat('{"model": "model-', toString(number % 7), '", "user": "user-',
       toString(intHash32(number + {million:UInt32} * 1000000) % ${USERS}), '", "tokens": ', toString(number % 4096), '}')
     from numbers(1000000)`,
    {
      organization: stream?.organizationNumber ?? 0,
      stream: stream?.id ?? "0",
      from: BigInt(Date.parse("2024-01-01T00:00:00Z") + Math.floor((million / millions) * 31 * DAY)) * 1_000n,
      step: BigInt(Math.floor((31 * DAY) / millions / 1_000)),
      through: standing?.throughSequence ?? "1",
      million,
    },
  );
}
await showDays(millions * 1_000_000);
for (const field of ["model", "user"]) {
  const times: number[] = [];
  let told = "";
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    const [answer] = await fromClickHouse.transaction(ORGANIZATION, (tx) =>
      readRawUsage(tx, [question(MANY, { method: "count_unique", field })], "copied"),
    );
    times.push(performance.now() - start);
    // After a failure, PostgreSQL would answer without these events.
    if (answer?.kind !== "measured" || answer.eventCount < millions * 1_000_000)
      throw new Error("ClickHouse did not answer");
    told = `${answer.quantity.toCanonical()} values in ${answer.eventCount} events`;
  }
  console.log(`count_unique of ${field}, ${told}: ${(median(times) / 1_000).toFixed(2)} s`);
  await recordFigures([
    {
      name: `count_unique of ${millions} million events, ${field}`,
      unit: " s",
      value: median(times) / 1_000,
      better: "lower",
      target: 2,
    },
  ]);
}

await both.close();
await fromClickHouse.close();
await alone.close();
await testDatabase.drop();
await clickHouse.stop();
await server.stop();
