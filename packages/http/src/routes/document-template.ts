import { previewTemplate } from "@counterfoil/service";
import Type from "typebox";
import { answerPdf } from "../answer-pdf.ts";
import { route } from "../route.ts";
import { documentTemplateChange, logoUrl } from "../schemas/document-template.ts";
import { nullable, record, text } from "../schemas/schema.ts";

const settings = record({
  brandColor: Type.Optional(Type.String({ pattern: "^#[0-9a-fA-F]{6}$" })),
  logoUrl: Type.Optional(nullable(logoUrl)),
  bankDetails: Type.Optional(nullable(text("Printed on invoices, one line each."))),
  locale: Type.Optional(Type.String({ maxLength: 35 })),
  documentTemplate: Type.Optional(documentTemplateChange),
});

const preview = record({
  settings: Type.Optional(settings),
  invoiceId: Type.Optional(
    nullable(Type.String({ maxLength: 255, description: "An invoice to draw; a sample when it is left out." })),
  ),
});

export const documentTemplateRoutes = [
  route({
    method: "POST",
    path: "/document-template/preview",
    operationId: "previewDocumentTemplate",
    tag: "Organization",
    summary: "See documents with settings that are not saved",
    description:
      "The PDF of an invoice, or of a sample, as it would look with these settings over the organization's. Nothing is written; the " +
      "PDF of an issued invoice stays what it is.",
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
