import {
  admitByPortalToken,
  cancelInPortal,
  createPortalInvoiceLink,
  createPortalLink,
  getPortal,
  getPortalCredit,
  getUsageHistory,
  listPortalLinks,
  PORTAL_LINK_FIELDS,
  payAllInPortal,
  renderPortalInvoicePdf,
  renderPortalReceiptPdf,
  revokePortalLink,
  updateBillingDetails,
} from "@counterfoil/service";
import type { FastifyRequest } from "fastify";
import Type from "typebox";
import { answerPdf } from "../answer-pdf.ts";
import type { Ports } from "../ports.ts";
import { listRoute } from "../list-route.ts";
import { publicAddress } from "../public-address.ts";
import { route } from "../route.ts";
import { portalCredit } from "../schemas/credit-hold.ts";
import { invoiceLink } from "../schemas/hosted-invoice.ts";
import {
  billingDetails,
  billingDetailsChange,
  portal,
  portalCanceled,
  portalCancellation,
  portalLink,
  portalLinkCreation,
  portalPayAll,
  portalPayments,
  portalSession,
  portalUsage,
  portalUsageQuery,
  shownPortalLink,
} from "../schemas/portal.ts";
import { byId, inPath } from "../schemas/schema.ts";

const tag = "Portal";
const token = inPath("The secret token of the portal link.");
const byToken = Type.Object({ token });
const byTokenAndId = Type.Object({ token, ...byId.properties });
const byIdAndLink = Type.Object({ ...byId.properties, linkId: inPath("The ID of the link.") });
const admit = (ports: Ports, params: { token: string }) => admitByPortalToken(ports, params.token);

function portalAddress(context: Ports, request: FastifyRequest, secret: string): string {
  return `${publicAddress(context, request)}/portal/${secret}`;
}

/** What the two ways to create a link share. */
const linkCreation = {
  method: "POST",
  tag,
  scope: "write",
  params: byId,
  body: portalLinkCreation,
  status: 201,
  hasLocation: false,
  answersSecret: true,
} as const;

export const portalRoutes = [
  route({
    ...linkCreation,
    path: "/accounts/:id/portal-link",
    operationId: "createPortalLink",
    summary: "Create a customer portal link",
    description:
      "The link is valid for 72 hours by default. An account may have several links. Only this response shows " +
      "the link. It lets the customer see their subscriptions and invoices and change their billing details.",
    response: portalLink,
    async handle({ context, params, body, request }) {
      const link = await createPortalLink(context, params.id, body);
      return { url: portalAddress(context, request, link.token), ...link };
    },
  }),
  route({
    ...linkCreation,
    path: "/accounts/:id/portal-session",
    operationId: "createPortalSession",
    summary: "Create a customer portal session",
    description:
      "Creates a link like `POST /accounts/{id}/portal-link`, and returns only its address. List the links of the " +
      "account to revoke it.",
    response: portalSession,
    async handle({ context, params, body, request }) {
      const { token: secret } = await createPortalLink(context, params.id, body);
      return { sessionUrl: portalAddress(context, request, secret) };
    },
  }),
  listRoute({
    path: "/accounts/:id/portal-links",
    operationId: "listPortalLinks",
    tag,
    summary: "List the customer portal links of an account",
    description: "Includes expired and revoked links. Never shows the links themselves.",
    params: byId,
    fields: PORTAL_LINK_FIELDS,
    item: shownPortalLink,
    find: ({ context, params, list }) => listPortalLinks(context, params.id, list),
  }),
  route({
    method: "DELETE",
    path: "/accounts/:id/portal-links/:linkId",
    operationId: "revokePortalLink",
    tag,
    summary: "Revoke a customer portal link",
    description:
      "Takes effect immediately, also for payment pages created through the link. Revoking it again has no effect.",
    scope: "write",
    params: byIdAndLink,
    status: 204,
    response: null,
    async handle({ context, params }) {
      await revokePortalLink(context, params.id, params.linkId);
      return null;
    },
  }),
  route({
    method: "GET",
    path: "/public/portal/:token",
    operationId: "getPortal",
    tag,
    summary: "Get an account by its portal link",
    description: "Returns 404 if the link never existed, has expired or was revoked.",
    scope: null,
    refusals: ["link_expired"],
    params: byToken,
    admit,
    status: 200,
    response: portal,
    handle: ({ context, params }) => getPortal(context, params.token),
  }),
  route({
    method: "GET",
    path: "/public/portal/:token/credit",
    operationId: "getPortalCredit",
    tag,
    summary: "Get the available credit of an account by its portal link",
    description: "What is left of grants and the credit line while usage runs, and when it will be used up.",
    scope: null,
    refusals: ["link_expired"],
    params: byToken,
    admit,
    status: 200,
    response: portalCredit,
    handle: ({ context, params }) => getPortalCredit(context, params.token),
  }),
  route({
    method: "GET",
    path: "/public/portal/:token/usage",
    operationId: "getPortalUsage",
    tag,
    summary: "Get the usage history of an account by its portal link",
    description:
      "Returns the usage of the metrics that the account's contracts bill: of each of the last 12 months, or with " +
      "`month` of each day of that month. Days and months begin in the account's time zone.",
    scope: null,
    refusals: ["link_expired"],
    params: byToken,
    admit,
    query: portalUsageQuery,
    status: 200,
    response: portalUsage,
    handle: ({ context, params, query }) => getUsageHistory(context, params.token, query),
  }),
  route({
    method: "PATCH",
    path: "/public/portal/:token/billing-details",
    operationId: "updatePortalBillingDetails",
    tag,
    summary: "Update the account's billing details by its portal link",
    description: "A merge patch. Issued invoices do not change.",
    scope: null,
    refusals: ["link_expired"],
    params: byToken,
    admit,
    body: billingDetailsChange,
    status: 200,
    response: billingDetails,
    handle: ({ context, params, body }) => updateBillingDetails(context, params.token, body),
  }),
  route({
    method: "POST",
    path: "/public/portal/:token/subscriptions/:id/cancel",
    operationId: "cancelPortalSubscription",
    tag,
    summary: "Cancel a subscription by a portal link",
    description: "Takes effect at the end of the current period. Returns 403 if the link does not allow it.",
    scope: null,
    refusals: ["link_expired", "not_permitted"],
    params: byTokenAndId,
    admit,
    body: portalCancellation,
    status: 200,
    response: portalCanceled,
    handle: ({ context, params, body }) => cancelInPortal(context, params.token, params.id, body),
  }),
  route({
    method: "GET",
    path: "/public/portal/:token/invoices/:id/pdf",
    operationId: "getPortalInvoicePdf",
    tag,
    summary: "Get the PDF of an invoice by a portal link",
    scope: null,
    refusals: ["link_expired"],
    params: byTokenAndId,
    admit,
    status: 200,
    response: null,
    mediaType: "application/pdf",
    handle: async ({ context, params, request, reply }) =>
      answerPdf(await renderPortalInvoicePdf(context, params.token, params.id), request, reply),
  }),
  route({
    method: "POST",
    path: "/public/portal/:token/invoices/:id/payment-link",
    operationId: "createPortalInvoiceLink",
    tag,
    summary: "Create a payment page for an invoice by a portal link",
    description:
      "Takes no body. The page shows this invoice only. It is valid for as long as the portal link, and is revoked " +
      "with it.",
    scope: null,
    refusals: ["link_expired"],
    params: byTokenAndId,
    admit,
    status: 201,
    hasLocation: false,
    answersSecret: true,
    response: invoiceLink,
    async handle({ context, params, request }) {
      const link = await createPortalInvoiceLink(context, params.token, params.id);
      return { hostedInvoiceUrl: `${publicAddress(context, request)}/invoice/${link.token}`, ...link };
    },
  }),
  route({
    method: "POST",
    path: "/public/portal/:token/payments",
    operationId: "payPortalInvoices",
    tag,
    summary: "Start payments of all open invoices of a currency by a portal link",
    description:
      "Starts one payment per invoice, for the 20 that are due first, and returns what the provider's form in the " +
      "browser needs. A repeated call returns the payments that have already been started. If a payment cannot be " +
      "started, `problem` says why, and the others are not affected. Returns 409 if no invoice can be paid.",
    scope: null,
    refusals: ["link_expired", "provider_unavailable", "secrets_unavailable", "state_conflict"],
    params: byToken,
    admit,
    body: portalPayAll,
    status: 200,
    isRepeatable: true,
    answersSecret: true,
    response: portalPayments,
    handle: ({ context, params, body }) => payAllInPortal(context, params.token, body.currency),
  }),
  route({
    method: "GET",
    path: "/public/portal/:token/payments/:id/receipt",
    operationId: "getPortalReceipt",
    tag,
    summary: "Get the PDF receipt of a payment by a portal link",
    scope: null,
    refusals: ["link_expired", "state_conflict"],
    params: byTokenAndId,
    admit,
    status: 200,
    response: null,
    mediaType: "application/pdf",
    handle: async ({ context, params, request, reply }) =>
      answerPdf(await renderPortalReceiptPdf(context, params.token, params.id), request, reply),
  }),
];
