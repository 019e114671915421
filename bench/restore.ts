/**
 * How long recovery takes, and what is lost: a server with an archive takes events, is backed up, takes more events, and
 * loses power. Then its last state is restored, with and without the lost data folder.
 * `npm run bench -- restore [thousand events before the backup] [thousand events after it]`
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { builtProgram } from "@counterfoil/testkit/built-program";
import pg from "pg";
import { findEmbeddedPostgres } from "../packages/storage/src/embedded/index.ts";
import { parentOf } from "./platform/cores.ts";
import { accountAliases, createLoad, loadShape } from "./platform/event-load.ts";
import { createAccounts } from "./platform/create-accounts.ts";
import { recordFigures } from "./platform/figures.ts";
import { createMetrics, metrics } from "./platform/catalogue.ts";
import { onConnections } from "./platform/exchange.ts";
import type { Platform } from "./platform/start-platform.ts";

const [before = 1_000, after = 200] = process.argv.slice(2).map(Number);
const BATCH = 1_000;
const CONNECTIONS = 8;
const main = await builtProgram();

interface Running extends Pick<Platform, "url" | "token" | "create" | "owner"> {
  readonly child: ChildProcess;
}

const folder = await mkdtemp(join(tmpdir(), "counterfoil-bench-"));
await chmod(folder, 0o755);
const at = (name: string) => join(folder, name);
const take = createLoad("restore", Date.now);
let running: Running | undefined;
try {
  running = await start(at("data"), at("archive"));
  await createAccounts(running, accountAliases);
  await createMetrics(running, metrics);
  console.log(`load: batches of ${BATCH} on ${CONNECTIONS} connections; ${loadShape}\n`);
  await send(running, before);
  const backup = await timed(() => command(["backup", at("backup"), "--data", at("data")], archiving(at("archive"))));
  await send(running, after);
  const stored = await countEvents(running);
  await losePower(running);
  console.log(`events              ${before},000 before the backup, ${after},000 after it, 5 % of them sent again`);
  console.log(`backup              ${backup.toFixed(1)} s, ${megabytes(await sizeOf(at("backup")))}`);
  console.log(`archive             ${megabytes(await sizeOf(at("archive")))}\n`);
  console.log("                                restore    start      in all     events lost");
  await recover("with the lost data folder", ["--archive", at("archive"), "--lost", at("data")], stored);
  await recover("with the archive alone", ["--archive", at("archive")], stored);
  await recover("with the backup alone", [], stored);
} finally {
  if (running !== undefined) await losePower(running);
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

async function recover(name: string, words: readonly string[], stored: number): Promise<void> {
  const data = at(name.replaceAll(" ", "-"));
  const restored = await timed(() => command(["restore", at("backup"), "--data", data, ...words]));
  let recovered: Running | undefined;
  const started = await timed(async () => (recovered = await start(data, `${data}-archive`)));
  if (recovered === undefined) throw new Error("it did not start");
  const lost = stored - (await countEvents(recovered));
  await losePower(recovered);
  const times = [restored, started, restored + started].map((each) => `${each.toFixed(1)} s`.padEnd(11));
  await recordFigures([
    { name: `Restored and started ${name}`, unit: " s", value: restored + started, better: "lower" },
  ]);
  console.log(`${name.padEnd(32)}${times.join("")}${lost.toLocaleString("en")}`);
}

async function send(target: Running, thousands: number): Promise<void> {
  let left = (thousands * 1_000) / BATCH;
  await onConnections(target, CONNECTIONS, async (exchange) => {
    while (left-- > 0) await exchange.post("/events?detail=counts", JSON.stringify({ events: take(BATCH) }));
  });
}

async function countEvents({ owner }: Running): Promise<number> {
  const { rows } = await owner.query<{ count: string }>("select count(*) from named_usage_event");
  return Number(rows[0]?.count);
}

async function start(data: string, archive: string): Promise<Running> {
  const child = spawn(process.execPath, [main, "start", "--empty", "--port", "0", "--data", data], {
    env: { ...process.env, ...archiving(archive) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  for (;;) {
    const text = await readFile(join(data, "started.json"), "utf8").catch(() => "{}");
    const { pid, url, apiKey } = JSON.parse(text) as { pid?: number; url: string; apiKey: string };
    if (pid === child.pid) {
      const owner = new pg.Client({ connectionString: (await findEmbeddedPostgres(data))?.url });
      owner.on("error", () => undefined);
      await owner.connect();
      return { url, token: apiKey, child, owner, create: (path, body) => create(`${url}${path}`, apiKey, body) };
    }
    if (child.exitCode !== null) throw new Error("the server did not start");
    await pause(20);
  }
}

async function create(url: string, token: string, body: object = {}): Promise<{ id: string }> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`);
  return (await answer.json()) as { id: string };
}

/** Ends the server and PostgreSQL at once. */
async function losePower({ child, owner }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const { rows } = await owner.query<{ pid: number }>("select pg_backend_pid() as pid");
  const database = await parentOf(rows[0]?.pid ?? 0);
  process.kill(database, "SIGKILL");
  child.kill("SIGKILL");
  await once(child, "exit");
  await owner.end().catch(() => undefined);
}

function archiving(archive: string): Record<string, string> {
  return { COUNTERFOIL_WAL_ARCHIVE: archive };
}

async function command(words: readonly string[], environment: Record<string, string> = {}): Promise<void> {
  const child = spawn(process.execPath, [main, ...words], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk) => (said += chunk));
  const [code] = (await once(child, "close")) as [number];
  if (code !== 0) throw new Error(`${words[0]} ended with ${code}: ${said}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

async function sizeOf(path: string): Promise<number> {
  const files = await readdir(path, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
