import type { Database } from "@counterfoil/storage";
import type { Clock } from "../clock.ts";

/** This process's clock differs from the database's clock by more than allowed, so no work may use it. */
export class ClockOff extends Error {
  /** Positive if this clock is ahead, negative if it is behind. */
  readonly skewMilliseconds: number;

  constructor(skewMilliseconds: number) {
    super(`the clock of this server is ${skewWords(skewMilliseconds)} the clock of the database`);
    this.skewMilliseconds = skewMilliseconds;
    this.name = "ClockOff";
  }
}

/** Compares this process's clock with the database's, which all processes share. */
export interface ClockWatch {
  /**
   * The clock for all work. It throws `ClockOff` while the difference is too large, so that nothing is billed or
   * written with a wrong time.
   */
  readonly clock: Clock;
  /** The same clock without the guard, for log lines and metrics. */
  readonly source: Clock;
  /**
   * Queries the database, unless the last result is younger than `maxAgeMilliseconds`. Returns how far this clock is
   * ahead (negative: behind). The duration of the query is not counted as a difference.
   */
  look(maxAgeMilliseconds?: number): Promise<number>;
  /** The result of the last check; null before the first. */
  skewMilliseconds(): number | null;
  /**
   * Checks repeatedly, and calls `onTurn` each time the clock becomes wrong or right. Returns a function that stops it.
   */
  keepLooking(onTurn: (off: ClockOff | null) => void): () => void;
}

const MOST_SKEW_MILLISECONDS = 60_000;
const LOOK_EVERY_MILLISECONDS = 5_000;

/** @param monotonic milliseconds that pass evenly, even if the clock is changed */
export function watchClock(
  database: Database,
  source: Clock,
  monotonic: () => number = () => performance.now(),
): ClockWatch {
  let latest: { readonly skew: number; readonly wall: number; readonly at: number } | undefined;
  let asking: Promise<number> | undefined;
  let onTurn: ((off: ClockOff | null) => void) | undefined;
  let wasOff = false;

  async function ask(): Promise<number> {
    const begun = monotonic();
    const [row] = await database.unscoped<{ instant: string }>(
      "select clock_timestamp() as instant",
      [],
      "database-clock",
    );
    const at = monotonic();
    const wall = Date.parse(source.now());
    // The database read its clock at some moment between the query and its answer.
    const most = wall - Date.parse(row?.instant ?? "");
    const least = most - (at - begun);
    const skew = least > 0 ? least : Math.min(most, 0);
    latest = { skew, wall, at };
    turn(skew);
    return skew;
  }

  function turn(skew: number): void {
    const isOff = Math.abs(skew) > MOST_SKEW_MILLISECONDS;
    if (isOff !== wasOff) onTurn?.(isOff ? new ClockOff(skew) : null);
    wasOff = isOff;
  }

  function look(maxAgeMilliseconds = 0): Promise<number> {
    if (latest !== undefined) {
      const age = monotonic() - latest.at;
      if (age >= 0 && age < maxAgeMilliseconds) return Promise.resolve(latest.skew);
    }
    asking ??= ask().finally(() => (asking = undefined));
    return asking;
  }

  /** The result of the last check, plus any change of this clock since. */
  function skewOf(instant: string): number {
    if (latest === undefined) return 0;
    const moved = Date.parse(instant) - latest.wall - (monotonic() - latest.at);
    return latest.skew + moved;
  }

  return {
    source,
    clock: {
      now() {
        const instant = source.now();
        const skew = skewOf(instant);
        if (Math.abs(skew) <= MOST_SKEW_MILLISECONDS) return instant;
        // The clock was set, or this machine slept: only the database can tell the right time.
        look(LOOK_EVERY_MILLISECONDS / 10).catch(() => undefined);
        throw new ClockOff(skew);
      },
    },
    look,
    skewMilliseconds: () => latest?.skew ?? null,
    keepLooking(listener) {
      onTurn = listener;
      // Another check reports a database that does not answer.
      const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MILLISECONDS);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** `40 days ahead of`, `3 minutes behind`. */
function skewWords(milliseconds: number): string {
  const seconds = Math.abs(milliseconds) / 1_000;
  const [unit, size] = UNITS.find(([, each]) => seconds >= each * 2) ?? UNITS[3];
  const count = Math.round(seconds / size);
  return `${count} ${unit}${count === 1 ? "" : "s"} ${milliseconds > 0 ? "ahead of" : "behind"}`;
}
