import { build } from "../database/build.ts";
import { listOf } from "../database/list-of.ts";
import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";
import {
  type ListedTable,
  listRows,
  type ListFields,
  type ListFilter,
  type ListPage,
  type ListQuery,
} from "../lists/list.ts";
import { summarizeRows } from "../lists/summarize.ts";
import type { SubscriptionRow } from "./subscription-row.ts";

const column = (type: "text" | "instant" | "boolean" | "integer" | "decimal", name: string) =>
  ({ type, sql: `subscription.${name}` }) as const;

export const SUBSCRIPTION_FIELDS: ListFields = {
  id: column("text", "id"),
  name: column("text", "name"),
  description: column("text", "description"),
  accountId: { ...column("text", "account_id"), names: "account" },
  planId: column("text", "plan_id"),
  // Of published versions that are not superseded: what the subscription is billed for now, and what it will be.
  priceIds: {
    type: "list",
    sql: `array(select sold.price_id from version_price sold
      join subscription_version v on v.organization_id = sold.organization_id and v.id = sold.version_id
      where v.organization_id = subscription.organization_id and v.subscription_id = subscription.id
        and v.status = 'published')`,
    holds: (value) => `subscription.id in (select v.subscription_id from version_price sold
      join subscription_version v on v.organization_id = sold.organization_id and v.id = sold.version_id
      where sold.organization_id = $1 and sold.price_id = ${value} and v.status = 'published')`,
  },
  purchaseOrderNumber: column("text", "purchase_order_number"),
  buyerReference: column("text", "buyer_reference"),
  status: column("text", "status"),
  currency: column("text", "currency"),
  sourceCurrency: column("text", "source_currency"),
  contractPeriodType: column("text", "contract_period_type"),
  contractStartDate: column("instant", "contract_start_date"),
  contractEndDate: column("instant", "contract_end_date"),
  contractDuration: column("integer", "contract_duration"),
  trialPeriodDays: column("integer", "trial_period_days"),
  autoRenew: column("boolean", "auto_renew"),
  autoIssueInvoices: column("boolean", "auto_issue_invoices"),
  autoPayInvoices: column("boolean", "auto_pay_invoices"),
  invoicePaymentTerms: column("text", "invoice_payment_terms"),
  firstBillingDate: column("instant", "first_billing_date"),
  lastBillingDate: column("instant", "last_billing_date"),
  activatedAt: column("instant", "activated_at"),
  pausedAt: column("instant", "paused_at"),
  resumesAt: column("instant", "resumes_at"),
  cancelsAt: column("instant", "cancels_at"),
  canceledAt: column("instant", "canceled_at"),
  completedAt: column("instant", "completed_at"),
  endedAt: column("instant", "ended_at"),
  cancelationReason: column("text", "cancelation_reason"),
  quoteNumber: {
    type: "text",
    sql: `(select l.number from quote_link l
      where l.organization_id = subscription.organization_id and l.subscription_id = subscription.id)`,
  },
  quoteDeclinedAt: {
    type: "instant",
    sql: `(select max(d.declined_at) from quote_decline d
      where d.organization_id = subscription.organization_id and d.subscription_id = subscription.id)`,
  },
  createdAt: column("instant", "created_at"),
  updatedAt: column("instant", "updated_at"),
};

const SUBSCRIPTIONS: ListedTable = { table: "subscription", fields: SUBSCRIPTION_FIELDS };

export async function listSubscriptions(tx: Tx, query: ListQuery): Promise<ListPage<SubscriptionRow>> {
  return listRows<SubscriptionRow>(tx, SUBSCRIPTIONS, query);
}

/** Counts the subscriptions that match, by status. Active ones are also counted if they are paused or ending. */
export async function summarizeSubscriptions(tx: Tx, filters: readonly ListFilter[]) {
  const active = (condition: string) => `(subscription.status = 'active' and subscription.${condition})::integer`;
  return summarizeRows(tx, SUBSCRIPTIONS, filters, {
    groups: { status: "subscription.status" },
    sums: { paused: active("paused_at is not null"), ending: active("cancels_at is not null") },
    selecting: ["status", "pausedAt", "cancelsAt"],
  });
}

export async function findSubscription(
  tx: Tx,
  id: string,
  lock: "for no key update" | "" = "",
): Promise<SubscriptionRow | undefined> {
  const [row] = await tx.sql<SubscriptionRow>(
    `select * from subscription where organization_id = $1 and id = $2 ${lock}`,
    [tx.organizationId, id],
  );
  return row;
}

export async function insertSubscription(tx: Tx, subscription: SubscriptionRow): Promise<void> {
  await tx.all(
    build.insertInto("subscription").values({ ...columns(subscription), organizationId: tx.organizationId }),
  );
}

export async function updateSubscription(tx: Tx, subscription: SubscriptionRow): Promise<void> {
  await tx.all(
    build
      .updateTable("subscription")
      .set(columns(subscription))
      .where("organizationId", "=", tx.organizationId)
      .where("id", "=", subscription.id),
  );
}

/** Deletes a draft with its versions. */
export async function deleteSubscription(tx: Tx, id: string): Promise<void> {
  await tx.sql("delete from subscription where organization_id = $1 and id = $2 and status = 'draft'", [
    tx.organizationId,
    id,
  ]);
}

function columns(subscription: SubscriptionRow) {
  return {
    ...subscription,
    termsOfServiceLinks: json(subscription.termsOfServiceLinks),
    termsOfServiceFiles: json(subscription.termsOfServiceFiles),
    minimumSpend: json(subscription.minimumSpend),
    maximumSpend: json(subscription.maximumSpend),
    discount: json(subscription.discount),
    renewalHistory: json(subscription.renewalHistory),
    earlierZones: json(subscription.earlierZones),
  };
}

/** The subscriptions with these IDs. */
export async function findSubscriptionsById(
  tx: Tx,
  ids: readonly string[],
  lock: "for no key update" | "" = "",
): Promise<SubscriptionRow[]> {
  return tx.sql<SubscriptionRow>(
    `select * from subscription where organization_id = $1 and id = any(${listOf(2)}) order by id ${lock}`,
    [tx.organizationId, ids],
    lock === "" ? "find-subscriptions" : undefined,
  );
}

/** All subscriptions of an account in any status, latest first. */
export async function findSubscriptionsOf(tx: Tx, accountId: string): Promise<SubscriptionRow[]> {
  return tx.sql<SubscriptionRow>(
    "select * from subscription where organization_id = $1 and account_id = $2 order by contract_start_date desc, id desc",
    [tx.organizationId, accountId],
    "find-subscriptions-of",
  );
}

/** All subscriptions of these accounts in any status, locked in the order of their IDs. */
export async function lockSubscriptionsOfAccounts(tx: Tx, accountIds: readonly string[]): Promise<SubscriptionRow[]> {
  return tx.sql<SubscriptionRow>(
    "select * from subscription where organization_id = $1 and account_id = any($2) order by id for no key update",
    [tx.organizationId, accountIds],
  );
}

/** Records the hash of the latest PDF of a contract. */
export async function recordSubscriptionPdf(tx: Tx, id: string, sha256: string): Promise<void> {
  await tx.sql("update subscription set pdf_sha256 = $3 where organization_id = $1 and id = $2", [
    tx.organizationId,
    id,
    sha256,
  ]);
}
