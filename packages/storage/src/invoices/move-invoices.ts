import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";
import type { DueQuery } from "../billing/claim-due-subscriptions.ts";
import type { InvoiceRow } from "./invoice-row.ts";

/** The members of a draft that a caller may change, apart from its lines. */
const DRAFT_TERMS = [
  "description",
  "memo",
  "footer",
  "purchaseOrderNumber",
  "buyerReference",
  "dueDate",
  "paymentTerms",
] as const satisfies readonly (keyof InvoiceRow)[];

export type DraftTerms = Pick<InvoiceRow, (typeof DRAFT_TERMS)[number]>;

/** The members of a draft that can still change. */
const DRAFT_MEMBERS = [
  ...DRAFT_TERMS,
  "periodStart",
  "periodEnd",
  "billingPeriodStart",
  "billingPeriodEnd",
  "subtotal",
  "tax",
  "total",
  "taxes",
  "updatedAt",
] as const satisfies readonly (keyof InvoiceRow)[];

export type DraftChange = Pick<InvoiceRow, "id" | (typeof DRAFT_MEMBERS)[number]>;

/** Updates a draft. An issued invoice never changes (R-INV-2). */
export async function updateDraft(tx: Tx, draft: DraftChange): Promise<void> {
  const members = Object.fromEntries(DRAFT_MEMBERS.map((member) => [member, draft[member]]));
  const change = { ...members, taxes: json(draft.taxes) };
  await tx.all(
    build
      .updateTable("invoice")
      .set(change)
      .where("organizationId", "=", tx.organizationId)
      .where("id", "=", draft.id)
      .where("status", "=", "draft"),
  );
}

/** Voids an invoice. Its number stays used. */
export async function markVoid(tx: Tx, id: string, reason: string, at: string): Promise<void> {
  await tx.sql(
    `update invoice set status = 'void', voided_at = $4, void_reason = $3, updated_at = $4
     where organization_id = $1 and id = $2 and status in ('issued', 'overdue', 'uncollectible') and amount_paid = 0`,
    [tx.organizationId, id, reason, at],
  );
}

/** Records which draft bills a void invoice again. */
export async function markReplaced(tx: Tx, id: string, replacedById: string): Promise<void> {
  await tx.sql("update invoice set replaced_by_invoice_id = $3 where organization_id = $1 and id = $2", [
    tx.organizationId,
    id,
    replacedById,
  ]);
}

/** Marks an invoice as uncollectible. */
export async function markUncollectible(tx: Tx, id: string, at: string): Promise<void> {
  await tx.sql(
    `update invoice set status = 'uncollectible', updated_at = $3
     where organization_id = $1 and id = $2 and status in ('issued', 'overdue')`,
    [tx.organizationId, id, at],
  );
}

/**
 * Marks unpaid issued invoices past their due date as overdue and returns them. Skips invoices that another worker
 * holds. Locks their subscriptions first, as every transaction that locks an invoice does.
 */
export async function markOverdue(tx: Tx, due: DueQuery): Promise<InvoiceRow[]> {
  const found = await tx.sql<Pick<InvoiceRow, "id" | "subscriptionId">>(
    `select id, subscription_id from invoice
     where organization_id = $1 and overdue_at <= $2 and status = 'issued'
       and ${due.testClockId === null ? "test_clock_id is null and $4::text is null" : "test_clock_id = $4"}
     order by overdue_at, id limit $3`,
    [tx.organizationId, due.now, due.limit, due.testClockId],
  );
  if (found.length === 0) return [];
  const locked = await tx.sql<{ id: string }>(
    "select id from subscription where organization_id = $1 and id = any($2) order by id for no key update skip locked",
    [tx.organizationId, [...new Set(found.flatMap(({ subscriptionId }) => subscriptionId ?? []))]],
  );
  return tx.sql<InvoiceRow>(
    `update invoice i set status = 'overdue', updated_at = $2
     from (
       select id from invoice
       where organization_id = $1 and id = any($3) and status = 'issued'
         and (subscription_id is null or subscription_id = any($4))
       order by id for no key update skip locked
     ) as claimed
     where i.organization_id = $1 and i.id = claimed.id
     returning i.*`,
    [tx.organizationId, due.now, found.map(({ id }) => id), locked.map(({ id }) => id)],
  );
}

/**
 * Adds to the paid amount of an invoice, or with a negative amount takes a payment back, and updates its status: paid
 * when nothing is due, otherwise issued or overdue again. One guarded statement, so that concurrent payments never
 * exceed the amount due. Returns undefined if they would, or if the status does not allow it.
 */
export async function addAmountPaid(tx: Tx, id: string, amount: string, at: string): Promise<InvoiceRow | undefined> {
  const [row] = await tx.sql<InvoiceRow>(
    `update invoice set amount_paid = amount_paid + $3::numeric, updated_at = $4,
       status = case
         when amount_paid + $3::numeric = total - credits_applied then 'paid'
         when status = 'uncollectible' then status
         when overdue_at <= $4 then 'overdue'
         else 'issued' end
     where organization_id = $1 and id = $2
       and (status in ('issued', 'overdue', 'uncollectible') or status = 'paid' and $3::numeric < 0)
       and amount_paid + $3::numeric between 0 and total - credits_applied
     returning *`,
    [tx.organizationId, id, amount, at],
  );
  return row;
}

/**
 * Reduces an issued invoice by account credit; its status becomes paid when nothing is due. One guarded statement:
 * returns undefined if the credit exceeds the amount due, or if the status does not allow it.
 */
export async function addCreditApplied(
  tx: Tx,
  id: string,
  amount: string,
  at: string,
): Promise<InvoiceRow | undefined> {
  const [row] = await tx.sql<InvoiceRow>(
    `update invoice set credits_applied = credits_applied + $3::numeric, updated_at = $4,
       status = case when amount_paid + credits_applied + $3::numeric = total then 'paid' else status end
     where organization_id = $1 and id = $2 and status in ('issued', 'overdue', 'uncollectible')
       and $3::numeric > 0 and amount_paid + credits_applied + $3::numeric <= total
     returning *`,
    [tx.organizationId, id, amount, at],
  );
  return row;
}
