import { build } from "../database/build.ts";
import type { DueQuery } from "../billing/claim-due-subscriptions.ts";
import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import { lockFreeAccounts } from "./account-credit.ts";
import { type ListFields, type ListPage, type ListQuery, listRows } from "../lists/list.ts";
import type { Row } from "../row.ts";

/** Prepaid credit of an account (R-INV-8). */
export type CreditGrantRow = Row<"creditGrant">;

const column = (type: "text" | "instant" | "decimal" | "integer" | "list", name: string) =>
  ({ type, sql: `credit_grant.${name}` }) as const;

export const CREDIT_GRANT_FIELDS: ListFields = {
  id: column("text", "id"),
  accountId: { ...column("text", "account_id"), names: "account" },
  currency: column("text", "currency"),
  metricId: column("text", "metric_id"),
  amount: column("decimal", "amount"),
  balance: column("decimal", "balance"),
  priority: column("integer", "priority"),
  effectiveAt: column("instant", "effective_at"),
  expiresAt: column("instant", "expires_at"),
  productIds: column("list", "product_ids"),
  reason: column("text", "reason"),
  voidedAt: column("instant", "voided_at"),
  createdAt: column("instant", "created_at"),
  updatedAt: column("instant", "updated_at"),
};

/** One page of all grants, or of the grants of an account. */
export function listCreditGrants(
  tx: Tx,
  accountId: string | null,
  query: ListQuery,
): Promise<ListPage<CreditGrantRow>> {
  const filters = accountId === null ? [] : [{ field: "accountId", operator: "eq", value: accountId } as const];
  return listRows<CreditGrantRow>(
    tx,
    { table: "credit_grant", fields: CREDIT_GRANT_FIELDS },
    {
      ...query,
      filters: [...query.filters, ...filters],
    },
  );
}

export async function findCreditGrant(
  tx: Tx,
  id: string,
  lock: "for no key update" | "" = "",
): Promise<CreditGrantRow | undefined> {
  const [row] = await tx.sql<CreditGrantRow>(
    `select * from credit_grant where organization_id = $1 and id = $2 ${lock}`,
    [tx.organizationId, id],
  );
  return row;
}

export async function insertCreditGrant(tx: Tx, grant: CreditGrantRow): Promise<void> {
  await tx.all(build.insertInto("creditGrant").values({ ...grant, organizationId: tx.organizationId }));
}

/** The grants of these accounts that have a balance at an instant, in the order in which they are used (R-INV-8). */
export async function findUsableGrants(
  tx: Tx,
  accountIds: readonly string[],
  at: string,
  lock: "for no key update" | "" = "",
): Promise<CreditGrantRow[]> {
  return tx.sql<CreditGrantRow>(
    `select * from credit_grant
     where organization_id = $1 and account_id = any($2) and balance > 0 and effective_at <= $3
       and (expires_at is null or expires_at > $3)
     order by priority, expires_at nulls last, created_at, id ${lock}`,
    [tx.organizationId, accountIds, at],
  );
}

/**
 * The grants of an account that are not voided and expire after an instant, also future ones and those without a balance, in the
 * order in which they are used.
 */
export async function findGrantsAfter(tx: Tx, accountId: string, at: string): Promise<CreditGrantRow[]> {
  return tx.sql<CreditGrantRow>(
    `select * from credit_grant
     where organization_id = $1 and account_id = $2 and voided_at is null and (expires_at is null or expires_at > $3)
     order by priority, expires_at nulls last, created_at, id`,
    [tx.organizationId, accountId, at],
    "find-grants-after",
  );
}

/** The change of a grant's balance. A negative amount draws from it. */
export interface GrantMovement {
  readonly id: string;
  readonly amount: string;
}

/**
 * Changes the balances of grants; each grant may appear once. One guarded statement: a draw larger than the balance is
 * not written, so that concurrent draws never overspend. Returns the grants that it changed.
 */
export async function moveGrantBalances(
  tx: Tx,
  movements: readonly GrantMovement[],
  at: string,
): Promise<CreditGrantRow[]> {
  if (movements.length === 0) return [];
  const { source, values } = unnested(movements, { id: "text", amount: "numeric" });
  return tx.sql<CreditGrantRow>(
    `update credit_grant g set balance = g.balance + given.amount, updated_at = $${values.length + 2}
     from ${source}
     where g.organization_id = $1 and g.id = given.id and g.voided_at is null
       and g.balance + given.amount between 0 and g.amount
     returning g.*`,
    [tx.organizationId, ...values, at],
  );
}

/** Voids a grant: its remaining balance is gone for good. */
export async function markGrantVoid(tx: Tx, id: string, at: string): Promise<void> {
  await tx.sql(
    `update credit_grant set balance = 0, voided_at = $3, updated_at = $3
     where organization_id = $1 and id = $2 and voided_at is null`,
    [tx.organizationId, id, at],
  );
}

/**
 * Claims grants that expired with a remaining balance, earliest first. Locks them and their accounts until commit, the
 * accounts first, as every transaction that takes credit does. Grants of accounts that another worker holds are
 * skipped.
 */
export async function claimExpiredGrants(tx: Tx, due: DueQuery): Promise<CreditGrantRow[]> {
  const expired = `expires_at <= $2 and balance > 0
    and ${due.testClockId === null ? "test_clock_id is null and $4::text is null" : "test_clock_id = $4"}`;
  const found = await tx.sql<{ accountId: string }>(
    `select distinct account_id from (
       select account_id from credit_grant where organization_id = $1 and ${expired} order by expires_at, id limit $3) as earliest`,
    [tx.organizationId, due.now, due.limit, due.testClockId],
  );
  if (found.length === 0) return [];
  const accountIds = await lockFreeAccounts(
    tx,
    found.map(({ accountId }) => accountId),
    found.length,
  );
  return tx.sql<CreditGrantRow>(
    `select * from credit_grant where organization_id = $1 and ${expired} and account_id = any($5) order by expires_at, id limit $3 for no key update`,
    [tx.organizationId, due.now, due.limit, due.testClockId, accountIds],
  );
}

/** The unspent money of an account's grants in a currency, including grants that start later. */
export async function unspentGrants(tx: Tx, accountId: string, currency: string, at: string): Promise<string> {
  const [row] = await tx.sql<{ balance: string }>(
    `select coalesce(sum(balance), 0) as balance from credit_grant
     where organization_id = $1 and account_id = $2 and currency = $3 and balance > 0
       and (expires_at is null or expires_at > $4)`,
    [tx.organizationId, accountId, currency, at],
  );
  return row?.balance ?? "0";
}

/** The balance of the grants that an account can use at an instant, by currency or metric. */
export interface UsableBalance {
  accountId: string;
  currency: string | null;
  metricId: string | null;
  balance: string;
}

export async function usableBalances(tx: Tx, accountIds: readonly string[], at: string): Promise<UsableBalance[]> {
  return tx.sql<UsableBalance>(
    `select account_id, currency, metric_id, sum(balance) as balance from credit_grant
     where organization_id = $1 and account_id = any($2) and balance > 0 and effective_at <= $3
       and (expires_at is null or expires_at > $3)
     group by account_id, currency, metric_id`,
    [tx.organizationId, accountIds, at],
  );
}
