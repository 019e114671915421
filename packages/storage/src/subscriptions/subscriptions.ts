import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { SubscriptionRow } from "./subscription-row.ts";

const column = (type: "text" | "instant" | "boolean" | "integer" | "decimal", name: string) =>
  ({ type, sql: `subscription.${name}` }) as const;

export const SUBSCRIPTION_FIELDS: ListFields = {
  id: column("text", "id"),
  name: column("text", "name"),
  description: column("text", "description"),
  accountId: { ...column("text", "account_id"), names: "account" },
  planId: column("text", "plan_id"),
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
  createdAt: column("instant", "created_at"),
  updatedAt: column("instant", "updated_at"),
};

export async function listSubscriptions(tx: Tx, query: ListQuery): Promise<ListPage<SubscriptionRow>> {
  return listRows<SubscriptionRow>(tx, { table: "subscription", fields: SUBSCRIPTION_FIELDS }, query);
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

/** Deletes a draft; its versions go with it. */
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

/** Subscriptions by id. */
export async function findSubscriptionsById(
  tx: Tx,
  ids: readonly string[],
  lock: "for no key update" | "" = "",
): Promise<SubscriptionRow[]> {
  return tx.sql<SubscriptionRow>(
    `select * from subscription where organization_id = $1 and id = any($2) order by id ${lock}`,
    [tx.organizationId, ids],
  );
}

/** All subscriptions of an account, in whatever status, the latest first. */
export async function findSubscriptionsOf(tx: Tx, accountId: string): Promise<SubscriptionRow[]> {
  return tx.sql<SubscriptionRow>(
    "select * from subscription where organization_id = $1 and account_id = $2 order by contract_start_date desc, id desc",
    [tx.organizationId, accountId],
  );
}

/** All subscriptions of these accounts, in whatever status, locked in the order of their ids. */
export async function lockSubscriptionsOfAccounts(tx: Tx, accountIds: readonly string[]): Promise<SubscriptionRow[]> {
  return tx.sql<SubscriptionRow>(
    "select * from subscription where organization_id = $1 and account_id = any($2) order by id for no key update",
    [tx.organizationId, accountIds],
  );
}

/** Notes the hash of the PDF that was drawn of a contract. */
export async function recordSubscriptionPdf(tx: Tx, id: string, sha256: string): Promise<void> {
  await tx.sql("update subscription set pdf_sha256 = $3 where organization_id = $1 and id = $2", [
    tx.organizationId,
    id,
    sha256,
  ]);
}
