import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The path on Debian. Tests that need PgBouncer are skipped, and reported as skipped, if it is not installed. */
const PROGRAM = "/usr/sbin/pgbouncer";
export const isPgBouncerInstalled = existsSync(PROGRAM);

export type PoolMode = "session" | "transaction" | "statement";

export interface PgBouncerOptions {
  readonly mode: PoolMode;
  /** The URLs that it forwards, one for each role. Their database is the only one unless `everyDatabase` is set. */
  readonly urls: readonly string[];
  /** Forwards to every database of the server. */
  readonly everyDatabase?: boolean;
  /** A line of its configuration, such as `default_pool_size = 1`. */
  readonly settings?: readonly string[];
  /** Its port; any free port by default. */
  readonly port?: number;
}

/** A real PgBouncer in front of a database. */
export interface PgBouncer {
  /** The same URL through the pooler. */
  through(url: string): string;
  /** Changes the mode in its configuration and reloads it, like an operator. */
  setMode(mode: PoolMode): Promise<void>;
  stop(): Promise<void>;
}

export async function startPgBouncer({
  mode,
  urls,
  everyDatabase = false,
  settings = [],
  port,
}: PgBouncerOptions): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-pgbouncer-"));
  await chmod(folder, 0o755);
  const listenPort = port ?? (await freePort());
  const file = join(folder, "pgbouncer.ini");
  const configure = (pool: PoolMode) =>
    writeFile(file, configuration({ mode: pool, port: listenPort, folder, urls, everyDatabase, settings }));
  await configure(mode);
  await writeFile(join(folder, "users.txt"), urls.map(userLine).join("\n"));
  // PgBouncer refuses to run as root.
  const asUser = userInfo().uid === 0 ? ["-u", "postgres"] : [];
  const child = spawn(PROGRAM, [...asUser, file], { stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.on("data", (chunk) => (log += chunk));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  for (let look = 0; !(await answers(listenPort)); look += 1) {
    if (child.exitCode !== null || look > 100) throw new Error(`PgBouncer did not start:\n${log}`);
    await sleep(50);
  }
  return {
    through(url) {
      const address = new URL(url);
      address.searchParams.delete("host");
      address.hostname = "127.0.0.1";
      address.port = String(listenPort);
      return address.toString();
    },
    async setMode(pool) {
      await configure(pool);
      const before = log.length;
      child.kill("SIGHUP");
      for (let look = 0; !log.slice(before).includes("SIGHUP") && look < 60; look += 1) await sleep(50);
    },
    async stop() {
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface PoolerSettings {
  readonly mode: PoolMode;
  readonly port: number;
  readonly folder: string;
  readonly urls: readonly string[];
  readonly everyDatabase: boolean;
  readonly settings: readonly string[];
}

function configuration({ mode, port, folder, urls, everyDatabase, settings }: PoolerSettings): string {
  const address = new URL(urls[0] ?? "");
  const host = address.searchParams.get("host") ?? address.hostname;
  const name = address.pathname.slice(1);
  return [
    "[databases]",
    everyDatabase
      ? `* = host=${host} port=${address.port}`
      : `${name} = host=${host} port=${address.port} dbname=${name}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = trust",
    `auth_file = ${join(folder, "users.txt")}`,
    `pool_mode = ${mode}`,
    "default_pool_size = 20",
    "max_client_conn = 1000",
    ...settings,
    "",
  ].join("\n");
}

function userLine(url: string): string {
  const { username, password } = new URL(url);
  return `"${username}" "${decodeURIComponent(password)}"`;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
