import {
  findAccount,
  findPaymentCustomer,
  findPaymentCustomerById,
  getPaymentSettings,
  type PaymentCustomerRow,
  setPaymentMethod,
  type StoredPaymentMethod,
} from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { DomainError, notFound } from "../errors/index.ts";
import { requireUnchanged } from "../precondition.ts";
import { audit } from "../record.ts";
import { findOrMakeCustomer, forgetUnknown } from "./find-customer.ts";
import { findProvider } from "./find-provider.ts";
import type { PaymentProvider } from "./provider.ts";
import { whileAsked } from "./while-asked.ts";

/** The account's payment method for automatic payments: the provider's IDs of it. */
export interface AccountPaymentMethod extends StoredPaymentMethod {
  id: string;
}

/** The data that a browser needs to set up a payment method with the provider. */
export interface PaymentMethodSetup {
  provider: string;
  publishableKey: string | null;
  clientSecret: string;
}

/** The account's payment method for automatic payments; null if there is none. */
export function getPaymentMethod(context: Context, idOrAlias: string): Promise<AccountPaymentMethod | null> {
  return read(context, async (tx) => {
    const account = await findAccount(tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    const { provider } = await getPaymentSettings(tx);
    const customer = await findPaymentCustomer(tx, account.id, provider);
    if (customer === undefined || customer.paymentMethodId === null || customer.paymentMethod === null) return null;
    return { id: customer.paymentMethodId, ...customer.paymentMethod };
  });
}

/**
 * Starts the setup of a payment method by the customer. The provider reports its completion. 409 without a provider.
 */
export async function beginPaymentMethodSetup(context: Context, idOrAlias: string): Promise<PaymentMethodSetup> {
  const account = await read(context, (tx) => findAccount(tx, idOrAlias));
  if (account === undefined) throw notFound("account", idOrAlias);
  const provider = await requireProvider(context);
  return whileAsked(async () => {
    const customerId = await findOrMakeCustomer(context, provider, account.id);
    const { clientSecret } = await provider.beginSetup(customerId).catch(async (error: unknown) => {
      if (!(await forgetUnknown(context, provider, customerId, error))) throw error;
      return provider.beginSetup(await findOrMakeCustomer(context, provider, account.id));
    });
    return { provider: provider.name, publishableKey: provider.publishableKey, clientSecret };
  });
}

/** Removes the account's payment method for automatic payments. The provider keeps it. */
export function forgetPaymentMethod(context: Context, idOrAlias: string): Promise<void> {
  return transact(context, async (work) => {
    const account = await findAccount(work.tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    const { provider } = await getPaymentSettings(work.tx);
    const customer = await findPaymentCustomer(work.tx, account.id, provider, "for no key update");
    if (customer === undefined || customer.paymentMethodId === null)
      throw notFound("payment method for account", idOrAlias);
    const shown = customer.paymentMethod && { id: customer.paymentMethodId, ...customer.paymentMethod };
    await requireUnchanged(work, () => ({ paymentMethod: shown }));
    const none = { paymentMethodId: null, paymentMethod: null, methodLeftAt: customer.methodLeftAt };
    await setPaymentMethod(work.tx, customer, none, work.clock.now());
    const before = { paymentMethodId: customer.paymentMethodId, paymentMethod: customer.paymentMethod };
    await audit(work, { action: "account.payment_method_removed", objectId: account.id, before });
  });
}

/**
 * Stores the method that a customer just set up, and replaces the previous one. A late event about a previous method
 * does not restore it.
 */
export async function keepPaymentMethod(
  context: Context,
  provider: PaymentProvider,
  { customerId, paymentMethodId, leftAt }: { customerId: string; paymentMethodId: string; leftAt: string },
): Promise<void> {
  const shown = await provider.getPaymentMethod(paymentMethodId);
  await transact(context, async (work) => {
    const customer = await findPaymentCustomerById(work.tx, provider.name, customerId, "for no key update");
    if (customer === undefined || customer.paymentMethodId === paymentMethodId || isLate(customer, leftAt)) return;
    const left = { paymentMethodId, paymentMethod: shown, methodLeftAt: leftAt };
    await setPaymentMethod(work.tx, customer, left, work.clock.now());
    await audit(work, {
      action: "account.payment_method_set",
      objectId: customer.accountId,
      before: { paymentMethodId: customer.paymentMethodId, paymentMethod: customer.paymentMethod },
      after: { paymentMethodId, paymentMethod: shown },
    });
  });
}

/**
 * Whether an event is late. The provider does not tell the order of two methods that were set up within a second. A
 * removed method is known.
 */
function isLate({ paymentMethodId, methodLeftAt }: PaymentCustomerRow, leftAt: string): boolean {
  if (methodLeftAt === null) return false;
  return leftAt < methodLeftAt || (leftAt === methodLeftAt && paymentMethodId === null);
}

/** The organization's provider; 409 if payments are recorded manually. */
export async function requireProvider(context: Context): Promise<PaymentProvider> {
  const provider = await findProvider(context);
  if (provider !== undefined) return provider;
  throw new DomainError(
    "state_conflict",
    "The payment provider is manual, so payments are only recorded. Set up a provider in the payment settings.",
  );
}
