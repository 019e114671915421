import { DomainError } from "@counterfoil/service";
import { DatabaseAway, DifferentClusters, NoPrimary, TransactionConflict } from "@counterfoil/storage";
import { EmbeddedPostgresError } from "@counterfoil/storage/embedded";
import { CommandError } from "./command.ts";

/** The message of a failed command: the reason and a remedy for known errors, the stack trace for others. */
export function failureText(error: unknown): string {
  if (error instanceof CommandError || error instanceof EmbeddedPostgresError) return error.message;
  if (error instanceof DomainError) {
    return [error.message, ...error.faults.map(({ pointer, detail }) => `  ${pointer}: ${detail}`)].join("\n");
  }
  if (error instanceof NoPrimary || error instanceof DifferentClusters)
    return `The database is unavailable: ${error.message}.`;
  if (error instanceof DatabaseAway) return `The database is unavailable${reasonOf(error.cause)}.`;
  if (error instanceof TransactionConflict) {
    return "Other transactions keep changing the same data. This work was rolled back; run the command again.";
  }
  if (!(error instanceof Error)) return String(error);
  return error.stack ?? error.message;
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error && cause.message !== "" ? ` (${cause.message})` : "";
}
