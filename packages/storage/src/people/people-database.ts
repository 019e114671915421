import pg from "pg";
import { createMemory } from "../database/memory.ts";
import { retryConflicts } from "../database/transaction-conflict.ts";
import { createTx } from "../database/tx.ts";
import { typeParsers } from "../database/types.ts";

/**
 * The other door to PostgreSQL, for what proves who a person is. It logs in as a role that reaches the schema `identity` and
 * nothing else, as the role of the other door reaches everything but that.
 */
export interface PeopleDatabase {
  /** For better-auth, which writes its own statements. */
  readonly pool: pg.Pool;
  /** Member names in camelCase. */
  sql<Row>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  close(): Promise<void>;
}

/** People sign in seldom and look around a little: a few connections serve many. */
const CONNECTIONS = 4;

/** The pool waits for what this promises, which the types of `pg` do not say. */
const setSearchPath = ((client) => client.query("set search_path = identity; set TimeZone = 'UTC'")) as NonNullable<
  pg.PoolConfig["onConnect"]
>;

/** Opens a pool on the URL that `peopleUrl` answers. Nothing is connected before it is needed. */
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
  // better-auth reads instants as dates; our own statements read them as the rest of the platform does.
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
