import { previewTemplate } from "@counterfoil/service";
import Type from "typebox";
import { answerPdf } from "../answer-pdf.ts";
import { route } from "../route.ts";
import { documentTemplateChange, logoUrl } from "../schemas/document-template.ts";
import { nullable, record, text } from "../schemas/schema.ts";

const settings = record({
  brandColor: Type.Optional(Type.String({ pattern: "^#[0-9a-fA-F]{6}$" })),
  logoUrl: Type.Optional(nullable(logoUrl)),
  bankDetails: Type.Optional(nullable(text("Printed on invoices, one detail per line."))),
  locale: Type.Optional(Type.String({ maxLength: 35 })),
  documentTemplate: Type.Optional(documentTemplateChange),
});

const preview = record({
  settings: Type.Optional(settings),
  invoiceId: Type.Optional(
    nullable(Type.String({ maxLength: 255, description: "The invoice to render. A sample if omitted." })),
  ),
});

export const documentTemplateRoutes = [
  route({
    method: "POST",
    path: "/document-template/preview",
    operationId: "previewDocumentTemplate",
    tag: "Organization",
    summary: "Preview documents with unsaved settings",
    description:
      "Returns the PDF of an invoice, or of a sample, with these settings applied over the organization's. Saves " +
      "nothing. The PDF of an issued invoice does not change.",
    scope: "read",
    body: preview,
    status: 200,
    isRepeatable: true,
    response: null,
    mediaType: "application/pdf",
    handle: async ({ context, body, request, reply }) =>
      answerPdf(await previewTemplate(context, body), request, reply),
  }),
];
