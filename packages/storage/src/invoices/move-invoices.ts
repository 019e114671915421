import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";
import type { DueQuery } from "../billing/claim-due-subscriptions.ts";
import type { InvoiceRow } from "./invoice-row.ts";

/** What a caller may write on a draft apart from its lines. */
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

/** What may still be changed of a draft. */
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

/** Changes a draft; an issued invoice never changes (R-INV-2). */
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

/** Turns an invoice void; its number stays taken. */
export async function markVoid(tx: Tx, id: string, reason: string, at: string): Promise<void> {
  await tx.sql(
    `update invoice set status = 'void', voided_at = $4, void_reason = $3, updated_at = $4
     where organization_id = $1 and id = $2 and status in ('issued', 'overdue', 'uncollectible') and amount_paid = 0`,
    [tx.organizationId, id, reason, at],
  );
}

/** Notes which draft bills again what a void invoice billed. */
export async function markReplaced(tx: Tx, id: string, replacedById: string): Promise<void> {
  await tx.sql("update invoice set replaced_by_invoice_id = $3 where organization_id = $1 and id = $2", [
    tx.organizationId,
    id,
    replacedById,
  ]);
}

/** Notes that nobody expects an invoice to be paid any more. */
export async function markUncollectible(tx: Tx, id: string, at: string): Promise<void> {
  await tx.sql(
    `update invoice set status = 'uncollectible', updated_at = $3
     where organization_id = $1 and id = $2 and status in ('issued', 'overdue')`,
    [tx.organizationId, id, at],
  );
}

/**
 * Turns issued invoices that were due and not paid overdue, those that no other worker holds, and answers them. Their subscriptions
 * are locked first, as by everybody who locks an invoice.
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
 * Adds to what was paid of an invoice, or (negative) takes a payment back, and lets its status follow: paid when nothing is
 * due any more, and what time made of it when something is again. One guarded statement, so that no two payments exceed what
 * is due: undefined where it would, or where the status does not allow it.
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
 * Lowers what an invoice asks for by credit that is used on it after it was issued; paid when nothing is due any more. One guarded
 * statement: undefined where it would be more than is due, or where the status does not allow it.
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
