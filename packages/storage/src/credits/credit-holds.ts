import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";
import type { Row } from "../row.ts";

/** Prepaid credit that is held for expected usage (R-CREDIT-1). */
export type CreditHoldRow = Row<"creditHold">;

/** Closes the holds of a locked account that have expired. */
export async function expireCreditHolds(tx: Tx, accountId: string, now: string): Promise<void> {
  await tx.sql(
    `update credit_hold set state = 'expired', closed_at = $3
     where organization_id = $1 and account_id = $2 and state = 'open' and expires_at <= $3`,
    [tx.organizationId, accountId, now],
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
export async function findCreditHold(
  tx: Tx,
  accountId: string,
  by: { readonly id: string } | { readonly uniqueId: string },
): Promise<CreditHoldRow | undefined> {
  const [column, value] = "id" in by ? ["id", by.id] : ["unique_id", by.uniqueId];
  const [row] = await tx.sql<CreditHoldRow>(
    `select * from credit_hold where organization_id = $1 and account_id = $2 and ${column} = $3`,
    [tx.organizationId, accountId, value],
  );
  return row;
}

export async function insertCreditHold(tx: Tx, hold: CreditHoldRow): Promise<void> {
  const row = { ...hold, organizationId: tx.organizationId, events: json(hold.events) };
  await tx.all(build.insertInto("creditHold").values(row));
}

/** How a hold ends. */
export type ClosedHold = Pick<CreditHoldRow, "id" | "state" | "settledAmount" | "settledHash"> & {
  readonly closedAt: string;
};

export async function closeCreditHold(tx: Tx, hold: ClosedHold): Promise<void> {
  await tx.sql(
    `update credit_hold set state = $3, settled_amount = $4, settled_hash = $5, closed_at = $6
     where organization_id = $1 and id = $2`,
    [tx.organizationId, hold.id, hold.state, hold.settledAmount, hold.settledHash, hold.closedAt],
    "close-credit-hold",
  );
}

/** Deletes closed holds with an ID before the given one. Returns how many. */
export async function deleteClosedCreditHolds(tx: Tx, beforeId: string, limit: number): Promise<number> {
  const rows = await tx.sql(
    `delete from credit_hold where organization_id = $1 and id in (
       select id from credit_hold where organization_id = $1 and id < $2
         and (state <> 'open' or expires_at < now()) order by id limit $3 for no key update skip locked) returning id`,
    [tx.organizationId, beforeId, limit],
    "delete-closed-credit-holds",
  );
  return rows.length;
}
