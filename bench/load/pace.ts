import { setTimeout as pause } from "node:timers/promises";
import type { Day } from "./day.ts";

/**
 * Starts something again and again at a pace, whether what was started before is done or not, as customers do. It is told when it
 * was due: a platform that keeps clients waiting does not make the waiting look shorter. Resolves when the day is over and all
 * of it is done.
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
