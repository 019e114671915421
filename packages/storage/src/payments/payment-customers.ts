import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";

/** Enough of a payment method to recognise it. */
export interface StoredPaymentMethod {
  type: string;
  brand: string | null;
  last4: string | null;
  expiryMonth: number | null;
  expiryYear: number | null;
}

/** An account as the provider knows it. */
export interface PaymentCustomerRow {
  accountId: string;
  provider: string;
  customerId: string;
  paymentMethodId: string | null;
  paymentMethod: StoredPaymentMethod | null;
}

const COLUMNS = "account_id, provider, customer_id, payment_method_id, payment_method";

export async function findPaymentCustomer(
  tx: Tx,
  accountId: string,
  provider: string,
): Promise<PaymentCustomerRow | undefined> {
  const [row] = await tx.sql<PaymentCustomerRow>(
    `select ${COLUMNS} from payment_customer where organization_id = $1 and account_id = $2 and provider = $3`,
    [tx.organizationId, accountId, provider],
  );
  return row;
}

export async function findPaymentCustomerById(
  tx: Tx,
  provider: string,
  customerId: string,
): Promise<PaymentCustomerRow | undefined> {
  const [row] = await tx.sql<PaymentCustomerRow>(
    `select ${COLUMNS} from payment_customer where organization_id = $1 and provider = $2 and customer_id = $3`,
    [tx.organizationId, provider, customerId],
  );
  return row;
}

/** Keeps the customer that an account got; the first one stays. */
export async function insertPaymentCustomer(tx: Tx, customer: PaymentCustomerRow, at: string): Promise<void> {
  await tx.sql(
    `insert into payment_customer (organization_id, account_id, provider, customer_id, payment_method_id, payment_method, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (organization_id, account_id, provider) do nothing`,
    [
      tx.organizationId,
      customer.accountId,
      customer.provider,
      customer.customerId,
      customer.paymentMethodId,
      json(customer.paymentMethod),
      at,
    ],
  );
}

/** Sets the payment method that is used while nobody is there to choose one; null forgets it. */
export async function setPaymentMethod(
  tx: Tx,
  customer: PaymentCustomerRow,
  method: { id: string; shown: StoredPaymentMethod } | null,
  at: string,
): Promise<void> {
  await tx.sql(
    `update payment_customer set payment_method_id = $4, payment_method = $5, updated_at = $6
     where organization_id = $1 and account_id = $2 and provider = $3`,
    [tx.organizationId, customer.accountId, customer.provider, method?.id ?? null, json(method?.shown ?? null), at],
  );
}
