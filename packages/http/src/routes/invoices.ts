import {
  E_INVOICE_FORMATS,
  getInvoice,
  INVOICE_FIELDS,
  issueInvoice,
  listInvoices,
  renderInvoicePdf,
  renderInvoiceXml,
} from "@counterfoil/service";
import Type from "typebox";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { invoice, invoiceSummary } from "../schemas/invoice.ts";
import { byId, oneOf } from "../schemas/schema.ts";

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
    method: "GET",
    path: "/invoices/:id/xml",
    operationId: "getInvoiceXml",
    tag,
    summary: "Get an issued invoice as XML of EN 16931",
    description:
      "In UN/CEFACT's syntax (`cii`, the default) or in UBL 2.1. What keeps an invoice from being one of EN 16931 is a 422 that names each broken rule.",
    scope: "read",
    params: byId,
    query: Type.Object({ format: Type.Optional(oneOf(E_INVOICE_FORMATS)) }, { additionalProperties: false }),
    status: 200,
    response: null,
    mediaType: "application/xml",
    async handle({ context, params, query, reply }) {
      const { xml, fileName } = await renderInvoiceXml(context, params.id, query.format ?? "cii");
      reply.header("Cache-Control", "private, no-cache");
      reply.type("application/xml; charset=utf-8").header("Content-Disposition", `attachment; filename="${fileName}"`);
      return Buffer.from(xml);
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
