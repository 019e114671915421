import { type CoreTime, coreTime, memoryMebibytes } from "./cores.ts";
import type { Platform } from "./start-platform.ts";

/** A stretch of work: how fast it went, what it cost, and who else used the cores. */
export interface Measured {
  readonly seconds: number;
  readonly requests: number;
  /** Milliseconds that a request took. */
  readonly p50: number;
  readonly p99: number;
  /** Seconds of CPU: of the server, of PostgreSQL, and of both with the client. */
  readonly cpu: { readonly server: number; readonly database: number; readonly all: number };
  /** MiB afterwards. */
  readonly memory: { readonly server: number; readonly database: number };
  /** Of the cores' time, what something else took. */
  readonly foreignShare: number;
}

const CORES = 2;

/** Measures the work, which notes how many milliseconds each of its requests took. */
export async function measure(platform: Platform, work: (took: number[]) => Promise<void>): Promise<Measured> {
  const took: number[] = [];
  const [before, began] = [await coreTime(), performance.now()];
  await work(took);
  const [seconds, after] = [(performance.now() - began) / 1_000, await coreTime()];
  const spent = (of: (time: CoreTime) => number) => of(after) - of(before);
  const all = spent((time) => time.of(process.pid, platform.databasePid));
  return {
    seconds,
    requests: took.length,
    p50: percentile(took, 50),
    p99: percentile(took, 99),
    cpu: {
      server: spent((time) => time.of(platform.serverPid)),
      database: spent((time) => time.of(platform.databasePid)),
      all,
    },
    memory: {
      server: await memoryMebibytes(platform.serverPid),
      database: await memoryMebibytes(platform.databasePid),
    },
    foreignShare: Math.max(0, spent((time) => time.all) - all) / (seconds * CORES),
  };
}

/** By nearest rank; 0 of nothing. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}
