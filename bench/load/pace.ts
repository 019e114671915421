import { setTimeout as pause } from "node:timers/promises";
import type { Day } from "./day.ts";

/**
 * Starts an operation at a fixed pace, whether earlier ones are complete or not, as customers do. The operation gets the
 * instant at which it was due, so a slow platform cannot hide waiting time. Resolves when the day is over and all
 * operations are complete.
 */
export async function atPace(
  day: Day,
  perSecond: () => number,
  start: (dueAt: number) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failure: { readonly cause: unknown } | undefined;
  let dueAt = performance.now();
  while (!day.isOver() && failure === undefined) {
    if (dueAt > performance.now()) await pause(Math.max(0, dueAt - performance.now()));
    const one = start(dueAt)
      .catch((cause: unknown) => {
        failure ??= { cause };
      })
      .finally(() => running.delete(one));
    running.add(one);
    dueAt += 1_000 / perSecond();
  }
  await Promise.all(running);
  if (failure !== undefined) throw failure.cause;
}
