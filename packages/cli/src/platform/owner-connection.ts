import pg from "pg";
import { CommandError } from "../command.ts";

/** A connection as the owner of the database, whom row-level security does not bind. For what is done before or beside the platform. */
export interface OwnerConnection {
  rows<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** Connects, runs the work, and closes. A server that cannot be reached is a message that names it and not the password. */
export async function asOwner<Result>(
  ownerUrl: string,
  work: (owner: OwnerConnection) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: "-c TimeZone=UTC",
  });
  // A connection that is lost while nothing is asked of it: the next question says so.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    await client.end().catch(() => undefined);
    throw new CommandError(
      `Cannot connect to PostgreSQL at ${serverName(ownerUrl)}: ${reasonOf(cause)}. Check DATABASE_URL and that the server runs.`,
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

/** `db.example.com:5432/counterfoil`: the address without who connects. */
export function serverName(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${hostname || "localhost"}:${port || "5432"}${pathname}`;
}

/** Node tells of several addresses that it tried as one error without a message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join("; ");
  return cause instanceof Error ? cause.message : String(cause);
}
