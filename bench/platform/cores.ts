import { readdir, readFile } from "node:fs/promises";

/** A tick of Linux's clock of CPU time. */
const TICK_SECONDS = 0.01;

/** CPU time since the start of the machine, in seconds: of everything but what runs at the lowest priority. */
export interface CoreTime {
  readonly all: number;
  /** Of this process and all that it started. */
  readonly ours: number;
  /** Of one of them. */
  of(pid: number): number;
}

/** Reads how long the cores have worked, and for whom. Linux only. */
export async function coreTime(): Promise<CoreTime> {
  const [, user = 0, , system = 0, , , irq = 0, softIrq = 0] = (await readFile("/proc/stat", "utf8"))
    .slice(0, 200)
    .split(/\s+/)
    .map(Number);
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const processes = new Map<number, { parent: number; seconds: number }>();
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    // After the name, which may hold anything: state, parent, …, utime, stime and those of the children that ended.
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const ticks = [11, 12, 13, 14].reduce((sum, place) => sum + (fields[place] ?? 0), 0);
    processes.set(Number(pid), { parent: fields[1] ?? 0, seconds: ticks * TICK_SECONDS });
  }
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(processes.get(pid)?.parent ?? 0));
  const ours = [...processes].reduce((sum, [pid, { seconds }]) => sum + (isOurs(pid) ? seconds : 0), 0);
  return {
    all: (user + system + irq + softIrq) * TICK_SECONDS,
    ours,
    of: (pid) => processes.get(pid)?.seconds ?? 0,
  };
}

/** Resident memory of a process, in MiB. */
export async function residentMebibytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
