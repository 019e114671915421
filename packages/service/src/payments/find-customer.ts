import { deletePaymentCustomer, findAccount, findPaymentCustomer, insertPaymentCustomer } from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { type PaymentProvider, ProviderRefusal } from "./provider.ts";

/**
 * The account's customer at the provider, created with the first call. If the answer is lost and the provider has
 * forgotten the call's key, an unused customer remains at the provider. It pays nothing.
 */
export async function findOrMakeCustomer(
  context: Context,
  provider: PaymentProvider,
  accountId: string,
): Promise<string> {
  const { account, known } = await read(context, async (tx) => ({
    account: await findAccount(tx, accountId),
    known: await findPaymentCustomer(tx, accountId, provider.name),
  }));
  if (account === undefined) throw notFound("account", accountId);
  if (known !== undefined) return known.customerId;
  const customerId = await provider.createCustomer({ id: account.id, name: account.name, email: account.billingEmail });
  return transact(context, async ({ tx, clock }) => {
    await insertPaymentCustomer(tx, { accountId, provider: provider.name, customerId }, clock.now());
    return (await findPaymentCustomer(tx, accountId, provider.name))?.customerId ?? customerId;
  });
}

/**
 * Removes the reference to a customer that the provider does not know: it was deleted there, or the keys belong to
 * another provider account. The next call creates a new one. Returns whether the error said so.
 */
export async function forgetUnknown(
  context: Context,
  provider: PaymentProvider,
  customerId: string,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof ProviderRefusal) || !error.isOfCustomer) return false;
  await transact(context, ({ tx }) => deletePaymentCustomer(tx, provider.name, customerId));
  return true;
}
