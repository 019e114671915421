import { DatabaseAway } from "@counterfoil/storage";
import type { Work } from "./context.ts";

/** Runs a part of the transaction that is taken back by itself when it fails. */
export async function attempt<Result extends object>(
  { tx }: Work,
  part: () => Promise<Result>,
): Promise<Result | { readonly failure: unknown }> {
  await tx.sql("savepoint attempt");
  try {
    const result = await part();
    await tx.sql("release savepoint attempt");
    return result;
  } catch (failure) {
    if (failure instanceof DatabaseAway) throw failure;
    await tx.sql("rollback to savepoint attempt");
    return { failure };
  }
}
