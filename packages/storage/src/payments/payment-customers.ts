import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";
import type { Row } from "../row.ts";

/** An account as the provider knows it. */
export type PaymentCustomerRow = Row<"paymentCustomer", "updatedAt">;

const COLUMNS = "account_id, provider, customer_id, payment_method_id, payment_method, method_left_at";

export async function findPaymentCustomer(
  tx: Tx,
  accountId: string,
  provider: string,
  lock: "for no key update" | "" = "",
): Promise<PaymentCustomerRow | undefined> {
  const [row] = await tx.sql<PaymentCustomerRow>(
    `select ${COLUMNS} from payment_customer where organization_id = $1 and account_id = $2 and provider = $3 ${lock}`,
    [tx.organizationId, accountId, provider],
  );
  return row;
}

export async function findPaymentCustomerById(
  tx: Tx,
  provider: string,
  customerId: string,
  lock: "for no key update" | "" = "",
): Promise<PaymentCustomerRow | undefined> {
  const [row] = await tx.sql<PaymentCustomerRow>(
    `select ${COLUMNS} from payment_customer where organization_id = $1 and provider = $2 and customer_id = $3 ${lock}`,
    [tx.organizationId, provider, customerId],
  );
  return row;
}

/** Stores the customer that was created for an account, without a payment method. An existing customer stays. */
export async function insertPaymentCustomer(
  tx: Tx,
  { accountId, provider, customerId }: Pick<PaymentCustomerRow, "accountId" | "provider" | "customerId">,
  at: string,
): Promise<void> {
  await tx.sql(
    `insert into payment_customer (organization_id, account_id, provider, customer_id, updated_at)
     values ($1, $2, $3, $4, $5) on conflict (organization_id, account_id, provider) do nothing`,
    [tx.organizationId, accountId, provider, customerId, at],
  );
}

/**
 * Deletes a customer that the provider does not know, with its payment method. A customer that replaced it meanwhile
 * stays.
 */
export async function deletePaymentCustomer(tx: Tx, provider: string, customerId: string): Promise<void> {
  await tx.sql("delete from payment_customer where organization_id = $1 and provider = $2 and customer_id = $3", [
    tx.organizationId,
    provider,
    customerId,
  ]);
}

/** The payment method that is charged while the customer is not present. */
export type LeftPaymentMethod = Pick<PaymentCustomerRow, "paymentMethodId" | "paymentMethod" | "methodLeftAt">;

export async function setPaymentMethod(
  tx: Tx,
  { accountId, provider }: PaymentCustomerRow,
  { paymentMethodId, paymentMethod, methodLeftAt }: LeftPaymentMethod,
  at: string,
): Promise<void> {
  await tx.sql(
    `update payment_customer set payment_method_id = $4, payment_method = $5, method_left_at = $6, updated_at = $7
     where organization_id = $1 and account_id = $2 and provider = $3`,
    [tx.organizationId, accountId, provider, paymentMethodId, json(paymentMethod), methodLeftAt, at],
  );
}
