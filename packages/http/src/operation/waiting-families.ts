import { readWaitingWork, type WaitingWork } from "@counterfoil/service";
import type { Ports } from "../ports.ts";
import type { Family } from "./exposition.ts";
import { withinTime } from "./within-time.ts";

/** The database is queried once in this time, regardless of the number of scrapes. */
const KEPT_MILLISECONDS = 5_000;
/** A scrape must be answered, especially if the database is slow. */
const PATIENCE_MILLISECONDS = 3_000;

/** Waiting work in the whole installation: the same from each of its processes, and not by organization. */
export function watchWaitingWork({ database, clock }: Pick<Ports, "database" | "clock">): () => Promise<Family[]> {
  let kept: { readonly until: number; readonly work: Promise<WaitingWork[]> } | undefined;

  function ask(): Promise<WaitingWork[]> {
    if (kept !== undefined && performance.now() < kept.until) return kept.work;
    const asked = { until: Number.POSITIVE_INFINITY, work: readWaitingWork(database, clock.now()) };
    kept = asked;
    // Counted from the response, so that a slow query is not repeated while it runs.
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
        help: "1 if the database returned the waiting work. If 0, the counterfoil_work families are missing.",
        samples: [{ value: work === undefined ? 0 : 1 }],
      },
      {
        name: "counterfoil_work_waiting",
        type: "gauge",
        help: "Waiting work of a kind in the installation, counted up to 10000.",
        samples: known.map(({ work: kind, waiting }) => ({ labels: { work: kind }, value: waiting })),
      },
      {
        name: "counterfoil_work_oldest_seconds",
        type: "gauge",
        help: "How long the oldest of it has waited. 0 if there is none.",
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
