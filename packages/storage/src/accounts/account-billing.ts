import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";

/** What an account owes in one currency on issued and overdue invoices. */
export interface OwedByAccountRow {
  accountId: string;
  currency: string;
  amount: string;
  hasOverdue: boolean;
}

/** What these accounts owe, by account and currency. Currencies without an unpaid invoice are left out. */
export async function owedByAccounts(tx: Tx, accountIds: readonly string[]): Promise<OwedByAccountRow[]> {
  return tx.sql<OwedByAccountRow>(
    `select account_id, currency, sum(total - credits_applied - amount_paid) as amount, bool_or(status = 'overdue') as has_overdue
     from invoice where organization_id = $1 and account_id = any($2) and status in ('issued', 'overdue')
     group by account_id, currency order by account_id, currency`,
    [tx.organizationId, accountIds],
  );
}

/** A subscription in the list of accounts, with the name of its plan. */
export type SubscribedRow = Pick<Row<"subscription">, "accountId" | "name" | "planId" | "status" | "pausedAt"> & {
  planName: string | null;
};

/** All subscriptions of these accounts, the oldest first. */
export async function subscriptionsOfAccounts(tx: Tx, accountIds: readonly string[]): Promise<SubscribedRow[]> {
  return tx.sql<SubscribedRow>(
    `select s.account_id, s.name, s.plan_id, s.status, s.paused_at, p.name as plan_name
     from subscription s left join plan p on p.organization_id = $1 and p.id = s.plan_id
     where s.organization_id = $1 and s.account_id = any($2) order by s.created_at, s.id`,
    [tx.organizationId, accountIds],
  );
}

/** The last successful payment of an account. */
export interface LastPaymentRow {
  accountId: string;
  id: string;
  currency: string;
  amount: string;
  /** A calendar date. */
  date: string;
}

/** The last successful payment of each of these accounts, by the day of the payment. */
export async function lastPaymentsOfAccounts(tx: Tx, accountIds: readonly string[]): Promise<LastPaymentRow[]> {
  return tx.sql<LastPaymentRow>(
    `select distinct on (account_id) account_id, id, currency, amount, coalesce(paid_on, created_at::date)::text as date
     from payment where organization_id = $1 and account_id = any($2) and status = 'succeeded'
     order by account_id, coalesce(paid_on, created_at::date) desc, created_at desc, id desc`,
    [tx.organizationId, accountIds],
  );
}
