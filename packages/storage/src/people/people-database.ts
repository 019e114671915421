import pg from "pg";
import { KEPT_ALIVE } from "../database/kept-alive.ts";
import { isConnectionLoss } from "../database/database-away.ts";
import { openConnector } from "../database/hosts/connector.ts";
import { createMemory } from "../database/memory.ts";
import { isDirect } from "../database/pooler.ts";
import { retryConflicts } from "../database/transaction-conflict.ts";
import { createTx } from "../database/tx.ts";
import { typeParsers } from "../database/types.ts";
import { type PeopleSession, pooledSession } from "./people-session.ts";

/**
 * The second access to PostgreSQL, for people's sign-in data. It logs in as a role that can access only the schema
 * `identity`. The role of `Database` can access everything else.
 */
export interface PeopleDatabase {
  /** For better-auth, which sends its own statements. */
  readonly pool: PeoplePool;
  /** Member names are in camelCase. */
  sql<Row>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  close(): Promise<void>;
}

/** What better-auth uses of a pool. */
export interface PeoplePool {
  connect(): Promise<PeopleSession>;
  end(): Promise<void>;
}

/** People rarely sign in, so a few connections are enough for many. */
const CONNECTIONS = 4;
/** Connections that stay open: a worker looks for mail to people every 20 seconds, and the pool closes others after ten. */
const KEPT_CONNECTIONS = 1;

const SETTINGS = "set search_path = identity; set TimeZone = 'UTC'";

/** Opens a pool on the URL that `peopleUrl` returns. It connects only when needed. */
export function openPeopleDatabase(url: string): PeopleDatabase {
  const connector = openConnector(url);
  const pooled = new WeakSet<pg.PoolClient>();

  /** A direct connection keeps its settings. A pooler drops the options, and gives settings to other clients. */
  async function prepare(client: pg.PoolClient): Promise<void> {
    if (await isDirect(client)) await client.query(SETTINGS);
    else pooled.add(client);
  }

  const pool = new pg.Pool({
    connectionString: connector.connectionString,
    connectionTimeoutMillis: 5_000,
    application_name: "counterfoil people",
    ...KEPT_ALIVE,
    options: "-c TimeZone=UTC -c jit=off -c search_path=identity",
    max: CONNECTIONS,
    min: KEPT_CONNECTIONS,
    Client: connector.Client,
    // The pool waits for the returned promise, although the types of `pg` do not say so.
    onConnect: prepare as unknown as NonNullable<pg.PoolConfig["onConnect"]>,
  });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));

  async function connect(): Promise<PeopleSession> {
    const client = await pool.connect();
    return pooled.has(client) ? pooledSession(client) : client;
  }

  async function runQuery(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const session = await connect();
    try {
      // better-auth reads instants as dates. Our own statements read them as elsewhere.
      const result = await session.query({ ...query, types: typeParsers });
      session.release();
      return result;
    } catch (error) {
      session.release(isConnectionLoss(error));
      throw error;
    }
  }

  const tx = createTx({ runQuery, organizationId: "", memory: createMemory() });
  return {
    pool: { connect, end: () => pool.end() },
    sql: (text, values, name) => retryConflicts(() => tx.sql(text, values, name)),
    async close() {
      connector.close();
      await pool.end();
    },
  };
}
