import type { Database } from "@counterfoil/storage";
import type { Clock } from "../clock.ts";

/** What this process takes for the present is further from the database's clock than allowed. Nothing is done by it. */
export class ClockOff extends Error {
  /** By how much it is ahead; negative where it is behind. */
  readonly skewMilliseconds: number;

  constructor(skewMilliseconds: number) {
    super(`this machine's clock is ${skewWords(skewMilliseconds)} the database's clock`);
    this.skewMilliseconds = skewMilliseconds;
    this.name = "ClockOff";
  }
}

/** Holds the clock of this process against the database's, which all processes share. */
export interface ClockWatch {
  /** The clock to work by. It throws `ClockOff` while it is not to be trusted, so that nothing is billed or written by it. */
  readonly clock: Clock;
  /** The same clock without the guard, for log lines and metrics. */
  readonly source: Clock;
  /**
   * Asks the database, unless the last answer is younger than `maxAgeMilliseconds`, and answers by how much this clock is
   * ahead (negative: behind). An answer that took long counts for the clock: its time on the way is no difference.
   */
  look(maxAgeMilliseconds?: number): Promise<number>;
  /** What the last look found; null before the first. */
  skewMilliseconds(): number | null;
  /** Looks again and again, and tells each time that the clock becomes wrong or right. Answers how to stop. */
  keepLooking(onTurn: (off: ClockOff | null) => void): () => void;
}

const MOST_SKEW_MILLISECONDS = 60_000;
const LOOK_EVERY_MILLISECONDS = 5_000;

/** @param monotonic milliseconds that pass evenly, however the clock is set */
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
    // The database answered at some moment of the time that its answer took.
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

  /** What the last look found, and how far the clock was moved since. */
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
        // It was set, or this machine slept: the database knows which clock is right.
        look(LOOK_EVERY_MILLISECONDS / 10).catch(() => undefined);
        throw new ClockOff(skew);
      },
    },
    look,
    skewMilliseconds: () => latest?.skew ?? null,
    keepLooking(listener) {
      onTurn = listener;
      // A database that does not answer is told of elsewhere.
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
