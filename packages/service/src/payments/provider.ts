import type { Decimal } from "@counterfoil/engine";
import type { StoredPaymentMethod } from "@counterfoil/storage";

/** What is paid, of which invoice, and with what. The same request again, by its payment's id, never pays twice. */
export interface PaymentRequest {
  readonly paymentId: string;
  readonly invoiceId: string;
  readonly description: string;
  readonly amount: Decimal;
  readonly currency: string;
  readonly customerId: string;
  /** Collects from it while the customer is away; null has the customer pay on a page. */
  readonly paymentMethodId: string | null;
}

/** A payment as its provider has it. */
export interface ProviderPayment {
  readonly providerPaymentId: string;
  /** `requires_action`: the customer has to do something, such as choose a method that works. */
  readonly status: "requires_action" | "processing" | "succeeded" | "canceled";
  readonly method: "card" | "direct_debit" | "other";
  /** Why the latest attempt was declined; null where none was. */
  readonly failure: Failure | null;
  /** With which the customer's browser pays it. */
  readonly clientSecret: string | null;
  /** Our ids, as they were sent with it; null for a payment that is none of ours. */
  readonly paymentId: string | null;
}

export interface Failure {
  readonly code: string;
  readonly reason: string;
}

export interface RefundRequest {
  readonly refundId: string;
  readonly providerPaymentId: string;
  readonly amount: Decimal;
  readonly currency: string;
}

export interface ProviderRefund {
  readonly providerRefundId: string;
  readonly status: "processing" | "succeeded" | "failed";
  readonly failureReason: string | null;
  readonly refundId: string | null;
}

/** What a provider tells by itself. It says which thing changed; what has become of it is asked, for news come late and twice. */
export type ProviderNews =
  | { readonly kind: "payment"; readonly providerPaymentId: string }
  | { readonly kind: "refund"; readonly providerRefundId: string }
  | {
      readonly kind: "payment_method";
      readonly customerId: string;
      readonly paymentMethodId: string;
      readonly leftAt: string;
    }
  | { readonly kind: "other" };

/** Who takes payments for an organization. `manual` has none: people record what came in. */
export interface PaymentProvider {
  readonly name: string;
  /** What a browser needs to pay; it is no secret. */
  readonly publishableKey: string | null;
  createCustomer(account: { id: string; name: string; email: string | null }): Promise<string>;
  /** Begins what lets a customer leave a payment method; answers what their browser needs for it. */
  beginSetup(customerId: string): Promise<{ clientSecret: string }>;
  getPaymentMethod(paymentMethodId: string): Promise<StoredPaymentMethod>;
  pay(request: PaymentRequest): Promise<ProviderPayment>;
  getPayment(providerPaymentId: string): Promise<ProviderPayment>;
  /** The payment that an earlier `pay` began whose answer was lost. */
  findPayment(customerId: string, paymentId: string, since: string): Promise<ProviderPayment | undefined>;
  cancelPayment(providerPaymentId: string): Promise<ProviderPayment>;
  refund(request: RefundRequest): Promise<ProviderRefund>;
  getRefund(providerRefundId: string): Promise<ProviderRefund>;
  findRefund(request: RefundRequest): Promise<ProviderRefund | undefined>;
  /** Reads what the provider sent, byte for byte; undefined where its signature is wrong. */
  readNews(text: string, signature: string): ProviderNews | undefined;
}

/** A definite no: the provider understood and did nothing. */
export class ProviderRefusal extends Error {
  readonly failure: Failure;
  /** It does not know the customer. */
  readonly isOfCustomer: boolean;

  constructor(failure: Failure, options?: ErrorOptions & { isOfCustomer?: boolean }) {
    super(failure.reason, options);
    this.name = "ProviderRefusal";
    this.failure = failure;
    this.isOfCustomer = options?.isOfCustomer ?? false;
  }
}

/** No answer that says what happened: it may have been done, or not. Ask, and do not conclude. */
export class OutcomeUnknown extends Error {
  /** It answered that it does not know our key: that says nothing of what another key did before. */
  readonly refusesKey: boolean;

  constructor(options?: ErrorOptions & { refusesKey?: boolean }) {
    super("The payment provider did not answer what became of it.", options);
    this.name = "OutcomeUnknown";
    this.refusesKey = options?.refusesKey ?? false;
  }
}

/** Asks about a thing. Not to be told of one that exists (another key, another account of the provider) says nothing about it. */
export async function orUnknown<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof ProviderRefusal ? new OutcomeUnknown({ cause: error }) : error;
  }
}
