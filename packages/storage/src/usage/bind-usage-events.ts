import type { Tx } from "../database/tx.ts";
import { lockUsageSequence } from "./insert-usage-events.ts";
import { lockAccountNames } from "./lock-account-names.ts";

/**
 * Gives an account the events that were kept for one of these names; answers how many. They get a new sequence, for they
 * begin to count now: a reading up to an earlier cut-off stays what it was.
 */
export async function bindUsageEvents(tx: Tx, accountId: string, names: readonly string[]): Promise<number> {
  await lockAccountNames(tx, names, "alone");
  await lockUsageSequence(tx);
  const [row] = await tx.sql<{ bound: string }>(
    `with bound as (
       update usage_event set account_id = $2, sequence = default,
         account_reference = nullif(account_reference, $2)
       where organization_id = $1 and account_id is null and account_reference = any($3) returning 1
     )
     select count(*) as bound from bound`,
    [tx.organizationId, accountId, names],
  );
  return Number(row?.bound ?? 0);
}
