/**
 * Storing events with and without the IDs of dropped months (R-HIST-3): their bytes, and the speed of batches of new events. Two
 * organizations of one database take the same batches in turn, one without old IDs and one with all of them, on one connection
 * and without HTTP or metrics: so the look-up is as large a part of the work as it can be. Old and new IDs are random UUIDs.
 * Targets: at most 24 bytes an ID, and at least 95 % of the speed with 100 million old IDs. Linux.
 * `npm run bench -- old-ids [old IDs] [months] [turns]`
 */
import { randomUUID } from "node:crypto";
import {
  migrate,
  noteKeysReleased,
  openDatabase,
  postgresUsageStore,
  releaseUsageKeys,
  storeDroppedIds,
  type UsageEvent,
} from "@counterfoil/storage";
import { createTestDatabase, insertOrganizations, serverAddress, startTestServer } from "@counterfoil/testkit/postgres";
import pg from "pg";
import { recordFigures } from "./platform/figures.ts";
import { median } from "./platform/median.ts";

const [oldIds = 2_000_000, months = 12, turns = 15] = process.argv.slice(2).map(Number);
const [WITHOUT, WITH] = ["org_without", "org_with"];
const BATCH = 1_000;
const BATCHES_OF_A_TURN = 20;
const KEYS_AT_ONCE = 50_000;

const server = await startTestServer((ownerUrl) => migrate(ownerUrl));
process.env[serverAddress] = server.url;
const testDatabase = await createTestDatabase();
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl });
await owner.connect();
await insertOrganizations(testDatabase.ownerUrl, [WITHOUT, WITH]);
const preparing = openDatabase(testDatabase.appUrl);
console.log(`PostgreSQL ${server.version}. ${oldIds} old IDs in ${months} months, ${turns} turns`);

const began = performance.now();
for (let month = 0; month < months; month += 1) await storeMonth(month, Math.round(oldIds / months));
console.log(
  `storing old IDs  ${Math.round(oldIds / ((performance.now() - began) / 1_000))}/s, with the creation of their events`,
);
for (const table of ["usage_dropped_ids", "usage_dropped_filter"]) {
  const { rows } = await owner.query<{ bytes: string }>("select pg_total_relation_size($1) as bytes", [table]);
  console.log(`${table.padEnd(21)} ${(Number(rows[0]?.bytes) / oldIds).toFixed(2)} bytes an ID, with indexes`);
}
await owner.query("vacuum analyze");
await preparing.close();

const database = openDatabase(testDatabase.appUrl, { connections: 1 });
const first = performance.now();
await store(WITH, 1);
console.log(`first batch      ${Math.round(performance.now() - first)} ms: it reads the filters`);
const speeds: Record<string, number[]> = { [WITHOUT]: [], [WITH]: [] };
const ratios: number[] = [];
for (let turn = -1; turn < turns; turn += 1) {
  const taken: Record<string, number> = {};
  for (const organization of turn % 2 === 0 ? [WITHOUT, WITH] : [WITH, WITHOUT]) {
    const start = performance.now();
    for (let batch = 0; batch < BATCHES_OF_A_TURN; batch += 1) await store(organization, BATCH);
    taken[organization] = (BATCH * BATCHES_OF_A_TURN) / ((performance.now() - start) / 1_000);
  }
  // The first turn warms up.
  if (turn < 0) continue;
  speeds[WITHOUT]?.push(taken[WITHOUT] ?? 0);
  speeds[WITH]?.push(taken[WITH] ?? 0);
  ratios.push((taken[WITH] ?? 0) / (taken[WITHOUT] ?? 1));
}
const sorted = ratios.toSorted((a, b) => a - b);
console.log(`without old IDs  ${Math.round(median(speeds[WITHOUT] ?? []))} events/s`);
console.log(`with old IDs     ${Math.round(median(speeds[WITH] ?? []))} events/s`);
console.log(
  `ratio            ${median(ratios).toFixed(3)}, half of the turns between ${sorted[Math.floor(turns / 4)]?.toFixed(3)} and ${sorted[Math.floor((turns * 3) / 4)]?.toFixed(3)}`,
);

await recordFigures([
  {
    name: "Speed with old IDs, of that without",
    unit: " %",
    value: median(ratios) * 100,
    better: "higher",
    target: 95,
  },
]);
await database.close();
await owner.end();
await testDatabase.drop();
await server.stop();

/** Creates the table of a detached month with new IDs, and stores them as a drop does. */
async function storeMonth(number: number, ids: number): Promise<void> {
  const month = new Date(Date.UTC(2_020, number)).toISOString().slice(0, 10);
  const table = `usage_event_dropped_${month.slice(0, 7).replace("-", "_")}`;
  const organization = `(select number from organization where id = '${WITH}')`;
  await owner.query(`create table ${table} (like usage_event including defaults)`);
  await owner.query(
    `insert into ${table} (sequence, timestamp, received_at, stream_id, organization_number, unique_id, properties)
     select s, '${month}', '${month}', 1, ${organization}, gen_random_uuid()::text, '{}' from generate_series(1, ${ids}) as s`,
  );
  await owner.query(`create index on ${table} (organization_number, sequence)`);
  await owner.query(
    `insert into usage_event_key select sequence, organization_number, unique_id, decode(md5(unique_id), 'hex') from ${table}`,
  );
  await owner.query(
    `insert into usage_dropped_month (organization_number, month, first_sequence, last_sequence, verified_through, copy, dropped_at)
     values (${organization}, '${month}', 1, ${ids}, ${ids}, 1, now())`,
  );
  await owner.query(`analyze ${table}`);
  await preparing.transaction(WITH, (tx) => storeDroppedIds(tx, month));
  for (let last: string | null = "0"; last !== null;) {
    const after: string = last;
    last = await preparing.transaction(WITH, (tx) => releaseUsageKeys(tx, month, after, KEYS_AT_ONCE));
  }
  await preparing.transaction(WITH, (tx) => noteKeysReleased(tx, month));
  await owner.query(`drop table ${table}`);
  await owner.query("vacuum usage_event_key");
}

async function store(organization: string, count: number): Promise<void> {
  const events = Array.from({ length: count }, (): UsageEvent => {
    return {
      uniqueId: randomUUID(),
      contentHash: "00112233445566778899aabbccddeeff",
      accountId: "acct_1",
      accountReference: null,
      eventName: "completion",
      properties: '{"model":"model-1","tokens":512}',
      values: { model: "model-1", tokens: "512" },
      timestamp: new Date().toISOString(),
    };
  });
  const { stored } = await database.transaction(organization, (tx) =>
    postgresUsageStore.insert(tx, events, new Date().toISOString()),
  );
  if (stored.length > 0) throw new Error(`${stored.length} new IDs were refused`);
}
