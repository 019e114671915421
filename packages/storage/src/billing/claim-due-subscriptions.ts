import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import type { SubscriptionRow } from "../subscriptions/subscription-row.ts";

/** Which clock applies: the system's, or one test clock. */
export interface DueQuery {
  readonly now: string;
  readonly testClockId: string | null;
  readonly limit: number;
}

/**
 * Claims subscriptions that have something due and that no other worker holds. Returns the oldest due first, locked
 * until commit.
 */
export async function claimDueSubscriptions(tx: Tx, due: DueQuery): Promise<SubscriptionRow[]> {
  return tx.sql<SubscriptionRow>(
    `select * from subscription
     where organization_id = $1 and next_billing_at <= $2 and billing_failure is null
       and ${due.testClockId === null ? "test_clock_id is null and $4::text is null" : "test_clock_id = $4"}
     order by next_billing_at, id limit $3 for no key update skip locked`,
    [tx.organizationId, due.now, due.limit, due.testClockId],
  );
}

/** Counts the subscriptions that have something due and can be billed. */
export async function countDueSubscriptions(tx: Tx, due: Omit<DueQuery, "limit">): Promise<number> {
  const [row] = await tx.sql<{ count: string }>(
    `select count(*) as count from subscription
     where organization_id = $1 and next_billing_at <= $2 and billing_failure is null and test_clock_id is not distinct from $3`,
    [tx.organizationId, due.now, due.testClockId],
  );
  return Number(row?.count ?? 0);
}

/** What billing changes on a subscription. */
export interface BillingProgress {
  readonly id: string;
  readonly nextBillingAt: string | null;
  readonly nextBillingOn: string | null;
  readonly lastBillingDate: string | null;
  readonly lastBillingOn: string | null;
}

/** Moves the billing cursors of many subscriptions in one statement. */
export async function updateBillingProgress(tx: Tx, progress: readonly BillingProgress[], at: string): Promise<void> {
  const { source, values } = unnested(progress, PROGRESS);
  await tx.sql(
    `update subscription s
     set next_billing_at = given.next_billing_at, next_billing_on = given.next_billing_on,
         last_billing_date = given.last_billing_date, last_billing_on = given.last_billing_on, updated_at = $${values.length + 2}
     from ${source} where s.organization_id = $1 and s.id = given.id`,
    [tx.organizationId, ...values, at],
    "update-billing-progress",
  );
}

const PROGRESS = {
  id: "text",
  nextBillingAt: "timestamptz",
  nextBillingOn: "date",
  lastBillingDate: "timestamptz",
  lastBillingOn: "date",
} as const;

/**
 * Records why a subscription cannot be billed. Billing then skips it, so that it does not block other subscriptions
 * (R-INV-5).
 */
export async function recordBillingFailure(tx: Tx, id: string, failure: string, at: string): Promise<void> {
  await tx.sql("update subscription set billing_failure = $3, updated_at = $4 where organization_id = $1 and id = $2", [
    tx.organizationId,
    id,
    failure,
    at,
  ]);
}

/** The earliest instant at which something is due for the accounts on a test clock, or null. */
export async function nextDueOnClock(tx: Tx, testClockId: string): Promise<string | null> {
  const [row] = await tx.sql<{ due: string | null }>(
    `select least(
       (select min(next_billing_at) from subscription
         where organization_id = $1 and test_clock_id = $2 and next_billing_at is not null and billing_failure is null),
       (select min(issues_at) from invoice
         where organization_id = $1 and test_clock_id = $2 and status = 'draft' and issues_at is not null
           and issuing_failure is null),
       (select min(overdue_at) from invoice
         where organization_id = $1 and test_clock_id = $2 and status = 'issued' and overdue_at is not null),
       (select min(due_at) from collection
         where organization_id = $1 and test_clock_id = $2 and due_at is not null),
       (select min(expires_at) from credit_grant
         where organization_id = $1 and test_clock_id = $2 and balance > 0 and expires_at is not null),
       (select min(top_up_due_at) from credit_setting
         where organization_id = $1 and test_clock_id = $2 and top_up_due_at is not null)) as due`,
    [tx.organizationId, testClockId],
  );
  return row?.due ?? null;
}
