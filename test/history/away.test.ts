import {
  type Database,
  exportUsageEvents,
  findUsageEvents,
  HistoryAway,
  type History,
  listUsageEvents,
  openDatabase,
  openHistory,
  postgresUsageStore,
  readNewEvents,
  scanUsageEvents,
  type Tx,
  walkAccountEvents,
} from "@counterfoil/storage";
import { copyHistory, historyStanding, prepareHistory } from "@counterfoil/service";
import { clickHouseAddress, type FaultyWay, startFaultyWay } from "@counterfoil/testkit/clickhouse";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dropCopied } from "./support/readers.ts";
import { openShop, type Shop } from "./support/shop.ts";

let way: FaultyWay;
let history: History;
let shop: Shop;
/** A process that was started without ClickHouse. */
let without: Database;
/** Of an event in each half. */
let old = "";
let recent = "";
let copied = "";

/** Calls are an hour apart. Those of January are dropped, those of February stay. */
const DROPPED = "2024-02-01T00:00:00.000Z";
const HOURS_OF_JANUARY = 31 * 24;

beforeAll(async () => {
  way = await startFaultyWay(process.env[clickHouseAddress] ?? "");
  history = openHistory({ url: way.url, silenceMilliseconds: 3_000, readsCopied: true });
  shop = await openShop(history);
  without = openDatabase(shop.appUrl);
  old = (await shop.send(HOURS_OF_JANUARY - 1)).at(-1) ?? "";
  await prepareHistory(shop.context, history);
  await copyHistory(shop.context, { history, worker: "one", eventsAtOnce: 200 });
  copied = (await historyStanding(shop.context))?.throughSequence ?? "";
  await dropCopied(shop.ownerUrl, shop.context.organizationId, DROPPED);
  recent = (await shop.send(300)).at(-1) ?? "";
  await copyHistory(shop.context, { history, worker: "one", eventsAtOnce: 200 });
});
afterAll(async () => {
  await without.close();
  await shop.stop();
  await way.stop();
});

const walk = { eventName: null, from: null, to: null, order: "desc", after: null, limit: 20 } as const;

/** Readings that PostgreSQL can answer, with how many events they find. */
const RECENT: readonly (readonly [string, number, (tx: Tx) => Promise<readonly unknown[]>])[] = [
  ["the newest events", 20, async (tx) => (await scanUsageEvents(tx, { ...walk, through: null })).rows],
  ["the newest events of an account", 20, (tx) => walkAccountEvents(tx, { ...walk, of: { accountId: "acct_1" } })],
  [
    "the events of an account since a time",
    20,
    (tx) => walkAccountEvents(tx, { ...walk, order: "asc", from: DROPPED, of: { accountId: "acct_1" } }),
  ],
  [
    "a list since a time",
    50,
    async (tx) => {
      const filters = [{ field: "timestamp", operator: "gte", value: DROPPED }] as const;
      return (await listUsageEvents(tx, { filters, sort: null, page: 1, limit: 50 })).rows;
    },
  ],
  ["new events", 300, async (tx) => (await readNewEvents(tx, copied, String(2n ** 62n))).rows],
  ["a recent event by its ID", 1, (tx) => findUsageEvents(tx, [recent])],
  ["an ID that was never used", 0, (tx) => findUsageEvents(tx, ["never-used"])],
  ["an export since a time", 300, (tx) => exported(tx, DROPPED)],
];

/** Readings that need dropped months. */
const OLD: readonly (readonly [string, number, (tx: Tx) => Promise<readonly unknown[]>])[] = [
  ["the oldest events", 20, async (tx) => (await scanUsageEvents(tx, { ...walk, order: "asc", through: null })).rows],
  [
    "the oldest events of an account",
    20,
    (tx) => walkAccountEvents(tx, { ...walk, order: "asc", of: { accountId: "acct_1" } }),
  ],
  ["a list", 50, async (tx) => (await listUsageEvents(tx, { filters: [], sort: null, page: 1, limit: 50 })).rows],
  ["a feed that continues long ago", 1000, async (tx) => (await readNewEvents(tx, "0", String(2n ** 62n))).rows],
  ["an old event by its ID", 1, (tx) => findUsageEvents(tx, [old])],
  ["an export", HOURS_OF_JANUARY - 1 + 300, (tx) => exported(tx, null)],
];

async function exported(tx: Tx, from: string | null): Promise<unknown[]> {
  const rows: unknown[] = [];
  const selection = { accountId: null, eventName: null, from, to: null };
  for await (const events of exportUsageEvents(tx, selection)) rows.push(...events);
  return rows;
}

const within = <Result>(database: Database, read: (tx: Tx) => Promise<Result>) =>
  database.transaction(shop.context.organizationId, read);

test.each([...RECENT, ...OLD])("%s: %i found in both stores (R-HIST-2)", async (_, count, read) => {
  expect(await within(shop.database, read)).toHaveLength(count);
});

test.each(RECENT)(
  "%s are read while ClickHouse does not respond, and by a process without it (R-HIST-4)",
  async (_, count, read) => {
    way.fail("lost", /./, 1_000);
    expect(await within(shop.database, read)).toHaveLength(count);
    expect(await within(without, read)).toHaveLength(count);
  },
);

test.each(OLD)("%s need ClickHouse, and never answer a part (R-HIST-4)", async (_, __, read) => {
  way.fail("lost", /./, 1_000);
  await expect(within(shop.database, read)).rejects.toThrow(HistoryAway);
  await expect(within(without, read)).rejects.toThrow("This process has no ClickHouse");
});

test("events are taken while ClickHouse does not respond, and usage of months that PostgreSQL has is measured (R-HIST-4)", async () => {
  way.fail("lost", /./, 1_000);
  await shop.send(5);
  const question = { ...shop.question, start: DROPPED };
  const [answer] = await within(shop.database, (tx) => postgresUsageStore.read(tx, [question]));
  expect(answer).toMatchObject({ kind: "measured", eventCount: 305 });
  await expect(within(shop.database, (tx) => postgresUsageStore.read(tx, [shop.question]))).rejects.toThrow(
    HistoryAway,
  );
});
