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
    summary: "Get the email template of a kind",
    description:
      "Returns the template in the organization's locale or the given one. If none was set, returns the built-in " +
      "template.",
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
    summary: "Set the email template of a kind",
    description: "If the template contains unknown placeholders, the error names them.",
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
    summary: "Reset an email template to the built-in one",
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
    summary: "Preview an email",
    description:
      "Renders the email for the given invoice or subscription, or with sample values. Parts that you send take " +
      "precedence over the template.",
    scope: "read",
    params: byKind,
    body: mailPreviewInput,
    status: 200,
    response: mailPreview,
    handle: ({ context, params, body }) => previewMail(context, params.kind, body),
  }),
];
