import { setTimeout as sleep } from "node:timers/promises";

/** Wakes idle loops when something was committed, so that a server without work asks one question instead of twenty. */
interface Pulse {
  /**
   * Waits until the state of the database differs from `seen`, at most for the time, and at least until the next look.
   * Returns a state from before the return: work that is committed later changes it. If the state cannot be read, returns
   * at once, with a state that differs from all others.
   */
  untilChanged(seen: string, milliseconds: number): Promise<string>;
  /** Wakes all loops, now and from now on. */
  end(): void;
}

interface Waiting {
  readonly seen: string;
  readonly until: number;
  readonly wake: (state: string) => void;
}

/** The state that no look returns: nothing was seen yet. */
export const UNSEEN = "";

/** After so many looks without a change, three of four are left out. */
const LOOKS_UNTIL_QUIET = 40;
const MOST_LEFT_OUT = 3;

export interface PulseOptions {
  /** The time between two looks while a loop waits. All loops share a look. */
  readonly everyMilliseconds: number;
  /** How many transactions this process has committed. No look is left out after one. */
  readonly commits: () => number;
}

/** @param readState returns equal texts only if nothing was committed in between */
export function createPulse(readState: () => Promise<string>, { everyMilliseconds, commits }: PulseOptions): Pulse {
  const waiting = new Set<Waiting>();
  const ending = new AbortController();
  let isLooking = false;
  /** What the last look saw, and what was committed before it. */
  let last = { state: UNSEEN, commits: 0 };
  let unchanged = 0;
  let leftOut = 0;

  /** Whether a look would hardly find anything. Other processes may have committed something, which waits for the next look. */
  function canLeaveOut(): boolean {
    if (unchanged < LOOKS_UNTIL_QUIET || leftOut >= MOST_LEFT_OUT || commits() !== last.commits) return false;
    const now = performance.now();
    return [...waiting].every(({ seen, until }) => seen === last.state && now < until);
  }

  function wakeAll(state: string, isDue: (one: Waiting) => boolean): void {
    for (const one of waiting) {
      if (!isDue(one)) continue;
      waiting.delete(one);
      one.wake(state);
    }
  }

  async function look(): Promise<void> {
    isLooking = true;
    while (waiting.size > 0) {
      await sleep(everyMilliseconds, undefined, { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) break;
      if (canLeaveOut()) {
        leftOut += 1;
        continue;
      }
      const committed = commits();
      const state = await readState().catch(() => UNSEEN);
      unchanged = state === last.state ? unchanged + 1 : 0;
      last = { state, commits: committed };
      leftOut = 0;
      const now = performance.now();
      wakeAll(state, ({ seen, until }) => state === UNSEEN || state !== seen || now >= until);
    }
    isLooking = false;
    if (ending.signal.aborted) wakeAll(UNSEEN, () => true);
  }

  return {
    untilChanged(seen, milliseconds) {
      if (ending.signal.aborted) return Promise.resolve(UNSEEN);
      return new Promise((wake) => {
        waiting.add({ seen, until: performance.now() + milliseconds, wake });
        if (!isLooking) void look();
      });
    },
    end() {
      ending.abort();
      wakeAll(UNSEEN, () => true);
    },
  };
}
