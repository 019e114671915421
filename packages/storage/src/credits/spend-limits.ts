import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { Row } from "../row.ts";

/** What usage of an account may cost in a billing period (R-CREDIT-2). */
export type SpendLimitRow = Row<"spendLimit">;

export const SPEND_LIMIT_FIELDS: ListFields = {
  id: { type: "text", sql: "spend_limit.id" },
  accountId: { type: "text", sql: "spend_limit.account_id", names: "account" },
  metricId: { type: "text", sql: "spend_limit.metric_id" },
  productId: { type: "text", sql: "spend_limit.product_id" },
  currency: { type: "text", sql: "spend_limit.currency" },
  amount: { type: "decimal", sql: "spend_limit.amount" },
  appliesTo: { type: "text", sql: "spend_limit.applies_to" },
  enforcement: { type: "text", sql: "spend_limit.enforcement" },
  active: { type: "boolean", sql: "spend_limit.active" },
  createdAt: { type: "instant", sql: "spend_limit.created_at" },
  updatedAt: { type: "instant", sql: "spend_limit.updated_at" },
};

export function listSpendLimits(tx: Tx, query: ListQuery): Promise<ListPage<SpendLimitRow>> {
  return listRows<SpendLimitRow>(tx, { table: "spend_limit", fields: SPEND_LIMIT_FIELDS }, query);
}

export async function findSpendLimit(
  tx: Tx,
  id: string,
  lock: "for no key update" | "" = "",
): Promise<SpendLimitRow | undefined> {
  const [row] = await tx.sql<SpendLimitRow>(
    `select * from spend_limit where organization_id = $1 and id = $2 ${lock}`,
    [tx.organizationId, id],
  );
  return row;
}

export async function insertSpendLimit(tx: Tx, limit: SpendLimitRow): Promise<void> {
  await tx.all(build.insertInto("spendLimit").values({ ...limit, organizationId: tx.organizationId }));
}

export async function updateSpendLimit(tx: Tx, limit: SpendLimitRow): Promise<void> {
  await tx.all(
    build
      .updateTable("spendLimit")
      .set(limit)
      .where("organizationId", "=", tx.organizationId)
      .where("id", "=", limit.id),
  );
}

/** The active limits of an account and of the families above it, the oldest first. */
export async function findActiveSpendLimits(tx: Tx, accountId: string): Promise<SpendLimitRow[]> {
  return tx.sql<SpendLimitRow>(
    `select l.* from spend_limit l where l.organization_id = $1 and l.account_id = $2 and l.active
     union all
     select l.* from account_parent p
     left join account_parent g on g.organization_id = $1 and g.account_id = p.parent_id
     cross join lateral (
       select * from spend_limit where organization_id = $1 and account_id = p.parent_id and active and applies_to = 'family'
       union all
       select * from spend_limit where organization_id = $1 and account_id = g.parent_id and active and applies_to = 'family'
     ) as l
     where p.organization_id = $1 and p.account_id = $2
     order by created_at, id`,
    [tx.organizationId, accountId],
    "find-active-spend-limits",
  );
}

/** A share of a limit that was reached in a period, in percent of the limit. */
export type ReachedShare = Row<"spendLimitReached">;

const REACHED = {
  spendLimitId: "text",
  period: "text",
  share: "int4",
  spent: "numeric",
  reachedAt: "timestamptz",
} as const;

/**
 * Records shares as reported and returns those that were not reported before. In the order of the key, so that
 * transactions that report the same share wait for each other and cannot deadlock.
 */
export async function insertReachedShares(
  tx: Tx,
  reached: readonly ReachedShare[],
): Promise<Pick<ReachedShare, "spendLimitId" | "period" | "share">[]> {
  if (reached.length === 0) return [];
  const { columns, source, values } = unnested(reached, REACHED);
  return tx.sql(
    `insert into spend_limit_reached (organization_id, ${columns})
     select $1, ${columns} from ${source} order by spend_limit_id collate "C", period collate "C", share
     on conflict do nothing returning spend_limit_id, period, share`,
    [tx.organizationId, ...values],
    "insert-reached-shares",
  );
}
