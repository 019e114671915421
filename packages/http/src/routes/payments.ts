import {
  getPayment,
  listInvoicePayments,
  listPayments,
  PAYMENT_FIELDS,
  recordPayment,
  refundPayment,
  renderReceiptPdf,
} from "@counterfoil/service";
import { answerPdf } from "../answer-pdf.ts";
import { listRoute, located } from "../list-route.ts";
import { route } from "../route.ts";
import { payment, paymentCreation, refund, refundCreation } from "../schemas/payment.ts";
import { byId } from "../schemas/schema.ts";

const tag = "Payments";

export const paymentRoutes = [
  route({
    method: "POST",
    path: "/invoices/:id/payments",
    operationId: "createPayment",
    tag,
    summary: "Record a payment of an invoice",
    description: "A part is taken. What is more than due becomes account credit.",
    scope: "billing",
    params: byId,
    body: paymentCreation,
    status: 201,
    response: payment,
    handle: async ({ context, params, body, reply }) =>
      located(reply, "/payments", await recordPayment(context, params.id, body)),
  }),
  listRoute({
    path: "/invoices/:id/payments",
    operationId: "listInvoicePayments",
    tag,
    summary: "List the payments of an invoice, with those that failed",
    params: byId,
    fields: PAYMENT_FIELDS,
    item: payment,
    find: ({ context, params, list }) => listInvoicePayments(context, params.id, list),
  }),
  listRoute({
    path: "/payments",
    operationId: "listPayments",
    tag,
    summary: "List payments",
    fields: PAYMENT_FIELDS,
    item: payment,
    find: ({ context, list }) => listPayments(context, list),
  }),
  route({
    method: "GET",
    path: "/payments/:id",
    operationId: "getPayment",
    tag,
    summary: "Get a payment with its refunds",
    description: "By its id, or by the external id that was given when it was recorded.",
    scope: "read",
    params: byId,
    status: 200,
    response: payment,
    handle: ({ context, params }) => getPayment(context, params.id),
  }),
  route({
    method: "GET",
    path: "/payments/:id/receipt",
    operationId: "getReceipt",
    tag,
    summary: "Get the receipt of a payment as a PDF",
    description:
      "By its id or external id. What it paid, what was kept as credit, and what was refunded by now; 409 until it succeeded.",
    scope: "read",
    refusals: ["state_conflict"],
    params: byId,
    status: 200,
    response: null,
    mediaType: "application/pdf",
    handle: async ({ context, params, request, reply }) =>
      answerPdf(await renderReceiptPdf(context, params.id), request, reply),
  }),
  route({
    method: "POST",
    path: "/payments/:id/refunds",
    operationId: "createRefund",
    tag,
    summary: "Refund a payment, whole or a part",
    description:
      "First what of it is still account credit, then what it paid of the invoice, which is due again. Never more than was paid " +
      "less what was refunded before. Of a payment that a provider took, the refund is pending until the provider answers.",
    scope: "billing",
    refusals: ["provider_unavailable", "secrets_unavailable"],
    params: byId,
    body: refundCreation,
    status: 201,
    hasLocation: false,
    response: refund,
    handle: ({ context, params, body }) => refundPayment(context, params.id, body),
  }),
];
