import pg from "pg";
import { createMemory } from "../database/memory.ts";
import { retryConflicts } from "../database/transaction-conflict.ts";
import { createTx } from "../database/tx.ts";
import { typeParsers } from "../database/types.ts";

/**
 * The second access to PostgreSQL, for people's sign-in data. It logs in as a role that can access only the schema
 * `identity`. The role of `Database` can access everything else.
 */
export interface PeopleDatabase {
  /** For better-auth, which sends its own statements. */
  readonly pool: pg.Pool;
  /** Member names are in camelCase. */
  sql<Row>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  close(): Promise<void>;
}

/** People rarely sign in, so a few connections are enough for many. */
const CONNECTIONS = 4;

/** The pool waits for the returned promise, although the types of `pg` do not say so. */
const setSearchPath = ((client) => client.query("set search_path = identity; set TimeZone = 'UTC'")) as NonNullable<
  pg.PoolConfig["onConnect"]
>;

/** Opens a pool on the URL that `peopleUrl` returns. It connects only when needed. */
export function openPeopleDatabase(url: string): PeopleDatabase {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: "counterfoil people",
    options: "-c TimeZone=UTC -c jit=off -c search_path=identity",
  };
  const pool = new pg.Pool({
    ...config,
    max: CONNECTIONS,
    // A pooler in front of PostgreSQL drops the options above.
    onConnect: setSearchPath,
  });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  // better-auth reads instants as dates. Our own statements read them as elsewhere.
  const tx = createTx({
    runQuery: (query) => pool.query({ ...query, types: typeParsers }),
    organizationId: "",
    memory: createMemory(),
  });
  return {
    pool,
    sql: (text, values, name) => retryConflicts(() => tx.sql(text, values, name)),
    close: () => pool.end(),
  };
}
