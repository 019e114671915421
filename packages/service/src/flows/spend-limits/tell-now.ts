import type { Work } from "../../context.ts";
import { inSavepoint } from "../../in-savepoint.ts";
import { familySpendOf, spendOf } from "./look-at-spend.ts";
import type { Reached } from "./reached-shares.ts";
import { tellShares } from "./tell-shares.ts";

/**
 * Reports the shares of limits of accounts, and of their families, that usage has reached. Usage that cannot be rated now is left to the
 * worker, which reports why.
 */
export async function tellNow(work: Work, accountIds: readonly string[]): Promise<void> {
  const reached: Reached[] = [];
  for (const accountId of accountIds) {
    for (const read of [spendOf, familySpendOf]) {
      const spend = await inSavepoint(work, () => read(work, accountId));
      if (!("failure" in spend)) reached.push(...spend.reached);
    }
  }
  await tellShares(work, reached);
}
