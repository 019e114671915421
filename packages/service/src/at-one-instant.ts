import { freezeReading, withinTransaction } from "@counterfoil/storage";
import { type Context, transact } from "./context.ts";

/** Runs reads that all see what was committed when the first of them began, however long they take. Nothing can be written. */
export function atOneInstant<Result>(context: Context, work: (frozen: Context) => Promise<Result>): Promise<Result> {
  return transact(context, async ({ tx }) => {
    await freezeReading(tx);
    return work({ ...context, database: withinTransaction(context.database, tx) });
  });
}
