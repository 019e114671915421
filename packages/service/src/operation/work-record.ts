import type { Clock } from "../clock.ts";

/** The loops of a worker, which run in parallel. */
export type Loop = "billing" | "mails" | "payments" | "webhooks" | "audit" | "totals" | "kafka" | "history";

/** The results of one loop since its process started. */
export interface LoopStanding {
  readonly loop: Loop;
  readonly rounds: number;
  /** Rounds that failed as a whole. */
  readonly failedRounds: number;
  /** Failures of single organizations' work in rounds that continued. */
  readonly failures: number;
  /** When the last round ended. It does not advance while the loop hangs. Null before the first round ended. */
  readonly lastEndedAt: string | null;
}

/** A worker's statistics for monitoring (R-OPS-4). */
export interface WorkRecord {
  ended(loop: Loop): void;
  failed(loop: Loop): void;
  /** Records a failure of one organization's work. */
  failedWithin(loop: Loop): void;
  /** The loops that have run. */
  standings(): LoopStanding[];
}

export function createWorkRecord(clock: Clock): WorkRecord {
  const standings = new Map<Loop, LoopStanding>();

  function note(loop: Loop, change: (before: LoopStanding) => Partial<LoopStanding>): void {
    const before = standings.get(loop) ?? { loop, rounds: 0, failedRounds: 0, failures: 0, lastEndedAt: null };
    standings.set(loop, { ...before, ...change(before) });
  }

  return {
    ended: (loop) => note(loop, ({ rounds }) => ({ rounds: rounds + 1, lastEndedAt: clock.now() })),
    failed: (loop) => note(loop, ({ failedRounds }) => ({ failedRounds: failedRounds + 1 })),
    failedWithin: (loop) => note(loop, ({ failures }) => ({ failures: failures + 1 })),
    standings: () => [...standings.values()],
  };
}
