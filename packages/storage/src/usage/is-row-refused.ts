/**
 * SQLSTATE classes that concern the statement's input: data exceptions, violated constraints, program limits. All
 * others (full disk, lost connection) concern the server and would recur for each row.
 */
const OF_THE_ROWS = /^(22|23|54)/;

/** True for an error that a single row of a batch may have caused, so that the other rows can be stored without it. */
export function isRowRefused(error: unknown): boolean {
  return error instanceof Error && OF_THE_ROWS.test((error as { code?: string }).code ?? "");
}
