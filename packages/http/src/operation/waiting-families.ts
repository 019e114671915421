import { readWaitingWork, type WaitingWork } from "@counterfoil/service";
import type { Ports } from "../ports.ts";
import type { Family } from "./exposition.ts";
import { withinTime } from "./within-time.ts";

/** However many scrape, the database is asked once in this time. */
const KEPT_MILLISECONDS = 5_000;
/** A scrape is to be answered, and most of all when the database is slow. */
const PATIENCE_MILLISECONDS = 3_000;

/** What waits in the whole installation: the same from each of its processes, and of no organization apart. */
export function watchWaitingWork({ database, clock }: Pick<Ports, "database" | "clock">): () => Promise<Family[]> {
  let kept: { readonly until: number; readonly work: Promise<WaitingWork[]> } | undefined;

  function ask(): Promise<WaitingWork[]> {
    if (kept !== undefined && performance.now() < kept.until) return kept.work;
    const asked = { until: Number.POSITIVE_INFINITY, work: readWaitingWork(database, clock.now()) };
    kept = asked;
    // Counted from the answer: one that takes long is not asked for again meanwhile.
    const rest = () => void (kept = { work: asked.work, until: performance.now() + KEPT_MILLISECONDS });
    asked.work.then(rest, rest);
    return asked.work;
  }

  return async () => {
    const work = await withinTime(ask(), PATIENCE_MILLISECONDS).catch(() => undefined);
    const known = work ?? [];
    return [
      {
        name: "counterfoil_database_answers",
        type: "gauge",
        help: "1 where the database told what waits; without that the counterfoil_work families are left out.",
        samples: [{ value: work === undefined ? 0 : 1 }],
      },
      {
        name: "counterfoil_work_waiting",
        type: "gauge",
        help: "How much of a kind of work waits in the installation, counted up to 10000.",
        samples: known.map(({ work: kind, waiting }) => ({ labels: { work: kind }, value: waiting })),
      },
      {
        name: "counterfoil_work_oldest_seconds",
        type: "gauge",
        help: "For how long the oldest of it waits; 0 where nothing does.",
        samples: known.flatMap(({ work: kind, waiting, since }) => {
          if (since === null && waiting > 0) return [];
          return [{ labels: { work: kind }, value: since === null ? 0 : secondsBetween(since, clock.now()) }];
        }),
      },
    ];
  };
}

function secondsBetween(since: string, now: string): number {
  return Math.max(0, (Date.parse(now) - Date.parse(since)) / 1000);
}
