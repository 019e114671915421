import {
  admitByInvoiceToken,
  createInvoiceLink,
  getHostedInvoice,
  payHostedInvoice,
  renderHostedInvoicePdf,
} from "@counterfoil/service";
import Type from "typebox";
import { answerPdf } from "../answer-pdf.ts";
import { route } from "../route.ts";
import { begunPayment, hostedInvoice, invoiceLink, invoiceLinkCreation } from "../schemas/hosted-invoice.ts";
import { byId } from "../schemas/schema.ts";

const tag = "Payments";
const byToken = Type.Object({ token: Type.String({ minLength: 1, maxLength: 255 }) });

export const hostedInvoiceRoutes = [
  route({
    method: "POST",
    path: "/invoices/:id/payment-link",
    operationId: "createInvoiceLink",
    tag,
    summary: "Make a link under which an invoice is seen and paid",
    description: "For 90 days unless told. An invoice may have several; each is shown in this answer only.",
    scope: "billing",
    params: byId,
    body: invoiceLinkCreation,
    status: 201,
    answersSecret: true,
    response: invoiceLink,
    async handle({ context, params, body, request }) {
      const { token, expiresAt } = await createInvoiceLink(context, params.id, body);
      const hostedInvoiceUrl = `${request.protocol}://${request.host}/invoice/${token}`;
      return { hostedInvoiceUrl, token, expiresAt };
    },
  }),
  route({
    method: "GET",
    path: "/public/invoices/:token",
    operationId: "getHostedInvoice",
    tag,
    summary: "See an invoice by its link",
    description: "404 for a link that was never given, 410 once it has expired.",
    scope: null,
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
    params: byToken,
    admit: (ports, params) => admitByInvoiceToken(ports, params.token),
    status: 200,
    isRepeatable: true,
    answersSecret: true,
    response: begunPayment,
    handle: ({ context, params }) => payHostedInvoice(context, params.token),
  }),
];
