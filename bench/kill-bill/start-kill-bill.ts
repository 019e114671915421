import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { freePort, startEmbeddedPostgres } from "../../packages/storage/src/embedded/index.ts";
import { createSchema } from "./create-schema.ts";
import type { KillBillFiles } from "./kill-bill-files.ts";
import { javaOptions, LOGGING, settingsOf } from "./settings.ts";

/** Kill Bill's server in Jetty, on an embedded PostgreSQL with the settings that Counterfoil has. */
export interface KillBill {
  readonly url: string;
  readonly serverPid: number;
  readonly databasePid: number;
  /** To count what Kill Bill has stored. */
  readonly owner: pg.Client;
  stop(): Promise<void>;
}

/** A JVM takes long on a busy machine. */
const PATIENCE_MILLISECONDS = 300_000;

export async function startKillBill(files: KillBillFiles): Promise<KillBill> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-kill-bill-"));
  const data = await mkdtemp(join(tmpdir(), "counterfoil-bench-"));
  const postgres = await startEmbeddedPostgres({ folder: data });
  const owner = new pg.Client({ connectionString: await createSchema(postgres.url, files.war) });
  await owner.connect();
  const port = await freePort();
  await mkdir(join(folder, "plugins"));
  const logging = join(folder, "logback.xml");
  await writeFile(logging, LOGGING);
  const log = join(folder, "server.log");
  const settings = settingsOf({ database: postgres, plugins: join(folder, "plugins"), logging });
  const child = spawn(
    "java",
    [...javaOptions, ...settings, "-jar", files.jetty, "--host", "127.0.0.1", "--port", String(port), files.war],
    { cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
  );
  const killAtExit = () => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  const output = createWriteStream(log);
  child.stdout.pipe(output);
  child.stderr.pipe(output);
  const url = `http://127.0.0.1:${port}`;

  async function stop(): Promise<void> {
    process.off("exit", killAtExit);
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    await owner.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(data, { recursive: true, force: true });
    await rm(dirname(postgres.dataFolder), { recursive: true, force: true });
  }

  const until = performance.now() + PATIENCE_MILLISECONDS;
  while (!(await isReady(url, log))) {
    if (child.exitCode !== null || performance.now() > until) {
      const said = (await readFile(log, "utf8")).slice(-4_000);
      await stop();
      throw new Error(`Kill Bill did not start. The end of its log:\n${said}`);
    }
    await pause(500);
  }
  return { url, serverPid: child.pid ?? 0, databasePid: postgres.pid, owner, stop };
}

/** On a busy machine, the health check stays bad because of slow connections, while Kill Bill already works. */
async function isReady(url: string, log: string): Promise<boolean> {
  const answer = await fetch(`${url}/1.0/healthcheck`).catch(() => undefined);
  await answer?.body?.cancel();
  if (answer === undefined) return false;
  return answer.status === 200 || (await readFile(log, "utf8")).includes("Putting host in rotation");
}
