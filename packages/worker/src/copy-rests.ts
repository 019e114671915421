import { cpus } from "node:os";
import type { RestAfterBlock } from "@counterfoil/service";

/** Cores that idle less than this have no time for copying. Commits leave some of the time idle even at the highest rate of events. */
const LEAST_IDLE = 0.2;
/** A rest is this many times what the blocks before it took, so that copying gets a tenth of the time. */
const REST_TIMES = 9;
/** Shorter than a copier's claim holds. */
const MOST_REST_MILLISECONDS = 5_000;
/** How long copying pauses to see what the cores do without it, after as long a time of copying. Less is too few ticks of their clocks. */
const LOOK_MILLISECONDS = 100;
/** If copying has not caught up for so long, events come first no longer. */
const MOST_BEHIND_MILLISECONDS = 600_000;

/** What all cores did since they started, in milliseconds. */
interface CoreTimes {
  readonly idle: number;
  readonly all: number;
}

/** A moment at which copying may rest. */
export interface Breath {
  /** Milliseconds that the blocks took since the last look at the cores. */
  readonly copied: number;
  /** The share of the look for which the cores idled; null if none could be measured. */
  readonly idle: number | null;
  /** Milliseconds since the first block after which something was left to copy. */
  readonly behind: number;
}

/** Milliseconds for which copying rests, so that taking and reading events goes first while the cores are full. */
export function restOf({ copied, idle, behind }: Breath): number {
  if (idle === null || idle >= LEAST_IDLE || behind > MOST_BEHIND_MILLISECONDS) return 0;
  return Math.min(copied * REST_TIMES, MOST_REST_MILLISECONDS);
}

/**
 * Lets copying rest while the cores of this machine are full. Peaks of events are taken faster, and copied after them: what is read is the
 * same meanwhile.
 *
 * @param now milliseconds of a clock that only moves forward
 */
export function createRests(
  pause: (milliseconds: number) => Promise<void>,
  now: () => number = () => performance.now(),
): RestAfterBlock {
  let behindSince: number | undefined;
  let copied = 0;
  return async ({ milliseconds, isLast }) => {
    // A pause without events is no delay.
    behindSince = isLast ? undefined : (behindSince ?? now());
    copied += milliseconds;
    if (copied < LOOK_MILLISECONDS) return;
    const before = coreTimes();
    await pause(LOOK_MILLISECONDS);
    const idle = idleShare(before, coreTimes());
    const behind = behindSince === undefined ? 0 : now() - behindSince;
    const rest = restOf({ copied, idle, behind });
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
