import { spawn, type ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { explainFailure, isPortTaken, isStillLeaving } from "./explain-failure.ts";
import { readPidFile } from "./running-server.ts";
import type { ServerHome } from "./server-home.ts";
import { openServerLog } from "./server-log.ts";
import { spawnAs } from "./server-user.ts";

export type LaunchOutcome =
  | { readonly kind: "ready"; readonly pid: number; readonly exited: Promise<string> }
  | { readonly kind: "port_taken"; readonly error: EmbeddedPostgresError };

/** Starts the server on the data folder and waits until it accepts connections. This includes crash recovery. */
export async function launchServer(
  home: ServerHome,
  settings: Readonly<Record<string, string>>,
  logFolder: string,
  onProgress: (line: string) => void,
): Promise<LaunchOutcome> {
  const log = await openServerLog(logFolder);
  try {
    // The processes of a killed server take a moment to end. Until then PostgreSQL refuses to start.
    for (let start = 1; ; start += 1) {
      const child = spawnServer(home, settings, log.file.fd);
      const exited = exitOf(child);
      if (await becomesReady(child, home.dataFolder, onProgress)) {
        return { kind: "ready", pid: child.pid as number, exited };
      }
      const output = `${await exited}\n${await log.written()}`;
      const error = explainFailure("PostgreSQL could not start", output, {
        dataFolder: home.dataFolder,
        port: Number(settings["port"]),
        logPath: log.path,
      });
      if (isPortTaken(output)) return { kind: "port_taken", error };
      if (!isStillLeaving(output) || start === 20) throw error;
      await sleep(500);
    }
  } finally {
    await log.file.close();
  }
}

function spawnServer(home: ServerHome, settings: Readonly<Record<string, string>>, log: number): ChildProcess {
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(home.binaries.folder, "postgres"), ["-D", home.dataFolder, ...options], {
    cwd: "/",
    stdio: ["ignore", log, log],
    env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
    // Outside the terminal's process group: Ctrl-C must not stop the database before we have finished with it.
    detached: true,
    ...spawnAs(home.user),
  });
  child.unref();
  if (child.pid !== undefined) standWatch(child, home);
  return child;
}

/** Resolves with how the process ended; never rejects. */
function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(`cannot run PostgreSQL: ${error.message}`));
    child.once("exit", (code, signal) => {
      resolve(signal === null ? `PostgreSQL ended with code ${code}` : `PostgreSQL was ended by ${signal}`);
    });
  });
}

/** True when the server accepts connections, false if it has ended. Recovery after a crash may take minutes. */
async function becomesReady(
  child: ChildProcess,
  dataFolder: string,
  onProgress: (line: string) => void,
): Promise<boolean> {
  let gone = child.pid === undefined;
  child.once("exit", () => (gone = true));
  for (let checks = 1; !gone; checks += 1) {
    const pidFile = await readPidFile(dataFolder);
    if (pidFile?.pid === child.pid && pidFile?.status === "ready") return true;
    if (checks % 500 === 0) onProgress("Waiting for the database to recover what the last run left unfinished");
    await sleep(10);
  }
  return false;
}

/**
 * Ends the server when this process ends. A shell waits at the reading end of a pipe whose writing end only this
 * process has. When this process ends, for whatever reason, the shell wakes up and asks the server to stop.
 */
function standWatch(server: ChildProcess, home: ServerHome): void {
  const watch = spawn("/bin/sh", ["-c", 'read -r line; kill -INT "$1"', "sh", String(server.pid)], {
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    ...spawnAs(home.user),
  });
  watch.once("error", () => undefined);
  watch.unref();
  if (watch.stdin instanceof Socket) watch.stdin.unref();
  server.once("exit", () => watch.kill());
}
