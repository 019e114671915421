import { type NodeResponse, sendResponse } from "./answers/node-response.ts";
import { serveBilling, type BillingHandlerOptions } from "./billing/serve-billing.ts";
import { checkAccess, type GuardOptions, type Refusal, refusalResponse } from "./guard/check-access.ts";
import { readBody, refuseLarger } from "./webhooks/read-body.ts";
import { receiveWebhook, type WebhookHandlerOptions } from "./webhooks/receive-webhook.ts";

export type { NodeResponse } from "./answers/node-response.ts";
export type {
  AccountBilling,
  FeatureUsage,
  OfferedFeature,
  OfferedPlan,
  OfferedPrice,
} from "./billing/account-billing.ts";
export { type BillingQuestion, readBilling } from "./billing/read-billing.ts";
export type { BillingHandlerOptions, PortalOptions } from "./billing/serve-billing.ts";
export type { AccountOf, EntitlementChecker, GuardOptions, Refusal } from "./guard/check-access.ts";
export type { WebhookCallbacks, WebhookHandlerOptions, WebhookSecret } from "./webhooks/receive-webhook.ts";

/** What the handlers use of Express's `Request`. */
export interface ExpressRequest extends AsyncIterable<Uint8Array | string> {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly readableDidRead: boolean;
  readonly body?: unknown;
}

/** What the handlers use of Express's `Response`. */
export interface ExpressResponse extends NodeResponse {
  readonly locals: Record<string, unknown>;
}

type Next = (error?: unknown) => void;
type Handler<Incoming> = (request: Incoming, response: ExpressResponse, next: Next) => void;

/**
 * A handler that verifies webhooks and passes them to your functions. It reads the body itself, so it needs no parser.
 * Register it before `app.use(express.json())`, which would consume the body.
 *
 *     app.post("/webhooks/counterfoil", webhookHandler({
 *       secret: process.env.COUNTERFOIL_WEBHOOK_SECRET,
 *       on: { "invoice.issued": (event) => book(event.data.number, event.data.total) },
 *     }));
 */
export function webhookHandler<Incoming extends ExpressRequest = ExpressRequest>(
  options: WebhookHandlerOptions<Incoming>,
): Handler<Incoming> {
  return passErrors(async (request, response) => {
    const received = { headers: request.headers, readBody: (largestBytes: number) => bodyOf(request, largestBytes) };
    await sendResponse(await receiveWebhook(options, request, received), response);
  });
}

export interface ExpressGuardOptions<Incoming extends ExpressRequest> extends GuardOptions<Incoming> {
  /** Sends the response to a refused request instead of the guard. */
  readonly onRefused?: ((refusal: Refusal, request: Incoming, response: ExpressResponse) => unknown) | undefined;
}

/**
 * Middleware that lets only accounts through that may use a feature. `response.locals.entitlement` is the result of the
 * check: null if Counterfoil did not answer.
 *
 *     app.get("/export", entitlementGuard({ client, feature: "export", account: accountOf, whenUnreachable: "refuse" }), …);
 */
export function entitlementGuard<Incoming extends ExpressRequest = ExpressRequest>(
  options: ExpressGuardOptions<Incoming>,
): Handler<Incoming> {
  return passErrors(async (request, response, next) => {
    const access = await checkAccess(options, request);
    if (access.kind === "allowed") {
      response.locals["entitlement"] = access.entitlement;
      next();
      return;
    }
    if (options.onRefused === undefined) await sendResponse(refusalResponse(access.refusal), response);
    else await options.onRefused(access.refusal, request, response);
  });
}

/**
 * The server's side of `@counterfoil/sdk/react`: GET returns the data, and POST redirects to the customer portal.
 *
 *     app.all("/api/billing", billingHandler({ client, account: accountOf, planIds: ["plan_…"] }));
 */
export function billingHandler<Incoming extends ExpressRequest = ExpressRequest>(
  options: BillingHandlerOptions<Incoming>,
): Handler<Incoming> {
  return passErrors(async (request, response) => {
    const site = request.headers["sec-fetch-site"];
    const asked = { method: request.method, site: typeof site === "string" ? site : null };
    await sendResponse(await serveBilling(options, request, asked), response);
  });
}

/** Express 4 does not await handlers, so errors go to `next` explicitly. */
function passErrors<Incoming>(
  run: (request: Incoming, response: ExpressResponse, next: Next) => Promise<void>,
): Handler<Incoming> {
  return (request, response, next) => {
    // oxlint-disable-next-line promise/no-callback-in-promise -- Express passes errors on this way.
    run(request, response, next).catch((error: unknown) => next(error));
  };
}

/** The exact bytes, also behind `express.raw()` and `express.text()`. */
async function bodyOf(request: ExpressRequest, largestBytes: number): Promise<string | Uint8Array> {
  const { body } = request;
  if (typeof body === "string" || body instanceof Uint8Array) {
    refuseLarger(body.length, largestBytes);
    return body;
  }
  if (request.readableDidRead) {
    throw new TypeError(
      "A body parser has read the body of the webhook, so its signature cannot be verified. Register the webhook handler before app.use(express.json()).",
    );
  }
  return readBody(request, largestBytes);
}
