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

/**
 * The connection was lost while a commit was on its way, or the commit was not confirmed by the synchronous standby. The
 * transaction may be durable or not. A request sent again with its Idempotency-Key, and an event with its ID, take effect
 * once either way.
 */
export class CommitUnknown extends DatabaseAway {
  constructor(options?: ErrorOptions) {
    super(options);
    this.message = "the database did not confirm a commit";
    this.name = "CommitUnknown";
  }
}

/** None of the hosts of a database URL is a primary that can be reached. A promotion ends this. */
export class NoPrimary extends DatabaseAway {
  /** Without the reasons, for callers who may not learn them. */
  readonly summary: string;

  constructor(hosts: string, reasons: readonly string[]) {
    super();
    this.summary = `no primary among ${hosts}`;
    this.message = `${this.summary}: ${reasons.join("; ")}`;
    this.name = "NoPrimary";
  }
}

/** The hosts of a database URL are not copies of each other, so a fail-over would lose everything. */
export class DifferentClusters extends DatabaseAway {
  readonly summary: string;

  constructor(hosts: string, systems: readonly string[]) {
    super();
    this.summary = `${hosts} are not copies of one database`;
    this.message = `${this.summary}: their system identifiers differ (${systems.join("; ")}). Name one primary and its standbys`;
    this.name = "DifferentClusters";
  }
}

const DISK_FULL = "53100";

const LOST = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOENT",
  "ECONNABORTED",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "57P05", // idle_session_timeout
  "08000",
  "08003",
  "08006", // connection exceptions
  "25006", // read_only_sql_transaction: the server is a standby
  "53300", // too_many_connections
]);

/** pg's messages for lost connections, which have no code, and for a prepared statement made invalid by a migration. */
const LOST_WORDS =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Client was closed|cached plan must not change result type/;

/** True for errors that concern the connection, which has to be replaced, and not the statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isPoolerFailure(error)) return true;
  return LOST.has(codeOf(error)) || LOST_WORDS.test(error.message);
}

/** The `DatabaseAway` that a caller gets for an error of a statement, or undefined if the statement itself is at fault. */
export function awayFor(error: unknown): DatabaseAway | undefined {
  if (error instanceof DatabaseAway) return error;
  if (error instanceof Error && codeOf(error) === DISK_FULL) return new DatabaseFull({ cause: error });
  return isConnectionLoss(error) ? new DatabaseAway({ cause: error }) : undefined;
}

/** A pooler reports with this code that it has no server, or that its server is gone, and ends the connection. */
function isPoolerFailure(error: Error): boolean {
  return codeOf(error) === "08P01" && (error as { severity?: string }).severity === "FATAL";
}

function codeOf(error: Error): string {
  return (error as { code?: string }).code ?? "";
}
