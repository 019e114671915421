import type { DueQuery } from "../billing/claim-due-subscriptions.ts";
import { build } from "../database/build.ts";
import type { Database } from "../database/database.ts";
import { listOf } from "../database/list-of.ts";
import type { Tx } from "../database/tx.ts";
import type { InvoiceRow } from "../invoices/invoice-row.ts";
import type { Row } from "../row.ts";

/** What remains to be done to collect an invoice. All instants follow the account's clock. */
export type CollectionRow = Row<"collection", "dueAt">;

const COLUMNS = `invoice_id, test_clock_id, is_automatic, attempts, failed_at, reminders, attempt_at, reminder_at, outcome_at,
  updated_at`;

/**
 * Starts collecting invoices that were just issued. Only for organizations with a payment provider, and only if the
 * subscription collects automatically or the invoice sells prepaid credit to an account with a stored payment method.
 */
export async function collectIssued(tx: Tx, invoiceIds: readonly string[], at: string): Promise<void> {
  await tx.sql(
    `insert into collection (organization_id, invoice_id, test_clock_id, is_automatic, attempts, reminders, attempt_at, updated_at)
     select i.organization_id, i.id, i.test_clock_id, true, 0, 0, $3, $3
     from invoice i
     join payment_settings p on p.organization_id = i.organization_id and p.provider <> 'manual'
     left join subscription s on s.organization_id = i.organization_id and s.id = i.subscription_id
     where i.organization_id = $1 and i.id = any(${listOf(2)}) and i.status = 'issued' and (s.auto_pay_invoices or exists (
       select from credit_top_up t
       join payment_customer c on c.organization_id = t.organization_id and c.account_id = t.account_id
         and c.provider = p.provider and c.payment_method_id is not null
       where t.organization_id = i.organization_id and t.invoice_id = i.id))
     on conflict (organization_id, invoice_id) do nothing`,
    [tx.organizationId, invoiceIds, at],
  );
}

export async function findCollection(tx: Tx, invoiceId: string): Promise<CollectionRow | undefined> {
  const [row] = await tx.sql<CollectionRow>(
    `select ${COLUMNS} from collection where organization_id = $1 and invoice_id = $2`,
    [tx.organizationId, invoiceId],
  );
  return row;
}

export async function saveCollection(tx: Tx, collection: CollectionRow): Promise<void> {
  const { invoiceId: _invoiceId, ...change } = collection;
  await tx.all(
    build
      .insertInto("collection")
      .values({ ...collection, organizationId: tx.organizationId })
      .onConflict((conflict) => conflict.columns(["organizationId", "invoiceId"]).doUpdateSet(change)),
  );
}

/**
 * Claims invoices whose collection is due and that no other worker holds, locked until commit. As everywhere, the
 * subscription is locked before its invoice.
 */
export async function claimDueCollections(tx: Tx, due: DueQuery): Promise<InvoiceRow[]> {
  const found = await tx.sql<Pick<InvoiceRow, "id" | "subscriptionId">>(
    `select i.id, i.subscription_id from collection c
     join invoice i on i.organization_id = c.organization_id and i.id = c.invoice_id
     where c.organization_id = $1 and c.due_at <= $2
       and ${due.testClockId === null ? "c.test_clock_id is null and $4::text is null" : "c.test_clock_id = $4"}
     order by c.due_at, c.invoice_id limit $3`,
    [tx.organizationId, due.now, due.limit, due.testClockId],
  );
  if (found.length === 0) return [];
  const locked = await tx.sql<{ id: string }>(
    "select id from subscription where organization_id = $1 and id = any($2) order by id for no key update skip locked",
    [tx.organizationId, [...new Set(found.flatMap(({ subscriptionId }) => subscriptionId ?? []))]],
  );
  return tx.sql<InvoiceRow>(
    `select * from invoice
     where organization_id = $1 and id = any($2) and (subscription_id is null or subscription_id = any($3))
     order by id for no key update skip locked`,
    [tx.organizationId, found.map(({ id }) => id), locked.map(({ id }) => id)],
  );
}

/** The organizations that have a payment to call the provider about, or a due step for an unpaid invoice. */
export async function organizationsWithPaymentsDue(database: Database, now: string): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_payments_due($1)",
    [now],
    "organizations-with-payments-due",
  );
  return rows.map((row) => row.organizationId);
}
