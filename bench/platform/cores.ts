import { readdir, readFile } from "node:fs/promises";
import { requireLinux } from "./cannot-run.ts";

/** A tick of Linux's CPU clock. */
const TICK_SECONDS = 0.01;

/** CPU seconds of the machine since its start, except processes with the lowest priority. */
export interface CoreTime {
  readonly all: number;
  /** CPU seconds of these processes and their children, each counted once. */
  of(...pids: number[]): number;
}

/** Reads CPU time of the machine and of processes. Linux only. */
export async function coreTime(): Promise<CoreTime> {
  requireLinux();
  const [, user = 0, , system = 0, , , irq = 0, softIrq = 0] = (await readFile("/proc/stat", "utf8"))
    .slice(0, 200)
    .split(/\s+/)
    .map(Number);
  const processes = await readProcesses();
  const of = (...roots: number[]): number =>
    [...processes].reduce(
      (sum, [pid, { seconds }]) => sum + (roots.some((root) => isUnder(processes, root, pid)) ? seconds : 0),
      0,
    );
  return { all: (user + system + irq + softIrq) * TICK_SECONDS, of };
}

/** Memory of a process and its children in MiB; shared memory counts once. Linux only. */
export async function memoryMebibytes(root: number): Promise<number> {
  const processes = await readProcesses();
  let kibibytes = 0;
  for (const pid of processes.keys()) {
    if (!isUnder(processes, root, pid)) continue;
    const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
    kibibytes += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  }
  return kibibytes / 1024;
}

/** The parent of a process; 0 if there is no such process. */
export async function parentOf(pid: number): Promise<number> {
  return (await readProcesses()).get(pid)?.parent ?? 0;
}

type Processes = ReadonlyMap<number, { readonly parent: number; readonly seconds: number }>;

async function readProcesses(): Promise<Processes> {
  const processes = new Map<number, { parent: number; seconds: number }>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    // After the name, which may contain anything: state, parent, …, utime, stime, and those of ended children.
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const ticks = [11, 12, 13, 14].reduce((sum, place) => sum + (fields[place] ?? 0), 0);
    processes.set(Number(name), { parent: fields[1] ?? 0, seconds: ticks * TICK_SECONDS });
  }
  return processes;
}

function isUnder(processes: Processes, root: number, pid: number): boolean {
  return root > 0 && (pid === root || (pid > 1 && isUnder(processes, root, processes.get(pid)?.parent ?? 0)));
}

/** Memory of one process in MiB, without its children; shared memory counts in part. Linux only. */
export async function memoryOfProcess(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
}
