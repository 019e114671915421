import {
  copyHistory,
  HistoryMismatch,
  historyStanding,
  prepareHistory,
  recopyHistory,
  repairHistory,
  verifyHistory,
} from "@counterfoil/service";
import {
  beginCorrection,
  correctUsageEvent,
  HistoryAway,
  type History,
  historyTableName,
  openDatabase,
  openHistory,
} from "@counterfoil/storage";
import { clickHouseAddress, type FaultyWay, startFaultyWay } from "@counterfoil/testkit/clickhouse";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openShop, type Shop } from "./support/shop.ts";

let way: FaultyWay;
let history: History;
/** Past the faults. */
let direct: History;
let shop: Shop;

beforeAll(async () => {
  way = await startFaultyWay(process.env[clickHouseAddress] ?? "");
});
afterAll(() => way.stop());
beforeEach(async () => {
  history = openHistory({ url: way.url, silenceMilliseconds: 3_000, readsCopied: true });
  direct = openHistory({ url: process.env[clickHouseAddress] ?? "", readsCopied: true });
  shop = await openShop(history);
});
afterEach(async () => {
  await direct.close();
  await shop.stop();
});

const copier = () => ({ history, worker: "one", eventsAtOnce: 40 });

async function copy() {
  await prepareHistory(shop.context, history);
  await copyHistory(shop.context, copier());
}

test("copies each event once, in blocks that were read back and compared, and moves the watermark after them (R-HIST-1)", async () => {
  await shop.send(100);
  await copy();
  const standing = await historyStanding(shop.context);
  expect(standing).toMatchObject({ rowCount: "100", blockThrough: null, failure: null, claimedBy: null });
  // 40 + 40 + 20 events. A block ends after an event, the last one where nothing earlier can appear.
  expect(await verifyHistory(shop.context, history)).toMatchObject({ blocks: 3, rows: 100, differing: [] });
  const before = history.tally().read;
  expect(await shop.sum()).toBe("100");
  expect(history.tally().read).toBeGreaterThan(before);
});

test.each([
  ["is lost", "lost"],
  ["takes effect without an answer", "unanswered"],
  ["is refused because the disk is full", "full"],
  ["hangs", "hangs"],
] as const)("a block whose insert %s is copied by the next attempt, once (R-HIST-1, R-HIST-4)", async (_, fault) => {
  await shop.send(30);
  await prepareHistory(shop.context, history);
  way.fail(fault, /^insert/);
  const failure = await copyHistory(shop.context, copier()).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(HistoryAway);
  expect((failure as HistoryAway).trouble).toBe(fault === "full" ? "disk_full" : "unavailable");
  // Meanwhile events are taken and measured.
  await shop.send(5);
  expect(await shop.sum()).toBe("35");
  await copyHistory(shop.context, copier());
  expect(await verifyHistory(shop.context, direct)).toMatchObject({ rows: 35, differing: [] });
});

test.each(
  (["lost", "unanswered", "cut", "hangs"] as const).flatMap((fault) =>
    [100, 500].map((addsUpTo) => ({ fault, addsUpTo })),
  ),
)(
  "a reading whose answer is $fault is answered by PostgreSQL, with at most $addsUpTo rows at once (R-HIST-4)",
  async ({ fault, addsUpTo }) => {
    await shop.send(300);
    await copy();
    const reader = openHistory({ url: way.url, silenceMilliseconds: 3_000, readsCopied: true, addsUpTo });
    const database = openDatabase(shop.appUrl, { history: reader });
    // One that hangs is asked once more, as if it had many rows.
    if (addsUpTo === 100) way.fail(fault, /sign > 0/);
    else way.fail(fault, /limit 501|sign > 0/, fault === "hangs" ? 2 : 1);
    expect(await shop.sum(database)).toBe("300");
    expect(reader.tally().failed).toBe(1);
    // For some seconds readings do not try, so that none of them waits.
    expect(reader.isAvoided()).toBe(true);
    expect(await shop.sum(database)).toBe("300");
    expect(reader.tally().failed).toBe(1);
    await database.close();
  },
);

test("that a reading has too many rows to add them up is remembered, as its answer is", async () => {
  await shop.send(300);
  await copy();
  const reader = openHistory({ url: way.url, readsCopied: true, addsUpTo: 100 });
  const database = openDatabase(shop.appUrl, { history: reader });
  expect(await shop.sum(database)).toBe("300");
  const { read } = reader.tally();
  expect(read).toBeGreaterThan(1);
  expect(await shop.sum(database)).toBe("300");
  expect(reader.tally().read).toBe(read);
  await database.close();
});

test("a block that another program changed in ClickHouse stops the watermark, and a repair copies it again (R-HIST-4)", async () => {
  await shop.send(50);
  await copy();
  const table = await historyTableName(shop.database);
  // What the copier is about to insert is changed on its way.
  await shop.send(10);
  way.replace(/SHA256/, (text) => text.replace(/^\["10",/, '["9",'));
  const mismatch = await copyHistory(shop.context, copier()).catch((error: unknown) => error);
  way.replace(/SHA256/, null);
  expect(mismatch).toBeInstanceOf(HistoryMismatch);
  expect((mismatch as Error).message).toMatch(
    /PostgreSQL has 10 rows with hash [0-9a-f]{32}, ClickHouse 9 .* counterfoil history repair/,
  );
  const stopped = await historyStanding(shop.context);
  expect(stopped).toMatchObject({ rowCount: "50", failure: expect.stringContaining(table) });
  // It stays stopped, and readings are complete.
  await copyHistory(shop.context, copier());
  expect(await historyStanding(shop.context)).toMatchObject({ rowCount: "50" });
  expect(await shop.sum()).toBe("60");
  await repairHistory(shop.context, history);
  await copyHistory(shop.context, copier());
  expect(await historyStanding(shop.context)).toMatchObject({ rowCount: "60", failure: null });
  expect(await verifyHistory(shop.context, direct)).toMatchObject({ rows: 60, differing: [] });
});

test("a row that was changed, added or removed in an old block is found, nothing is read from the copy, and a repair mends it (R-HIST-4)", async () => {
  await shop.send(100);
  await copy();
  const table = await historyTableName(shop.database);
  await direct.command(`delete from ${table} where unique_id = 'call-50' settings lightweight_deletes_sync = 2`);
  expect(await shop.sum()).toBe("99");
  const { differing } = await verifyHistory(shop.context, direct);
  expect(differing).toHaveLength(1);
  expect(differing[0]?.difference).toMatch(/PostgreSQL has 41 rows .* ClickHouse 40/);
  expect(await historyStanding(shop.context)).toMatchObject({ isDistrusted: true });
  expect(await shop.sum()).toBe("100");
  // The first block was intact: the repair keeps it.
  const { kept } = await repairHistory(shop.context, direct);
  expect(kept).toBe(differing[0]?.after);
  expect(await historyStanding(shop.context)).toMatchObject({ rowCount: "41", failure: null });
  expect(await shop.sum()).toBe("100");
  await copyHistory(shop.context, copier());
  expect(await verifyHistory(shop.context, direct)).toMatchObject({ blocks: 3, rows: 100, differing: [] });
  expect(await shop.sum()).toBe("100");
});

test("the whole copy is rebuilt from PostgreSQL (R-HIST-1)", async () => {
  await shop.send(100);
  await copy();
  await recopyHistory(shop.context, history, "0");
  expect(await historyStanding(shop.context)).toMatchObject({ throughSequence: "0", rowCount: "0" });
  expect(await shop.sum()).toBe("100");
  await copyHistory(shop.context, copier());
  expect(await verifyHistory(shop.context, direct)).toMatchObject({ rows: 100, differing: [] });
});

test("an event that was voided or amended after it was copied is one more row, and its first row stays (R-HIST-2)", async () => {
  const [first = "", second = ""] = await shop.send(10);
  await copy();
  const cutOff = (await historyStanding(shop.context))?.throughSequence ?? "";
  await correct(first, null);
  await correct(second, '{"n":"7.5"}');
  // Before the ends are copied, PostgreSQL knows them; afterwards ClickHouse does.
  expect(await shop.sum()).toBe("15.5"); // 10 − 2 + 7.5
  await copy();
  expect(await shop.sum()).toBe("15.5");
  expect(await historyStanding(shop.context)).toMatchObject({ rowCount: "13" }); // 10 events, 2 ends, 1 amended
  expect(cutOff).not.toBe("");
});

async function correct(uniqueId: string, properties: string | null): Promise<void> {
  await shop.alone.transaction(shop.context.organizationId, async (tx) => {
    const correction = await beginCorrection(tx, uniqueId);
    if (correction === undefined) throw new Error(`${uniqueId} is unknown`);
    const { accountId, accountReference, eventName, timestamp } = correction.event;
    const next = properties && {
      uniqueId,
      accountId,
      accountReference,
      eventName,
      timestamp,
      properties,
      values: { n: "7.5" },
    };
    const at = "2024-02-01T00:00:00.000Z";
    await correctUsageEvent(tx, correction, next || null, { receivedAt: at, knownAt: at });
  });
}

test("a ClickHouse without the copy is not taken for it: readings stay complete, and nothing is copied into it (R-HIST-4)", async () => {
  await shop.send(20);
  await copy();
  const table = await historyTableName(shop.database);
  await direct.command(`rename table ${table} to ${table}_elsewhere`);
  expect(await shop.sum()).toBe("20");
  await expect(prepareHistory(shop.context, direct)).rejects.toThrow(
    /does not have the table .* counterfoil history rebuild/,
  );
  await direct.command(`rename table ${table}_elsewhere to ${table}`);
  await prepareHistory(shop.context, direct);
});

test("a release that is too old is refused with the required one (R-HIST-4)", async () => {
  way.replace(/select version/, () => '["23.8.1.1"]\n');
  const refused = await prepareHistory(shop.context, history).catch((error: unknown) => error);
  way.replace(/select version/, null);
  expect(refused).toMatchObject({
    trouble: "wrong_version",
    message: expect.stringContaining("is 23.8.1.1. Upgrade it to 24.8 or later"),
  });
});

test("two copiers share the work and copy nothing twice (R-HIST-1)", async () => {
  await shop.send(400);
  await prepareHistory(shop.context, history);
  const run = (worker: string) => copyHistory(shop.context, { ...copier(), worker, claimSeconds: 0.01 });
  await Promise.all([run("one"), run("two")]);
  await copy();
  expect(await verifyHistory(shop.context, direct)).toMatchObject({ rows: 400, differing: [] });
  expect(await historyStanding(shop.context)).toMatchObject({ rowCount: "400", failure: null });
});

test("a restored PostgreSQL, whose ClickHouse has later blocks, stops before it mixes both (R-HIST-4)", async () => {
  await shop.send(20);
  await copy();
  const table = await historyTableName(shop.database);
  // A block of a time that the restored database does not know.
  await direct.command(
    `insert into ${table} select organization_number, sign, stream_id, timestamp, received_at, sequence + 65536 * 1, 0, unique_id, properties from ${table} limit 1`,
  );
  await shop.send(20);
  await expect(copyHistory(shop.context, copier())).rejects.toThrow(HistoryMismatch);
  expect(await shop.sum()).toBe("40");
  await repairHistory(shop.context, direct);
  await copyHistory(shop.context, copier());
  expect(await verifyHistory(shop.context, direct)).toMatchObject({ rows: 40, differing: [] });
});
