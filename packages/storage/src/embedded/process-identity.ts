import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, readdirSync } from "node:fs";

/** True when the id is taken, by a process that runs or by one that ended and that nobody has waited for. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** True when a process with this id runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  return isTaken(pid) && statOf(pid)?.[0] !== "Z";
}

/**
 * Tells a process from a later one that was given the same id: machine boot and start time on Linux, start time elsewhere.
 * Undefined when there is no such process or it cannot be read.
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

/** What Linux tells of a process after its name: the state first, the start time twentieth. Undefined elsewhere. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before is in brackets and may itself hold spaces and brackets.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** The command line of a process with spaces between its arguments; empty when it cannot be read. */
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

/** The processes that work in this folder, as every PostgreSQL process does in its data folder. Linux only, else empty. */
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
