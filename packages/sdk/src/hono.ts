import { serveBilling, type BillingHandlerOptions } from "./billing/serve-billing.ts";
import { checkAccess, type GuardOptions, type Refusal, refusalResponse } from "./guard/check-access.ts";
import { readBody, refuseLarger } from "./webhooks/read-body.ts";
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

/** What the handlers use of Hono's `Context`. */
export interface HonoContext {
  readonly req: { readonly raw: Request; arrayBuffer(): Promise<ArrayBuffer> };
  // oxlint-disable-next-line typescript/no-explicit-any -- Hono's own `set` accepts only the names that the application declares.
  set: (name: any, value: any) => void;
}

/**
 * A handler that verifies webhooks and passes them to your functions.
 *
 *     app.post("/webhooks/counterfoil", webhookHandler({
 *       secret: process.env.COUNTERFOIL_WEBHOOK_SECRET,
 *       on: { "invoice.issued": (event) => book(event.data.number, event.data.total) },
 *     }));
 */
export function webhookHandler<C extends HonoContext>(options: WebhookHandlerOptions<C>): (c: C) => Promise<Response> {
  return (c) =>
    receiveWebhook(options, c, {
      headers: c.req.raw.headers,
      readBody: async (largestBytes) => {
        if (!c.req.raw.bodyUsed) return readBody(c.req.raw.body, largestBytes);
        // Another middleware has read the body. Hono keeps what it read.
        const bytes = new Uint8Array(await c.req.arrayBuffer());
        refuseLarger(bytes.length, largestBytes);
        return bytes;
      },
    });
}

export interface HonoGuardOptions<C extends HonoContext> extends GuardOptions<C> {
  /** Replaces the response to a refused request. */
  readonly onRefused?: ((refusal: Refusal, c: C) => Response | Promise<Response>) | undefined;
}

/**
 * Middleware that lets only accounts through that may use a feature. `c.get("entitlement")` is the result of the check:
 * null if Counterfoil did not answer.
 *
 *     app.get("/export", entitlementGuard({ client, feature: "export", account: accountOf, whenUnreachable: "refuse" }), …);
 */
export function entitlementGuard<C extends HonoContext>(options: HonoGuardOptions<C>) {
  return async (c: C, next: () => Promise<void>): Promise<Response | void> => {
    const access = await checkAccess(options, c);
    if (access.kind === "refused") return options.onRefused?.(access.refusal, c) ?? refusalResponse(access.refusal);
    c.set("entitlement", access.entitlement);
    await next();
  };
}

/**
 * The server's side of `@counterfoil/sdk/react`: GET returns the data, and POST redirects to the customer portal.
 *
 *     app.on(["GET", "POST"], "/api/billing", billingHandler({ client, account: accountOf, planIds: ["plan_…"] }));
 */
export function billingHandler<C extends HonoContext>(options: BillingHandlerOptions<C>): (c: C) => Promise<Response> {
  return (c) => serveBilling(options, c, { method: c.req.raw.method, site: c.req.raw.headers.get("sec-fetch-site") });
}
