import {
  admitByInvoiceToken,
  createInvoiceLink,
  INVOICE_LINK_FIELDS,
  listInvoiceLinks,
  revokeInvoiceLink,
  getHostedInvoice,
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
const byIdAndLink = Type.Object({ ...byId.properties, linkId: inPath("Of the link.") });
const byToken = Type.Object({ token: inPath("The secret of the link that was sent.") });

export const hostedInvoiceRoutes = [
  route({
    method: "POST",
    path: "/invoices/:id/payment-link",
    operationId: "createInvoiceLink",
    tag,
    summary: "Make a link under which an invoice is seen and paid",
    description:
      "For 90 days unless told, and for 366 at most. An invoice may have several; each is shown in this answer only.",
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
    summary: "List the links of an invoice",
    description: "Also those that expired or were revoked. Never the links themselves.",
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
    summary: "Revoke a link of an invoice",
    description: "Works at once. Revoking a link that has expired or was revoked changes nothing for its holder.",
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
    summary: "See an invoice by its link",
    description: "404 for a link that was never given, 410 once it has expired or was revoked.",
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
    summary: "Get the PDF of an invoice by its link",
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
    summary: "Begin to pay an invoice by its link",
    description:
      "Takes no body. Begins a payment of all that is due, and answers what the provider's form in the browser needs. Asked " +
      "again, it answers the payment that is begun.",
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
];
