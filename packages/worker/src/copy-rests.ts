import { cpus } from "node:os";

/** Cores that idle less than this have no time for copying. */
const LEAST_IDLE = 0.05;
/** A rest is this many times what the blocks before it took, so that copying gets a tenth of the time. */
const REST_TIMES = 9;
/** Shorter than a copier's claim holds. */
const MOST_REST_MILLISECONDS = 5_000;
/** Shorter times are too few ticks of the cores' clocks. */
const LEAST_JUDGED_MILLISECONDS = 100;
/** If copying has not caught up for so long, events come first no longer. */
const MOST_BEHIND_MILLISECONDS = 600_000;

/** Milliseconds of all cores since they started. */
interface CoreTimes {
  readonly idle: number;
  readonly all: number;
}

/** A moment at which copying may rest. */
export interface Breath {
  /** Milliseconds that the blocks took since the last look at the cores. */
  readonly copied: number;
  /** The share of that time and of all rests since for which the cores idled; null if none could be measured. */
  readonly idle: number | null;
  /** Milliseconds since everything was copied. */
  readonly behind: number;
}

/** Milliseconds for which copying rests, so that taking and reading events goes first while the cores are full. */
export function restOf({ copied, idle, behind }: Breath): number {
  if (idle === null || idle >= LEAST_IDLE || behind > MOST_BEHIND_MILLISECONDS) return 0;
  return Math.min(copied * REST_TIMES, MOST_REST_MILLISECONDS);
}

/** Called after each block. Copying continues when it resolves. */
export type Rest = (block: { readonly milliseconds: number; readonly isLast: boolean }) => Promise<void>;

/**
 * Lets copying rest while the cores of this machine are full. Peaks of events are taken faster, and copied after them: what is read is the
 * same meanwhile.
 */
export function createRests(pause: (milliseconds: number) => Promise<void>): Rest {
  let seen = { at: performance.now(), cores: coreTimes() };
  let caughtUpAt = seen.at;
  let copied = 0;
  return async ({ milliseconds, isLast }) => {
    const now = performance.now();
    if (isLast) caughtUpAt = now;
    copied += milliseconds;
    if (now - seen.at < LEAST_JUDGED_MILLISECONDS) return;
    const cores = coreTimes();
    const rest = restOf({ copied, idle: idleShare(seen.cores, cores), behind: now - caughtUpAt });
    seen = { at: now, cores };
    copied = 0;
    if (rest > 0) await pause(rest);
  };
}

function idleShare(before: CoreTimes, after: CoreTimes): number | null {
  const all = after.all - before.all;
  return all > 0 ? (after.idle - before.idle) / all : null;
}

function coreTimes(): CoreTimes {
  let [idle, all] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { idle, all };
}
