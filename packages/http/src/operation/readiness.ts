import {
  ClockOff,
  type ClockWatch,
  DatabaseAway,
  DifferentClusters,
  missingMigrations,
  NoPrimary,
  refusesTransactions,
} from "@counterfoil/service";
import type { Ports } from "../ports.ts";
import { withinTime } from "./within-time.ts";

/** Whether this process should receive requests, and if not, why. */
export interface Readiness {
  readonly status: "ok" | "unavailable";
  /** `ok` or the problem, for each check. */
  readonly checks: {
    readonly process: string;
    readonly database: string;
    readonly migrations: string;
    /** Present if the clock is compared with the database's. */
    readonly clock?: string;
  };
}

/** Below the usual probe timeouts: 1 s in Kubernetes by default, 2 to 5 s in load balancers. */
const PATIENCE_MILLISECONDS = 900;

/** A newer measurement is reused. */
const CLOCK_AGE_MILLISECONDS = 500;
/** A pooler without transactions was put between this process and PostgreSQL, or its mode was changed. */
const POOLED = "pooled by statement";

/**
 * Ready means that the database responds and has the schema of this release or a later one, that the clocks agree, and
 * that the process was not asked to stop (R-OPS-4).
 */
export async function readiness(
  { database, clockWatch }: Pick<Ports, "database" | "clockWatch">,
  stopping: AbortSignal,
): Promise<Readiness> {
  const process = stopping.aborted ? "stopping" : "ok";
  const found = await lookAtDatabase(database);
  const checks = { process, ...found, ...(clockWatch === undefined ? {} : { clock: await lookAtClock(clockWatch) }) };
  const isReady = Object.values(checks).every((check) => check === "ok");
  return { status: isReady ? "ok" : "unavailable", checks };
}

async function lookAtDatabase(database: Ports["database"]): Promise<{ database: string; migrations: string }> {
  try {
    const missing = await withinTime(missingMigrations(database), PATIENCE_MILLISECONDS);
    if (missing === undefined) return { database: "slow", migrations: "unknown" };
    const migrations = missing.length === 0 ? "ok" : `missing: ${missing.join(", ")}`;
    return { database: "ok", migrations };
  } catch (error) {
    return { database: wordFor(error), migrations: "unknown" };
  }
}

function wordFor(error: unknown): string {
  if (error instanceof NoPrimary || error instanceof DifferentClusters) return error.summary;
  if (refusesTransactions(error instanceof DatabaseAway ? error.cause : error)) return POOLED;
  return error instanceof DatabaseAway ? "away" : "refusing";
}

/** If the database does not respond, the last measurement of the clock applies. */
async function lookAtClock(watch: ClockWatch): Promise<string> {
  await withinTime(watch.look(CLOCK_AGE_MILLISECONDS), PATIENCE_MILLISECONDS).catch(() => undefined);
  try {
    watch.clock.now();
    return watch.skewMilliseconds() === null ? "unknown" : "ok";
  } catch (error) {
    if (error instanceof ClockOff) return error.message;
    throw error;
  }
}
