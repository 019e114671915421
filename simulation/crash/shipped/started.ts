import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { findEmbeddedPostgres, freePort } from "@counterfoil/storage/embedded";
import {
  removeFolder,
  saysReady,
  SHIPPED_ENVIRONMENT,
  type ShippedPlatform,
  temporaryFolder,
  untilReady,
} from "./shipped-platform.ts";
import { runShipped, type Supervised, superviseStart } from "./supervised.ts";

const DATABASE_GONE_MILLISECONDS = 60_000;

/** `npm start`: npm, the API with its worker, and PostgreSQL in one tree, which ends when one of them ends. */
export async function startStarted(signal?: AbortSignal): Promise<ShippedPlatform> {
  const folder = await temporaryFolder();
  let start: Supervised | undefined;

  async function stop(): Promise<void> {
    await start?.stop();
    const { home } = await serverIn(folder);
    await untilDatabaseGone(home);
    for (const each of new Set([folder, home])) await removeFolder(each);
  }

  try {
    const port = await freePort();
    const words = ["--empty", "--data", folder, "--port", String(port)];
    const tree = superviseStart({ words, environment: SHIPPED_ENVIRONMENT });
    start = tree;
    const url = `http://127.0.0.1:${port}`;
    const started = join(folder, "started.json");
    // The file is written moments after the server responds.
    const isReady = async () => (await saysReady(url)) && existsSync(started);
    await untilReady({ isReady, output: () => tree.output() }, signal);
    const { apiKey } = JSON.parse(await readFile(started, "utf8")) as { apiKey: string };
    const ownerUrl = async () => {
      const found = await findEmbeddedPostgres(folder);
      if (found === undefined) throw new Error(`no database runs in ${folder}: ${tree.output()}`);
      return found.url;
    };
    return {
      url,
      token: apiKey,
      victims: ["api", "postgres"],
      async kill(victims) {
        const gone = tree.gone();
        const { pid } = await serverIn(folder);
        if (victims.includes("api")) tree.kill();
        if (victims.includes("postgres") && pid !== undefined) process.kill(pid, "SIGKILL");
        // Without its database the command ends.
        await gone;
      },
      isReady: () => saysReady(url),
      command: (command) =>
        runShipped({ words: command, environment: { ...SHIPPED_ENVIRONMENT, COUNTERFOIL_DATA: folder } }),
      ownerUrl,
      output: () => tree.output(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A data folder's database URL and its server's process ID, if there is one. */
async function serverIn(folder: string): Promise<{ home: string; pid: number | undefined }> {
  const instance = await readFile(join(folder, "postgres.json"), "utf8").catch(() => "{}");
  const home = (JSON.parse(instance) as { home?: string | null }).home ?? folder;
  const text = await readFile(join(home, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(text.split("\n")[0]);
  return { home, pid: pid > 0 ? pid : undefined };
}

/** The server, or `initdb`, ends when its starter is gone. */
async function untilDatabaseGone(home: string): Promise<void> {
  const begun = performance.now();
  while (await isNamedByProcess(join(home, "postgres"))) {
    if (performance.now() - begun > DATABASE_GONE_MILLISECONDS) {
      throw new Error(`the database in ${home} does not end after its npm start was killed`);
    }
    await sleep(100);
  }
}

/** Whether the command line of a process contains this folder. */
async function isNamedByProcess(folder: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "args="], { maxBuffer: 64 * 1_024 * 1_024 });
  return stdout.includes(folder);
}
