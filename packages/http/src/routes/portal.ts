import {
  admitByPortalToken,
  cancelInPortal,
  createPortalInvoiceLink,
  createPortalLink,
  getPortal,
  listPortalLinks,
  PORTAL_LINK_FIELDS,
  renderPortalInvoicePdf,
  revokePortalLink,
  updateBillingDetails,
} from "@counterfoil/service";
import Type from "typebox";
import { answerPdf } from "../answer-pdf.ts";
import type { Ports } from "../ports.ts";
import { listRoute } from "../list-route.ts";
import { publicAddress } from "../public-address.ts";
import { route } from "../route.ts";
import { invoiceLink } from "../schemas/hosted-invoice.ts";
import {
  billingDetails,
  billingDetailsChange,
  portal,
  portalCanceled,
  portalCancellation,
  portalLink,
  portalLinkCreation,
  shownPortalLink,
} from "../schemas/portal.ts";
import { byId, inPath } from "../schemas/schema.ts";

const tag = "Portal";
const token = inPath("The secret of the link that was given.");
const byToken = Type.Object({ token });
const byTokenAndId = Type.Object({ token, ...byId.properties });
const byIdAndLink = Type.Object({ ...byId.properties, linkId: inPath("Of the link.") });
const admit = (ports: Ports, params: { token: string }) => admitByPortalToken(ports, params.token);

export const portalRoutes = [
  route({
    method: "POST",
    path: "/accounts/:id/portal-link",
    operationId: "createPortalLink",
    tag,
    summary: "Make a link to a customer's portal",
    description:
      "For 72 hours unless told. An account may have several; each is shown in this answer only. Under it the customer sees what they " +
      "have and owe, and changes their billing details.",
    scope: "write",
    params: byId,
    body: portalLinkCreation,
    status: 201,
    hasLocation: false,
    answersSecret: true,
    response: portalLink,
    async handle({ context, params, body, request }) {
      const link = await createPortalLink(context, params.id, body);
      return { url: `${publicAddress(context, request)}/portal/${link.token}`, ...link };
    },
  }),
  listRoute({
    path: "/accounts/:id/portal-links",
    operationId: "listPortalLinks",
    tag,
    summary: "List the links to a customer's portal",
    description: "Also those that expired or were revoked. Never the links themselves.",
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
    summary: "Revoke a link to a customer's portal",
    description:
      "Works at once, for the payment pages that were made by it as well. Revoking it again changes nothing.",
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
    summary: "See an account by the link to its portal",
    description: "404 for a link that was never given, has expired or was revoked.",
    scope: null,
    refusals: ["link_expired"],
    params: byToken,
    admit,
    status: 200,
    response: portal,
    handle: ({ context, params }) => getPortal(context, params.token),
  }),
  route({
    method: "PATCH",
    path: "/public/portal/:token/billing-details",
    operationId: "updatePortalBillingDetails",
    tag,
    summary: "Change the account's billing details by the link",
    description: "Merge patch. Invoices that are issued stay as they are.",
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
    summary: "Cancel a subscription by the link",
    description: "At the end of the period that runs. 403 where the link does not permit it.",
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
    summary: "Get the PDF of an invoice by the link",
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
    summary: "Make a page to pay an invoice on, by the link",
    description: "Takes no body. It is the invoice's own page, open as long as the portal, and revoked with it.",
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
];
