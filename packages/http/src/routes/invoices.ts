import {
  createInvoice,
  deleteDraft,
  getInvoice,
  INVOICE_FIELDS,
  INVOICE_PDFS,
  issueInvoice,
  listInvoices,
  markUncollectible,
  payFromCredit,
  renderInvoicePdf,
  renderInvoiceXml,
  updateDraft,
  voidInvoice,
} from "@counterfoil/service";
import Type from "typebox";
import { answerPdf } from "../answer-pdf.ts";
import { answerXml } from "../answer-xml.ts";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import {
  creditApplication,
  invoice,
  invoiceChange,
  invoiceCreation,
  invoiceSummary,
  invoiceVoiding,
} from "../schemas/invoice.ts";
import { electronicForm } from "../schemas/electronic-form.ts";
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
    description:
      "Drawn once and stored: an issued invoice has the same bytes for ever, and `pdfSha256` is their hash. The PDF of a draft is marked " +
      "DRAFT, that of a void invoice VOID; `as=issued` answers a void one as it was issued. 409 for `as=issued` of a draft.",
    scope: "read",
    refusals: ["state_conflict"],
    params: byId,
    query: Type.Object(
      {
        as: Type.Optional(oneOf(INVOICE_PDFS, "The invoice as it stands, which is the default, or as it was issued.")),
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: null,
    mediaType: "application/pdf",
    handle: async ({ context, params, query, request, reply }) =>
      answerPdf(await renderInvoicePdf(context, params.id, query.as), request, reply),
  }),
  route({
    method: "GET",
    path: "/invoices/:id/xml",
    operationId: "getInvoiceXml",
    tag,
    summary: "Get an issued invoice as XML of EN 16931",
    description:
      "In UN/CEFACT's syntax (`cii`) or in UBL 2.1 (`ubl`), by the rules of EN 16931 alone, of Peppol BIS Billing 3.0 or of XRechnung 3.0. " +
      "What keeps an invoice from following them is a 422 that names each broken rule, its term (BT) and the member to set.",
    scope: "read",
    refusals: ["state_conflict"],
    params: byId,
    query: electronicForm,
    status: 200,
    response: null,
    mediaType: "application/xml",
    handle: async ({ context, params, query, reply }) =>
      answerXml(await renderInvoiceXml(context, params.id, query), reply),
  }),
  route({
    method: "POST",
    path: "/invoices/:id/issue",
    operationId: "issueInvoice",
    tag,
    summary: "Issue a draft now",
    description:
      "Takes no body. Approves a draft that waits, or issues one before its grace ends: gives it its number and makes it " +
      "immutable. Also how a draft that was put aside is tried again.",
    scope: "billing",
    params: byId,
    status: 200,
    response: invoice,
    handle: ({ context, params }) => issueInvoice(context, params.id),
  }),
  route({
    method: "POST",
    path: "/invoices",
    operationId: "createInvoice",
    tag,
    summary: "Create a one-off invoice",
    description: "Of free lines, each quantity × unitPrice, rounded once. A draft, unless autoIssue is set.",
    scope: "billing",
    body: invoiceCreation,
    status: 201,
    response: invoice,
    async handle({ context, body, reply }) {
      const created = await createInvoice(context, body);
      reply.header("Location", `/invoices/${created.id}`);
      return created;
    },
  }),
  route({
    method: "PATCH",
    path: "/invoices/:id",
    operationId: "updateInvoice",
    tag,
    summary: "Change a draft",
    description: "Merge patch. Lines that billing wrote stand; free lines can be added to any draft.",
    scope: "billing",
    params: byId,
    body: invoiceChange,
    status: 200,
    response: invoice,
    handle: ({ context, params, body }) => updateDraft(context, params.id, body),
  }),
  route({
    method: "DELETE",
    path: "/invoices/:id",
    operationId: "deleteInvoice",
    tag,
    summary: "Delete a one-off draft",
    scope: "billing",
    params: byId,
    status: 204,
    response: null,
    async handle({ context, params }) {
      await deleteDraft(context, params.id);
      return null;
    },
  }),
  route({
    method: "POST",
    path: "/invoices/:id/void",
    operationId: "voidInvoice",
    tag,
    summary: "Void an invoice",
    description:
      "Of which nothing is paid. Its number stays taken, and the account credit that it used up is given back. With rebill a " +
      "draft takes its place (replacedByInvoiceId): the same lines, with their usage counted anew.",
    scope: "billing",
    params: byId,
    body: invoiceVoiding,
    status: 200,
    response: invoice,
    handle: ({ context, params, body }) => voidInvoice(context, params.id, body),
  }),
  route({
    method: "POST",
    path: "/invoices/:id/mark-uncollectible",
    operationId: "markInvoiceUncollectible",
    tag,
    summary: "Give up on an invoice",
    description: "Takes no body. It counts as owed no more; a payment that comes all the same is taken.",
    scope: "billing",
    params: byId,
    status: 200,
    response: invoice,
    handle: ({ context, params }) => markUncollectible(context, params.id),
  }),
  route({
    method: "POST",
    path: "/invoices/:id/apply-credit",
    operationId: "applyAccountCredit",
    tag,
    summary: "Apply account credit to an open invoice",
    description:
      "Account credit pays invoices when they are issued, and leaves invoices that are already open alone. This applies it to " +
      "one of those. Without an amount, as much as is due and available. 409 when there is less.",
    scope: "billing",
    params: byId,
    body: creditApplication,
    status: 200,
    response: invoice,
    handle: ({ context, params, body }) => payFromCredit(context, params.id, body),
  }),
];
