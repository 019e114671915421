import { type CoreTime, coreTime, memoryMebibytes } from "./cores.ts";
import type { Platform } from "./start-platform.ts";

/** Measured work: speed, cost, and other use of the cores. */
export interface Measured {
  readonly seconds: number;
  readonly requests: number;
  /** Milliseconds of each request. */
  readonly p50: number;
  readonly p99: number;
  /** CPU seconds: of the server, of PostgreSQL, and of both with the client. */
  readonly cpu: { readonly server: number; readonly database: number; readonly all: number };
  /** MiB afterwards. */
  readonly memory: { readonly server: number; readonly database: number };
  /** Share of the cores' time used by other programs. */
  readonly foreignShare: number;
}

const CORES = 2;

/** Measures work that records the milliseconds of each request. */
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

/** By nearest rank; 0 of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}
