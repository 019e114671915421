import {
  type ClockWatch,
  type Ingestion,
  ingestionStanding,
  type LoopStanding,
  type PoolStanding,
} from "@counterfoil/service";
import type { Family } from "./exposition.ts";

/** What this process did with events. */
export function ingestionFamilies(ingestion: Ingestion): Family[] {
  const { stored, duplicates, failed, refusedEvents, waitingEvents, writing } = ingestionStanding(ingestion);
  return [
    {
      name: "counterfoil_events_total",
      type: "counter",
      help: "Usage events by what became of them: refused ones were not taken because too much waited.",
      samples: Object.entries({ stored, duplicate: duplicates, failed, refused: refusedEvents }).map(
        ([outcome, value]) => ({ labels: { outcome }, value }),
      ),
    },
    {
      name: "counterfoil_events_waiting",
      type: "gauge",
      help: "Usage events that wait for the group commit; 50,000 are the most.",
      samples: [{ value: waitingEvents }],
    },
    {
      name: "counterfoil_event_commits_in_progress",
      type: "gauge",
      help: "Transactions of usage events under way.",
      samples: [{ value: writing }],
    },
  ];
}

/** The clock of this process against the database's. */
export function clockFamilies(watch: ClockWatch | undefined): Family[] {
  const skew = watch?.skewMilliseconds() ?? null;
  if (skew === null) return [];
  return [
    {
      name: "counterfoil_clock_skew_seconds",
      type: "gauge",
      help: "By how much this process's clock is ahead of the database's; beyond 60 either way it does nothing.",
      samples: [{ value: skew / 1000 }],
    },
  ];
}

/** The connections of this process. */
export function poolFamily({ most, open, idle, waiting }: PoolStanding): Family {
  return {
    name: "counterfoil_database_connections",
    type: "gauge",
    help: "Connections of the pool: most that may be open, open ones, idle ones of them, and requests that wait for one.",
    samples: Object.entries({ most, open, idle, waiting }).map(([state, value]) => ({ labels: { state }, value })),
  };
}

/** The loops of this process's worker. */
export function workerFamilies(standings: readonly LoopStanding[]): Family[] {
  const counter = (name: string, help: string, value: (standing: LoopStanding) => number): Family => ({
    name,
    type: "counter",
    help,
    samples: standings.map((standing) => ({ labels: { loop: standing.loop }, value: value(standing) })),
  });
  return [
    counter("counterfoil_worker_rounds_total", "Rounds that came to their end.", ({ rounds }) => rounds),
    counter(
      "counterfoil_worker_failed_rounds_total",
      "Rounds that failed as a whole, as without a database.",
      ({ failedRounds }) => failedRounds,
    ),
    counter(
      "counterfoil_worker_failures_total",
      "Work of one organization that failed; the log says which.",
      ({ failures }) => failures,
    ),
    {
      name: "counterfoil_worker_last_round_timestamp_seconds",
      type: "gauge",
      help: "When a round last came to its end, since 1970.",
      samples: standings.flatMap(({ loop, lastEndedAt }) =>
        lastEndedAt === null ? [] : [{ labels: { loop }, value: Date.parse(lastEndedAt) / 1000 }],
      ),
    },
  ];
}
