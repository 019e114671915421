import { type Context, transact, type Work } from "./context.ts";

/** Does something whole, looks at it and takes it back: what is previewed so is what would be done, and nothing of it stays. */
export async function withoutTrace<Result>(context: Context, work: (work: Work) => Promise<Result>): Promise<Result> {
  const seen: Result[] = [];
  const takenBack = new Error("a preview is taken back");
  await transact(context, async (transaction) => {
    const result = await work(transaction);
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
