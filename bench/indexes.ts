/**
 * Indexes that nothing reads: those that no story over HTTP read, and that enforce nothing. Then
 * what they cost a billing run: bytes of each, and the time of all of them in turns with a database that lacks them.
 * Linux. `npm run bench -- indexes [rounds] [subscriptions of a round] [--reads=folder]`
 *
 * `--reads` names a folder that an earlier run of tests filled (COUNTERFOIL_TEST_INDEX_READS), so that they do not run again.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type BillingPlatform, startBillingPlatform } from "./platform/billing-platform.ts";
import { coreTime, parentOf } from "./platform/cores.ts";
import { makeDueSubscriptions } from "./platform/due-subscriptions.ts";
import { median } from "./platform/median.ts";

interface Index {
  readonly name: string;
  readonly table: string;
  readonly bytes: number;
}

interface Round {
  readonly invoices: number;
  readonly seconds: number;
  /** CPU seconds of PostgreSQL. */
  readonly database: number;
  readonly walBytes: number;
  readonly indexes: readonly Index[];
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { reads: { type: "string" } } });
const [rounds = 3, subscriptions = 2_000] = positionals.map(Number);
const USAGE_PER_ACCOUNT = 30;

const reads = await readsOfTests(values.reads);
console.log(`${reads.databases} test databases read ${reads.byIndex.size} indexes`);
const [kept, dropped]: [Round[], Round[]] = [[], []];
let unread: readonly string[] = [];
for (let round = 0; round < rounds; round += 1) {
  kept.push(await billRound([]));
  unread = (kept[0]?.indexes ?? []).map(({ name }) => name).filter((name) => (reads.byIndex.get(name) ?? 0) === 0);
  dropped.push(await billRound(unread));
}
report();

/** How often the tests read each index, by name. Tests that fail only make the list of unread ones longer. */
async function readsOfTests(given: string | undefined): Promise<{ byIndex: Map<string, number>; databases: number }> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), "counterfoil-index-reads-")));
  try {
    if (given === undefined) await runTests(folder);
    const byIndex = new Map<string, number>();
    const files = await readdir(folder);
    for (const file of files) {
      const one = JSON.parse(await readFile(join(folder, file), "utf8")) as { index: string; reads: number }[];
      for (const { index, reads: count } of one) byIndex.set(index, (byIndex.get(index) ?? 0) + count);
    }
    if (files.length === 0) throw new Error(`no test database left its reads in ${folder}`);
    return { byIndex, databases: files.length };
  } finally {
    if (given === undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function runTests(folder: string): Promise<void> {
  console.log("Running the stories, about half an hour …");
  const root = join(import.meta.dirname, "..");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", "--project", "stories"], {
    cwd: root,
    env: { ...process.env, COUNTERFOIL_TEST_INDEX_READS: folder },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await once(child, "exit");
}

/** Bills a month of all subscriptions, without these indexes. */
async function billRound(without: readonly string[]): Promise<Round> {
  const platform = await startBillingPlatform();
  try {
    const due = await makeDueSubscriptions(platform, {
      subscriptions,
      events: subscriptions * USAGE_PER_ACCOUNT,
      usagePerAccount: USAGE_PER_ACCOUNT,
    });
    for (const name of without) await platform.owner.query(`drop index ${name}`);
    const before = new Map((await freeIndexes(platform)).map((index) => [index.name, index]));
    const pid = await serverPid(platform);
    const [time, wal, began] = [await coreTime(), await walBytes(platform), performance.now()];
    await due.run(() => undefined);
    const seconds = (performance.now() - began) / 1_000;
    const after = await coreTime();
    const indexes = (await freeIndexes(platform)).map((index) => ({
      ...index,
      bytes: index.bytes - (before.get(index.name)?.bytes ?? 0),
    }));
    const { invoices } = await due.count();
    const database = after.of(pid) - time.of(pid);
    return { invoices, seconds, database, walBytes: (await walBytes(platform)) - wal, indexes };
  } finally {
    await platform.stop();
  }
}

/** Indexes that enforce nothing, with partitions counted for their table. */
async function freeIndexes({ owner }: BillingPlatform): Promise<Index[]> {
  const { rows } = await owner.query<Index>(`
    select coalesce(pg_partition_root(i.indexrelid), i.indexrelid)::regclass::text as name,
      min(coalesce(pg_partition_root(i.indrelid), i.indrelid)::regclass::text) as table,
      sum(pg_relation_size(i.indexrelid))::float8 as bytes
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'i' and not i.indisunique
    group by 1`);
  return rows;
}

async function walBytes({ owner }: BillingPlatform): Promise<number> {
  const { rows } = await owner.query<{ bytes: number }>("select (pg_current_wal_lsn() - '0/0')::float8 as bytes");
  return rows[0]?.bytes ?? 0;
}

async function serverPid({ owner }: BillingPlatform): Promise<number> {
  const { rows } = await owner.query<{ pid: number }>("select pg_backend_pid() as pid");
  return parentOf(rows[0]?.pid ?? 0);
}

function report(): void {
  const [first] = kept;
  const costing = (first?.indexes ?? [])
    .filter(({ name }) => unread.includes(name))
    .toSorted((a, b) => b.bytes - a.bytes || a.name.localeCompare(b.name));
  const of = (run: readonly Round[], figure: (round: Round) => number) => median(run.map(figure));
  const perInvoice = ({ bytes }: Index) => (bytes / (first?.invoices ?? 1)).toFixed(0);
  console.log(`\n${costing.length} of ${first?.indexes.length} indexes that enforce nothing were not read.`);
  console.log("Bytes that each grew by, per invoice of a billing run:");
  for (const index of costing) console.log(`${perInvoice(index).padStart(8)}  ${index.name} on ${index.table}`);
  console.log(
    `\n${rounds} rounds in turns, ${subscriptions} subscriptions with five lines each, medians of an invoice:`,
  );
  console.log("                 invoices/s   PostgreSQL ms of CPU   kB of WAL");
  for (const [name, run] of Object.entries({ "all indexes": kept, "without these": dropped })) {
    const cells = [
      of(run, ({ invoices, seconds }) => invoices / seconds)
        .toFixed(0)
        .padStart(12),
      of(run, ({ invoices, database }) => (database / invoices) * 1e3)
        .toFixed(3)
        .padStart(23),
      of(run, (round) => round.walBytes / round.invoices / 1e3)
        .toFixed(1)
        .padStart(12),
    ];
    console.log(`${name.padEnd(15)}${cells.join("")}`);
  }
}
