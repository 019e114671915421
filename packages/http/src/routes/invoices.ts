import { getInvoice, INVOICE_FIELDS, issueInvoice, listInvoices, renderInvoicePdf } from "@counterfoil/service";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { invoice, invoiceSummary } from "../schemas/invoice.ts";
import { byId } from "../schemas/schema.ts";

const tag = "Invoices";

export const invoiceRoutes = [
  route({
    method: "GET",
    path: "/invoices",
    operationId: "listInvoices",
    tag,
    summary: "List invoices",
    scope: "read",
    list: { fields: INVOICE_FIELDS },
    status: 200,
    response: paged(invoiceSummary),
    handle: async ({ context, list }) => pageOf(await listInvoices(context, list), list),
  }),
  route({
    method: "GET",
    path: "/invoices/:id",
    operationId: "getInvoice",
    tag,
    summary: "Get an invoice with its lines",
    scope: "read",
    params: byId,
    status: 200,
    response: invoice,
    handle: ({ context, params }) => getInvoice(context, params.id),
  }),
  route({
    method: "GET",
    path: "/invoices/:id/pdf",
    operationId: "getInvoicePdf",
    tag,
    summary: "Get the PDF of an invoice",
    description: "The same bytes for the same invoice. The PDF of a draft is marked DRAFT.",
    scope: "read",
    params: byId,
    status: 200,
    response: null,
    mediaType: "application/pdf",
    async handle({ context, params, request, reply }) {
      const { bytes, fileName, sha256 } = await renderInvoicePdf(context, params.id);
      const etag = `"${sha256}"`;
      reply.header("ETag", etag).header("Cache-Control", "private, no-cache");
      if (request.headers["if-none-match"] === etag) {
        reply.status(304);
        return null;
      }
      reply.type("application/pdf").header("Content-Disposition", `inline; filename="${fileName}"`);
      return Buffer.from(bytes);
    },
  }),
  route({
    method: "POST",
    path: "/invoices/:id/issue",
    operationId: "issueInvoice",
    tag,
    summary: "Issue a draft now",
    description: "Gives the invoice its number and makes it immutable, without waiting for its grace to end.",
    scope: "billing",
    params: byId,
    status: 200,
    response: invoice,
    handle: ({ context, params }) => issueInvoice(context, params.id),
  }),
];
