import { DatabaseAway, freezeReading, withinTransaction } from "@counterfoil/storage";
import { type Context, transact } from "./context.ts";

/**
 * Runs reads that all see what was committed when the first of them began, however long they take. Nothing can be
 * written. Does not retry after a conflict, because the caller has already written out what was read.
 */
export function atOneInstant<Given extends Context, Result>(
  context: Given,
  work: (frozen: Given) => Promise<Result>,
): Promise<Result> {
  let hasBegun = false;
  return transact(context, async ({ tx }) => {
    if (hasBegun) throw new DatabaseAway({ cause: new Error("the reading was interrupted") });
    hasBegun = true;
    await freezeReading(tx);
    return work({ ...context, database: withinTransaction(context.database, tx) });
  });
}
