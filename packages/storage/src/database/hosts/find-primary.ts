import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { DifferentClusters, isConnectionLoss, NoPrimary } from "../database-away.ts";
import { choosePrimary, faultOf, type Found, type ServerRole } from "./choose-primary.ts";
import { type DatabaseHost, hostName, hostNames } from "./database-address.ts";
import { probe, readRole } from "./read-role.ts";

/** Finds the primary among the hosts of a URL, and remembers it until a connection to it fails. */
export interface PrimaryFinder {
  /** @throws NoPrimary, DifferentClusters, or the error of PostgreSQL if all hosts refuse the login alike */
  primary(): Promise<DatabaseHost>;
  /** Checks a new connection before its first use. Throws NoPrimary if its server is not the primary (any more). */
  meet(client: pg.Client, host: DatabaseHost): Promise<void>;
  /** A connection to this host failed. The next `primary` asks all hosts. */
  doubt(host: DatabaseHost): void;
  close(): void;
}

/** After the first primary answered, how long to wait for a newer one. */
const OTHERS_MILLISECONDS = 300;
/**
 * How often a process with open connections asks all hosts. A primary whose machine lost power or network never closes
 * its connections, and one that was cut off from its standby still answers: both are noticed only by asking the others.
 */
const WATCH_MILLISECONDS = 2_000;

/** @param config the settings of a connection, with any host */
export function findPrimary(config: pg.ClientConfig, hosts: readonly DatabaseHost[]): PrimaryFinder {
  let current: DatabaseHost | undefined;
  let looking: Promise<DatabaseHost> | undefined;
  let system: string | null = null;
  let timeline = 0;
  /** The open connections with the timeline of their server. */
  const open = new Map<pg.Client, number>();
  let watching: NodeJS.Timeout | undefined;

  function learn(role: ServerRole): void {
    system ??= role.system;
    timeline = Math.max(timeline, role.timeline ?? 0);
  }

  async function look(): Promise<DatabaseHost> {
    const found = await askAll(config, hosts);
    const choice = choosePrimary(found, { system, timeline });
    if (choice.kind === "found") {
      learn(choice.role);
      current = choice.host;
      endOlder();
      return choice.host;
    }
    current = undefined;
    if (choice.kind === "different_clusters") throw new DifferentClusters(hostNames(hosts), choice.systems);
    throw refusalOfAll(found) ?? new NoPrimary(hostNames(hosts), choice.reasons);
  }

  function lookOnce(): Promise<DatabaseHost> {
    looking ??= look().finally(() => (looking = undefined));
    return looking;
  }

  /** Ends connections to former primaries. What waits for an answer on them fails like after any lost connection. */
  function endOlder(): void {
    for (const [client, since] of open) {
      if (since < timeline) socketOf(client).destroy();
    }
  }

  function watch(): void {
    watching ??= setInterval(() => {
      if (open.size > 0) return void lookOnce().catch(() => undefined);
      clearInterval(watching);
      watching = undefined;
    }, WATCH_MILLISECONDS).unref();
  }

  function doubt(host: DatabaseHost): void {
    if (current === host) current = undefined;
  }

  return {
    primary: () => (current === undefined ? lookOnce() : Promise.resolve(current)),
    async meet(client, host) {
      const role = await readRole(client);
      const fault = faultOf(role, system, timeline);
      if (fault !== undefined) {
        doubt(host);
        throw new NoPrimary(hostNames(hosts), [`${hostName(host)} ${fault}`]);
      }
      learn(role);
      open.set(client, role.timeline ?? timeline);
      client.once("end", () => open.delete(client));
      watch();
    },
    doubt,
    close() {
      clearInterval(watching);
      watching = undefined;
    },
  };
}

/** Asks all hosts at once. A host that does not answer costs little time if another one is a primary. */
async function askAll(config: pg.ClientConfig, hosts: readonly DatabaseHost[]): Promise<Found[]> {
  const found = new Map<DatabaseHost, Found>();
  const hasPrimary = Promise.withResolvers<void>();
  const asked = hosts.map(async (host) => {
    try {
      const role = await probe(config, host);
      found.set(host, { host, role });
      if (role.kind === "primary") hasPrimary.resolve();
    } catch (error) {
      found.set(host, { host, error: error as Error });
    }
  });
  await Promise.race([Promise.all(asked), hasPrimary.promise.then(() => pause(OTHERS_MILLISECONDS))]);
  return hosts.map((host) => found.get(host) ?? { host, error: new Error("no answer yet") });
}

/** If every host refuses for the same reason that no fail-over changes, such as a wrong password: that error. */
function refusalOfAll(found: readonly Found[]): Error | undefined {
  const [first, ...others] = found.map((one) => ("error" in one ? one.error : undefined));
  if (first === undefined || isConnectionLoss(first)) return undefined;
  const { code } = first as { code?: string };
  return code !== undefined && others.every((other) => (other as { code?: string } | undefined)?.code === code)
    ? first
    : undefined;
}

/** The socket of a client. The driver does not declare it. */
function socketOf(client: pg.Client): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
}
