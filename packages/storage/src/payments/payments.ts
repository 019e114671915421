import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import {
  type ListedTable,
  listRows,
  type ListFields,
  type ListFilter,
  type ListPage,
  type ListQuery,
} from "../lists/list.ts";
import { summarizeRows } from "../lists/summarize.ts";
import { type PaymentRow, withoutEarlierNames } from "./payment-row.ts";

const column = (type: "text" | "instant" | "decimal", name: string) => ({ type, sql: `payment.${name}` }) as const;

export const PAYMENT_FIELDS: ListFields = {
  id: { ...column("text", "id"), names: "payment" },
  accountId: { ...column("text", "account_id"), names: "account" },
  invoiceId: column("text", "invoice_id"),
  status: column("text", "status"),
  method: column("text", "method"),
  provider: column("text", "provider"),
  providerPaymentId: column("text", "provider_payment_id"),
  externalId: column("text", "external_id"),
  receiptNumber: column("text", "receipt_number"),
  currency: column("text", "currency"),
  amount: column("decimal", "amount"),
  refundedAmount: column("decimal", "refunded_amount"),
  date: { type: "text", sql: "payment.paid_on::text" },
  createdAt: column("instant", "created_at"),
  updatedAt: column("instant", "updated_at"),
};

const PAYMENTS: ListedTable = { table: "payment", fields: PAYMENT_FIELDS };

export async function listPayments(tx: Tx, query: ListQuery): Promise<ListPage<PaymentRow>> {
  return listRows<PaymentRow>(tx, PAYMENTS, query);
}

/** Counts and sums the payments that match, by status and currency. */
export async function summarizePayments(tx: Tx, filters: readonly ListFilter[]) {
  return summarizeRows(tx, PAYMENTS, filters, {
    groups: { status: "payment.status", currency: "payment.currency" },
    sums: { amount: "payment.amount", refundedAmount: "payment.refunded_amount" },
    selecting: ["status"],
  });
}

/** A payment by its ID or by the caller's external ID. */
export async function findPayment(
  tx: Tx,
  idOrExternalId: string,
  lock: "for no key update" | "" = "",
): Promise<PaymentRow | undefined> {
  const [row] = await tx.sql<PaymentRow>(
    `select * from payment where organization_id = $1 and (id = $2 or external_id = $2)
     order by id = $2 desc limit 1 ${lock}`,
    [tx.organizationId, idOrExternalId],
  );
  return row;
}

export async function findPaymentByProviderId(
  tx: Tx,
  provider: string,
  providerPaymentId: string,
): Promise<PaymentRow | undefined> {
  const [row] = await tx.sql<PaymentRow>(
    "select * from payment where organization_id = $1 and provider = $2 and provider_payment_id = $3",
    [tx.organizationId, provider, providerPaymentId],
  );
  return row;
}

/** The payment of an invoice whose result is not known yet. */
export async function findOpenPayment(tx: Tx, invoiceId: string): Promise<PaymentRow | undefined> {
  const [row] = await tx.sql<PaymentRow>(
    `select * from payment where organization_id = $1 and invoice_id = $2
       and status in ('pending', 'requires_action', 'processing')`,
    [tx.organizationId, invoiceId],
  );
  return row;
}

/** The successful payments of an invoice, latest first. */
export async function findSucceededPayments(
  tx: Tx,
  invoiceId: string,
  lock: "for no key update" | "" = "",
): Promise<PaymentRow[]> {
  return tx.sql<PaymentRow>(
    `select * from payment where organization_id = $1 and invoice_id = $2 and status = 'succeeded'
     order by created_at desc, id desc ${lock}`,
    [tx.organizationId, invoiceId],
  );
}

/** Inserts a payment. Returns false if another payment has its external ID. */
export async function insertPayment(tx: Tx, payment: PaymentRow): Promise<boolean> {
  const written = await tx.all(
    build
      .insertInto("payment")
      .values({ ...payment, organizationId: tx.organizationId })
      .onConflict((conflict) =>
        conflict.columns(["organizationId", "externalId"]).where("externalId", "is not", null).doNothing(),
      )
      .returning("id"),
  );
  return written.length > 0;
}

export async function updatePayment(tx: Tx, payment: PaymentRow): Promise<void> {
  await tx.all(
    build
      .updateTable("payment")
      .set(withoutEarlierNames(payment))
      .where("organizationId", "=", tx.organizationId)
      .where("id", "=", payment.id),
  );
}
