import { Socket } from "node:net";
import type pg from "pg";
import { isConnectionLoss } from "./database-away.ts";
import { isDirect } from "./pooler.ts";

/**
 * One connection that all requests share for fast lookups. Each statement is sent without waiting for earlier answers,
 * and the statements of one event loop turn are sent together. Sending costs more than looking up, so this serves
 * several times as many lookups as a pool, and a request that only looks something up does not take a connection from
 * the pool.
 *
 * Every statement commits on its own. A slow statement would delay all others, so the connection accepts only named
 * statements.
 */
export interface LookupConnection {
  /** @param organizationId null for statements outside any organization */
  query(organizationId: string | null, query: pg.QueryConfig): Promise<pg.QueryResult<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** A pooler is in between. Other connections could see the settings of this connection, so it is not opened. */
export class LookupsBehindPooler extends Error {}

interface Connection {
  readonly client: pg.Client;
  readonly socket: Socket;
  /** The organization for statements sent from now on, and whether the server accepted it. */
  organizationId: string | null;
  entered: Promise<unknown>;
  /** Ends the connection. The next statement opens a new one, even in the same turn. */
  abandon(): void;
}

/** A lookup that takes longer is abandoned together with its connection, so that the lookups behind it can continue. */
const LONGEST_MILLISECONDS = 5_000;

/** Opens the connection with the first statement, and again after it was lost. */
export function openLookupConnection(Client: typeof pg.Client, config: pg.ClientConfig): LookupConnection {
  let opened: Promise<Connection> | undefined;

  function connection(): Promise<Connection> {
    if (opened !== undefined) return opened;
    const opening = open(forget);
    function forget(): void {
      if (opened === opening) opened = undefined;
    }
    opened = opening;
    return opening;
  }

  async function open(forget: () => void): Promise<Connection> {
    const socket = new Socket();
    const client = new Client({
      ...config,
      stream: () => socket,
      pipeline: true,
      query_timeout: LONGEST_MILLISECONDS,
    });
    // Callers that wait for an answer get the error. The next statement opens a new connection.
    client.on("error", forget);
    client.on("end", forget);
    try {
      await client.connect();
      if (!(await isDirect(client))) throw new LookupsBehindPooler();
    } catch (error) {
      forget();
      socket.destroy();
      throw error;
    }
    function abandon(): void {
      forget();
      socket.destroy();
    }
    return { client, socket, organizationId: null, entered: Promise.resolve(), abandon };
  }

  /** Repeating a lookup does no harm, so a lost connection is replaced without an error. */
  async function query(organizationId: string | null, statement: pg.QueryConfig) {
    try {
      return await send(organizationId, statement);
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      return send(organizationId, statement);
    }
  }

  async function send(organizationId: string | null, statement: pg.QueryConfig) {
    const current = await connection();
    sendTogether(current.socket);
    try {
      if (organizationId === null) return await current.client.query(statement);
      if (current.organizationId !== organizationId) enter(current, organizationId);
      // Never returns an answer for another organization: if setting the organization failed, everything sent after it
      // fails.
      const [result] = await Promise.all([current.client.query(statement), current.entered]);
      return result;
    } catch (error) {
      if (isConnectionLoss(error)) current.abandon();
      throw error;
    }
  }

  function enter(current: Connection, organizationId: string): void {
    current.organizationId = organizationId;
    current.entered = current.client.query({
      name: "enter-organization",
      text: "select set_config('counterfoil.organization_id', $1, false)",
      values: [organizationId],
    });
    current.entered.catch(current.abandon);
  }

  return {
    query,
    async close() {
      const open = await opened?.catch(() => undefined);
      await open?.client.end();
    },
  };
}

/** Holds back writes until the current event loop turn has read all input. */
function sendTogether(socket: Socket): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  setImmediate(() => socket.uncork());
}
