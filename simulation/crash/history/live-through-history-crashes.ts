import { setTimeout } from "node:timers/promises";
import { historyStanding, prepareHistory, verifyHistory } from "@counterfoil/service";
import {
  beginCorrection,
  correctUsageEvent,
  currentUsageSequence,
  type Database,
  historyTableName,
  openDatabase,
  openHistory,
  postgresUsageStore,
  readProperties,
  readRawUsage,
  type UsageEvent,
} from "@counterfoil/storage";
import { copierContext } from "@counterfoil/testkit/clickhouse";
import { Random } from "../../random.ts";
import { startHistoryPlatform, type Victim } from "./history-platform.ts";

export interface HistoryCrashes {
  readonly kills: Readonly<Record<Victim, number>>;
  /** Events whose insert was answered, and amendments and voids that were. */
  readonly answered: { readonly events: number; readonly corrections: number };
  /** Comparisons of both stores between the kills, and those of them that ClickHouse took part in. */
  readonly readings: { readonly compared: number; readonly fromBoth: number };
  /** Rows in ClickHouse at the end. */
  readonly rows: number;
  /** What is wrong. */
  readonly faults: readonly string[];
}

const ORGANIZATION = "org_crashes";
const START = Date.parse("2024-01-01T00:00:00.000Z");
const AT = "2024-02-01T00:00:00.000Z";
/** Nothing here takes so long, also on a slow machine. */
const STUCK_MILLISECONDS = 120_000;

/**
 * Kills copiers, ClickHouse and PostgreSQL at random moments, also several at once, while events arrive, are amended and are
 * voided (R-HIST-1, R-HIST-4). Between the kills, both stores must answer the same, and copying must go on. At the end
 * ClickHouse has each row of PostgreSQL once.
 */
export async function liveThroughHistoryCrashes(
  kills: number,
  seed: number,
  onKill: (kill: number) => void = () => undefined,
): Promise<HistoryCrashes> {
  const random = new Random(`history crashes ${seed}`);
  const platform = await startHistoryPlatform(ORGANIZATION);
  const history = openHistory({ url: platform.clickHouseUrl, silenceMilliseconds: 5_000, readsCopied: true });
  const both = openDatabase(platform.appUrl, { history });
  const alone = openDatabase(platform.appUrl);
  const context = copierContext(both, ORGANIZATION);
  const faults: string[] = [];
  const killed: Record<Victim, number> = { copier: 0, clickhouse: 0, postgres: 0 };
  const answered = { events: 0, corrections: 0 };
  const readings = { compared: 0, fromBoth: 0 };
  const ids: string[] = [];
  try {
    await prepareHistory(context, history);
    const copied = async () => Number((await retried(() => historyStanding(context)))?.rowCount ?? 0);
    for (let kill = 0; kill < kills;) {
      const before = await copied();
      ids.push(...(await retried(() => send(alone, random.integer(20, 200), kill))));
      answered.events = ids.length;
      for (let count = random.integer(0, 3); count > 0; count -= 1) {
        const id = random.pick(ids);
        const isVoid = random.chance(0.5);
        await retried(() => correct(alone, id, isVoid));
        answered.corrections += 1;
      }
      await until("copying goes on", async () => (await copied()) > before);
      await setTimeout(random.integer(0, 80));
      const victims: Victim[] = [random.pick(["copier", "clickhouse", "postgres"])];
      if (random.chance(0.2)) victims.push(random.pick(["copier", "clickhouse", "postgres"]));
      const different = [...new Set(victims)];
      await Promise.all(different.map((victim) => platform.kill(victim)));
      for (const victim of different) killed[victim] += 1;
      kill += different.length;
      const difference = await retried(() => compare(both, alone));
      readings.compared += 1;
      readings.fromBoth += difference.isFromBoth ? 1 : 0;
      faults.push(...difference.faults);
      onKill(kill);
    }
    const expected = await retried(() => expectedRows(alone));
    // The events that wait may be many, because a kill waits for one block only.
    for (let now = await copied(); now < expected;) {
      const before = now;
      await until("copying goes on", async () => (now = await copied()) > before);
    }
    await platform.stopCopying();
    const standing = await historyStanding(context);
    if (standing?.failure !== null) faults.push(`copying stopped: ${standing?.failure}`);
    const { rows, differing } = await verifyHistory(context, history);
    for (const { after, through, difference } of differing) faults.push(`(${after}, ${through}]: ${difference}`);
    if (rows !== expected) faults.push(`PostgreSQL has ${expected} rows to copy, the blocks have ${rows}`);
    const table = await historyTableName(both);
    for await (const [row] of history.rows<[string, string]>(
      `select count(), uniqExact(sign, sequence) from ${table}`,
      {},
    )) {
      const [all = "", different = ""] = row ?? [];
      if (all !== different) faults.push(`${all} rows, of which ${different} are different`);
      if (Number(all) !== expected) faults.push(`PostgreSQL has ${expected} rows to copy, ClickHouse ${all}`);
    }
    return { kills: killed, answered, readings, rows, faults };
  } finally {
    await both.close();
    await alone.close();
    await history.close();
    await platform.stop();
  }
}

/** Repeats what failed because something was killed. */
async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const since = performance.now(); ;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() - since > STUCK_MILLISECONDS) throw error;
      await setTimeout(50);
    }
  }
}

async function until(what: string, isDone: () => Promise<boolean>): Promise<void> {
  for (const since = performance.now(); !(await isDone()); await setTimeout(20)) {
    if (performance.now() - since > STUCK_MILLISECONDS) throw new Error(`${what}: not within ${STUCK_MILLISECONDS} ms`);
  }
}

/** IDs are new each time: an insert that was not answered may have been committed. */
async function send(database: Database, count: number, kill: number): Promise<string[]> {
  const attempt = crypto.randomUUID();
  const events = Array.from({ length: count }, (_, index): UsageEvent => {
    const properties = `{"n":${index % 7}.5}`;
    return {
      uniqueId: `${attempt}-${index}`,
      contentHash: `${index}`.padStart(32, "0"),
      accountId: `acct_${index % 3}`,
      accountReference: null,
      eventName: "call",
      properties,
      values: readProperties(properties),
      timestamp: new Date(START + ((kill * 97 + index) % 2_000) * 3_600_000).toISOString(),
    };
  });
  await database.transaction(ORGANIZATION, (tx) => postgresUsageStore.insert(tx, events, AT));
  return events.map(({ uniqueId }) => uniqueId);
}

async function correct(database: Database, uniqueId: string, isVoid: boolean): Promise<void> {
  await database.transaction(ORGANIZATION, async (tx) => {
    const correction = await beginCorrection(tx, uniqueId);
    if (correction === undefined || correction.event.voidedSequence !== null) return;
    const { accountId, accountReference, eventName, timestamp } = correction.event;
    const properties = '{"n":100}';
    const values = readProperties(properties);
    const next = { uniqueId, accountId, accountReference, eventName, timestamp, properties, values };
    await correctUsageEvent(tx, correction, isVoid ? null : next, { receivedAt: AT, knownAt: AT });
  });
}

/** Measures all accounts in both ways at one cut-off. */
async function compare(both: Database, alone: Database): Promise<{ faults: string[]; isFromBoth: boolean }> {
  const throughSequence = await alone.transaction(ORGANIZATION, currentUsageSequence);
  const questions = ["acct_0", "acct_1", "acct_2"].map((accountId) => ({
    key: accountId,
    accountId,
    metric: { id: "sum", eventName: "call", filters: [], aggregation: { method: "sum", field: "n" } as const },
    start: "2024-01-01T00:00:00.000Z",
    end: "2025-01-01T00:00:00.000Z",
    throughSequence,
    groupBy: [],
    except: [],
  }));
  const measured = (database: Database) =>
    database.transaction(ORGANIZATION, async (tx) => {
      const before = tx.history?.tally().read ?? 0;
      const answers = await readRawUsage(tx, questions, "copied");
      const shown = answers.map((each) => (each.kind === "measured" ? each.quantity.toCanonical() : each.kind));
      return { shown: shown.join(", "), isFromBoth: (tx.history?.tally().read ?? 0) > before };
    });
  const [crossed, stored] = [await measured(both), await measured(alone)];
  const faults = crossed.shown === stored.shown ? [] : [`both stores: ${crossed.shown}; PostgreSQL: ${stored.shown}`];
  return { faults, isFromBoth: crossed.isFromBoth };
}

/** Events, and ends of events. */
async function expectedRows(database: Database): Promise<number> {
  const [row] = await database.read(ORGANIZATION, (tx) =>
    tx.sql<{ rows: string }>(
      `select count(*) + count(voided_sequence) as rows from usage_event
       where organization_number = (select number from organization where id = $1)`,
      [tx.organizationId],
    ),
  );
  return Number(row?.rows ?? 0);
}
