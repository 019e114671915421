/** The database did not answer. The request itself may be valid and can be retried (503). */
export class DatabaseAway extends Error {
  constructor(options?: ErrorOptions) {
    super("the database does not respond", options);
    this.name = "DatabaseAway";
  }
}

/**
 * The disk of the database is full. PostgreSQL rolled the statement back. Reads still work, and writes work again when
 * there is space.
 */
export class DatabaseFull extends DatabaseAway {
  constructor(options?: ErrorOptions) {
    super(options);
    this.message = "the disk of the database is full";
    this.name = "DatabaseFull";
  }
}

const DISK_FULL = "53100";

const LOST = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOENT",
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "08000",
  "08003",
  "08006", // connection exceptions
]);

/** pg's messages for lost connections, which have no code, and for a prepared statement made invalid by a migration. */
const LOST_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Client was closed|cached plan must not change result type/;

/** True for errors that concern the connection, which has to be replaced, and not the statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return LOST.has(codeOf(error)) || LOST_WORDS.test(error.message);
}

/** The `DatabaseAway` that a caller gets for an error of a statement, or undefined if the statement itself is at fault. */
export function awayFor(error: unknown): DatabaseAway | undefined {
  if (error instanceof DatabaseAway) return error;
  if (error instanceof Error && codeOf(error) === DISK_FULL) return new DatabaseFull({ cause: error });
  return isConnectionLoss(error) ? new DatabaseAway({ cause: error }) : undefined;
}

function codeOf(error: Error): string {
  return (error as { code?: string }).code ?? "";
}
