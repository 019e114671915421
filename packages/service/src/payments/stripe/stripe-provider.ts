import { createHash } from "node:crypto";
import Stripe from "stripe";
import {
  OutcomeUnknown,
  type PaymentProvider,
  type PaymentRequest,
  ProviderRefusal,
  type RefundRequest,
} from "../provider.ts";
import type { PaymentApi } from "../../payment-api.ts";
import { minorAmount } from "./minor-amount.ts";
import { PAYMENT_KEY, REFUND_KEY, toProviderPayment, toProviderRefund, toStoredMethod } from "./stripe-answers.ts";
import { translateStripeError } from "./stripe-errors.ts";
import { readStripeNews } from "./stripe-news.ts";

const TIMEOUT_MILLISECONDS = 20_000;
const PAGE = 100;
/** The tolerated difference between Stripe's clock and ours. */
const CLOCK_SLACK_SECONDS = 600;

export interface StripeKeys {
  readonly organizationId: string;
  readonly secretKey: string;
  readonly publishableKey: string | null;
  readonly webhookSecret: string | null;
}

/**
 * Payments through Stripe, with its official SDK. It does not decide what is retried and when. Exception: if a
 * connection ends before the answer, the SDK immediately repeats the call once with the same key.
 */
export function createStripeProvider(keys: StripeKeys, api: PaymentApi | undefined): PaymentProvider {
  const stripe = new Stripe(keys.secretKey, {
    ...api,
    maxNetworkRetries: 0,
    timeout: TIMEOUT_MILLISECONDS,
    telemetry: false,
    appInfo: { name: "Counterfoil" },
  });
  const expand = ["payment_method"];
  return {
    name: "stripe",
    publishableKey: keys.publishableKey,
    formAmount: (amount, currency) => minorAmount(amount, currency) ?? null,
    createCustomer: ({ id, name, email }) =>
      translated(async () => {
        const members = { name, ...(email === null ? {} : { email }), metadata: { counterfoil_account: id } };
        // The same key must have the same content, so the call for a renamed account needs another key.
        const content = createHash("sha256").update(JSON.stringify(members)).digest("hex");
        const idempotencyKey = `customer-${keys.organizationId}-${id}-${content}`;
        return (await stripe.customers.create(members, { idempotencyKey })).id;
      }),
    beginSetup: (customer) =>
      translated(async () => {
        const { client_secret: clientSecret } = await stripe.setupIntents.create({ customer, usage: "off_session" });
        if (clientSecret === null) throw new OutcomeUnknown();
        return { clientSecret };
      }),
    getPaymentMethod: (id) => translated(async () => toStoredMethod(await stripe.paymentMethods.retrieve(id))),
    pay: (request) =>
      translated(async () => {
        try {
          const idempotencyKey = `payment-${request.paymentId}`;
          const parameters = { ...paymentParameters(request), expand };
          return toProviderPayment(await stripe.paymentIntents.create(parameters, { idempotencyKey }));
        } catch (error) {
          // Declined: the intent still exists and waits for another method.
          const intent = error instanceof Stripe.errors.StripeCardError ? error.payment_intent : undefined;
          if (intent === undefined) throw error;
          return toProviderPayment(intent);
        }
      }),
    getPayment: (id) => translated(async () => toProviderPayment(await stripe.paymentIntents.retrieve(id, { expand }))),
    findPayment: (customer, paymentId, since) =>
      translated(async () => {
        const list = stripe.paymentIntents.list({ customer, created: { gte: secondsBefore(since) }, limit: PAGE });
        for await (const intent of list) {
          if (intent.metadata[PAYMENT_KEY] !== paymentId) continue;
          return toProviderPayment(await stripe.paymentIntents.retrieve(intent.id, { expand }));
        }
        return undefined;
      }),
    cancelPayment: (id) => translated(async () => toProviderPayment(await stripe.paymentIntents.cancel(id))),
    refund: (request) =>
      translated(async () => {
        const idempotencyKey = `refund-${request.refundId}`;
        const metadata = { [REFUND_KEY]: request.refundId };
        const parameters = { payment_intent: request.providerPaymentId, amount: minorOf(request), metadata };
        return toProviderRefund(await stripe.refunds.create(parameters, { idempotencyKey }));
      }),
    getRefund: (id) => translated(async () => toProviderRefund(await stripe.refunds.retrieve(id))),
    findRefund: ({ providerPaymentId, refundId }) =>
      translated(async () => {
        for await (const refund of stripe.refunds.list({ payment_intent: providerPaymentId, limit: PAGE })) {
          if (refund.metadata?.[REFUND_KEY] === refundId) return toProviderRefund(refund);
        }
        return undefined;
      }),
    readNews: (text, signature) => readStripeNews(stripe, text, signature, keys.webhookSecret),
  };
}

function paymentParameters(request: PaymentRequest): Stripe.PaymentIntentCreateParams {
  const { customerId: customer, paymentMethodId: method, currency, description } = request;
  return {
    amount: minorOf(request),
    currency: currency.toLowerCase(),
    customer,
    description,
    metadata: { [PAYMENT_KEY]: request.paymentId, counterfoil_invoice: request.invoiceId },
    ...(method === null
      ? { automatic_payment_methods: { enabled: true } }
      : { payment_method: method, off_session: true, confirm: true }),
  };
}

function minorOf({ amount, currency }: Pick<PaymentRequest | RefundRequest, "amount" | "currency">): number {
  const minor = minorAmount(amount, currency);
  if (minor !== undefined) return minor;
  const reason = `Stripe does not support the amount ${amount.toString()} ${currency}.`;
  throw new ProviderRefusal({ code: "amount_not_supported", reason });
}

async function translated<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw translateStripeError(error);
  }
}

function secondsBefore(instant: string): number {
  return Math.floor(Date.parse(instant) / 1_000) - CLOCK_SLACK_SECONDS;
}
