import type { Tx } from "../database/tx.ts";

/** Who a reference of an event means, and where that account's clock stands. */
export interface EventAccount {
  reference: string;
  accountId: string;
  /** The frozen time of the account's test clock; null when the account lives in real time (R-TIME-4). */
  frozenTime: string | null;
}

/** The accounts that are known by these ids or aliases, in one statement; the unknown are left out. */
export async function findEventAccounts(tx: Tx, references: readonly string[]): Promise<EventAccount[]> {
  return tx.sql<EventAccount>(
    `select named.reference, a.id as account_id, c.frozen_time
     from unnest($2::text[]) as named (reference)
     left join account_alias l on l.organization_id = $1 and l.alias = named.reference
     join account a on a.organization_id = $1 and a.id = coalesce(l.account_id, named.reference)
     left join test_clock c on c.organization_id = $1 and c.id = a.test_clock_id`,
    [tx.organizationId, references],
    "find-event-accounts",
  );
}
