import type pg from "pg";

/** Names the statements that the transactions of a process often run, so that PostgreSQL keeps their plans. */
export interface FrequentStatements {
  /** The statement with a name if it is frequent. A name belongs to one text, on every connection. */
  named(query: pg.QueryConfig): pg.QueryConfig;
  /** Gives every statement a new name, because the plans of the old ones no longer fit the tables. */
  forget(): void;
}

/** A statement that was run so often is frequent. */
const FREQUENT = 3;
/** PostgreSQL keeps plans for each connection, about 40 kB each. Further statements are planned each time. */
const MOST_NAMES = 400;
/** Statements that are counted. Beyond, counting starts again. */
const MOST_COUNTED = 4_000;
const HAS_PLAN = /^\s*(select|insert|update|delete|with)\b/i;
/**
 * The plan of a reading of events depends on the period and the account: partitions without events of the period are
 * left out only if the period is known.
 */
const DEPENDS_ON_VALUES = /\busage_event\b/;

export function frequentStatements(): FrequentStatements {
  const times = new Map<string, number>();
  const names = new Map<string, string>();
  let made = 0;

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_NAMES) return known;
    const time = (times.get(text) ?? 0) + 1;
    if (time < FREQUENT) {
      if (times.size >= MOST_COUNTED) times.clear();
      times.set(text, time);
      return undefined;
    }
    times.delete(text);
    if (!HAS_PLAN.test(text) || DEPENDS_ON_VALUES.test(text)) return undefined;
    const name = `frequent-${(made += 1)}`;
    names.set(text, name);
    return name;
  }

  return {
    named(query) {
      // Without values the driver may send several commands as one text, which cannot be prepared.
      if (query.name !== undefined || (query.values ?? []).length === 0) return query;
      const name = nameOf(query.text);
      return name === undefined ? query : { ...query, name };
    },
    forget() {
      names.clear();
    },
  };
}

/**
 * True for a statement whose plan a connection has kept since before a migration changed its columns. It works on a new
 * connection.
 */
export function hasStalePlan(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message === "cached plan must not change result type" || hasStalePlan(error.cause);
}
