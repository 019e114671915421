import { build } from "../database/build.ts";
import type { DueQuery } from "../billing/claim-due-subscriptions.ts";
import type { Tx } from "../database/tx.ts";
import { lockNumbering } from "../invoices/number-series.ts";
import { lockFreeAccounts } from "./account-credit.ts";
import type { Row } from "../row.ts";

/** How an account's prepaid money is monitored and topped up. Amounts are in the account's currency. */
export type CreditSettingRow = Row<"creditSetting">;

export async function findCreditSettings(
  tx: Tx,
  accountIds: readonly string[],
  lock: "for no key update" | "" = "",
): Promise<CreditSettingRow[]> {
  return tx.sql<CreditSettingRow>(
    `select * from credit_setting where organization_id = $1 and account_id = any($2) order by account_id ${lock}`,
    [tx.organizationId, accountIds],
    lock === "" ? "find-credit-settings" : undefined,
  );
}

/**
 * What an account owes on issued invoices in a currency, also on those that were written off. Without unpaid purchases of credit that is not granted yet,
 * because nothing was given for them.
 */
export async function owedByAccount(tx: Tx, accountId: string, currency: string): Promise<string> {
  const [row] = await tx.sql<{ owed: string }>(
    `select coalesce(sum(i.total - i.credits_applied - i.amount_paid), 0) as owed from invoice i
     where i.organization_id = $1 and i.account_id = $2 and i.currency = $3 and i.status in ('issued', 'overdue', 'uncollectible')
       and not exists (select from credit_top_up t
         where t.organization_id = $1 and t.invoice_id = i.id and t.credit_grant_id is null)`,
    [tx.organizationId, accountId, currency],
    "owed-by-account",
  );
  return row?.owed ?? "0";
}

/** Inserts or updates the settings of an account. */
export async function saveCreditSetting(tx: Tx, setting: CreditSettingRow): Promise<void> {
  await tx.all(
    build
      .insertInto("creditSetting")
      .values({ ...setting, organizationId: tx.organizationId })
      .onConflict((conflict) => conflict.columns(["organizationId", "accountId"]).doUpdateSet(setting)),
  );
}

/** Records since when accounts are due for a top-up. Accounts that are already due keep their time. */
export async function noteTopUpDue(tx: Tx, accountIds: readonly string[], at: string): Promise<void> {
  await tx.sql(
    `update credit_setting set top_up_due_at = $3
     where organization_id = $1 and account_id = any($2) and top_up_due_at is null and top_up_amount is not null`,
    [tx.organizationId, accountIds, at],
  );
}

/** Records that an account was topped up, or why it could not be. */
export async function noteToppedUp(tx: Tx, accountId: string, failure: string | null): Promise<void> {
  await tx.sql(
    "update credit_setting set top_up_due_at = null, top_up_failure = $3 where organization_id = $1 and account_id = $2",
    [tx.organizationId, accountId, failure],
  );
}

/**
 * Records that accounts are notified that their prepaid money is low, if they have a threshold. Returns those that were not notified since
 * credit was last added.
 */
export async function noteLowTold(tx: Tx, accountIds: readonly string[], at: string): Promise<string[]> {
  if (accountIds.length === 0) return [];
  const rows = await tx.sql<{ accountId: string }>(
    `update credit_setting set low_told_at = $3
     where organization_id = $1 and account_id = any($2) and low_told_at is null and low_balance_threshold is not null
     returning account_id`,
    [tx.organizationId, accountIds, at],
  );
  return rows.map(({ accountId }) => accountId);
}

/** Lets accounts be notified again, because credit was added. */
export async function forgetLowTold(tx: Tx, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await tx.sql(
    `update credit_setting set low_told_at = null
     where organization_id = $1 and account_id = any($2) and low_told_at is not null`,
    [tx.organizationId, accountIds],
    "forget-low-told",
  );
}

const LOOKED_AT = 100;

/**
 * Claims accounts that are due for a top-up, the longest waiting first, and locks them and their settings until commit.
 * Accounts that another worker holds are skipped.
 */
export async function claimTopUpsDue(tx: Tx, due: DueQuery): Promise<CreditSettingRow[]> {
  const waiting = `top_up_due_at <= $2
    and ${due.testClockId === null ? "test_clock_id is null and $4::text is null" : "test_clock_id = $4"}`;
  const found = await tx.sql<{ accountId: string }>(
    `select account_id from credit_setting where organization_id = $1 and ${waiting} order by top_up_due_at, account_id limit $3`,
    // Reads more than it takes, so that a locked account does not hold up the others.
    [tx.organizationId, due.now, LOOKED_AT, due.testClockId],
  );
  if (found.length === 0) return [];
  // Before the accounts, in the order in which issuing an invoice locks them.
  await lockNumbering(tx, "take");
  const accountIds = await lockFreeAccounts(
    tx,
    found.map(({ accountId }) => accountId),
    due.limit,
  );
  return tx.sql<CreditSettingRow>(
    `select * from credit_setting where organization_id = $1 and ${waiting} and account_id = any($5)
     order by top_up_due_at, account_id limit $3 for no key update`,
    [tx.organizationId, due.now, due.limit, due.testClockId, accountIds],
  );
}
