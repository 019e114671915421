import { invariant } from "@counterfoil/engine";
import type { Clock } from "@counterfoil/service";

/** A clock that somebody moves. Everything that is made while it stands somewhere is made then. */
export interface SimulatedClock extends Clock {
  /** Time never goes back. */
  moveTo(instant: string): void;
}

export function simulatedClock(start: string): SimulatedClock {
  let present = start;
  return {
    now: () => present,
    moveTo(instant) {
      invariant(instant >= present, `the clock stands at ${present} and cannot go back to ${instant}`);
      present = instant;
    },
  };
}
