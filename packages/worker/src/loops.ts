import { ClockOff, DatabaseAway, DatabaseFull, type Loop, readState } from "@counterfoil/service";
import { createPulse, UNSEEN } from "./pulse.ts";
import type { WorkerPorts } from "./worker-ports.ts";

/** One round of a loop's work. Returns whether there is more, so that the next round begins without a pause. */
type Round = (isChanged: boolean) => Promise<boolean>;

/** The loops of a worker, which run in parallel until they are stopped. */
export interface Loops {
  readonly isStopping: () => boolean;
  /** Resolves after the time, or earlier if the loops stop. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /**
   * Repeats a round: at once while it returns that there is more, then whenever something was committed, and at the
   * latest after this number of pauses, because some work becomes due by time alone.
   */
  readonly repeat: (loop: Loop, mostPauses: number | (() => number), round: Round) => Promise<void>;
  readonly stop: () => void;
}

const PAUSE_MILLISECONDS = 250;
const PAUSE_WITHOUT_DATABASE_MILLISECONDS = 1_000;
/**
 * All loops share a comparison with the database's clock for this long. A server compares every 5 s anyway, and notices at once if its
 * own clock is set.
 */
const CLOCK_AGE_MILLISECONDS = 6_000;

/** Milliseconds that an idle loop waits before it looks again whether something was committed. */
export function pauseOf({ pauseMilliseconds = PAUSE_MILLISECONDS }: Pick<WorkerPorts, "pauseMilliseconds">): number {
  return pauseMilliseconds;
}

export function startLoops(ports: WorkerPorts): Loops {
  const pulse = createPulse(() => readState(ports.database), {
    everyMilliseconds: pauseOf(ports),
    commits: () => ports.database.commits(),
  });
  const waiting = new Set<() => void>();
  let stopping = false;

  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      waiting.add(end);
    });

  async function repeat(loop: Loop, mostPauses: number | (() => number), round: Round): Promise<void> {
    let seen = UNSEEN;
    let isChanged = true;
    while (!stopping) {
      try {
        // No round starts with a clock that was found to be wrong, or that was set since.
        await ports.clockWatch?.look(CLOCK_AGE_MILLISECONDS);
        ports.clock.now();
        const hasMore = await round(isChanged);
        ports.record?.ended(loop);
        if (hasMore || stopping) continue;
        const pauses = typeof mostPauses === "number" ? mostPauses : mostPauses();
        const state = await pulse.untilChanged(seen, pauseOf(ports) * pauses);
        isChanged = state === UNSEEN || state !== seen;
        seen = state;
      } catch (error) {
        seen = UNSEEN;
        isChanged = true;
        ports.record?.failed(loop);
        if (!mendsItself(error)) ports.onError(error, null);
        if (!stopping) await pause(PAUSE_WITHOUT_DATABASE_MILLISECONDS);
      }
    }
  }

  return {
    isStopping: () => stopping,
    pause,
    repeat,
    stop() {
      stopping = true;
      pulse.end();
      for (const end of waiting) end();
    },
  };
}

/** True if the work continues without an operator. A full disk needs one. */
function mendsItself(error: unknown): boolean {
  return (error instanceof DatabaseAway && !(error instanceof DatabaseFull)) || error instanceof ClockOff;
}
