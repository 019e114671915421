/** The database did not answer: nothing is known to be wrong with the request, and it may be sent again (503). */
export class DatabaseAway extends Error {
  constructor(options?: ErrorOptions) {
    super("the database does not answer", options);
    this.name = "DatabaseAway";
  }
}

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

/** What pg says of a connection, which has no code; and of a prepared statement that a migration has overtaken. */
const LOST_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Client was closed|cached plan must not change result type/;

/** True for errors that speak of the connection, which is to be replaced, and not of the statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return LOST.has((error as { code?: string }).code ?? "") || LOST_WORDS.test(error.message);
}
