/**
 * Taking events with and without the IDs of dropped months (R-HIST-3): their bytes, and the speed of batches of 1,000 new events.
 * Two organizations of one server take the same load in turn, one without old IDs and one with all of them: over HTTP on 16
 * connections, and on one connection of the storage alone, where the look-up is as large a part of the work as it can be. At most a
 * million IDs are random UUIDs of events, in the first months, which are dropped as a worker drops them. All others are random hashes.
 * Targets: at most 24 bytes an ID, and at least 95 % of the speed over HTTP with 100 million old IDs. Linux.
 * `npm run bench -- old-ids [old IDs] [months] [turns]`
 */
import { randomUUID } from "node:crypto";
import { createDocumentRenderer } from "@counterfoil/documents";
import { createIds, createOrganization, createSecrets, openServices, systemClock } from "@counterfoil/service";
import {
  noteKeysReleased,
  openDatabase,
  postgresUsageStore,
  releaseUsageKeys,
  storeDroppedIds,
  type UsageEvent,
} from "@counterfoil/storage";
import { createMetrics, metrics } from "./platform/catalogue.ts";
import { coreTime } from "./platform/cores.ts";
import { createAccounts } from "./platform/create-accounts.ts";
import { accountAliases, clockOfABillion, createLoad, loadShape } from "./platform/event-load.ts";
import { onConnections } from "./platform/exchange.ts";
import { recordFigures } from "./platform/figures.ts";
import { median } from "./platform/median.ts";
import { storeRandomMonth } from "./platform/random-dropped-month.ts";
import { startPlatform } from "./platform/start-platform.ts";

const [oldIds = 2_000_000, months = 12, turns = 15] = process.argv.slice(2).map(Number);
const BATCH = 1_000;
const BATCHES_OF_A_TURN = 20;
const CONNECTIONS = 16;
const KEYS_AT_ONCE = 50_000;
const MOST_IDS_WITH_EVENTS = 1_000_000;

/** One that takes events. */
interface Taker {
  readonly url: string;
  readonly token: string;
  readonly organizationId: string;
  readonly next: ReturnType<typeof createLoad>;
}

const platform = await startPlatform("api");
const { owner } = platform;
const preparing = openDatabase(platform.appUrl);
const without = { ...platform, next: createLoad("without", clockOfABillion()) };
const withOld = await addOrganization();
console.log(
  `PostgreSQL ${platform.version}. ${oldIds} old IDs in ${months} months, ${turns} turns. Load: ${loadShape}`,
);

const idsOfAMonth = Math.round(oldIds / months);
const withEvents = Math.floor(MOST_IDS_WITH_EVENTS / idsOfAMonth);
for (let number = 0; number < months; number += 1) {
  const month = new Date(Date.UTC(2_020, number)).toISOString().slice(0, 10);
  await (number < withEvents
    ? storeMonth(month, idsOfAMonth)
    : storeRandomMonth(owner, withOld.organizationId, month, idsOfAMonth));
}
for (const table of ["usage_dropped_ids", "usage_dropped_filter"]) {
  const { rows } = await owner.query<{ bytes: string }>("select pg_total_relation_size($1) as bytes", [table]);
  console.log(`${table.padEnd(21)} ${(Number(rows[0]?.bytes) / oldIds).toFixed(2)} bytes an ID, with indexes`);
}
await owner.query("vacuum analyze");
await preparing.close();

const first = performance.now();
await requests(withOld, 1)();
console.log(`first batch      ${Math.round(performance.now() - first)} ms: the process reads the filters`);
await compare("over HTTP", { prepare: (taker) => requests(taker, BATCHES_OF_A_TURN), usesApi: true, target: 95 });
const database = openDatabase(platform.appUrl, { connections: 1 });
await compare("of the storage alone", {
  prepare:
    ({ organizationId }) =>
    async () => {
      for (let batch = 0; batch < BATCHES_OF_A_TURN; batch += 1) await store(organizationId);
    },
  usesApi: false,
});
await database.close();
await platform.stop();

/** Another organization of the same server, with the same accounts and metrics. */
async function addOrganization(): Promise<Taker> {
  const ids = createIds(systemClock);
  const { organization, key } = await createOrganization(
    {
      database: preparing,
      ...openServices(preparing),
      clock: systemClock,
      ids,
      // Never starts: this benchmark draws no document.
      documents: createDocumentRenderer(),
      secrets: createSecrets([]),
      organizationId: ids.next("org"),
      actor: { type: "command", id: "bench" },
      requestId: null,
    },
    { name: "With old IDs", sandbox: true },
  );
  const added = { url: platform.url, token: key.token, organizationId: organization.id };
  for (const { token } of [platform, added]) {
    const create = platform.createAs(token);
    await createAccounts({ create, owner }, accountAliases);
    await createMetrics({ create }, metrics);
  }
  return { ...added, next: createLoad("with", clockOfABillion()) };
}

interface Way {
  /** Makes what a turn sends, before its time begins. */
  readonly prepare: (taker: Taker) => () => Promise<void>;
  readonly usesApi: boolean;
  /** Per cent of the speed. */
  readonly target?: number;
}

/** The speed of both in turns of the same number of events. */
async function compare(title: string, { prepare, usesApi, target }: Way): Promise<void> {
  const speeds = new Map<Taker, number[]>([
    [without, []],
    [withOld, []],
  ]);
  const cpu = new Map<Taker, [server: number, database: number][]>([
    [without, []],
    [withOld, []],
  ]);
  const ratios: number[] = [];
  for (let turn = -1; turn < turns; turn += 1) {
    const taken = new Map<Taker, number>();
    for (const taker of turn % 2 === 0 ? [without, withOld] : [withOld, without]) {
      const take = prepare(taker);
      const [before, start] = [await coreTime(), performance.now()];
      await take();
      taken.set(taker, (BATCH * BATCHES_OF_A_TURN) / ((performance.now() - start) / 1_000));
      const after = await coreTime();
      const used = (pid: number) => ((after.of(pid) - before.of(pid)) * 1e3) / BATCHES_OF_A_TURN;
      cpu.get(taker)?.push([used(platform.serverPid), used(platform.databasePid)]);
    }
    // The first turn warms up.
    if (turn < 0) continue;
    for (const [taker, speed] of taken) speeds.get(taker)?.push(speed);
    ratios.push((taken.get(withOld) ?? 0) / (taken.get(without) ?? 1));
  }
  console.log(`${title}, batches of ${BATCH}`);
  for (const [name, taker] of [
    ["without old IDs", without],
    ["with old IDs", withOld],
  ] as const) {
    const used = (place: 0 | 1) => median((cpu.get(taker) ?? []).map((both) => both[place])).toFixed(1);
    console.log(
      `  ${name.padEnd(15)} ${Math.round(median(speeds.get(taker) ?? []))} events/s, CPU of a batch${usesApi ? ` ${used(0)} ms in the API,` : ""} ${used(1)} ms in PostgreSQL`,
    );
  }
  const sorted = ratios.toSorted((a, b) => a - b);
  const quartile = (place: number) => sorted[Math.floor(turns * place)]?.toFixed(3);
  console.log(
    `  ratio           ${median(ratios).toFixed(3)}, half of the turns between ${quartile(1 / 4)} and ${quartile(3 / 4)}`,
  );
  await recordFigures([
    {
      name: `Speed with old IDs, of that without, ${title}`,
      unit: " %",
      value: median(ratios) * 100,
      better: "higher",
      ...(target === undefined ? {} : { target }),
    },
  ]);
}

function requests(taker: Taker, batches: number): () => Promise<void> {
  const bodies = Array.from({ length: batches }, () => JSON.stringify({ events: taker.next(BATCH) }));
  return () =>
    onConnections(taker, Math.min(CONNECTIONS, batches), async (exchange) => {
      for (let body = bodies.shift(); body !== undefined; body = bodies.shift()) {
        const answer = await exchange.post("/events?detail=counts", body);
        if (!answer.includes('"failed":0')) throw new Error(`events failed: ${answer}`);
      }
    });
}

/** Creates the table of a detached month with new IDs, and stores them as a drop does. */
async function storeMonth(month: string, ids: number): Promise<void> {
  const table = `usage_event_dropped_${month.slice(0, 7).replace("-", "_")}`;
  const organization = `(select number from organization where id = '${withOld.organizationId}')`;
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
  await preparing.transaction(withOld.organizationId, (tx) => storeDroppedIds(tx, month));
  for (let last: string | null = "0"; last !== null;) {
    const after: string = last;
    last = await preparing.transaction(withOld.organizationId, (tx) =>
      releaseUsageKeys(tx, month, after, KEYS_AT_ONCE),
    );
  }
  await preparing.transaction(withOld.organizationId, (tx) => noteKeysReleased(tx, month));
  await owner.query(`drop table ${table}`);
  await owner.query("vacuum usage_event_key");
}

async function store(organization: string): Promise<void> {
  const events = Array.from({ length: BATCH }, (): UsageEvent => {
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
