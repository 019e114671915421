/**
 * SQLSTATE classes that speak of what a statement was given: data exceptions, broken constraints, limits of the program.
 * Everything else (the disk is full, the connection is lost) speaks of the server and would come back for each row.
 */
const OF_THE_ROWS = /^(22|23|54)/;

/** True for an error that some row of a batch may have caused, so that the others can be stored without it. */
export function isRowRefused(error: unknown): boolean {
  return error instanceof Error && OF_THE_ROWS.test((error as { code?: string }).code ?? "");
}
