import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { clickHouseEngine } from "./engine-folder.ts";

/** ClickHouse's engine in a child process, behind its HTTP interface. */
export interface TestClickHouse {
  readonly url: string;
  readonly pid: number;
  /** Ends the process at once, as a crash would. Its data stays. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port. */
  restart(): Promise<void>;
  /** Ends the process and deletes its data. */
  stop(): Promise<void>;
}

const PROCESS = fileURLToPath(new URL("bridge-process.ts", import.meta.url));

/** Starts an empty ClickHouse on a free port. */
export async function startClickHouse(): Promise<TestClickHouse> {
  const engine = await clickHouseEngine();
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-clickhouse-"));
  let running = await begin(engine, folder, "0");
  const { port } = running;
  return {
    url: `http://127.0.0.1:${port}`,
    get pid() {
      return running.pid;
    },
    kill: () => running.end(),
    async restart() {
      await running.end();
      running = await begin(engine, folder, port);
    },
    async stop() {
      await running.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Running {
  readonly port: string;
  readonly pid: number;
  end(): Promise<void>;
}

async function begin(engine: string, folder: string, port: string): Promise<Running> {
  const child = spawn(process.execPath, [PROCESS, engine, folder, port], { stdio: ["pipe", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += chunk));
  const ended = once(child, "close");
  const listening = once(createInterface(child.stdout), "line") as Promise<[string]>;
  const first = await Promise.race([listening, ended]);
  if (child.exitCode !== null || child.signalCode !== null) throw new Error(`ClickHouse did not start:\n${errors}`);
  return {
    port: String(first[0]),
    pid: child.pid ?? 0,
    async end() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
