import {
  createCreditNote,
  CREDIT_NOTE_FIELDS,
  getCreditNote,
  listCreditNotes,
  listCreditNotesOfInvoice,
  previewCreditNote,
  renderCreditNotePdf,
  renderCreditNoteXml,
} from "@counterfoil/service";
import { answerPdf } from "../answer-pdf.ts";
import { answerXml } from "../answer-xml.ts";
import { listRoute, located } from "../list-route.ts";
import { route } from "../route.ts";
import { creditNote, creditNoteCreation, creditNotePreview, creditNoteSummary } from "../schemas/credit.ts";
import { electronicForm } from "../schemas/electronic-form.ts";
import { byId } from "../schemas/schema.ts";

const tag = "Credit notes";

export const creditNoteRoutes = [
  listRoute({
    path: "/credit-notes",
    operationId: "listCreditNotes",
    tag,
    summary: "List credit notes",
    fields: CREDIT_NOTE_FIELDS,
    item: creditNoteSummary,
    find: ({ context, list }) => listCreditNotes(context, list),
  }),
  route({
    method: "GET",
    path: "/credit-notes/:id",
    operationId: "getCreditNote",
    tag,
    summary: "Get a credit note with its lines",
    scope: "read",
    params: byId,
    status: 200,
    response: creditNote,
    handle: ({ context, params }) => getCreditNote(context, params.id),
  }),
  route({
    method: "GET",
    path: "/credit-notes/:id/pdf",
    operationId: "getCreditNotePdf",
    tag,
    summary: "Get the PDF of a credit note",
    description: "The bytes of the PDF never change.",
    scope: "read",
    params: byId,
    status: 200,
    response: null,
    mediaType: "application/pdf",
    handle: async ({ context, params, request, reply }) =>
      answerPdf(await renderCreditNotePdf(context, params.id), request, reply),
  }),
  route({
    method: "GET",
    path: "/credit-notes/:id/xml",
    operationId: "getCreditNoteXml",
    tag,
    summary: "Get a credit note as EN 16931 XML",
    description:
      "Supports the syntaxes and profiles of invoices. The document names the invoice that it corrects. If the " +
      "credit note breaks rules of its profile, a 422 names each rule, its term (BT) and the field to set.",
    scope: "read",
    refusals: ["state_conflict"],
    params: byId,
    query: electronicForm,
    status: 200,
    response: null,
    mediaType: "application/xml",
    handle: async ({ context, params, query, reply }) =>
      answerXml(await renderCreditNoteXml(context, params.id, query), reply),
  }),
  listRoute({
    path: "/invoices/:id/credit-notes",
    operationId: "listCreditNotesOfInvoice",
    tag,
    summary: "List the credit notes of an invoice",
    params: byId,
    fields: CREDIT_NOTE_FIELDS,
    item: creditNoteSummary,
    find: ({ context, params, list }) => listCreditNotesOfInvoice(context, params.id, list),
  }),
  route({
    method: "POST",
    path: "/credit-notes",
    operationId: "createCreditNote",
    tag,
    summary: "Create a credit note",
    description:
      "Gives back lines of an issued invoice. Counterfoil issues the credit note immediately, with a number from " +
      "a separate series. You cannot give back more than remains of a line. The credit note that completes the " +
      "invoice takes the remaining tax.",
    scope: "billing",
    body: creditNoteCreation,
    status: 201,
    response: creditNote,
    handle: async ({ context, body, reply }) => located(reply, "/credit-notes", await createCreditNote(context, body)),
  }),
  route({
    method: "POST",
    path: "/credit-notes/preview",
    operationId: "previewCreditNote",
    tag,
    summary: "Preview a credit note",
    description: "Accepts and rejects the same bodies as `POST /credit-notes`. Saves nothing and uses up no number.",
    scope: "billing",
    body: creditNoteCreation,
    status: 200,
    response: creditNotePreview,
    handle: ({ context, body }) => previewCreditNote(context, body),
  }),
];
