import type { Work } from "../../context.ts";
import { inSavepoint } from "../../in-savepoint.ts";
import { spendOf } from "./look-at-spend.ts";
import { tellShares } from "./tell-shares.ts";

/**
 * Reports the shares of an account's limits that its usage has reached. Usage that cannot be rated now is left to the
 * worker, which reports why.
 */
export async function tellNow(work: Work, accountId: string): Promise<void> {
  const spend = await inSavepoint(work, () => spendOf(work, accountId));
  if (!("failure" in spend)) await tellShares(work, spend.reached);
}
