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
  previewDraftChange,
  previewInvoice,
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
    query: Type.Object({
      include: Type.Optional(
        oneOf(["amounts"], "`amounts` adds `subtotal`, `tax`, `creditsApplied` and `amountPaid` to each invoice."),
      ),
    }),
    list: { fields: INVOICE_FIELDS },
    status: 200,
    response: paged(invoiceSummary),
    handle: async ({ context, query, list }) => pageOf(await listInvoices(context, list, query.include), list),
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
      "Counterfoil renders the PDF of an issued invoice once and stores it: its bytes never change, and " +
      "`pdfSha256` is their hash. The PDF of a draft is marked DRAFT, and that of a void invoice VOID. " +
      "`as=issued` returns a void invoice as it was issued, and returns 409 for a draft.",
    scope: "read",
    refusals: ["state_conflict"],
    params: byId,
    query: Type.Object(
      {
        as: Type.Optional(
          oneOf(
            INVOICE_PDFS,
            "`standing` (the default) shows the current state; `issued` shows the invoice as it was issued.",
          ),
        ),
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
    summary: "Get an issued invoice as EN 16931 XML",
    description:
      "Returns UN/CEFACT's syntax (`cii`) or UBL 2.1 (`ubl`), following the rules of EN 16931 alone, of Peppol " +
      "BIS Billing 3.0 or of XRechnung 3.0. If the invoice breaks rules of its profile, a 422 names each rule, " +
      "its term (BT) and the field to set.",
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
    summary: "Issue an invoice",
    description:
      "Takes no body. Approves a draft that waits for approval, or issues a draft before its grace period ends. " +
      "Counterfoil gives the invoice its number and makes it immutable. Use this also to retry a draft that " +
      "could not be issued.",
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
    description:
      "Creates an invoice of free lines. Each amount is quantity × `unitPrice`, rounded once. The invoice is a " +
      "draft unless you set `autoIssue`.",
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
    summary: "Update a draft invoice",
    description: "A merge patch. Lines from billing cannot be changed; you can add free lines to any draft.",
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
    summary: "Delete a one-off draft invoice",
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
      "Voids an invoice on which nothing has been paid. Its number stays taken, and the account credit that it " +
      "used is given back. With `rebill`, Counterfoil creates a replacement draft (`replacedByInvoiceId`) with " +
      "the same lines and recounts their usage.",
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
    summary: "Mark an invoice as uncollectible",
    description: "Takes no body. The invoice no longer counts as owed. A payment that arrives later is still accepted.",
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
      "Counterfoil applies account credit when it issues an invoice, but not to invoices that are already open. " +
      "This call applies credit to an open invoice. Without an amount, it applies as much as is due and " +
      "available. Returns 409 if less is available.",
    scope: "billing",
    params: byId,
    body: creditApplication,
    status: 200,
    response: invoice,
    handle: ({ context, params, body }) => payFromCredit(context, params.id, body),
  }),
  route({
    method: "POST",
    path: "/invoices/preview",
    operationId: "previewInvoice",
    tag,
    summary: "Preview a one-off invoice",
    description:
      "Accepts and rejects the same bodies as `POST /invoices`. Saves nothing: the IDs are temporary. With " +
      "`autoIssue`, the preview also shows the credit that the invoice would use.",
    scope: "billing",
    body: invoiceCreation,
    status: 200,
    response: invoice,
    handle: ({ context, body }) => previewInvoice(context, body),
  }),
  route({
    method: "POST",
    path: "/invoices/:id/preview",
    operationId: "previewInvoiceChange",
    tag,
    summary: "Preview a change of a draft invoice",
    description: "Accepts and rejects the same bodies as `PATCH /invoices/{id}`. Saves nothing.",
    scope: "billing",
    params: byId,
    body: invoiceChange,
    status: 200,
    response: invoice,
    handle: ({ context, params, body }) => previewDraftChange(context, params.id, body),
  }),
];
