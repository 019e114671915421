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

/**
 * @param readState returns equal texts only if nothing was committed in between
 * @param everyMilliseconds the time between two looks while a loop waits. All loops share a look
 */
export function createPulse(readState: () => Promise<string>, everyMilliseconds: number): Pulse {
  const waiting = new Set<Waiting>();
  const ending = new AbortController();
  let isLooking = false;

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
      const state = await readState().catch(() => UNSEEN);
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
