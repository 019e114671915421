/** The embedded server could not start or stop. The message names the cause and the way out, for a person to read. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}

/** The way out that is open to everybody: bring a PostgreSQL of your own. */
export const useOwnServer = "or set DATABASE_URL to a PostgreSQL server (15 or newer) of your own";
