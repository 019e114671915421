import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";

/**
 * Debian's PostgreSQL: the embedded one has no `pg_basebackup`. Tests that need two servers are skipped, and reported as
 * skipped, if it is not installed.
 */
export const PROGRAMS = "/usr/lib/postgresql/15/bin";
export const isReplicationInstalled = existsSync(join(PROGRAMS, "pg_basebackup"));

export const PASSWORD = "replicated";
export const DATABASE = "counterfoil";

/** The owner's URL of one server. */
export function ownerUrl(port: number): string {
  return `postgres://owner:${PASSWORD}@127.0.0.1:${port}/${DATABASE}`;
}

/** The owner's URL of two servers, for whichever of them is the primary. */
export function ownerUrlOfBoth(first: number, second: number): string {
  return `postgres://owner:${PASSWORD}@127.0.0.1:${first},127.0.0.1:${second}/${DATABASE}?target_session_attrs=read-write`;
}

export async function createDatabase(port: number): Promise<void> {
  await onServer(ownerUrl(port).replace(`/${DATABASE}`, "/postgres"), (client) =>
    client.query(`create database ${DATABASE}`),
  );
}

export async function onServer<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function runProgram(program: string, words: readonly string[]): Promise<void> {
  const env = { PATH: process.env["PATH"] ?? "", LC_ALL: "C", TZ: "UTC" };
  await promisify(execFile)(join(PROGRAMS, program), words, { cwd: "/", env, ...serverUser() });
}

/** PostgreSQL refuses to run as root. Debian's package created the user. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ask = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: ask("-u"), gid: ask("-g") };
}

export async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "pid=", "--ppid", String(pid)]).catch(() => ({
    stdout: "",
  }));
  return stdout
    .split("\n")
    .map(Number)
    .filter((child) => child > 0);
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
