import type pg from "pg";
import { CommitUnknown, isConnectionLoss } from "./database-away.ts";
import { isConflict, withConflict } from "./transaction-conflict.ts";

/** SQLSTATE class 01: a warning. */
const WARNING = /^01/;

/**
 * Commits. Throws `CommitUnknown` if nothing says that the transaction is durable: the connection was lost before the
 * answer, or PostgreSQL stopped waiting for the synchronous standby (for example after `statement_timeout`), which it
 * reports only as a warning.
 */
export async function commit(client: pg.PoolClient, isAgain: (error: unknown) => boolean = isConflict): Promise<void> {
  let warning: Error | undefined;
  const onNotice = (notice: { code?: string | undefined; message?: string | undefined }) => {
    if (WARNING.test(notice.code ?? "")) warning ??= new Error(notice.message);
  };
  client.on("notice", onNotice);
  try {
    const { command } = await withConflict(() => client.query("commit"), isAgain);
    // After a failed statement, PostgreSQL turns a commit into a rollback and says so.
    if (command !== "COMMIT") throw new Error("the transaction was rolled back");
  } catch (error) {
    throw isConnectionLoss(error) ? new CommitUnknown({ cause: error }) : error;
  } finally {
    client.off("notice", onNotice);
  }
  if (warning !== undefined) throw new CommitUnknown({ cause: warning });
}
