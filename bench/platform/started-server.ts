import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { builtProgram } from "@counterfoil/testkit/built-program";
import pg from "pg";
import { findEmbeddedPostgres } from "../../packages/storage/src/embedded/index.ts";
import { parentOf } from "./cores.ts";

/** A server that the command `start` runs, with its worker, on an embedded PostgreSQL. */
export interface StartedServer {
  readonly url: string;
  readonly token: string;
  /** How long the start took, from the command to the first answer. */
  readonly seconds: number;
  readonly pid: number;
  /** The first process of PostgreSQL. */
  readonly databasePid: number;
  stop(): Promise<void>;
}

const program = await builtProgram();
const LOOK_MILLISECONDS = 10;

/** Gives the work a new data folder, and removes it afterwards with the data that PostgreSQL keeps elsewhere for it. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-bench-"));
  await chmod(folder, 0o755);
  try {
    return await work(join(folder, "data"));
  } finally {
    const { home } = await readJson<{ home?: string | null }>(join(folder, "data", "postgres.json"));
    if (typeof home === "string") await rm(home, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Starts the server as `npm start` does, except that npm has nothing to install, and waits until it answers. */
export async function startInFolder(folder: string): Promise<StartedServer> {
  const began = performance.now();
  const child = spawn(process.execPath, [program, "start", "--port", "0", "--data", folder], {
    env: { NODE_COMPILE_CACHE: join(dirname(program), ".compiled"), ...process.env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  for (;;) {
    const { pid, url, apiKey } = await readJson<{ pid?: number; url?: string; apiKey?: string }>(
      join(folder, "started.json"),
    );
    if (pid !== undefined && pid === child.pid && url !== undefined && apiKey !== undefined) {
      const seconds = (performance.now() - began) / 1_000;
      const databasePid = await postgresOf(folder);
      return {
        url,
        token: apiKey,
        seconds,
        pid,
        databasePid,
        async stop() {
          child.kill("SIGTERM");
          if (child.exitCode === null) await once(child, "exit");
        },
      };
    }
    if (child.exitCode !== null) throw new Error(`the server did not start: it ended with ${child.exitCode}`);
    await pause(LOOK_MILLISECONDS);
  }
}

async function postgresOf(folder: string): Promise<number> {
  const client = new pg.Client({ connectionString: (await findEmbeddedPostgres(folder))?.url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const pid = await parentOf(rows[0]?.pid ?? 0);
  await client.end();
  return pid;
}

async function readJson<Content extends object>(path: string): Promise<Partial<Content>> {
  return JSON.parse(await readFile(path, "utf8").catch(() => "{}")) as Partial<Content>;
}
