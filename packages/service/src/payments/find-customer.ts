import { findAccount, findPaymentCustomer, insertPaymentCustomer, type PaymentCustomerRow } from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { notFound } from "../errors/domain-error.ts";
import type { PaymentProvider } from "./provider.ts";

/**
 * The account as the provider knows it, made there with the first call. When the answer is lost and the key of the call is
 * forgotten, the provider has one customer that nobody uses: nothing is paid by that.
 */
export async function findOrMakeCustomer(
  context: Context,
  provider: PaymentProvider,
  accountId: string,
): Promise<PaymentCustomerRow> {
  const { account, known } = await read(context, async (tx) => ({
    account: await findAccount(tx, accountId),
    known: await findPaymentCustomer(tx, accountId, provider.name),
  }));
  if (account === undefined) throw notFound("account", accountId);
  if (known !== undefined) return known;
  const customerId = await provider.createCustomer({ id: account.id, name: account.name, email: account.billingEmail });
  return transact(context, async ({ tx, clock }) => {
    const made = { accountId, provider: provider.name, customerId, paymentMethodId: null, paymentMethod: null };
    await insertPaymentCustomer(tx, made, clock.now());
    return (await findPaymentCustomer(tx, accountId, provider.name)) ?? made;
  });
}
