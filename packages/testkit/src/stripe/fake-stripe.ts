import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { PaymentApi } from "@counterfoil/service";
import Stripe from "stripe";
import { type Form, formOf, parseForm, textOf } from "./form-body.ts";
import { type FakeEvent, StripeBooks } from "./stripe-books.ts";
import { invalidRequest, StripeRefusal } from "./stripe-error.ts";

/** How the next call of a given path fails. */
export interface Fault {
  readonly path: string;
  readonly kind:
    /** The call succeeds, but the connection ends before the response. */
    | "answer_lost"
    /** The call succeeds, but the response never arrives. */
    | "answer_held"
    /** The connection ends before the call has an effect. */
    | "call_lost"
    /** The call has no effect, and its idempotency key returns 500 from then on, as at Stripe. */
    | "server_error";
  /** Called between the effect of the call and the end of the connection. */
  readonly meanwhile?: () => Promise<unknown>;
}

interface Answered {
  readonly body: string;
  readonly answer: { readonly status: number; readonly body: object };
}

/** The content of a request. */
interface Asked {
  readonly path: string;
  readonly form: Form;
  readonly body: string;
  readonly fault: Fault | undefined;
}

/**
 * A fake of Stripe's payment API, on a port of this machine. It keeps books, remembers calls by their idempotency key,
 * declines payments, loses responses, and creates an event for each change. The test delivers events when, how often
 * and in which order it likes.
 */
export class FakeStripe {
  readonly books: StripeBooks;
  readonly secretKey = "sk_test_fake";
  readonly webhookSecret = "whsec_fake";
  readonly api: PaymentApi;
  readonly faults: Fault[] = [];
  /** Every call, such as `POST /v1/refunds`. */
  readonly calls: string[] = [];
  readonly #answered = new Map<string, Answered>();
  readonly #close: () => Promise<void>;

  constructor(books: StripeBooks, port: number, close: () => Promise<void>) {
    this.books = books;
    this.api = { host: "127.0.0.1", port, protocol: "http" };
    this.#close = close;
  }

  stop(): Promise<void> {
    return this.#close();
  }

  /** Sends events with Stripe's signature. Returns the response statuses. */
  async deliver(url: string, events: readonly FakeEvent[], secret = this.webhookSecret): Promise<number[]> {
    const statuses: number[] = [];
    for (const event of events) {
      const payload = JSON.stringify(event);
      const signature = new Stripe(this.secretKey).webhooks.generateTestHeaderString({ payload, secret });
      const headers = { "Content-Type": "application/json", "Stripe-Signature": signature };
      statuses.push((await fetch(url, { method: "POST", headers, body: payload })).status);
    }
    return statuses;
  }

  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://stripe");
    this.calls.push(`${request.method} ${pathname}`);
    const at = this.faults.findIndex((one) => request.method === "POST" && pathname === one.path);
    const [fault] = at < 0 ? [] : this.faults.splice(at, 1);
    if (fault?.kind === "call_lost") return void request.socket.destroy();
    const form = parseForm(request.method === "GET" ? searchParams.toString() : body);
    const answer = this.#answer(request, { path: pathname, form, body, fault });
    await fault?.meanwhile?.();
    if (fault?.kind === "answer_lost") return void request.socket.destroy();
    if (fault?.kind === "answer_held") return;
    response.writeHead(answer.status, { "Content-Type": "application/json", "Request-Id": `req_${this.calls.length}` });
    response.end(JSON.stringify(answer.body));
  }

  #answer(request: IncomingMessage, { path, form, body, fault }: Asked): Answered["answer"] {
    if (request.headers.authorization !== `Bearer ${this.secretKey}`) {
      return { status: 401, body: { error: { type: "invalid_request_error", message: "Invalid API Key provided." } } };
    }
    const key = request.headers["idempotency-key"];
    const known = typeof key === "string" ? this.#answered.get(key) : undefined;
    if (known !== undefined) {
      if (known.body === body) return known.answer;
      const message =
        "Keys for idempotent requests can only be used with the same parameters they were first used with.";
      return { status: 400, body: { error: { type: "idempotency_error", message } } };
    }
    const answer =
      fault?.kind === "server_error"
        ? { status: 500, body: { error: { type: "api_error", message: "Something went wrong on Stripe's end." } } }
        : this.#route(request.method ?? "GET", path, form);
    if (typeof key === "string" && request.method === "POST") this.#answered.set(key, { body, answer });
    return answer;
  }

  /** Forgets the idempotency keys of all calls, as Stripe does after a day. */
  forgetKeys(): void {
    this.#answered.clear();
  }

  #route(method: string, path: string, form: Form): Answered["answer"] {
    try {
      return { status: 200, body: structuredClone(this.#find(method, path, form)) };
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return { status: error.status, body: { error: structuredClone(error.error) } };
    }
  }

  #find(method: string, path: string, form: Form): object {
    const { books } = this;
    const [, , kind = "", id = "", action = ""] = path.split("/");
    switch (`${method} ${kind}${id === "" ? "" : "/id"}${action === "" ? "" : `/${action}`}`) {
      case "POST customers":
        return books.createCustomer(form);
      case "POST setup_intents":
        return books.createSetup(form);
      case "GET payment_methods/id":
        return books.showMethod(id);
      case "POST payment_intents":
        return this.#shown(books.createIntent(form));
      case "GET payment_intents/id":
        return this.#shown(books.intent(id));
      case "POST payment_intents/id/cancel":
        return books.cancelIntent(id);
      case "GET payment_intents": {
        books.customer(textOf(form, "customer") ?? "");
        const since = Number(textOf(formOf(form, "created"), "gte") ?? "0");
        const found = [...books.intents.values()].filter(
          (intent) => intent.customer === textOf(form, "customer") && intent.created >= since,
        );
        return { object: "list", data: found.toReversed(), has_more: false, url: path };
      }
      case "POST refunds":
        return books.createRefund(form);
      case "GET refunds/id":
        return books.refund(id);
      case "GET refunds": {
        const found = [...books.refunds.values()].filter(
          (one) => one.payment_intent === textOf(form, "payment_intent"),
        );
        return { object: "list", data: found.toReversed(), has_more: false, url: path };
      }
      default:
        throw invalidRequest("url_invalid", `Unrecognized request URL (${method}: ${path}).`, 404);
    }
  }

  /** With its payment method, as requested by `expand`. */
  #shown(intent: { payment_method: string | null }): object {
    const { payment_method: method } = intent;
    return { ...intent, payment_method: method === null ? null : this.books.showMethod(method) };
  }
}

/** @param now the present time of the fake */
export async function startFakeStripe(now: () => string): Promise<FakeStripe> {
  const started: FakeStripe[] = [];
  const server = createServer((request, response) => void started[0]?.take(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const fake = new FakeStripe(new StripeBooks(now), (server.address() as AddressInfo).port, close);
  started.push(fake);
  return fake;
}
