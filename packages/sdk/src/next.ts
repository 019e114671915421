import { serveBilling, type BillingHandlerOptions } from "./billing/serve-billing.ts";
import { checkAccess, type GuardOptions, type Refusal, refusalResponse } from "./guard/check-access.ts";
import type { CheckEntitlementResult } from "./generated/types.gen.ts";
import { readBody } from "./webhooks/read-body.ts";
import { receiveWebhook, type WebhookHandlerOptions } from "./webhooks/receive-webhook.ts";

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

/**
 * A route handler that verifies webhooks and passes them to your functions.
 *
 *     // app/webhooks/counterfoil/route.ts
 *     export const POST = webhookHandler({
 *       secret: () => process.env.COUNTERFOIL_WEBHOOK_SECRET,
 *       on: { "invoice.issued": (event) => book(event.data.number, event.data.total) },
 *     });
 */
export function webhookHandler(options: WebhookHandlerOptions<Request>): (request: Request) => Promise<Response> {
  return (request) =>
    receiveWebhook(options, request, {
      headers: request.headers,
      readBody: (largestBytes) => readBody(request.body, largestBytes),
    });
}

export interface RouteGuardOptions extends GuardOptions<Request> {
  /** Replaces the response to a refused request. */
  readonly onRefused?: ((refusal: Refusal, request: Request) => Response | Promise<Response>) | undefined;
}

/** A route handler that also gets the result of the check: null if Counterfoil did not answer. */
export type GuardedRoute<Incoming extends Request, RouteContext> = (
  request: Incoming,
  context: RouteContext,
  entitlement: CheckEntitlementResult | null,
) => Response | Promise<Response>;

/**
 * Wraps route handlers, so that they run only for accounts that may use a feature.
 *
 *     const guard = entitlementGuard({ client, feature: "export", account: accountOf, whenUnreachable: "refuse" });
 *     export const GET = guard(async (request) => Response.json(await rows(request)));
 */
export function entitlementGuard(options: RouteGuardOptions) {
  return <Incoming extends Request = Request, RouteContext = unknown>(route: GuardedRoute<Incoming, RouteContext>) =>
    async (request: Incoming, context: RouteContext): Promise<Response> => {
      const access = await checkAccess(options, request);
      if (access.kind === "allowed") return route(request, context, access.entitlement);
      return options.onRefused?.(access.refusal, request) ?? refusalResponse(access.refusal);
    };
}

/**
 * The server's side of `@counterfoil/sdk/react`: GET returns the data, and POST redirects to the customer portal.
 *
 *     // app/api/billing/route.ts
 *     const handler = billingHandler({ client, account: accountOf, planIds: ["plan_…"] });
 *     export { handler as GET, handler as POST };
 */
export function billingHandler(options: BillingHandlerOptions<Request>): (request: Request) => Promise<Response> {
  return (request) =>
    serveBilling(options, request, { method: request.method, site: request.headers.get("sec-fetch-site") });
}
