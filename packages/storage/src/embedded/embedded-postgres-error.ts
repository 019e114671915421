/** The embedded server could not start or stop. The message is for a person: it names the cause and a solution. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}

/** The solution that always works: use another PostgreSQL server. */
export const useOwnServer = "or set DATABASE_URL to a PostgreSQL server (15 or newer) of your own";
