import {
  createCreditNote,
  CREDIT_NOTE_FIELDS,
  getCreditNote,
  listCreditNotes,
  listCreditNotesOfInvoice,
  renderCreditNotePdf,
} from "@counterfoil/service";
import { answerPdf } from "../answer-pdf.ts";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { creditNote, creditNoteCreation, creditNoteSummary } from "../schemas/credit.ts";
import { byId } from "../schemas/schema.ts";

const tag = "Credit notes";

export const creditNoteRoutes = [
  route({
    method: "GET",
    path: "/credit-notes",
    operationId: "listCreditNotes",
    tag,
    summary: "List credit notes",
    scope: "read",
    list: { fields: CREDIT_NOTE_FIELDS },
    status: 200,
    response: paged(creditNoteSummary),
    handle: async ({ context, list }) => pageOf(await listCreditNotes(context, list), list),
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
    description: "The same bytes for the same note.",
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
    path: "/invoices/:id/credit-notes",
    operationId: "listCreditNotesOfInvoice",
    tag,
    summary: "List the credit notes of an invoice",
    scope: "read",
    params: byId,
    status: 200,
    list: { fields: CREDIT_NOTE_FIELDS },
    response: paged(creditNoteSummary),
    handle: async ({ context, params, list }) => pageOf(await listCreditNotesOfInvoice(context, params.id, list), list),
  }),
  route({
    method: "POST",
    path: "/credit-notes",
    operationId: "createCreditNote",
    tag,
    summary: "Give back lines of an issued invoice",
    description:
      "Issued at once, with a number of a series of its own. Never more than is left of a line; the note that completes an " +
      "invoice takes the remaining tax.",
    scope: "billing",
    body: creditNoteCreation,
    status: 201,
    response: creditNote,
    async handle({ context, body, reply }) {
      const created = await createCreditNote(context, body);
      reply.header("Location", `/credit-notes/${created.id}`);
      return created;
    },
  }),
];
