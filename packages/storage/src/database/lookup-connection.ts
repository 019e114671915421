import { Socket } from "node:net";
import pg from "pg";
import { isConnectionLoss } from "./database-away.ts";
import { isDirect } from "./pooler.ts";

/**
 * One connection that all requests share for quick look-ups: each statement is sent without waiting for the answers to those
 * before it, and what arises in one turn of the loop is sent in one piece. Sending costs more than looking up: this is
 * several times what a pool answers, and a request that only looks something up holds no connection of the pool.
 *
 * Every statement commits by itself. A slow one would keep all others waiting, so it takes none but named ones.
 */
export interface LookupConnection {
  /** @param organizationId null for the statements that belong to no organization. */
  query(organizationId: string | null, query: pg.QueryConfig): Promise<pg.QueryResult<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** A pooler stands between: what is set on this connection may be met by others, so that none is opened. */
export class LookupsBehindPooler extends Error {}

interface Connection {
  readonly client: pg.Client;
  readonly socket: Socket;
  /** The organization that statements sent from now on will act for, and whether the server really took it. */
  organizationId: string | null;
  entered: Promise<unknown>;
  /** Ends it; the next statement, even one in the same turn, finds a new connection. */
  abandon(): void;
}

/** A look-up that takes longer is given up, and the connection with it, so that those behind it go on. */
const LONGEST_MILLISECONDS = 5_000;

/** Opens the connection with the first statement, and again after it was lost. */
export function openLookupConnection(config: pg.ClientConfig): LookupConnection {
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
    const client = new pg.Client({
      ...config,
      stream: () => socket,
      pipeline: true,
      keepAlive: true,
      query_timeout: LONGEST_MILLISECONDS,
    });
    // Whoever waits for an answer is told by it; the next statement finds a new connection.
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

  /** Looking something up twice does no harm: a connection that was lost meanwhile is replaced unnoticed. */
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
      // Never an answer for another organization: when entering failed, so does all that was sent after it.
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

/** Holds back what is written until the present turn of the loop has read all that came in. */
function sendTogether(socket: Socket): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  setImmediate(() => socket.uncork());
}
