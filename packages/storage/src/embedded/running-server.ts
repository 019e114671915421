import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { commandLineOf, isAlive, isTaken, processesWorkingIn } from "./process-identity.ts";
import { waitUntil } from "./wait-until.ts";

/** What a server writes about itself into its data folder. */
export interface PidFile {
  readonly pid: number;
  /** "starting", "ready", "stopping" or "standby"; empty while the file is being written. */
  readonly status: string;
}

/** Reads `postmaster.pid`; undefined if it does not exist. */
export async function readPidFile(dataFolder: string): Promise<PidFile | undefined> {
  try {
    const lines = (await readFile(join(dataFolder, "postmaster.pid"), "utf8")).split("\n");
    return { pid: Number(lines[0]), status: (lines[7] ?? "").trim() };
  } catch {
    return undefined;
  }
}

/**
 * Prepares for a new server: stops a server that a crashed run left behind. Removes the PID file of a server that has
 * ended if another program has its process ID now, because PostgreSQL cannot tell that program from a running server.
 */
export async function clearLeftBehindServer(dataFolder: string, onProgress: (line: string) => void): Promise<void> {
  const left = await readPidFile(dataFolder);
  if (left === undefined) return;
  if (isServerOf(left.pid, dataFolder)) {
    onProgress(`Stopping the database left behind by a crash (process ${left.pid})`);
    await stopServer(left.pid);
  } else if (isTaken(left.pid) && processesWorkingIn(dataFolder).length === 0) {
    await rm(join(dataFolder, "postmaster.pid"), { force: true });
  }
}

function isServerOf(pid: number, dataFolder: string): boolean {
  return isAlive(pid) && commandLineOf(pid).includes(dataFolder);
}

/**
 * Stops a server and waits until it has ended. First fast (open transactions are rolled back and the data is written
 * out); after 30 seconds immediately (the next start replays the log); then by force. Committed data is never lost.
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
        `The database still runs as process ${pid} of another user. Stop it as that user or as root.`,
        { cause },
      );
    }
    if (await waitUntil(() => !isAlive(pid), patience)) return;
  }
  throw new EmbeddedPostgresError(
    `The database (process ${pid}) does not stop, even after SIGKILL. Restart the machine.`,
  );
}
