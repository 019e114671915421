import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, readdirSync } from "node:fs";

/** True if the ID is in use, by a running process or by one that has ended but was not yet reaped by its parent. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** True if a process with this ID runs, as any user. */
export function isAlive(pid: number): boolean {
  return isTaken(pid) && statOf(pid)?.[0] !== "Z";
}

/**
 * Distinguishes a process from a later one with the same ID: by machine boot and start time on Linux, by start time
 * elsewhere. Undefined if there is no such process or it cannot be read.
 */
export function birthOf(pid: number): string | undefined {
  try {
    if (process.platform !== "linux") {
      return execFileSync("ps", ["-p", String(pid), "-o", "lstart="], { encoding: "utf8" }).trim() || undefined;
    }
    const startTicks = statOf(pid)?.[19];
    if (startTicks === undefined) return undefined;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}/${startTicks}`;
  } catch {
    return undefined;
  }
}

/**
 * The fields of `/proc/<pid>/stat` after the name: the state is the first, the start time the twentieth. Undefined on
 * other systems.
 */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name is in parentheses and may itself contain spaces and parentheses.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** The command line of a process with spaces between its arguments; empty if it cannot be read. */
export function commandLineOf(pid: number): string {
  try {
    if (process.platform !== "linux") {
      return execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" }).trim();
    }
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}

/**
 * The processes whose working folder this is, as it is for every PostgreSQL process in its data folder. Linux only;
 * empty elsewhere.
 */
export function processesWorkingIn(folder: string): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder;
      } catch {
        return false;
      }
    })
    .map(Number);
}
