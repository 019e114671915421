import type { Clock } from "../clock.ts";

/** The loops of a worker, each beside the others. */
export type Loop = "billing" | "mails" | "payments" | "webhooks" | "audit" | "totals";

/** How one loop went since its process began. */
export interface LoopStanding {
  readonly loop: Loop;
  readonly rounds: number;
  /** Rounds that failed as a whole. */
  readonly failedRounds: number;
  /** Work of one organization that failed while the others went on. */
  readonly failures: number;
  /** When it last came to the end of a round: it stands still when this does. Null before the first. */
  readonly lastEndedAt: string | null;
}

/** What a worker notes of its own running, for those who watch it (R-OPS-4). */
export interface WorkRecord {
  ended(loop: Loop): void;
  failed(loop: Loop): void;
  /** Told of the failure of one organization's work. */
  failedWithin(loop: Loop): void;
  /** Of the loops that ran. */
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
