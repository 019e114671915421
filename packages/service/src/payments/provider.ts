import type { Decimal } from "@counterfoil/engine";
import type { StoredPaymentMethod } from "@counterfoil/storage";

/** The amount, invoice and method of a payment. Repeating a request with the same payment ID never pays twice. */
export interface PaymentRequest {
  readonly paymentId: string;
  readonly invoiceId: string;
  readonly description: string;
  readonly amount: Decimal;
  readonly currency: string;
  readonly customerId: string;
  /** The method to charge while the customer is not present. Null: the customer pays on a page. */
  readonly paymentMethodId: string | null;
}

/** A payment as the provider knows it. */
export interface ProviderPayment {
  readonly providerPaymentId: string;
  /** `requires_action`: the customer must do something, such as choose another method. */
  readonly status: "requires_action" | "processing" | "succeeded" | "canceled";
  readonly method: "card" | "direct_debit" | "other";
  /** Why the latest attempt was declined; null if none was. */
  readonly failure: Failure | null;
  /** The secret with which the customer's browser pays. */
  readonly clientSecret: string | null;
  /** Our ID, as sent with the payment; null if the payment is not ours. */
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

/**
 * An event from the provider. It only says which object changed. The current state is then queried, because events can
 * be late or repeated.
 */
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

/** The organization's payment provider. With `manual` there is none, and payments are recorded manually. */
export interface PaymentProvider {
  readonly name: string;
  /** The key that a browser needs to pay. It is not secret. */
  readonly publishableKey: string | null;
  /** The amount as the provider's form in the browser takes it: 12.50 EUR → 1250. Null if it has no such amount. */
  formAmount(amount: Decimal, currency: string): number | null;
  createCustomer(account: { id: string; name: string; email: string | null }): Promise<string>;
  /** Starts the setup of a payment method. Returns what the customer's browser needs. */
  beginSetup(customerId: string): Promise<{ clientSecret: string }>;
  getPaymentMethod(paymentMethodId: string): Promise<StoredPaymentMethod>;
  pay(request: PaymentRequest): Promise<ProviderPayment>;
  getPayment(providerPaymentId: string): Promise<ProviderPayment>;
  /** The payment that an earlier `pay` created but whose answer was lost. */
  findPayment(customerId: string, paymentId: string, since: string): Promise<ProviderPayment | undefined>;
  cancelPayment(providerPaymentId: string): Promise<ProviderPayment>;
  refund(request: RefundRequest): Promise<ProviderRefund>;
  getRefund(providerRefundId: string): Promise<ProviderRefund>;
  findRefund(request: RefundRequest): Promise<ProviderRefund | undefined>;
  /** Parses an event exactly as the provider sent it. Undefined if its signature is wrong. */
  readNews(text: string, signature: string): ProviderNews | undefined;
}

/** A definite refusal: the provider understood the request and did nothing. */
export class ProviderRefusal extends Error {
  readonly failure: Failure;
  /** The provider does not know the customer. */
  readonly isOfCustomer: boolean;

  constructor(failure: Failure, options?: ErrorOptions & { isOfCustomer?: boolean }) {
    super(failure.reason, options);
    this.name = "ProviderRefusal";
    this.failure = failure;
    this.isOfCustomer = options?.isOfCustomer ?? false;
  }
}

/**
 * The outcome is unknown: the request may or may not have been executed. Query the provider before you draw
 * conclusions.
 */
export class OutcomeUnknown extends Error {
  /** The provider rejected our key. That says nothing about requests that another key made before. */
  readonly refusesKey: boolean;

  constructor(options?: ErrorOptions & { refusesKey?: boolean }) {
    super("The payment provider did not report the outcome.", options);
    this.name = "OutcomeUnknown";
    this.refusesKey = options?.refusesKey ?? false;
  }
}

/**
 * Queries an object. If the provider does not find an existing object (because of another key or provider account), the
 * outcome is unknown.
 */
export async function orUnknown<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof ProviderRefusal ? new OutcomeUnknown({ cause: error }) : error;
  }
}
