import { deletePaymentCustomer, findAccount, findPaymentCustomer, insertPaymentCustomer } from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { type PaymentProvider, ProviderRefusal } from "./provider.ts";

/**
 * The account as the provider knows it, made there with the first call. When the answer is lost and the key of the call is
 * forgotten, the provider has one customer that nobody uses: nothing is paid by that.
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
 * Forgets a customer of whom the provider says that it does not know them: it was deleted there, or the keys are those of
 * another account. The next call makes another. Answers whether the error said so.
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
