import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { commandLineOf, isAlive, isTaken, processesWorkingIn } from "./process-identity.ts";
import { waitUntil } from "./wait-until.ts";

/** What a server writes of itself into its data folder. */
export interface PidFile {
  readonly pid: number;
  /** "starting", "ready", "stopping" or "standby"; empty while the file is being written. */
  readonly status: string;
}

/** Reads `postmaster.pid`; undefined when there is none. */
export async function readPidFile(dataFolder: string): Promise<PidFile | undefined> {
  try {
    const lines = (await readFile(join(dataFolder, "postmaster.pid"), "utf8")).split("\n");
    return { pid: Number(lines[0]), status: (lines[7] ?? "").trim() };
  } catch {
    return undefined;
  }
}

/**
 * Clears the way for a new server: stops one that a crashed run left behind, and removes the pid file of one that is gone
 * when its number was given to another program since, which PostgreSQL cannot tell from a running server.
 */
export async function clearLeftBehindServer(dataFolder: string, onProgress: (line: string) => void): Promise<void> {
  const left = await readPidFile(dataFolder);
  if (left === undefined) return;
  if (isServerOf(left.pid, dataFolder)) {
    onProgress(`Stopping the database that a run which crashed left behind (process ${left.pid})`);
    await stopServer(left.pid);
  } else if (isTaken(left.pid) && processesWorkingIn(dataFolder).length === 0) {
    await rm(join(dataFolder, "postmaster.pid"), { force: true });
  }
}

function isServerOf(pid: number, dataFolder: string): boolean {
  return isAlive(pid) && commandLineOf(pid).includes(dataFolder);
}

/**
 * Stops a server and waits until it is gone. Fast first (open transactions are rolled back, the data is written out); if
 * that takes half a minute, at once (the next start replays its log); then by force. Nothing answered is lost either way.
 */
export async function stopServer(pid: number): Promise<void> {
  const steps: readonly (readonly [NodeJS.Signals, number])[] = [
    ["SIGINT", 30_000],
    ["SIGQUIT", 10_000],
    ["SIGKILL", 5_000],
  ];
  for (const [signal, patience] of steps) {
    try {
      process.kill(pid, signal);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === "ESRCH") return;
      throw new EmbeddedPostgresError(
        `The database left running as process ${pid} belongs to another user. Stop it as that user or as root.`,
        { cause },
      );
    }
    if (await waitUntil(() => !isAlive(pid), patience)) return;
  }
  throw new EmbeddedPostgresError(`The database (process ${pid}) does not stop, not even by force.`);
}
