import { type Form, formOf, textOf } from "./form-body.ts";
import { invalidRequest, StripeRefusal } from "./stripe-error.ts";

/** The behavior of a payment method, after Stripe's own test cards. */
export type MethodKind =
  | "works"
  | "declined"
  | "insufficient_funds"
  | "authentication_required"
  /** A debit: it is accepted immediately, and succeeds or fails days later. */
  | "takes_days";

export interface FakeMethod {
  readonly id: string;
  readonly kind: MethodKind;
}

export interface FakeIntent {
  id: string;
  object: "payment_intent";
  amount: number;
  amount_received: number;
  currency: string;
  customer: string | null;
  status: string;
  created: number;
  client_secret: string;
  payment_method: string | null;
  metadata: Record<string, string>;
  last_payment_error: Record<string, unknown> | null;
}

export interface FakeRefund {
  id: string;
  object: "refund";
  amount: number;
  payment_intent: string;
  status: string;
  failure_reason: string | null;
  metadata: Record<string, string>;
}

export interface FakeEvent {
  id: string;
  object: "event";
  type: string;
  created: number;
  data: { object: object };
}

const SMALLEST = 50;
const DECLINES: Partial<Record<MethodKind, readonly [code: string, declineCode: string | null, message: string]>> = {
  declined: ["card_declined", "generic_decline", "Your card was declined."],
  insufficient_funds: ["card_declined", "insufficient_funds", "Your card has insufficient funds."],
  authentication_required: [
    "authentication_required",
    "authentication_required",
    "Your card was declined. This transaction requires authentication.",
  ],
};

/** The data of the fake Stripe: customers, payment methods, payments and refunds, and an event for each change. */
export class StripeBooks {
  readonly customers = new Map<string, { id: string; object: "customer"; name: string; metadata: Form }>();
  readonly methods = new Map<string, FakeMethod>();
  readonly setups = new Map<string, { id: string; customer: string; client_secret: string }>();
  readonly intents = new Map<string, FakeIntent>();
  readonly refunds = new Map<string, FakeRefund>();
  readonly events: FakeEvent[] = [];
  readonly #now: () => string;
  #made = 0;

  constructor(now: () => string) {
    this.#now = now;
  }

  createCustomer(form: Form): object {
    const customer = {
      id: this.#id("cus"),
      object: "customer" as const,
      name: textOf(form, "name") ?? "",
      metadata: formOf(form, "metadata"),
    };
    this.customers.set(customer.id, customer);
    return customer;
  }

  customer(id: string): object {
    const customer = this.customers.get(id);
    if (customer === undefined) throw invalidRequest("resource_missing", `No such customer: '${id}'`, 400, "customer");
    return customer;
  }

  createSetup(form: Form): object {
    const customer = textOf(form, "customer") ?? "";
    this.customer(customer);
    const id = this.#id("seti");
    const setup = { id, customer, client_secret: `${id}_secret` };
    this.setups.set(id, setup);
    return { ...setup, object: "setup_intent", status: "requires_payment_method" };
  }

  /** The customer enters a payment method in the browser. */
  leaveMethod(clientSecret: string, kind: MethodKind): FakeMethod {
    const setup = [...this.setups.values()].find((one) => one.client_secret === clientSecret);
    if (setup === undefined) throw new Error(`no setup has the secret ${clientSecret}`);
    const method = { id: this.#id("pm"), kind };
    this.methods.set(method.id, method);
    this.#tell("setup_intent.succeeded", {
      id: setup.id,
      object: "setup_intent",
      customer: setup.customer,
      payment_method: method.id,
      status: "succeeded",
    });
    return method;
  }

  showMethod(id: string): object {
    const method = this.methods.get(id);
    if (method === undefined) throw invalidRequest("resource_missing", `No such PaymentMethod: '${id}'`, 404);
    if (method.kind === "takes_days")
      return { id, object: "payment_method", type: "sepa_debit", sepa_debit: { last4: "3000" } };
    const card = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2034 };
    return { id, object: "payment_method", type: "card", card };
  }

  createIntent(form: Form): FakeIntent {
    const amount = Number(textOf(form, "amount"));
    if (!Number.isSafeInteger(amount) || amount < SMALLEST) {
      throw invalidRequest("amount_too_small", "Amount must be at least $0.50 usd");
    }
    const id = this.#id("pi");
    const intent: FakeIntent = {
      id,
      object: "payment_intent",
      amount,
      amount_received: 0,
      currency: textOf(form, "currency") ?? "",
      customer: textOf(form, "customer") ?? null,
      status: "requires_payment_method",
      created: this.#seconds(),
      client_secret: `${id}_secret`,
      payment_method: null,
      metadata: formOf(form, "metadata") as Record<string, string>,
      last_payment_error: null,
    };
    this.intents.set(id, intent);
    const method = textOf(form, "payment_method");
    if (textOf(form, "confirm") === "true" && method !== undefined) this.#confirm(intent, method, true);
    return intent;
  }

  /** The customer pays in the browser. */
  payInBrowser(clientSecret: string, kind: MethodKind): FakeIntent {
    const intent = [...this.intents.values()].find((one) => one.client_secret === clientSecret);
    if (intent === undefined) throw new Error(`no payment has the secret ${clientSecret}`);
    const method = { id: this.#id("pm"), kind };
    this.methods.set(method.id, method);
    try {
      this.#confirm(intent, method.id, false);
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
    }
    return intent;
  }

  #confirm(intent: FakeIntent, methodId: string, isOffSession: boolean): void {
    if (intent.status !== "requires_payment_method") {
      throw invalidRequest("payment_intent_unexpected_state", `This PaymentIntent's status is ${intent.status}.`);
    }
    const method = this.methods.get(methodId);
    if (method === undefined) throw invalidRequest("resource_missing", `No such PaymentMethod: '${methodId}'`);
    // A customer who is present can complete the authentication.
    const decline = method.kind === "authentication_required" && !isOffSession ? undefined : DECLINES[method.kind];
    if (decline !== undefined) {
      const [code, decline_code, message] = decline;
      const payment_method = this.showMethod(methodId);
      intent.last_payment_error = { type: "card_error", code, decline_code, message, payment_method };
      this.#tell("payment_intent.payment_failed", intent);
      throw new StripeRefusal(402, { ...intent.last_payment_error, message, payment_intent: { ...intent } });
    }
    intent.payment_method = methodId;
    intent.last_payment_error = null;
    intent.status = "processing";
    if (method.kind === "takes_days") this.#tell("payment_intent.processing", intent);
    else this.settle(intent.id, true);
  }

  /** A debit succeeds, or is returned. */
  settle(id: string, succeeds: boolean): void {
    const intent = this.intent(id);
    if (intent.status !== "processing") throw new Error(`${id} is ${intent.status}`);
    intent.status = succeeds ? "succeeded" : "requires_payment_method";
    intent.amount_received = succeeds ? intent.amount : 0;
    if (!succeeds)
      intent.last_payment_error = {
        type: "card_error",
        code: "debit_not_authorized",
        message: "The debit was returned.",
      };
    this.#tell(succeeds ? "payment_intent.succeeded" : "payment_intent.payment_failed", intent);
  }

  cancelIntent(id: string): FakeIntent {
    const intent = this.intent(id);
    if (!["requires_payment_method", "requires_action", "requires_confirmation"].includes(intent.status)) {
      throw invalidRequest("payment_intent_unexpected_state", `You cannot cancel it: its status is ${intent.status}.`);
    }
    intent.status = "canceled";
    this.#tell("payment_intent.canceled", intent);
    return intent;
  }

  intent(id: string): FakeIntent {
    const intent = this.intents.get(id);
    if (intent === undefined) throw invalidRequest("resource_missing", `No such payment_intent: '${id}'`, 404);
    return intent;
  }

  createRefund(form: Form): FakeRefund {
    const intent = this.intent(textOf(form, "payment_intent") ?? "");
    const amount = Number(textOf(form, "amount"));
    const gone = this.#refundedOf(intent.id);
    if (amount > intent.amount_received - gone) {
      throw invalidRequest("charge_already_refunded", "Refund amount is greater than unrefunded amount on charge.");
    }
    const metadata = formOf(form, "metadata") as Record<string, string>;
    const [id, payment_intent] = [this.#id("re"), intent.id];
    const refund: FakeRefund = {
      id,
      object: "refund",
      amount,
      payment_intent,
      status: "succeeded",
      failure_reason: null,
      metadata,
    };
    this.refunds.set(id, refund);
    this.#tell("refund.created", refund);
    return refund;
  }

  /** The bank returns a refund, days after it seemed complete. */
  failRefund(id: string): void {
    const refund = this.refund(id);
    refund.status = "failed";
    refund.failure_reason = "lost_or_stolen_card";
    this.#tell("refund.failed", refund);
  }

  refund(id: string): FakeRefund {
    const refund = this.refunds.get(id);
    if (refund === undefined) throw invalidRequest("resource_missing", `No such refund: '${id}'`, 404);
    return refund;
  }

  #refundedOf(intentId: string): number {
    const refunds = [...this.refunds.values()].filter(
      (one) => one.payment_intent === intentId && one.status !== "failed",
    );
    return refunds.reduce((cents, refund) => cents + refund.amount, 0);
  }

  /** The amount that customers have paid, minus refunds, in cents. */
  get cash(): number {
    const paid = [...this.intents.values()].map((intent) => intent.amount_received - this.#refundedOf(intent.id));
    return paid.reduce((cents, part) => cents + part, 0);
  }

  #tell(type: string, object: object): void {
    this.events.push({
      id: this.#id("evt"),
      object: "event",
      type,
      created: this.#seconds(),
      data: { object: { ...object } },
    });
  }

  #seconds(): number {
    return Math.floor(Date.parse(this.#now()) / 1_000);
  }

  #id(prefix: string): string {
    this.#made += 1;
    return `${prefix}_${String(this.#made).padStart(6, "0")}`;
  }
}
