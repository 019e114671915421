/**
 * Where the cost of usage events is: self time of the server by function, time and write-ahead log of PostgreSQL by statement, and
 * its wait events, for batches of 1,000 and for single events. Prints Markdown. Linux.
 * `npm run bench -- profile-events [events of a turn]`
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../packages/storage/src/embedded/index.ts";
import { metrics, createMetrics } from "./platform/catalogue.ts";
import { profileDuring } from "./platform/cpu-profile.ts";
import { createAccounts } from "./platform/create-accounts.ts";
import { PROFILED, profileDatabaseDuring } from "./platform/database-profile.ts";
import { accountAliases, clockOfABillion } from "./platform/event-load.ts";
import { overHttp, type Way } from "./platform/event-turns.ts";
import { startPlatform } from "./platform/start-platform.ts";

const INSPECTOR_PORT = 9317;
const SHOWN_FUNCTIONS = 40;
const SHOWN_TEXT = 90;

const [eventsOfATurn = 60_000] = process.argv.slice(2).map(Number);

const folder = await mkdtemp(join(tmpdir(), "counterfoil-bench-"));
const postgres = await startEmbeddedPostgres({ folder, settings: PROFILED });
process.env["BENCH_DATABASE_URL"] = postgres.url;
process.env["NODE_OPTIONS"] = `--inspect-port=${INSPECTOR_PORT}`;
const platform = await startPlatform();
await createAccounts(platform, accountAliases);
await createMetrics(platform, metrics);
const clock = clockOfABillion();

console.log(
  `# Profile of usage events\n\nPrinted by \`npm run bench -- profile-events\`. PostgreSQL ${platform.version}.`,
);
await profile(overHttp(platform, clock, { name: "Batches of 1,000", perRequest: 1_000, connections: 16 }));
await profile(overHttp(platform, clock, { name: "Single events", perRequest: 1, connections: 256 }));
await platform.stop();
await postgres.stop();
await rm(folder, { recursive: true, force: true });

async function profile(way: Way): Promise<void> {
  // Warms up, and gives the database statistics.
  await way.turn(eventsOfATurn);
  await platform.owner.query("analyze");
  const turn = await way.turn(eventsOfATurn);
  const each = (milliseconds: number) => ((milliseconds * 1_000) / eventsOfATurn).toFixed(2);
  const bytes = (count: number) => (count / eventsOfATurn).toFixed(0);
  console.log(`\n## ${way.name}\n`);
  console.log(
    `Without a profiler: server ${each(turn.cpu.server * 1_000)} µs, PostgreSQL ${each(turn.cpu.database * 1_000)} µs of CPU per event.\n`,
  );
  const database = await profileDatabaseDuring(platform.ownerUrl, async () => void (await way.turn(eventsOfATurn)));
  console.log(
    `Write-ahead log: ${bytes(database.walBytes)} bytes per event, of which at most ${bytes(database.pageImageBytes)} are whole pages.\n`,
  );
  console.log("| Statement | Calls | µs per event | WAL bytes per event |\n|---|---|---|---|");
  for (const { query, calls, milliseconds, walBytes } of database.statements) {
    const text = query.slice(0, SHOWN_TEXT).replaceAll("|", "\\|");
    console.log(`| \`${text}\` | ${calls} | ${each(milliseconds)} | ${bytes(walBytes)} |`);
  }
  const samples = database.waits.reduce((sum, wait) => sum + wait.samples, 0);
  const waits = database.waits
    .slice(0, 8)
    .map(({ event, samples: found }) => `${event} ${((found / samples) * 100).toFixed(0)} %`);
  console.log(`\nSamples of PostgreSQL's processes: ${waits.join(", ")}.\n`);
  const times = await profileDuring(
    platform.serverPid,
    INSPECTOR_PORT,
    async () => void (await way.turn(eventsOfATurn)),
  );
  console.log("| Function of the server | µs per event |\n|---|---|");
  for (const { name, milliseconds } of times.slice(0, SHOWN_FUNCTIONS))
    console.log(`| \`${name}\` | ${each(milliseconds)} |`);
  const rest = times.slice(SHOWN_FUNCTIONS).reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  console.log(`| ${Math.max(0, times.length - SHOWN_FUNCTIONS)} others | ${each(rest)} |`);
}
