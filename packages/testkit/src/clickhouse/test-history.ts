import { copyHistory, createIds, createSecrets, type Context, prepareHistory, systemClock } from "@counterfoil/service";
import { type Database, type History, openHistory } from "@counterfoil/storage";

/** The environment variable with the URL of ClickHouse for the test files of the project "history". */
export const clickHouseAddress = "COUNTERFOIL_TEST_CLICKHOUSE";

/** Events are copied as soon as a worker looks, so that stories read them from ClickHouse, and count values by days. */
export const AT_ONCE = { leastEvents: 1, mostSeconds: 0, valueDaysFrom: 0 };

/**
 * A connection to the ClickHouse of this run; null in a run without one. Each test database has its own table in it. Every
 * reader takes what is copied from there, also those that otherwise use it only for what PostgreSQL no longer has, and
 * ClickHouse adds up events and counts values however few they are.
 */
export function openTestHistory(): History | null {
  const url = process.env[clickHouseAddress];
  return url === undefined ? null : openHistory({ url, readsCopied: true, countsValuesFrom: 1, addsUpTo: 0 });
}

/** Copies all events of an organization that are committed, if the run has a ClickHouse. */
export async function copyTestHistory(
  database: Database,
  history: History | null,
  organizationId: string,
  eventsAtOnce = 20_000,
): Promise<void> {
  if (history === null) return;
  await prepareHistory({ database }, history);
  await copyHistory(copierContext(database, organizationId), { history, worker: "test", eventsAtOnce });
}

/** A context for the use cases of the history, which use the database alone. */
export function copierContext(database: Database, organizationId: string): Context {
  return {
    database,
    organizationId,
    clock: systemClock,
    ids: createIds(systemClock),
    secrets: createSecrets([]),
    actor: { type: "command", id: "test" },
    requestId: null,
  } as Partial<Context> as Context;
}
