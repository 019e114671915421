import {
  getMail,
  listMails,
  MAIL_FIELDS,
  readMailSettings,
  remindOfInvoice,
  sendInvoice,
  sendMailAgain,
  updateMailSettings,
} from "@counterfoil/service";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { invoiceSending, mail, mails, mailSettings, mailSettingsChange, mailSummary } from "../schemas/mail.ts";
import { byId } from "../schemas/schema.ts";

const tag = "Mail";

export const mailRoutes = [
  route({
    method: "GET",
    path: "/mails",
    operationId: "listMails",
    tag,
    summary: "List emails",
    scope: "read",
    list: { fields: MAIL_FIELDS },
    status: 200,
    response: paged(mailSummary),
    handle: async ({ context, list }) => pageOf(await listMails(context, list), list),
  }),
  route({
    method: "GET",
    path: "/mails/:id",
    operationId: "getMail",
    tag,
    summary: "Get an email with its content",
    description:
      "Requires the `write` scope, because the email of a quote that was not sent (sandbox) or is still queued " +
      "contains the link that opens the quote.",
    scope: "write",
    params: byId,
    status: 200,
    response: mail,
    handle: ({ context, params }) => getMail(context, params.id),
  }),
  route({
    method: "POST",
    path: "/mails/:id/send",
    operationId: "sendMailAgain",
    tag,
    summary: "Resend an email",
    description:
      "Sends a new message with the same content. This also works if Counterfoil gave up sending the original.",
    scope: "write",
    params: byId,
    status: 202,
    response: mailSummary,
    handle: ({ context, params }) => sendMailAgain(context, params.id),
  }),
  route({
    method: "POST",
    path: "/invoices/:id/send",
    operationId: "sendInvoice",
    tag,
    summary: "Email an issued invoice",
    description:
      "Sends the invoice with its PDF to the given addresses, or to the account's usual recipients. Ignores the " +
      "email settings of the subscription.",
    scope: "billing",
    params: byId,
    body: invoiceSending,
    status: 202,
    response: mails,
    handle: async ({ context, params, body }) => ({ mails: await sendInvoice(context, params.id, body) }),
  }),
  route({
    method: "POST",
    path: "/invoices/:id/remind",
    operationId: "remindOfInvoice",
    tag,
    summary: "Email a reminder of an unpaid invoice",
    description:
      "Sends the reminder for an invoice that is due, or for one that is overdue, to the account's usual recipients. " +
      "Ignores the reminder schedule and the email settings of the subscription. Takes no body.",
    scope: "billing",
    params: byId,
    status: 202,
    response: mails,
    handle: async ({ context, params }) => ({ mails: await remindOfInvoice(context, params.id) }),
  }),
  route({
    method: "GET",
    path: "/mail-settings",
    operationId: "getMailSettings",
    tag,
    summary: "Get the email settings",
    scope: "read",
    status: 200,
    response: mailSettings,
    handle: ({ context }) => readMailSettings(context),
  }),
  route({
    method: "PATCH",
    path: "/mail-settings",
    operationId: "updateMailSettings",
    tag,
    summary: "Update the email settings",
    scope: "admin",
    body: mailSettingsChange,
    status: 200,
    response: mailSettings,
    handle: ({ context, body }) => updateMailSettings(context, body),
  }),
];
