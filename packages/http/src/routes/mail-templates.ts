import { getMailTemplate, previewMail, putMailTemplate, resetMailTemplate } from "@counterfoil/service";
import { route } from "../route.ts";
import { byKind, inLocale, mailPreview, mailPreviewInput, mailTemplate, mailTemplateInput } from "../schemas/mail.ts";

const tag = "Mail";

export const mailTemplateRoutes = [
  route({
    method: "GET",
    path: "/mail-templates/:kind",
    operationId: "getMailTemplate",
    tag,
    summary: "Get the template of a kind of e-mail",
    description: "In the organization's locale, or in the one named. The built-in template where none was set.",
    scope: "read",
    params: byKind,
    query: inLocale,
    status: 200,
    response: mailTemplate,
    handle: ({ context, params, query }) => getMailTemplate(context, params.kind, query.locale),
  }),
  route({
    method: "PUT",
    path: "/mail-templates/:kind",
    operationId: "putMailTemplate",
    tag,
    summary: "Set the template of a kind of e-mail",
    description: "Rejects unknown placeholders by name.",
    scope: "admin",
    params: byKind,
    query: inLocale,
    body: mailTemplateInput,
    status: 200,
    response: mailTemplate,
    handle: ({ context, params, query, body }) => putMailTemplate(context, params.kind, body, query.locale),
  }),
  route({
    method: "DELETE",
    path: "/mail-templates/:kind",
    operationId: "deleteMailTemplate",
    tag,
    summary: "Go back to the built-in template of a kind of e-mail",
    scope: "admin",
    params: byKind,
    query: inLocale,
    status: 204,
    response: null,
    async handle({ context, params, query }) {
      await resetMailTemplate(context, params.kind, query.locale);
      return null;
    },
  }),
  route({
    method: "POST",
    path: "/mail-templates/:kind/preview",
    operationId: "previewMail",
    tag,
    summary: "See an e-mail before it is sent",
    description:
      "About the invoice or subscription that is named, else with sample values. Parts that are given win over the template.",
    scope: "read",
    params: byKind,
    body: mailPreviewInput,
    status: 200,
    response: mailPreview,
    handle: ({ context, params, body }) => previewMail(context, params.kind, body),
  }),
];
