import { DatabaseAway, TransactionConflict } from "@counterfoil/storage";
import type { Work } from "./context.ts";

/**
 * Runs a part of the transaction that is rolled back alone if it fails. A lost connection or a conflict with another
 * transaction is not a failure of the part: it is thrown, and the outermost transaction runs again.
 */
export async function inSavepoint<Result extends object>(
  { tx }: Work,
  part: () => Promise<Result>,
): Promise<Result | { readonly failure: unknown }> {
  await tx.sql("savepoint part_of_work");
  try {
    const result = await part();
    await tx.sql("release savepoint part_of_work");
    return result;
  } catch (failure) {
    if (failure instanceof DatabaseAway || failure instanceof TransactionConflict) throw failure;
    await tx.sql("rollback to savepoint part_of_work");
    return { failure };
  }
}
