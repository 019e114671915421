import { NO_STORE, problemResponse } from "../answers/problem.ts";
import type { Client } from "../client.ts";
import { type AccountOf, isUnreachable } from "../guard/check-access.ts";
import { readBilling } from "./read-billing.ts";

/** `Context` is the request as the framework passes it. */
export interface BillingHandlerOptions<Context> {
  readonly client: Client | ((context: Context) => Client);
  /**
   * The account of the request. Derive it from the session that you have verified, never from a value that the
   * customer can choose: the response shows the usage of this account, and opens its portal.
   */
  readonly account: AccountOf<Context>;
  /** The plans that you offer, in the order in which to show them; none by default. */
  readonly planIds?: readonly string[] | undefined;
  readonly portal?: PortalOptions | undefined;
}

export interface PortalOptions {
  /** The address that the portal links back to. */
  readonly returnUrl?: string | undefined;
  /** Whether the customer can cancel subscriptions; false by default. */
  readonly mayCancel?: boolean | undefined;
  /** How long the link works; 1 hour by default. */
  readonly expiresInHours?: number | undefined;
}

/** The parts of a request that decide the response. */
export interface BillingRequest {
  readonly method: string;
  /** The header `Sec-Fetch-Site`, which browsers set and pages cannot. */
  readonly site: string | null | undefined;
}

const PORTAL_HOURS = 1;

/**
 * The server's side of the React components. GET returns the `AccountBilling` of the account. POST creates a portal link
 * and redirects to it, for the form of `PortalButton`. The API key stays on the server.
 */
export async function serveBilling<Context>(
  options: BillingHandlerOptions<Context>,
  context: Context,
  { method, site }: BillingRequest,
): Promise<Response> {
  if (!["GET", "HEAD", "POST"].includes(method)) {
    const detail = "Send GET for the data, or POST to open the portal.";
    const problem = { status: 405, code: "method_not_allowed", title: "Method not allowed", detail };
    return problemResponse(problem, { Allow: "GET, HEAD, POST" });
  }
  const account = (await options.account(context)) ?? "";
  if (account === "") {
    const detail = "The request belongs to no account.";
    return problemResponse({ status: 401, code: "account_required", title: "Sign in first", detail });
  }
  if (method === "POST" && site === "cross-site") {
    const detail = "Only pages of this site may open the portal.";
    return problemResponse({ status: 403, code: "cross_site", title: "Request from another site", detail });
  }
  const client = typeof options.client === "function" ? options.client(context) : options.client;
  try {
    if (method === "POST") return await redirectToPortal(client, account, options.portal);
    const billing = await readBilling(client, { account, planIds: options.planIds ?? [] });
    return Response.json(billing, { headers: { "Cache-Control": NO_STORE } });
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    const detail = "The billing server did not answer. Try again later.";
    return problemResponse({ status: 503, code: "billing_unreachable", title: "Billing is unavailable", detail });
  }
}

async function redirectToPortal(client: Client, account: string, portal: PortalOptions = {}): Promise<Response> {
  const { returnUrl = null, mayCancel = false, expiresInHours = PORTAL_HOURS } = portal;
  const { url } = await client.accounts.createPortalLink(account, { returnUrl, mayCancel, expiresInHours });
  const headers = { Location: url, "Cache-Control": NO_STORE, "Referrer-Policy": "no-referrer" };
  return new Response(null, { status: 303, headers });
}
