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
    description: "Partial payments are accepted. An overpayment becomes account credit.",
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
    summary: "List the payments of an invoice",
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
    description: "Accepts the payment's ID, or the external ID that you gave when you recorded it.",
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
    summary: "Get the PDF receipt of a payment",
    description:
      "Accepts the ID or external ID. The receipt shows what the payment paid, what was kept as credit, and what " +
      "has been refunded so far. Returns 409 until the payment has succeeded.",
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
    summary: "Refund a payment",
    description:
      "Refunds all or part of a payment: first the part that is still account credit, then the part that paid " +
      "the invoice, which becomes due again. You cannot refund more than was paid less earlier refunds. The " +
      "refund of a payment that a provider took is pending until the provider responds.",
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
