import type pg from "pg";
import { createClient } from "./hosts/connector.ts";

/**
 * How connections reach PostgreSQL.
 *
 * - `direct`: each connection has its own PostgreSQL backend for its whole life.
 * - `session`: a pooler is in between and assigns each connection a backend for its whole life.
 * - `transaction`: a pooler assigns a backend for one transaction. Session settings, prepared statements and session
 *   locks may be lost or be seen by other connections, so Counterfoil uses none of them there.
 * - `statement`: a pooler assigns a backend for one statement. There are no transactions, so Counterfoil cannot work.
 */
export type Pooling = "direct" | "session" | "transaction" | "statement";

/**
 * The number of checks. Each uses more than one backend, so that a pooler that alternates between backends is detected.
 */
const LOOKS = 4;
const PATIENCE_MILLISECONDS = 2_000;
/** PgBouncer's message for a transaction in statement pooling mode. */
const NO_TRANSACTIONS = /transaction blocks not allowed/i;
const REFUSES_OPTIONS = /unsupported startup parameter/i;

/**
 * Determines how `url` reaches PostgreSQL. A pooler hides the process ID of the backend, which PostgreSQL tells a
 * client at login. If both are equal, the connection is direct. Behind a pooler, a second connection holds a
 * transaction while the first one asks for its backend: a pooler that shares backends gives the second connection the
 * backend that the first one had.
 */
export async function findPooling(url: string, patienceMilliseconds = PATIENCE_MILLISECONDS): Promise<Pooling> {
  const settings = { query_timeout: patienceMilliseconds };
  const first = await connect(url, settings);
  try {
    if (await isDirect(first)) return "direct";
    const second = await connect(url, settings);
    try {
      return await comparePooled(first, second);
    } finally {
      await close(second);
    }
  } finally {
    await close(first);
  }
}

/** False if a pooler rejects the settings that Counterfoil sends when it connects. */
export async function takesOptions(url: string): Promise<boolean> {
  try {
    await close(await connect(url, { options: "-c TimeZone=UTC" }));
    return true;
  } catch (error) {
    if (error instanceof Error && REFUSES_OPTIONS.test(error.message)) return false;
    throw error;
  }
}

/** True if the answering backend is the one that PostgreSQL named at login. */
export async function isDirect(client: pg.Client | pg.PoolClient): Promise<boolean> {
  return (await backendOf(client)) === loginProcess(client);
}

/** True for the refusal of a transaction by a pooler in statement mode. */
export function refusesTransactions(error: unknown): boolean {
  return error instanceof Error && NO_TRANSACTIONS.test(error.message);
}

/** The process ID of the backend that answers now. */
async function backendOf(client: pg.Client | pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid ?? 0;
}

/** The process ID from the login. The driver keeps it but does not declare it. */
function loginProcess(client: pg.Client | pg.PoolClient): number | null {
  return (client as unknown as { processID: number | null }).processID;
}

async function comparePooled(first: pg.Client, second: pg.Client): Promise<Pooling> {
  const lent = await backendOf(first);
  for (let look = 0; look < LOOKS; look += 1) {
    try {
      await second.query("begin");
    } catch (error) {
      if (refusesTransactions(error)) return "statement";
      throw error;
    }
    try {
      if ((await backendOf(second)) === lent) return "transaction";
      if ((await backendOf(first)) !== lent) return "transaction";
    } catch (error) {
      // The other connection holds the only backend, so it is shared.
      if (isTimeout(error)) return "transaction";
      throw error;
    } finally {
      await second.query("rollback").catch(() => undefined);
    }
  }
  return "session";
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /Query read timeout/.test(error.message);
}

/** Sends no options unless requested: some poolers reject them, and the check must work there, too. */
async function connect(url: string, settings: pg.ClientConfig): Promise<pg.Client> {
  const client = createClient(url, {
    connectionTimeoutMillis: 10_000,
    application_name: "counterfoil",
    ...settings,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    await close(client);
    throw error;
  }
  return client;
}

function close(client: pg.Client): Promise<void> {
  return client.end().catch(() => undefined);
}
