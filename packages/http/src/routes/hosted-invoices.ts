import {
  admitByInvoiceToken,
  createInvoiceLink,
  INVOICE_LINK_FIELDS,
  listInvoiceLinks,
  revokeInvoiceLink,
  getHostedInvoice,
  mailNewInvoiceLink,
  payHostedInvoice,
  renderHostedInvoicePdf,
} from "@counterfoil/service";
import Type from "typebox";
import { answerPdf } from "../answer-pdf.ts";
import { listRoute } from "../list-route.ts";
import { publicAddress } from "../public-address.ts";
import { route } from "../route.ts";
import {
  begunPayment,
  hostedInvoice,
  invoiceLink,
  invoiceLinkCreation,
  shownInvoiceLink,
} from "../schemas/hosted-invoice.ts";
import { byId, inPath } from "../schemas/schema.ts";

const tag = "Payments";
const byIdAndLink = Type.Object({ ...byId.properties, linkId: inPath("The ID of the link.") });
const byToken = Type.Object({ token: inPath("The secret token of the link.") });

export const hostedInvoiceRoutes = [
  route({
    method: "POST",
    path: "/invoices/:id/payment-link",
    operationId: "createInvoiceLink",
    tag,
    summary: "Create a payment link for an invoice",
    description:
      "The link is valid for 90 days by default, and for at most 366. An invoice may have several links. Only " +
      "this response shows the link.",
    scope: "billing",
    params: byId,
    body: invoiceLinkCreation,
    status: 201,
    hasLocation: false,
    answersSecret: true,
    response: invoiceLink,
    async handle({ context, params, body, request }) {
      const link = await createInvoiceLink(context, params.id, body);
      return { hostedInvoiceUrl: `${publicAddress(context, request)}/invoice/${link.token}`, ...link };
    },
  }),
  listRoute({
    path: "/invoices/:id/payment-links",
    operationId: "listInvoiceLinks",
    tag,
    summary: "List the payment links of an invoice",
    description: "Includes expired and revoked links. Never shows the links themselves.",
    params: byId,
    fields: INVOICE_LINK_FIELDS,
    item: shownInvoiceLink,
    find: ({ context, params, list }) => listInvoiceLinks(context, params.id, list),
  }),
  route({
    method: "DELETE",
    path: "/invoices/:id/payment-links/:linkId",
    operationId: "revokeInvoiceLink",
    tag,
    summary: "Revoke a payment link of an invoice",
    description:
      "Takes effect immediately. Revoking a link that has expired or was revoked has no effect on its holder.",
    scope: "billing",
    params: byIdAndLink,
    status: 204,
    response: null,
    async handle({ context, params }) {
      await revokeInvoiceLink(context, params.id, params.linkId);
      return null;
    },
  }),
  route({
    method: "GET",
    path: "/public/invoices/:token",
    operationId: "getHostedInvoice",
    tag,
    summary: "Get an invoice by its payment link",
    description: "Returns 404 if the link never existed, and 410 once it has expired or was revoked.",
    scope: null,
    refusals: ["link_expired"],
    params: byToken,
    admit: (ports, params) => admitByInvoiceToken(ports, params.token),
    status: 200,
    response: hostedInvoice,
    handle: ({ context, params }) => getHostedInvoice(context, params.token),
  }),
  route({
    method: "GET",
    path: "/public/invoices/:token/pdf",
    operationId: "getHostedInvoicePdf",
    tag,
    summary: "Get the PDF of an invoice by its payment link",
    scope: null,
    refusals: ["link_expired"],
    params: byToken,
    admit: (ports, params) => admitByInvoiceToken(ports, params.token),
    status: 200,
    response: null,
    mediaType: "application/pdf",
    handle: async ({ context, params, request, reply }) =>
      answerPdf(await renderHostedInvoicePdf(context, params.token), request, reply),
  }),
  route({
    method: "POST",
    path: "/public/invoices/:token/pay",
    operationId: "payHostedInvoice",
    tag,
    summary: "Start a payment of an invoice by its payment link",
    description:
      "Takes no body. Starts a payment of the amount due, and returns what the provider's form in the browser " +
      "needs. If a payment has already been started, returns that one.",
    scope: null,
    refusals: ["link_expired", "provider_unavailable", "secrets_unavailable"],
    params: byToken,
    admit: (ports, params) => admitByInvoiceToken(ports, params.token),
    status: 200,
    isRepeatable: true,
    answersSecret: true,
    response: begunPayment,
    handle: ({ context, params }) => payHostedInvoice(context, params.token),
  }),
  route({
    method: "POST",
    path: "/public/invoices/:token/new-link",
    operationId: "mailNewInvoiceLink",
    tag,
    summary: "Email a new payment link to the customer",
    description:
      "Takes no body. For a link that has expired. Emails the invoice with a new link to the account's billing " +
      "addresses, at most once a day; the response does not contain the link. Returns 410 if the link was revoked, and " +
      "409 if it still works, if the invoice is void, or if the account has no email address.",
    scope: null,
    refusals: ["link_expired", "state_conflict"],
    params: byToken,
    admit: (ports, params) => admitByInvoiceToken(ports, params.token),
    status: 204,
    response: null,
    async handle({ context, params }) {
      await mailNewInvoiceLink(context, params.token);
      return null;
    },
  }),
];
