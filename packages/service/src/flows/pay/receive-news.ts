import {
  type Database,
  findPayment,
  findPaymentByProviderId,
  findRefund,
  getPaymentSettings,
  type PaymentRow,
} from "@counterfoil/storage";
import { type Actor, type Context, read } from "../../context.ts";
import { DomainError } from "../../errors/index.ts";
import { closeFailed } from "./call-provider.ts";
import { findProvider, keepPaymentMethod, type PaymentProvider, whileAsked } from "../../payments/index.ts";
import { settlePayment } from "./settle-payment.ts";
import { settleRefund } from "./settle-refund.ts";

/**
 * The organization that a webhook of the provider is for: the one in the address, if that provider takes its payments.
 */
export async function admitPaymentProvider(
  { database }: { database: Database },
  provider: string,
  organizationId: string,
): Promise<{ organizationId: string; actor: Actor }> {
  const isId = /^org_[0-9a-z]+$/.test(organizationId);
  const settings = isId ? await database.read(organizationId, getPaymentSettings) : undefined;
  if (settings?.provider !== provider) {
    throw new DomainError(
      "not_found",
      `No organization at this URL uses the payment provider ${provider}. Check the webhook URL.`,
    );
  }
  return { organizationId, actor: { type: "payment_provider", id: provider } };
}

/**
 * Receives a webhook of the provider: verifies the signature over the bytes, asks the provider for the current status
 * of the object, and records that. Repeated, late or reordered webhooks change nothing.
 */
export async function receiveProviderNews(context: Context, text: string, signature: string): Promise<void> {
  const provider = await findProvider(context);
  const news = provider?.readNews(text, signature);
  if (provider === undefined || news === undefined) {
    throw new DomainError(
      "invalid_signature",
      "The signature does not match the body. Check the webhook secret in the payment settings.",
    );
  }
  await whileAsked(async () => {
    switch (news.kind) {
      case "payment":
        return settleNews(context, provider, news.providerPaymentId);
      case "refund":
        return settleRefundNews(context, provider, news.providerRefundId);
      case "payment_method":
        return keepPaymentMethod(context, provider, news);
      case "other":
        return undefined;
    }
  });
}

async function settleNews(context: Context, provider: PaymentProvider, providerPaymentId: string): Promise<void> {
  const payment = await provider.getPayment(providerPaymentId);
  const known = await read(context, async (tx): Promise<PaymentRow | undefined> => {
    const byProvider = await findPaymentByProviderId(tx, provider.name, providerPaymentId);
    // The answer of the call may have been lost. Then the payment is known only by its own ID, which was sent with the
    // call.
    if (byProvider !== undefined || payment.paymentId === null) return byProvider;
    const own = await findPayment(tx, payment.paymentId);
    return own?.id === payment.paymentId && own.providerPaymentId === null ? own : undefined;
  });
  if (known === undefined) return;
  const settled = await settlePayment(context, known.id, { kind: "known", payment });
  if (payment.status === "requires_action") await closeFailed(provider, settled);
}

async function settleRefundNews(context: Context, provider: PaymentProvider, providerRefundId: string): Promise<void> {
  const refund = await provider.getRefund(providerRefundId);
  if (refund.refundId === null) return;
  const { refundId } = refund;
  const known = await read(context, (tx) => findRefund(tx, refundId));
  if (known !== undefined) await settleRefund(context, known.id, { kind: "known", refund });
}
