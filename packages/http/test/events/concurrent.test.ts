import { createIds, type Database, ingestEvents, openServices, type Services } from "@counterfoil/service";
import { openDatabase, postgresUsageStore } from "@counterfoil/storage";
import { environment, type TestOrganization } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

/** Acts as two processes with one database: each has its own pool and its own queue of events. */
const processes: { database: Database; services: Services }[] = [];
let owner: pg.Client;
let ownerUrl: string;

beforeAll(async () => {
  const { database } = await environment();
  ({ ownerUrl } = database);
  const open = () => openDatabase(database.appUrl, { connectMilliseconds: 30_000 });
  for (const own of [open(), open()]) {
    processes.push({ database: own, services: openServices(own) });
  }
  owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
});

afterAll(async () => {
  await Promise.all(processes.map(({ database }) => database.close()));
  await owner.end();
});

async function openShop(): Promise<{ organization: TestOrganization; metricId: string }> {
  const organization = await (await environment()).createOrganization();
  await organization.api.post("/accounts", { name: "Acme", aliases: ["crm-1"] });
  const metric = await organization.api.post("/metrics", {
    name: "Calls",
    eventName: "call",
    aggregation: { method: "sum", field: "n" },
  });
  return { organization, metricId: metric.id };
}

const call = (n: number, account = "crm-1") => ({
  uniqueId: `event-${n}`,
  account,
  eventName: "call",
  timestamp: "2024-01-05T10:00:00Z",
  properties: { n },
});

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  let state = seed;
  const keyed = items.map((item) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return { item, key: state };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

/** Sends as the process with the pool `processes[index]` would. */
async function sendFrom(index: number, organizationId: string, events: readonly unknown[]) {
  const { ports } = await environment();
  const { database, services } = processes[index % processes.length]!;
  const actor = { type: "command", id: "test" } as const;
  const own = { ...ports, database, ...services, ids: createIds(ports.clock) };
  return ingestEvents({ ...own, organizationId, actor, requestId: null }, events);
}

test("counts the same 1,000 events, shuffled, from eight connections and two processes, once each (S20)", async () => {
  const { organization, metricId } = await openShop();
  const events = Array.from({ length: 1_000 }, (_, n) => call(n + 1));
  // Three times over HTTP, eight times from other processes, whole and in parts, all at once.
  const answers = await Promise.all([
    ...[1, 2, 3].map((seed) => organization.api.post<Lists>("/events", { events: shuffled(events, seed) })),
    ...[4, 5, 6, 7].map((seed) => sendFrom(seed, organization.id, shuffled(events, seed))),
    ...[8, 9, 10, 11].flatMap((seed) => {
      const all = shuffled(events, seed);
      return [0, 1, 2, 3].map((part) => sendFrom(seed, organization.id, all.slice(part * 250, (part + 1) * 250)));
    }),
  ]);
  const ingested = answers.flatMap((answer) => answer.ingested);
  expect(new Set(ingested).size).toBe(1_000);
  expect(ingested).toHaveLength(1_000);
  expect(answers.flatMap((answer) => answer.duplicates)).toHaveLength(10_000);
  expect(answers.flatMap((answer) => answer.failed)).toEqual([]);
  const usage = await organization.api.get(`/metrics/${metricId}/usage?account=crm-1&from=2024-01-01`);
  expect(usage).toMatchObject({ eventCount: 1_000, quantity: "500500" }); // 1 + 2 + … + 1,000
});

interface Lists {
  ingested: string[];
  duplicates: string[];
  failed: string[];
}

test("exactly one of several simultaneous events with one ID counts, and the others are conflicts (S21)", async () => {
  const { organization, metricId } = await openShop();
  for (let round = 0; round < 10; round += 1) {
    const rivals = Array.from({ length: 8 }, (_, n) => ({
      ...call(n + 1),
      uniqueId: `round-${round}`,
    }));
    const answers = await Promise.all(rivals.map((event, index) => sendFrom(index, organization.id, [event])));
    expect(answers.filter((answer) => answer.ingested.length === 1)).toHaveLength(1);
    const errors = answers.flatMap((answer) => answer.errors.map((error) => error.code));
    expect(errors).toEqual(Array.from({ length: 7 }, () => "event_conflict"));
  }
  const usage = await organization.api.get(`/metrics/${metricId}/usage?account=crm-1&from=2024-01-01`);
  expect(usage).toMatchObject({ eventCount: 10 });
});

test("a connection killed in the middle of a batch is a 503, and the batch can be sent again", async () => {
  const { organization, metricId } = await openShop();
  const events = Array.from({ length: 2_000 }, (_, n) => call(n + 1));
  // A transaction holds one of the IDs and does not end: the batch waits for it, half done.
  await owner.query("begin");
  await owner.query(
    `insert into usage_event_key (organization_number, unique_id, content_hash, sequence)
     select number, 'event-1500', '\\x00', 1 from organization where id = $1`,
    [organization.id],
  );
  const sent = organization.api.request("POST", "/events", { body: { events } });
  const killer = new pg.Client({ connectionString: ownerUrl });
  await killer.connect();
  for (let killed = 0; killed === 0;) {
    const { rowCount } = await killer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into usage_event_key%'`,
    );
    killed = rowCount ?? 0;
  }
  await killer.end();
  await owner.query("rollback");

  const answer = await sent;
  expect(answer).toMatchObject({ status: 503, body: { code: "database_unavailable" } });
  expect(answer.headers.get("Retry-After")).toBe("2");
  const again = await organization.api.post<Lists>("/events", { events });
  expect(again.failed).toEqual([]);
  expect(again.ingested.length + again.duplicates.length).toBe(2_000);
  const usage = await organization.api.get(`/metrics/${metricId}/usage?account=crm-1&from=2024-01-01`);
  expect(usage).toMatchObject({ eventCount: 2_000 });
});

test("misses no event between the creation of an account and its first events (R-EVT-5)", async () => {
  const { organization, metricId } = await openShop();
  const { api } = organization;
  for (let round = 0; round < 25; round += 1) {
    const alias = `new-${round}`;
    const account = (n: number) => ({ ...call(n, alias), uniqueId: `${alias}-${n}` });
    await Promise.all([
      api.post("/accounts", { name: alias, aliases: [alias] }),
      ...[1, 2, 3, 4].map((n) => sendFrom(n, organization.id, [account(n)])),
      api.post("/events", [account(5), account(6)]),
    ]);
    const usage = await api.get(`/metrics/${metricId}/usage?account=${alias}&from=2024-01-01`);
    expect(usage).toMatchObject({ eventCount: 6 });
  }
});

test("adding aliases while their events arrive never deadlocks with a reader of the cut-off", async () => {
  const { organization } = await openShop();
  const { api, id } = organization;
  const account = await api.post("/accounts", { name: "Many names" });
  const { ports } = await environment();
  const work = Array.from({ length: 40 }, (_, n) => [
    api.patch(`/accounts/${account.id}`, { aliases: [`name-${n}`, `name-${n + 1}`] }),
    sendFrom(n, id, [call(2 * n, `name-${n}`), call(2 * n + 1, `name-${n + 2}`)]),
    ports.database.transaction(id, (tx) => postgresUsageStore.currentSequence(tx)),
  ]);
  await expect(Promise.all(work.flat())).resolves.toHaveLength(120);
});
