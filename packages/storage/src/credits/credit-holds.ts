import { namedAccount } from "../accounts/named-account.ts";
import { unnested } from "../database/unnested.ts";
import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";
import type { Row } from "../row.ts";

/** Prepaid credit that is held for expected usage (R-CREDIT-1). */
export type CreditHoldRow = Row<"creditHold">;

/** Closes the expired holds of locked accounts, each by its account's current time. */
export async function expireCreditHolds(tx: Tx, accountIds: readonly string[], now: string): Promise<void> {
  await tx.sql(
    `update credit_hold h set state = 'expired', closed_at = given.now
     from (select a.id, coalesce(c.frozen_time, $3) as now from account a
       left join test_clock c on c.organization_id = $1 and c.id = a.test_clock_id
       where a.organization_id = $1 and a.id = any($2)) as given
     where h.organization_id = $1 and h.account_id = given.id and h.state = 'open' and h.expires_at <= given.now`,
    [tx.organizationId, accountIds, now],
    "expire-credit-holds",
  );
}

/** The open holds of an account that have not expired, in the order in which they were made. */
export async function findOpenCreditHolds(tx: Tx, accountId: string, now: string): Promise<CreditHoldRow[]> {
  return tx.sql<CreditHoldRow>(
    `select * from credit_hold
     where organization_id = $1 and account_id = $2 and state = 'open' and expires_at > $3 order by held_at, id`,
    [tx.organizationId, accountId, now],
    "find-open-credit-holds",
  );
}

/** A hold of an account, by its ID or by the unique ID of its caller. */
export interface HoldKey {
  /** The account, by ID or alias. */
  readonly reference: string;
  readonly id: string | null;
  readonly uniqueId: string | null;
}

/** The holds with these keys. The lookups are nested, as in `findEventAccounts`. */
export async function findCreditHolds(tx: Tx, keys: readonly HoldKey[]): Promise<CreditHoldRow[]> {
  if (keys.length === 0) return [];
  const { source, values } = unnested(keys, { reference: "text", id: "text", uniqueId: "text" });
  return tx.sql<CreditHoldRow>(
    `select h.* from (
       select id, unique_id, ${namedAccount("reference")} as account_id
       from ${source} offset 0
     ) as named
     cross join lateral (
       select * from (select * from credit_hold where organization_id = $1 and id = named.id limit 1) as one
       where one.account_id = named.account_id
       union all
       (select * from credit_hold where organization_id = $1 and account_id = named.account_id and unique_id = named.unique_id limit 1)
     ) as h`,
    [tx.organizationId, ...values],
    "find-credit-holds",
  );
}

const COLUMNS = {
  id: "text",
  accountId: "text",
  uniqueId: "text",
  currency: "text",
  amount: "numeric",
  events: "jsonb",
  heldAt: "timestamptz",
  expiresAt: "timestamptz",
  state: "text",
  settledAmount: "numeric",
  settledHash: "text",
  closedAt: "timestamptz",
} as const satisfies Record<keyof CreditHoldRow, string>;

/** How a hold ends. */
export type ClosedHold = Pick<CreditHoldRow, "id" | "state" | "settledAmount" | "settledHash" | "closedAt">;

/** New holds, and how others end. No hold is in both. */
export interface ChangedHolds {
  readonly made: readonly CreditHoldRow[];
  readonly closed: readonly ClosedHold[];
}

/** In one statement. Returns whether all unique IDs were new. Otherwise the transaction has to be taken back. */
export async function writeCreditHolds(tx: Tx, { made, closed }: ChangedHolds): Promise<boolean> {
  if (made.length === 0 && closed.length === 0) return true;
  const { id, state, settledAmount, settledHash, closedAt } = COLUMNS;
  const ends = unnested(closed, { id, state, settledAmount, settledHash, closedAt });
  const rows = unnested(
    made.map(({ events, ...hold }) => ({ ...hold, events: json(events) })),
    COLUMNS,
    2 + ends.values.length,
  );
  const [written] = await tx.sql<{ made: number }>(
    `with closed as (
       update credit_hold h set state = given.state, settled_amount = given.settled_amount,
         settled_hash = given.settled_hash, closed_at = given.closed_at
       from ${ends.source} where h.organization_id = $1 and h.id = given.id
     ), made as (
       insert into credit_hold (organization_id, ${rows.columns}) select $1, ${rows.columns} from ${rows.source}
       on conflict (organization_id, account_id, unique_id) do nothing returning 1
     )
     select count(*)::integer as made from made`,
    [tx.organizationId, ...ends.values, ...rows.values],
    "write-credit-holds",
  );
  return written?.made === made.length;
}

/** Deletes closed holds with an ID before the given one. Returns how many. */
export async function deleteClosedCreditHolds(tx: Tx, beforeId: string, limit: number): Promise<number> {
  const rows = await tx.sql(
    `delete from credit_hold where organization_id = $1 and id in (
       select id from credit_hold where organization_id = $1 and id < $2 and state <> 'open' order by id limit $3 for no key update skip locked) returning id`,
    [tx.organizationId, beforeId, limit],
    "delete-closed-credit-holds",
  );
  return rows.length;
}
