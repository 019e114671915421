import type { ModelCatalog } from "@counterfoil/engine";
import pg from "pg";
import { awayFor, DatabaseFull } from "./database-away.ts";
import { commit } from "./commit.ts";
import { createFairShare } from "./fair-share.ts";
import { frequentStatements, hasStalePlan } from "./frequent-statements.ts";
import { KEPT_ALIVE } from "./kept-alive.ts";
import { LookupsBehindPooler, openLookupConnection } from "./lookup-connection.ts";
import { openConnector } from "./hosts/connector.ts";
import {
  type ConflictRetries,
  isConflict,
  isTwin,
  retryConflicts,
  TransactionConflict,
  TWIN_TIMES,
  withConflict,
} from "./transaction-conflict.ts";
import type { History } from "../history/history.ts";
import { createMemory } from "./memory.ts";
import { organizationSessions } from "./organization-session.ts";
import { createTx, type StatementConfig, type Tx } from "./tx.ts";
import { typeParsers } from "./types.ts";
import { watchedLocks } from "./watched-locks.ts";
import { writeOncePerTurn } from "./write-once-per-turn.ts";

/** Access to PostgreSQL. Every connection logs in as the role that cannot bypass row-level security (R-ORG-1). */
export interface Database {
  /**
   * Runs `work` in one transaction of one organization. Commits when it returns and rolls back when it throws. After a
   * deadlock, a serialization failure, or a row that another transaction wrote first (`isTwin`), it rolls back and runs
   * `work` again, a limited number of times. So `work` must not have effects that a rollback cannot undo.
   */
  transaction<Result>(organizationId: string, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Runs reads of one organization without a transaction. Each statement sees what is committed when it starts. */
  read<Result>(organizationId: string, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Runs one of the few statements outside any organization, such as the functions in the migrations made for them. */
  unscoped<Row>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  /** The current state of the pool. */
  connections(): PoolStanding;
  /** How many transactions of an organization this process has committed. */
  commits(): number;
  close(): Promise<void>;
}

/** The connections of a pool: how many are open, how many of them are idle, and how many requests wait for one. */
export interface PoolStanding {
  readonly most: number;
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  /** The moving average of how many milliseconds a connection was held recently. */
  readonly heldMilliseconds: number;
}

const CONNECTIONS = 10;
/** In a pool of more than twice this size, the busiest organization leaves this many connections to others. */
const LEFT_TO_OTHERS = 2;
const CONNECT_MILLISECONDS = 5_000;
/** The weight of the latest value in the average. */
const LATEST = 0.1;
/** Connections that stay open while nothing happens, with the plans of their statements, so that the first call after a pause need not make them. */
const KEPT_CONNECTIONS = 2;

export interface DatabaseOptions {
  /** The maximum number of connections held at once. */
  readonly connections?: number;
  /** How many milliseconds work waits for a connection before it fails with `DatabaseAway`. Default: 5,000. */
  readonly connectMilliseconds?: number;
  readonly applicationName?: string;
  readonly conflictRetries?: ConflictRetries;
  /** Where old events are read. Closed with the database. Default: null, for PostgreSQL alone. */
  readonly history?: History | null;
  /** The prices of models, instead of the built-in ones (R-AI-1). */
  readonly modelCatalog?: ModelCatalog | null;
  /**
   * Commits do not wait until the disk has them: a power failure can lose those of the last second, always the latest.
   * Only for work that is repeated from its beginning unless it was completed. Default: false.
   */
  readonly commitsEarly?: boolean;
}

/** Opens a pool and a connection for lookups on `appUrl`, the application role's URL that `migrate` returns. */
export function openDatabase(appUrl: string, options: DatabaseOptions = {}): Database {
  const connector = openConnector(appUrl);
  const { connectMilliseconds = CONNECT_MILLISECONDS } = options;
  const config = {
    connectionString: connector.connectionString,
    connectionTimeoutMillis: connectMilliseconds,
    application_name: options.applicationName ?? "counterfoil",
    ...KEPT_ALIVE,
    options: `-c TimeZone=UTC -c jit=off${options.commitsEarly === true ? " -c synchronous_commit=off" : ""}`,
    types: typeParsers,
  };
  const most = options.connections ?? CONNECTIONS;
  const pool = new pg.Pool({
    ...config,
    Client: connector.Client,
    max: most,
    min: Math.min(KEPT_CONNECTIONS, most),
    pipeline: true,
  });
  const share = createFairShare(most > 2 * LEFT_TO_OTHERS ? most - LEFT_TO_OTHERS : most, connectMilliseconds);
  // Lookups by key have one good plan each, and planning again costs more than running it.
  const lookups = openLookupConnection(connector.Client, {
    ...config,
    options: `${config.options} -c plan_cache_mode=force_generic_plan`,
  });
  // The pool replaces a connection that is lost while idle.
  pool.on("error", () => undefined);
  // If a connection is lost while in use, its query fails, which informs the caller. Without a listener, the event
  // would end the process.
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    writeOncePerTurn(client);
  });

  const { isPooled, enter, begin } = organizationSessions();
  const memory = createMemory();
  const frequent = frequentStatements();
  const { history = null, modelCatalog = null } = options;

  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      throw awayFor(error) ?? error;
    }
  }

  /** Whether the connection for lookups found a pooler. Then lookups use the pool. */
  let hasNoLookups = false;

  let heldMilliseconds = 0;
  let commits = 0;

  /** @param organizationId null for work outside any organization, which may use any free connection */
  async function withClient<Result>(
    organizationId: string | null,
    work: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result> {
    if (organizationId === null) return withAnyClient(work);
    await share.take(organizationId);
    try {
      return await withAnyClient(work);
    } finally {
      share.give(organizationId);
    }
  }

  async function withAnyClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await connect();
    const since = performance.now();
    let broken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      const away = awayFor(error);
      // A full disk does not harm the connection.
      if (!(away instanceof DatabaseFull)) broken = away;
      // Other plans of the connection may be stale too.
      if (error instanceof Error && hasStalePlan(error)) broken = error;
      throw away ?? error;
    } finally {
      client.release(broken);
      heldMilliseconds += LATEST * (performance.now() - since - heldMilliseconds);
    }
  }

  /** Whether a read is repeated. Plans that are stale are forgotten. */
  function isAgain(error: unknown): boolean {
    if (!hasStalePlan(error)) return isConflict(error);
    frequent.forget();
    return true;
  }

  /** For reads: named statements use the connection for lookups. Others take a connection from the pool. */
  async function withReader<Result>(organizationId: string | null, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const onPool = (query: StatementConfig) =>
      withClient(organizationId, async (client) => {
        if (await isPooled(client)) return alone(client, organizationId, query);
        if (organizationId !== null) await enter(client, organizationId);
        return client.query(query.isGeneric === true ? frequent.named(query) : query);
      });
    async function sendOnce(query: StatementConfig) {
      if (query.name === undefined || hasNoLookups) return onPool(query);
      try {
        return await lookups.query(organizationId, query);
      } catch (error) {
        if (!(error instanceof LookupsBehindPooler)) throw error;
        hasNoLookups = true;
        return onPool(query);
      }
    }
    // Each statement is its own transaction, even if it calls a function that writes.
    const runQuery = (query: StatementConfig) =>
      retryConflicts(() => withConflict(() => sendOnce(query), isAgain), options.conflictRetries);
    return work(createTx({ runQuery, organizationId: organizationId ?? "", memory, history, modelCatalog }));
  }

  /** Runs a statement in a separate transaction. */
  async function alone(
    client: pg.PoolClient,
    organizationId: string | null,
    query: pg.QueryConfig,
  ): Promise<pg.QueryResult<Record<string, unknown>>> {
    try {
      const [, result] = await Promise.all([begin(client, organizationId, true), client.query(unnamed(query))]);
      await commit(client);
      return result;
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      throw error;
    }
  }

  /** Runs a transaction once. */
  async function runOnce<Result>(
    organizationId: string,
    work: (tx: Tx) => Promise<Result>,
    time: number,
  ): Promise<Result> {
    const isAgain = (error: unknown) =>
      isConflict(error) || hasStalePlan(error) || (time <= TWIN_TIMES && isTwin(error));
    return withClient(organizationId, async (client) => {
      const pooled = await isPooled(client);
      if (!pooled) await enter(client, organizationId);
      // `begin` travels together with the first statements, and the commit with the last ones. The server answers them
      // in order.
      const begun = begin(client, organizationId, pooled);
      begun.catch(() => undefined);
      let failure: unknown;
      const locks = watchedLocks();
      const tx = createTx({
        async runQuery(query) {
          locks?.beforeStatement(query.text, query.values);
          const [result] = await Promise.all([client.query(pooled ? unnamed(query) : frequent.named(query)), begun]);
          locks?.afterStatement(query.text, result.rows);
          return result;
        },
        organizationId,
        memory,
        history,
        modelCatalog,
        onFailure: (error) => (failure ??= error),
        isAgain,
      });
      try {
        const result = await work(tx);
        if (failure instanceof TransactionConflict) throw failure;
        await commit(client, isAgain);
        commits += 1;
        return result;
      } catch (error) {
        await client.query("rollback").catch(() => undefined);
        const thrown = failure ?? error;
        if (hasStalePlan(thrown)) frequent.forget();
        throw thrown;
      }
    });
  }

  return {
    transaction: (organizationId, work) =>
      retryConflicts((time) => runOnce(organizationId, work, time), options.conflictRetries),
    read: withReader,
    unscoped: (text, values = [], name) => withReader(null, (tx) => tx.sql(text, values, name)),
    connections: () => ({
      most,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + share.waiting(),
      heldMilliseconds,
    }),
    commits: () => commits,
    async close() {
      connector.close();
      await lookups.close();
      await pool.end();
      await history?.close();
    },
  };
}

/** A prepared statement belongs to a backend, where another connection may have prepared one with the same name. */
function unnamed({ text, values }: pg.QueryConfig): pg.QueryConfig {
  return values === undefined ? { text } : { text, values };
}
