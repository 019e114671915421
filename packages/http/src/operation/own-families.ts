import {
  type ClockWatch,
  type Ingestion,
  ingestionStanding,
  type LoopStanding,
  type PoolStanding,
  type RequestLog,
} from "@counterfoil/service";
import type { Family } from "./exposition.ts";

/** What this process did with events. */
export function ingestionFamilies(ingestion: Ingestion): Family[] {
  const { stored, duplicates, failed, refusedEvents, waitingEvents, writing } = ingestionStanding(ingestion);
  return [
    {
      name: "counterfoil_events_total",
      type: "counter",
      help: "Usage events by outcome. refused: not accepted because too many were waiting.",
      samples: Object.entries({ stored, duplicate: duplicates, failed, refused: refusedEvents }).map(
        ([outcome, value]) => ({ labels: { outcome }, value }),
      ),
    },
    {
      name: "counterfoil_events_waiting",
      type: "gauge",
      help: "Usage events waiting for the group commit, at most 50,000.",
      samples: [{ value: waitingEvents }],
    },
    {
      name: "counterfoil_event_commits_in_progress",
      type: "gauge",
      help: "Transactions with usage events in progress.",
      samples: [{ value: writing }],
    },
  ];
}

/** The clock of this process compared with the database's. */
export function clockFamilies(watch: ClockWatch | undefined): Family[] {
  const skew = watch?.skewMilliseconds() ?? null;
  if (skew === null) return [];
  return [
    {
      name: "counterfoil_clock_skew_seconds",
      type: "gauge",
      help:
        "How far this process's clock is ahead of the database's. Beyond 60 in either direction, the process does " +
        "nothing.",
      samples: [{ value: skew / 1000 }],
    },
  ];
}

/** What this process did with requests for the request log. */
export function requestLogFamily(requestLog: RequestLog): Family {
  return {
    name: "counterfoil_request_log_total",
    type: "counter",
    help: "Requests for the request log by outcome. skipped: too many at once. failed: the database did not take them.",
    samples: Object.entries(requestLog.standing()).map(([outcome, value]) => ({ labels: { outcome }, value })),
  };
}

/** The database connections of this process. */
export function poolFamily({ most, open, idle, waiting }: PoolStanding): Family {
  return {
    name: "counterfoil_database_connections",
    type: "gauge",
    help: "Connections of the pool: maximum, open, idle (of the open ones), and requests waiting for one.",
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
    counter("counterfoil_worker_rounds_total", "Completed rounds.", ({ rounds }) => rounds),
    counter(
      "counterfoil_worker_failed_rounds_total",
      "Rounds that failed as a whole, for example without a database.",
      ({ failedRounds }) => failedRounds,
    ),
    counter(
      "counterfoil_worker_failures_total",
      "Failed work of a single organization. The log has the details.",
      ({ failures }) => failures,
    ),
    {
      name: "counterfoil_worker_last_round_timestamp_seconds",
      type: "gauge",
      help: "When the last round completed, in seconds since 1970.",
      samples: standings.flatMap(({ loop, lastEndedAt }) =>
        lastEndedAt === null ? [] : [{ labels: { loop }, value: Date.parse(lastEndedAt) / 1000 }],
      ),
    },
  ];
}
