import { createClient, hostNames, NoPrimary, readDatabaseAddress } from "@counterfoil/storage";
import type pg from "pg";
import { CommandError } from "../command.ts";

/** A connection as the database owner, who bypasses row-level security. For work before or outside the platform. */
export interface OwnerConnection {
  rows<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** Connects, runs the work, and closes. The error for an unreachable server names the server, but not the password. */
export async function asOwner<Result>(
  ownerUrl: string,
  work: (owner: OwnerConnection) => Promise<Result>,
): Promise<Result> {
  const client = createClient(ownerUrl, {
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: "-c TimeZone=UTC",
  });
  // A lost idle connection: the next query reports it.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    await client.end().catch(() => undefined);
    throw new CommandError(
      `Cannot connect to PostgreSQL at ${serverName(ownerUrl)}: ${reasonOf(cause)}. ${nextStep(ownerUrl, cause)}`,
      1,
      { cause },
    );
  }
  try {
    return await work({
      rows: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
        (await client.query<Row>(text, [...values])).rows,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** `db.example.com:5432/counterfoil`: the URL without the user. */
export function serverName(databaseUrl: string): string {
  const { hosts, database } = readDatabaseAddress(databaseUrl);
  return `${hostNames(hosts)}/${database}`;
}

/** What to do about a refused connection, by the code of Node or PostgreSQL. */
function nextStep(ownerUrl: string, cause: unknown): string {
  if (cause instanceof NoPrimary) return "Promote a standby, or correct the hosts in DATABASE_URL.";
  const { code } = (cause instanceof AggregateError ? cause.errors[0] : cause) as { code?: string };
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "Check the host name in DATABASE_URL.";
    case "28P01":
    case "28000":
      return "Check the user and the password in DATABASE_URL, and pg_hba.conf of the server.";
    case "3D000":
      return `Create the database, for example with "createdb ${readDatabaseAddress(ownerUrl).database}", or correct its name in DATABASE_URL.`;
    case "53300":
      return "Raise max_connections on the server, or stop other clients.";
    case "57P03":
      return "The server is starting or stopping. Try again in a moment.";
    default:
      return "Check DATABASE_URL and that the server is running.";
  }
}

/** Node reports a failure with several addresses as one error without a message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join("; ");
  return cause instanceof Error ? cause.message : String(cause);
}
