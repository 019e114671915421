import { namedAccount } from "../accounts/named-account.ts";
import type { Tx } from "../database/tx.ts";

/** The account that a reference in an event means, and the time of its clock. */
export interface EventAccount {
  reference: string;
  accountId: string;
  /** The time of the account's test clock; null if the account uses real time (R-TIME-4). */
  frozenTime: string | null;
}

/**
 * The accounts with these IDs or aliases, in one statement. Unknown ones are left out. The lookups are nested, so that
 * only the keys can answer them: as joins, a plan made while the tables were small would read whole tables for each
 * batch, at ten times the cost.
 */
export async function findEventAccounts(tx: Tx, references: readonly string[]): Promise<EventAccount[]> {
  return tx.sql<EventAccount>(
    `select named.reference, a.id as account_id,
       (select c.frozen_time from test_clock c where c.organization_id = $1 and c.id = a.test_clock_id) as frozen_time
     from (
       select reference, ${namedAccount("reference")} as account_id
       from unnest($2::text[]) as reference offset 0
     ) as named
     cross join lateral (
       select id, test_clock_id from account where organization_id = $1 and id = named.account_id limit 1
     ) as a`,
    [tx.organizationId, references],
    "find-event-accounts",
  );
}
