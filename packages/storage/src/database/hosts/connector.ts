import pg from "pg";
import { oneHostUrl, readDatabaseAddress } from "./database-address.ts";
import { findPrimary, type PrimaryFinder } from "./find-primary.ts";
import { pointTo } from "./read-role.ts";

/** How to connect to a database URL, which may name several hosts. */
export interface Connector {
  /** For the settings of a client or a pool. */
  readonly connectionString: string;
  /** The class of its clients. With several hosts, each connects to the primary. */
  readonly Client: typeof pg.Client;
  close(): void;
}

/** With one host and without `target_session_attrs`, the driver connects as always. */
export function openConnector(url: string): Connector {
  const { hosts, wantsPrimary } = readDatabaseAddress(url);
  if (!wantsPrimary) return { connectionString: url, Client: pg.Client, close: () => undefined };
  const connectionString = oneHostUrl(url);
  const finder = findPrimary({ connectionString }, hosts);
  return { connectionString, Client: primaryClients(finder), close: () => finder.close() };
}

/** A client for one piece of work, with the settings of `pg`. Connect it, and end it. */
export function createClient(url: string, settings: pg.ClientConfig = {}): pg.Client {
  const { connectionString, Client, close } = openConnector(url);
  const client = new Client({ ...settings, connectionString });
  client.once("end", close);
  return client;
}

type Connected = (error: Error | null, client?: unknown) => void;

/** The class of clients that connect to the primary, wherever it is when they connect. */
function primaryClients(finder: PrimaryFinder): typeof pg.Client {
  return class PrimaryClient extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    /** The pool passes a callback. */
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      const connected = this.#connectToPrimary();
      if (callback === undefined) return connected;
      const tell = callback as Connected;
      void connected.then((client) => tell(null, client), tell);
    }

    async #connectToPrimary(): Promise<pg.Client> {
      const host = await finder.primary();
      pointTo(this, host);
      const onError = () => finder.doubt(host);
      this.on("error", onError);
      try {
        await super.connect();
        await finder.meet(this, host);
        return this;
      } catch (error) {
        finder.doubt(host);
        void this.end().catch(() => undefined);
        throw error;
      }
    }
  };
}
