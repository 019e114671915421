import {
  getMail,
  listMails,
  MAIL_FIELDS,
  readMailSettings,
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
    summary: "List e-mails",
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
    summary: "Get an e-mail with what it says",
    description:
      "Needs the scope write: a quote's mail that was caught or is on its way shows the link that opens the quote.",
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
    summary: "Send an e-mail once more",
    description: "As another message with the same content, also after it was given up.",
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
    summary: "Send an issued invoice by e-mail",
    description:
      "With its PDF, to the addresses given or to those it goes to by itself, whatever the subscription's switches say.",
    scope: "billing",
    params: byId,
    body: invoiceSending,
    status: 202,
    response: mails,
    handle: async ({ context, params, body }) => ({ mails: await sendInvoice(context, params.id, body) }),
  }),
  route({
    method: "GET",
    path: "/mail-settings",
    operationId: "getMailSettings",
    tag,
    summary: "Get how mail is sent",
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
    summary: "Change how mail is sent",
    scope: "admin",
    body: mailSettingsChange,
    status: 200,
    response: mailSettings,
    handle: ({ context, body }) => updateMailSettings(context, body),
  }),
];
