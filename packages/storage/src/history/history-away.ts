/** Why ClickHouse cannot be used at the moment. */
export type HistoryTrouble =
  /** It did not answer in time, or the connection was refused or lost. */
  | "unavailable"
  | "disk_full"
  /** Its release is too old. */
  | "wrong_version"
  /** It does not have this database's copy: another server, or one that lost its data. */
  | "not_the_copy"
  /** Months that were dropped from PostgreSQL are needed, and the reading uses PostgreSQL alone. */
  | "dropped"
  /** It refused a statement for another reason. */
  | "refused";

/**
 * ClickHouse cannot be used. Nothing is lost: PostgreSQL has every event that was not dropped. Messages never contain
 * the credentials of its URL.
 */
export class HistoryAway extends Error {
  readonly trouble: HistoryTrouble;

  constructor(trouble: HistoryTrouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "HistoryAway";
    this.trouble = trouble;
  }
}

/** ClickHouse's codes of errors that mean more than a refused statement. */
const TROUBLES: Readonly<Record<string, HistoryTrouble>> = {
  "60": "not_the_copy", // UNKNOWN_TABLE
  "81": "not_the_copy", // UNKNOWN_DATABASE
  "159": "unavailable", // TIMEOUT_EXCEEDED
  "202": "unavailable", // TOO_MANY_SIMULTANEOUS_QUERIES
  "209": "unavailable", // SOCKET_TIMEOUT
  "210": "unavailable", // NETWORK_ERROR
  "241": "unavailable", // MEMORY_LIMIT_EXCEEDED
  "242": "unavailable", // TABLE_IS_READ_ONLY
  "243": "disk_full", // NOT_ENOUGH_SPACE
  "252": "unavailable", // TOO_MANY_PARTS
  "319": "unavailable", // UNKNOWN_STATUS_OF_INSERT
  "999": "unavailable", // KEEPER_EXCEPTION
};

const WORDS: Readonly<Record<HistoryTrouble, string>> = {
  unavailable: "is unavailable",
  disk_full: "has no space left on its disk",
  wrong_version: "has an unsupported version",
  not_the_copy: "does not have the copy of this database's events",
  dropped: "is needed for events that were dropped from PostgreSQL",
  refused: "refused a statement",
};

/** The error of a statement or a connection as `HistoryAway`. */
export function historyAwayFor(error: unknown, name: string): HistoryAway {
  if (error instanceof HistoryAway) return error;
  const code = (error as { code?: unknown }).code;
  // ClickHouse's own errors have numbers; those of connections have names such as ECONNREFUSED.
  const isAnswer = typeof code === "string" && /^\d+$/.test(code);
  const trouble = isAnswer ? (TROUBLES[code] ?? "refused") : "unavailable";
  return new HistoryAway(trouble, `ClickHouse at ${name} ${WORDS[trouble]}`, { cause: error });
}
