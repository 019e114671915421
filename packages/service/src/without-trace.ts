import { withinTransaction } from "@counterfoil/storage";
import { type Context, transact, type Work } from "./context.ts";

/**
 * Runs work in a transaction that is rolled back, and returns its result. A preview made this way is exactly what the
 * real call would do.
 */
export async function withoutTrace<Result>(context: Context, work: (work: Work) => Promise<Result>): Promise<Result> {
  const seen: Result[] = [];
  const takenBack = new Error("a preview is taken back");
  await transact(context, async (transaction) => {
    const result = await work({ ...transaction, isPreview: true });
    // Where the transaction runs again after a conflict, only the last attempt counts.
    seen.splice(0, seen.length, result);
    throw takenBack;
  }).catch((error: unknown) => {
    if (error !== takenBack) throw error;
  });
  const [result] = seen;
  if (seen.length !== 1 || result === undefined) throw new Error("the preview was not made");
  return result;
}

/**
 * Runs an action of any number of transactions to see what it would do, mail included. All of them are rolled back
 * together.
 */
export function inTrial<Given extends Context, Result>(
  context: Given,
  act: (context: Given) => Promise<Result>,
): Promise<Result> {
  return withoutTrace(context, ({ tx }) => act({ ...context, database: withinTransaction(context.database, tx) }));
}
