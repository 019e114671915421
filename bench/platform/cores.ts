import { readdir, readFile } from "node:fs/promises";

/** A tick of Linux's clock of CPU time. */
const TICK_SECONDS = 0.01;

/** CPU time since the start of the machine, in seconds: of everything but what runs at the lowest priority. */
export interface CoreTime {
  readonly all: number;
  /** Of these processes and all that they started, each once. */
  of(...pids: number[]): number;
}

/** Reads how long the cores have worked, and for whom. Linux only. */
export async function coreTime(): Promise<CoreTime> {
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

/** Memory of a process and all that it started, in MiB; what several of them share is counted once. Linux only. */
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

/** Who started a process of this machine; 0 for one that there is not. */
export async function parentOf(pid: number): Promise<number> {
  return (await readProcesses()).get(pid)?.parent ?? 0;
}

type Processes = ReadonlyMap<number, { readonly parent: number; readonly seconds: number }>;

async function readProcesses(): Promise<Processes> {
  const processes = new Map<number, { parent: number; seconds: number }>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    // After the name, which may hold anything: state, parent, …, utime, stime and those of the children that ended.
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
