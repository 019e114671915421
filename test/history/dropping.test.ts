import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  copyHistory,
  dropMonths,
  HistoryMismatch,
  historyStanding,
  prepareHistory,
  rebuildHistory,
  recopyHistory,
  verifyHistory,
} from "@counterfoil/service";
import {
  beginCorrection,
  bindUsageEvents,
  correctUsageEvent,
  findDroppedEvent,
  findDroppedIds,
  HistoryAway,
  type History,
  historyTableName,
  makeUsagePartitions,
  openDatabase,
  openHistory,
  postgresUsageStore,
  type UsageEvent,
} from "@counterfoil/storage";
import { clickHouseAddress, copierContext } from "@counterfoil/testkit/clickhouse";
import { eventsOfAccount } from "../../packages/storage/src/usage/totals/events-of-account.ts";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openShop, type Shop } from "./support/shop.ts";

const PROCESS = fileURLToPath(new URL("support/dropping-process.ts", import.meta.url));
/** Kills of the process that drops. */
const KILLS = Number(process.env["COUNTERFOIL_KILLS"] ?? 8);
/** Calls are an hour apart and begin at 1:00 on January 1: January has 743, and February 696. */
const IN_JANUARY = 743;
const CALLS = IN_JANUARY + 696;
const AT = "2024-04-01T00:00:00.000Z";

let history: History;
let shop: Shop;
let owner: pg.Pool;

beforeEach(async () => {
  history = openHistory({ url: process.env[clickHouseAddress] ?? "" });
  shop = await openShop(history);
  owner = new pg.Pool({ connectionString: shop.ownerUrl, max: 1 });
  await makeUsagePartitions(shop.database, "2024-01-01", "2024-03-01");
  await owner.query("insert into usage_hot_days (days) values (60)");
});
afterEach(async () => {
  await owner.end();
  await shop.stop();
});

async function copy() {
  await prepareHistory(shop.context, history);
  await copyHistory(shop.context, { history, worker: "one", eventsAtOnce: 200 });
}

const dropper = () => ({
  database: shop.database,
  history,
  contextOf: (organizationId: string) => copierContext(shop.database, organizationId),
});

const drop = () => dropMonths(dropper());

const DROPPED = ["2024-01", "2024-02", "2024-03"].map((month) => ({ month, isDropped: true, waitsFor: null }));

/** Sends events with these IDs again, through a process that knows nothing yet. Returns what is stored under them. */
async function resend(ids: readonly string[], members: Partial<UsageEvent> = {}) {
  const database = openDatabase(shop.appUrl);
  try {
    const events = ids.map((uniqueId): UsageEvent => {
      return {
        uniqueId,
        contentHash: Number(uniqueId.slice(5)).toString(16).padStart(32, "0"),
        accountId: "acct_1",
        accountReference: null,
        eventName: "call",
        properties: '{"n":1}',
        values: { n: "1" },
        timestamp: "2024-01-15T00:00:00.000Z",
        ...members,
      };
    });
    const { stored } = await database.transaction(shop.context.organizationId, (tx) =>
      postgresUsageStore.insert(tx, events, AT),
    );
    return stored;
  } finally {
    await database.close();
  }
}

async function count(statement: string): Promise<number> {
  const { rows } = await owner.query<{ count: string }>(statement);
  return Number(rows[0]?.count);
}

test("months that are copied are dropped, their events are read from ClickHouse, and their IDs stay taken (R-HIST-3)", async () => {
  const ids = await shop.send(CALLS);
  await copy();
  expect(await drop()).toEqual(DROPPED);
  expect(await drop()).toEqual([]);
  expect(await count("select count(*) from usage_event")).toBe(0);
  expect(await count("select count(*) from usage_event_key")).toBe(0);
  expect(await count("select count(*) from pg_class where relname ~ '^usage_event_(dropped_)?2024_0[123]$'")).toBe(0);
  expect(await shop.sum()).toBe(String(CALLS));
  expect(await verifyHistory(shop.context, history)).toMatchObject({ rows: CALLS, differing: [] });
  // The same content is a duplicate, another one a conflict, whatever the timestamp says.
  const again = await resend(ids);
  expect(again.map(({ uniqueId }) => uniqueId).toSorted()).toEqual(ids.toSorted());
  for (const { uniqueId, contentHash } of again) {
    expect(contentHash).toBe(Number(uniqueId.slice(5)).toString(16).padStart(32, "0"));
  }
  const other = await resend(ids.slice(0, 3), { contentHash: "f".repeat(32), timestamp: "2024-09-01T00:00:00.000Z" });
  expect(other).toHaveLength(3);
  for (const { contentHash } of other) expect(contentHash).not.toBe("f".repeat(32));
  expect(await shop.sum()).toBe(String(CALLS));
  // A late event of a dropped month is new.
  expect(await resend(["late-1", "late-2"])).toEqual([]);
  expect(await resend(["late-1"])).toHaveLength(1);
  expect(await shop.sum()).toBe(String(CALLS + 2));
  await copy();
  expect(await shop.sum()).toBe(String(CALLS + 2));
  expect(await verifyHistory(shop.context, history)).toMatchObject({ rows: CALLS + 2, differing: [] });
});

test("what needs dropped months and has PostgreSQL alone is refused, and later months are not (R-HIST-3, R-HIST-4)", async () => {
  await shop.send(CALLS);
  await copy();
  await drop();
  await shop.send(10);
  await expect(shop.storedSum()).rejects.toBeInstanceOf(HistoryAway);
  expect(await shop.storedSum({ start: "2024-04-01T00:00:00.000Z" })).toBe("0");
  expect(await shop.sum()).toBe(String(CALLS + 10));
});

test("an event of a dropped month is found by its ID, and cannot be corrected (R-HIST-3)", async () => {
  const [first = ""] = await shop.send(CALLS);
  await copy();
  await drop();
  await shop.database.transaction("org_shop", async (tx) => {
    expect(await findDroppedEvent(tx, first)).toMatchObject({
      uniqueId: first,
      accountId: "acct_1",
      eventName: "call",
      timestamp: "2024-01-01T01:00:00.000Z",
      properties: '{"n":1}',
      voidedSequence: null,
    });
    expect(await findDroppedIds(tx, [first, "unknown"])).toEqual([{ uniqueId: first, month: "2024-01-01" }]);
    expect(await beginCorrection(tx, first)).toBeUndefined();
  });
});

test("totals are rebuilt from both stores, with events that ended before the drop and after it (R-HIST-3)", async () => {
  const [first = ""] = await shop.send(CALLS);
  await correct(first);
  await copy();
  await drop();
  const [later = ""] = await shop.send(5);
  await copy();
  await correct(later);
  const eventsBy = async (through: string, database = shop.database) =>
    database.transaction("org_shop", async (tx) => {
      const found = [];
      const of = { accountId: "acct_1", eventName: "call" };
      for await (const events of eventsOfAccount(tx, of, { through })) found.push(...events);
      return found;
    });
  const all = await eventsBy(String(2n ** 62n));
  expect(all).toHaveLength(CALLS + 5);
  expect(new Set(all.map(({ sequence }) => sequence)).size).toBe(CALLS + 5);
  const ended = all.filter(({ hasEnded }) => hasEnded).map(({ at }) => new Date(at).toISOString());
  expect(ended.toSorted()).toEqual(["2024-01-01T01:00:00.000Z", "2024-03-01T00:00:00.000Z"]);
  await expect(eventsBy(String(2n ** 62n), shop.alone)).rejects.toBeInstanceOf(HistoryAway);
});

async function correct(uniqueId: string): Promise<void> {
  await shop.alone.transaction("org_shop", async (tx) => {
    const correction = await beginCorrection(tx, uniqueId);
    if (correction === undefined) throw new Error(`${uniqueId} is unknown`);
    await correctUsageEvent(tx, correction, null, { receivedAt: AT, knownAt: AT });
  });
}

const STEPS = ["compare", "detach", "keep", "store ids", "release keys", "finish"] as const;

test.each(STEPS)(
  'a drop that ends before the step "%s" leaves every ID taken and every event in one store, and continues (R-HIST-3)',
  async (last) => {
    const ids = await shop.send(CALLS);
    await copy();
    const killed = dropMonths({
      ...dropper(),
      beforeStep: async (step) => {
        if (step === last) throw new Error("killed");
      },
    });
    await expect(killed).rejects.toThrow("killed");
    expect(await shop.sum()).toBe(String(CALLS));
    expect(await resend(ids)).toHaveLength(CALLS);
    expect(await verifyHistory(shop.context, history)).toMatchObject({ rows: CALLS, differing: [] });
    expect(await drop()).toEqual(DROPPED);
    expect(await shop.sum()).toBe(String(CALLS));
    expect(await resend(ids)).toHaveLength(CALLS);
    expect(await verifyHistory(shop.context, history)).toMatchObject({ rows: CALLS, differing: [] });
  },
);

test("processes that drop are killed while all IDs are sent again: none is counted twice, and none is lost (R-HIST-3)", async () => {
  const ids = await shop.send(CALLS);
  await copy();
  const start = async () => {
    const started = spawn(process.execPath, [PROCESS, shop.appUrl, process.env[clickHouseAddress] ?? ""], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(started.stdout, "data");
    return started;
  };
  const isDone = async () =>
    (await count("select count(*) from pg_class where relname ~ '^usage_event_(dropped_)?2024_0[123]$'")) === 0;
  let sent = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const dropping = await start();
    const [again, fresh] = await Promise.all([
      resend(ids),
      resend([`new--${kill}`], { contentHash: "1".repeat(32), timestamp: AT }),
      setTimeout(Math.random() * 250 * (kill + 1)),
    ]);
    dropping.kill("SIGKILL");
    await once(dropping, "close");
    expect(again).toHaveLength(CALLS);
    sent += 1 - fresh.length;
    expect(await shop.sum()).toBe(String(CALLS + sent));
  }
  const last = await start();
  while (!(await isDone())) await setTimeout(50);
  last.kill("SIGKILL");
  await once(last, "close");
  expect(await resend(ids)).toHaveLength(CALLS);
  expect(await shop.sum()).toBe(String(CALLS + sent));
  expect(await verifyHistory(shop.context, history)).toMatchObject({ differing: [] });
}, 600_000);

test("a process that knew no dropped months finds their IDs (R-HIST-3)", async () => {
  const ids = await shop.send(CALLS);
  await copy();
  // `alone` has taken batches before.
  await drop();
  const events = (await Promise.all([shop.resendAlone(ids.slice(0, 700)), shop.resendAlone(ids.slice(700))])).flat();
  expect(events).toHaveLength(CALLS);
  expect(await shop.sum()).toBe(String(CALLS));
});

test("a month waits until it is old enough, copied, and needed by nothing (R-HIST-3)", async () => {
  await shop.send(100);
  const january = async () => (await drop())[0];
  expect(await january()).toMatchObject({ isDropped: false, waitsFor: "org_shop: nothing is copied yet" });
  await copy();
  await owner.query("insert into usage_tail (organization_id, sequence) values ('org_shop', 0)");
  expect(await january()).toMatchObject({ waitsFor: "org_shop: events were not examined for late usage yet" });
  await owner.query("delete from usage_tail");
  await owner.query("insert into usage_alert_tail (organization_id, sequence) values ('org_shop', 0)");
  expect(await january()).toMatchObject({ waitsFor: "org_shop: events were not examined for alerts yet" });
  await owner.query("delete from usage_alert_tail");
  await owner.query("delete from usage_hot_days");
  expect(await drop()).toEqual([]);
  await owner.query("insert into usage_hot_days (days) values (20000)");
  expect(await drop()).toEqual([]);
  await owner.query("update usage_hot_days set days = 60");
  expect(await january()).toMatchObject({ month: "2024-01", isDropped: true });
});

test("a copy that differs is not relied on: nothing is dropped (R-HIST-3)", async () => {
  await shop.send(CALLS);
  await copy();
  const table = await historyTableName(shop.database);
  await history.command(`delete from ${table} where unique_id = 'call-50' settings lightweight_deletes_sync = 2`);
  await expect(drop()).rejects.toThrow(HistoryMismatch);
  expect(await historyStanding(shop.context)).toMatchObject({ isDistrusted: true });
  expect(await count("select count(*) from usage_event")).toBe(CALLS);
  expect(await shop.sum()).toBe(String(CALLS));
});

test("an event that is voided after the comparison keeps its month in PostgreSQL until its end is copied (R-HIST-3)", async () => {
  const [first = ""] = await shop.send(CALLS);
  await copy();
  const results = await dropMonths({
    ...dropper(),
    beforeStep: async (step, month) => {
      if (step !== "detach" || !month.startsWith("2024-01")) return;
      await correct(first);
    },
  });
  expect(results[0]).toMatchObject({ month: "2024-01", isDropped: false });
  expect(await shop.sum()).toBe(String(CALLS - 1));
  await copy();
  expect((await drop())[0]).toMatchObject({ month: "2024-01", isDropped: true });
  expect(await shop.sum()).toBe(String(CALLS - 1));
  expect(await resend([first])).toHaveLength(1);
  expect(await verifyHistory(shop.context, history)).toMatchObject({ rows: CALLS + 1, differing: [] });
});

test("events of unknown accounts, and those that arrive after the comparison, stay (R-HIST-3)", async () => {
  await shop.send(CALLS);
  await resend(["wait-1"], { accountId: null, accountReference: "unknown" });
  await copy();
  const results = await dropMonths({
    ...dropper(),
    beforeStep: async (step, month) => {
      if (step === "detach" && month.startsWith("2024-01")) await resend(["late-1"]);
    },
  });
  expect(results).toEqual(DROPPED);
  expect(await count("select count(*) from usage_event")).toBe(2);
  expect(await shop.sum()).toBe(String(CALLS + 1));
  expect(await resend(["wait-1", "late-1"])).toHaveLength(2);
  await shop.alone.transaction("org_shop", (tx) => bindUsageEvents(tx, "acct_1", ["unknown"], AT));
  expect(await shop.sum()).toBe(String(CALLS + 2));
  await copy();
  expect(await shop.sum()).toBe(String(CALLS + 2));
  expect(await verifyHistory(shop.context, history)).toMatchObject({ rows: CALLS + 2, differing: [] });
});

test("dropped months cannot be copied again: a rebuild is refused, and a repair of later blocks works (R-HIST-3, R-HIST-4)", async () => {
  await shop.send(CALLS);
  await copy();
  await drop();
  const table = await historyTableName(shop.database);
  for (const refused of [
    recopyHistory(shop.context, history, "0"),
    rebuildHistory([shop.context], history, { isAll: true }),
  ]) {
    await expect(refused).rejects.toThrow(
      /The months 2024-01, 2024-02 were dropped from PostgreSQL.* Restore ClickHouse from a backup/,
    );
  }
  expect(await shop.sum()).toBe(String(CALLS));
  const through = (await historyStanding(shop.context))?.throughSequence ?? "";
  await resend(["late-1", "late-2"]);
  await copy();
  await recopyHistory(shop.context, history, through);
  await copy();
  expect(await verifyHistory(shop.context, history)).toMatchObject({ rows: CALLS + 2, differing: [] });
  // A row of a dropped month is gone: readings are refused, and not answered without it.
  await history.command(`delete from ${table} where unique_id = 'call-50' settings lightweight_deletes_sync = 2`);
  expect((await verifyHistory(shop.context, history)).differing).toHaveLength(1);
  await expect(shop.sum()).rejects.toBeInstanceOf(HistoryAway);
});
