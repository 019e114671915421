import pg from "pg";
import { DatabaseAway, isConnectionLoss } from "./database-away.ts";
import { createFairShare } from "./fair-share.ts";
import { LookupsBehindPooler, openLookupConnection } from "./lookup-connection.ts";
import { backendOf, BackendChanged, findPooling, isDirect, type Pooling } from "./pooler.ts";
import {
  type ConflictRetries,
  isConflict,
  isTwin,
  retryConflicts,
  TransactionConflict,
  TWIN_TIMES,
  withConflict,
} from "./transaction-conflict.ts";
import { createMemory } from "./memory.ts";
import { createTx, type Tx } from "./tx.ts";
import { typeParsers } from "./types.ts";
import { watchedLocks } from "./watched-locks.ts";

/** The door to PostgreSQL. Every connection logs in as the role that cannot bypass row-level security (R-ORG-1). */
export interface Database {
  /**
   * Runs `work` in one transaction of one organization; commits when it returns, rolls back when it throws. After a deadlock, a
   * serialization failure, or a row that another one wrote first (`isTwin`) it is rolled back and `work` runs again, a bounded
   * number of times: it must leave nothing behind that a rollback does not take back.
   */
  transaction<Result>(organizationId: string, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Runs reads of one organization without a transaction: each statement sees what is committed when it starts. */
  read<Result>(organizationId: string, work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** The few statements that belong to no organization: the functions in the migrations made for that. */
  unscoped<Row>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  /** How the connections of the pool stand now. */
  connections(): PoolStanding;
  /** How connections reach PostgreSQL now. Behind a pooler this asks with two connections, else with none. */
  pooling(): Promise<Pooling>;
  close(): Promise<void>;
}

/** Connections of a pool: open ones, those of them that nobody uses, and who waits for one. */
export interface PoolStanding {
  readonly most: number;
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  /** Milliseconds for which one was held lately, by a moving mean. */
  readonly heldMilliseconds: number;
}

const CONNECTIONS = 10;
/** Of a pool with more than twice as many, so many stay free for other organizations than the busiest one. */
const LEFT_TO_OTHERS = 2;
const CONNECT_MILLISECONDS = 5_000;
/** Readiness is asked for by somebody who waits no longer than a second. */
const LOOK_MILLISECONDS = 400;
/** What the latest one counts for in the mean. */
const LATEST = 0.1;

export interface DatabaseOptions {
  /** Most connections held at once. */
  readonly connections?: number;
  readonly applicationName?: string;
  readonly conflictRetries?: ConflictRetries;
}

/** Opens a pool and a connection for look-ups on `appUrl`, the URL of the application's role that `migrate` answers. */
export function openDatabase(appUrl: string, options: DatabaseOptions = {}): Database {
  const config = {
    connectionString: appUrl,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    application_name: options.applicationName ?? "counterfoil",
    options: "-c TimeZone=UTC -c jit=off",
    types: typeParsers,
  };
  const most = options.connections ?? CONNECTIONS;
  const pool = new pg.Pool({ ...config, max: most, pipeline: true });
  const share = createFairShare(most > 2 * LEFT_TO_OTHERS ? most - LEFT_TO_OTHERS : most, CONNECT_MILLISECONDS);
  // Look-ups by keys have one good plan each, and to make it anew costs more than to follow it.
  const lookups = openLookupConnection({
    ...config,
    options: `${config.options} -c plan_cache_mode=force_generic_plan`,
  });
  // A connection lost while idle is replaced by the next one that is asked for.
  pool.on("error", () => undefined);
  // One lost while it works fails its query, which tells whoever asked; unheard, the event would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));

  /** The organization that a direct connection is set to, so that setting it again costs nothing. */
  const organizationOf = new WeakMap<pg.PoolClient, string>();
  /** For a connection through a pooler: the backend that it was lent first. Null for a direct connection. */
  const backends = new WeakMap<pg.PoolClient, number | null>();
  const memory = createMemory();

  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      if (isConnectionLoss(error)) throw new DatabaseAway({ cause: error });
      throw error;
    }
  }

  /** True as long as the latest connection went through a pooler, null before the first. */
  let isPooled: boolean | null = null;
  /** What the last look found, for when a busy pooler has no connection left to look with. */
  let latestPooling: Pooling | undefined;

  async function lookAtPooling(): Promise<Pooling> {
    if (isPooled === false) return "direct";
    try {
      latestPooling = await findPooling(appUrl, LOOK_MILLISECONDS);
    } catch (error) {
      if (latestPooling === undefined) throw error;
    }
    return latestPooling;
  }

  /** Looks once at a new connection: a direct one stays with its backend, so that what was set on it stays set. */
  async function meet(client: pg.PoolClient): Promise<number | null> {
    const known = backends.get(client);
    if (known !== undefined) return known;
    isPooled = !(await isDirect(client));
    const backend = isPooled ? await backendOf(client) : null;
    backends.set(client, backend);
    return backend;
  }

  /**
   * Sets a direct connection to the organization unless it is already; the setting outlives the transaction on purpose, for
   * nobody else is ever lent this backend.
   */
  async function enter(client: pg.PoolClient, organizationId: string): Promise<void> {
    if (organizationOf.get(client) === organizationId) return;
    organizationOf.delete(client);
    await client.query({
      name: "enter-organization",
      text: "select set_config('counterfoil.organization_id', $1, false)",
      values: [organizationId],
    });
    organizationOf.set(client, organizationId);
  }

  /**
   * Begins a transaction. Behind a pooler, what was set before it is not trusted: the organization is set for this transaction
   * alone, and the backend has to be the one that the connection had from the first.
   */
  async function begin(client: pg.PoolClient, organizationId: string | null, backend: number | null): Promise<void> {
    if (backend === null) return void (await client.query("begin"));
    const begun = client.query("begin");
    const settings = client.query<{ pid: number }>(
      `select pg_backend_pid() as pid, set_config('TimeZone', 'UTC', true),
         set_config('counterfoil.organization_id', coalesce($1, current_setting('counterfoil.organization_id', true), ''), true)`,
      [organizationId],
    );
    const [, { rows }] = await Promise.all([begun, settings]);
    if (rows[0]?.pid === backend) return;
    latestPooling = "shared";
    throw new BackendChanged();
  }

  let heldMilliseconds = 0;

  /** @param organizationId null for what belongs to none, and takes what there is. */
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
      if (error instanceof DatabaseAway) broken = error;
      if (isConnectionLoss(error)) broken = new DatabaseAway({ cause: error });
      throw broken ?? error;
    } finally {
      client.release(broken);
      heldMilliseconds += LATEST * (performance.now() - since - heldMilliseconds);
    }
  }

  /** For reads: named statements go over the connection for look-ups, and only for others a connection of the pool is taken. */
  async function withReader<Result>(organizationId: string | null, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const onPool = (query: pg.QueryConfig) =>
      withClient(organizationId, async (client) => {
        const backend = await meet(client);
        if (backend !== null) return alone(client, organizationId, backend, query);
        if (organizationId !== null) await enter(client, organizationId);
        return client.query(query);
      });
    async function sendOnce(query: pg.QueryConfig) {
      if (query.name === undefined || isPooled === true) return onPool(query);
      try {
        return await lookups.query(organizationId, query);
      } catch (error) {
        if (!(error instanceof LookupsBehindPooler)) throw error;
        isPooled = true;
        return onPool(query);
      }
    }
    // Each statement is a transaction by itself, also one that calls a function that writes.
    const runQuery = (query: pg.QueryConfig) =>
      retryConflicts(() => withConflict(() => sendOnce(query)), options.conflictRetries);
    return work(createTx({ runQuery, organizationId: organizationId ?? "", memory }));
  }

  /** A statement in a transaction of its own. */
  async function alone(
    client: pg.PoolClient,
    organizationId: string | null,
    backend: number,
    query: pg.QueryConfig,
  ): Promise<pg.QueryResult<Record<string, unknown>>> {
    try {
      const [, result] = await Promise.all([begin(client, organizationId, backend), client.query(unnamed(query))]);
      await client.query("commit");
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
    const isAgain = (error: unknown) => isConflict(error) || (time <= TWIN_TIMES && isTwin(error));
    return withClient(organizationId, async (client) => {
      const backend = await meet(client);
      if (backend === null) await enter(client, organizationId);
      // Begin and the first statements travel together, and so do the last ones and the commit. Each is answered in its order.
      const begun = begin(client, organizationId, backend);
      begun.catch(() => undefined);
      let failure: unknown;
      const locks = watchedLocks();
      const tx = createTx({
        async runQuery(query) {
          locks?.beforeStatement(query.text, query.values);
          const [result] = await Promise.all([client.query(backend === null ? query : unnamed(query)), begun]);
          locks?.afterStatement(query.text, result.rows);
          return result;
        },
        organizationId,
        memory,
        onFailure: (error) => (failure ??= error),
        isAgain,
      });
      try {
        const result = await work(tx);
        if (failure instanceof TransactionConflict) throw failure;
        // After a failed statement PostgreSQL takes a commit for a rollback, and says so.
        const { command } = await withConflict(() => client.query("commit"), isAgain);
        if (command !== "COMMIT") throw new Error("the transaction was rolled back");
        return result;
      } catch (error) {
        await client.query("rollback").catch(() => undefined);
        throw failure ?? error;
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
    pooling: lookAtPooling,
    async close() {
      await lookups.close();
      await pool.end();
    },
  };
}

/** A prepared statement belongs to a backend, where another connection may have made one of the same name. */
function unnamed({ text, values }: pg.QueryConfig): pg.QueryConfig {
  return values === undefined ? { text } : { text, values };
}
