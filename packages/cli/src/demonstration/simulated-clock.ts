import { invariant } from "@counterfoil/engine";
import type { Clock } from "@counterfoil/service";

/** A clock that only moves on request. Everything created meanwhile has its time. */
export interface SimulatedClock extends Clock {
  /** Time never moves back. */
  moveTo(instant: string): void;
}

export function simulatedClock(start: string): SimulatedClock {
  let present = start;
  return {
    now: () => present,
    moveTo(instant) {
      invariant(instant >= present, `the clock is at ${present} and cannot go back to ${instant}`);
      present = instant;
    },
  };
}
