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
  readonly accountId: string;
  readonly id: string | null;
  readonly uniqueId: string | null;
}

/** The holds with these keys. */
export async function findCreditHolds(tx: Tx, keys: readonly HoldKey[]): Promise<CreditHoldRow[]> {
  if (keys.length === 0) return [];
  const { source, values } = unnested(keys, { accountId: "text", id: "text", uniqueId: "text" });
  return tx.sql<CreditHoldRow>(
    `select h.* from ${source}
     join credit_hold h on h.organization_id = $1 and h.id = given.id and h.account_id = given.account_id
     union all
     select h.* from ${source}
     join credit_hold h on h.organization_id = $1 and h.account_id = given.account_id and h.unique_id = given.unique_id`,
    [tx.organizationId, ...values],
    "find-credit-holds",
  );
}

export async function insertCreditHolds(tx: Tx, holds: readonly CreditHoldRow[]): Promise<void> {
  if (holds.length === 0) return;
  const rows = holds.map(({ events, ...hold }) => ({ ...hold, events: json(events) }));
  const { columns, source, values } = unnested(rows, COLUMNS);
  await tx.sql(
    `insert into credit_hold (organization_id, ${columns}) select $1, ${columns} from ${source}`,
    [tx.organizationId, ...values],
    "insert-credit-holds",
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

export async function closeCreditHolds(tx: Tx, holds: readonly ClosedHold[]): Promise<void> {
  if (holds.length === 0) return;
  const { id, state, settledAmount, settledHash, closedAt } = COLUMNS;
  const { source, values } = unnested(holds, { id, state, settledAmount, settledHash, closedAt });
  await tx.sql(
    `update credit_hold h set state = given.state, settled_amount = given.settled_amount,
       settled_hash = given.settled_hash, closed_at = given.closed_at
     from ${source} where h.organization_id = $1 and h.id = given.id`,
    [tx.organizationId, ...values],
    "close-credit-holds",
  );
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
