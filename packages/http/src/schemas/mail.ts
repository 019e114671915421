import { MAIL_KINDS, MAIL_STATUSES } from "@counterfoil/service";
import Type from "typebox";
import { email } from "./account.ts";
import { instant, nullable, oneOf, record, timestamps } from "./schema.ts";

const MOST_HTML = 200_000;
const MOST_TEXT = 20_000;
const MOST_SUBJECT = 250;

const mailKind = oneOf(MAIL_KINDS, "What it tells.");
const locale = Type.String({ maxLength: 35, description: "A language tag, such as de or de-AT." });

const summaryMembers = {
  id: Type.String(),
  kind: mailKind,
  to: Type.String({ description: "The one address it goes to; each recipient has a mail of its own." }),
  subject: nullable(Type.String({ description: "Null until it was tried." })),
  status: oneOf(
    MAIL_STATUSES,
    "queued: waiting, or tried and to be tried again. sent: taken by the SMTP server. caught: kept here instead of sent, by a " +
      "sandbox or without an SMTP server. failed: given up, with the reason in lastFailure.",
  ),
  accountId: nullable(Type.String({ description: "Null of a mail to the organization itself." })),
  invoiceId: nullable(Type.String()),
  subscriptionId: nullable(Type.String()),
  attempts: Type.Integer(),
  nextAttemptAt: nullable(instant),
  lastFailure: nullable(Type.String()),
  sentAt: nullable(instant),
  ...timestamps,
};

export const mailSummary = record(summaryMembers);
export const mail = record({
  ...summaryMembers,
  html: nullable(Type.String({ description: "Null until it was tried, and when it was kept for keepDays." })),
  text: nullable(Type.String()),
  attachments: Type.Array(record({ fileName: Type.String(), contentType: Type.String() })),
});
export const mails = record({ mails: Type.Array(mailSummary) });
export const invoiceSending = record({
  to: Type.Optional(
    Type.Array(email, {
      minItems: 1,
      maxItems: 20,
      description: "Instead of the addresses that it goes to by itself.",
    }),
  ),
});

export const byKind = Type.Object({ kind: mailKind });
export const inLocale = Type.Object({ locale: Type.Optional(locale) });

const subject = Type.String({ minLength: 1, maxLength: MOST_SUBJECT });
const text = Type.String({ minLength: 1, maxLength: MOST_TEXT });
const html = nullable(
  Type.String({ minLength: 1, maxLength: MOST_HTML, description: "Null: the text in the standard layout." }),
);

export const mailTemplate = record({
  kind: mailKind,
  locale,
  subject: Type.String(),
  text: Type.String(),
  html: nullable(Type.String()),
  isBuiltIn: Type.Boolean({ description: "True: nothing was set for this locale or its language." }),
  placeholders: Type.Array(Type.String(), {
    description: "What {Name}, {#Name}…{/Name} and {^Name}…{/Name} may name.",
  }),
});
export const mailTemplateInput = record({ subject, text, html: Type.Optional(html) });
export const mailPreviewInput = record({
  locale: Type.Optional(locale),
  invoiceId: Type.Optional(Type.String({ maxLength: 255 })),
  subscriptionId: Type.Optional(Type.String({ maxLength: 255 })),
  subject: Type.Optional(subject),
  text: Type.Optional(text),
  html: Type.Optional(html),
});
export const mailPreview = record({ subject: Type.String(), html: Type.String(), text: Type.String() });

const settingsMembers = {
  senderName: nullable(
    Type.String({ maxLength: 100, description: "The name that mail is from; the organization's when null." }),
  ),
  replyTo: nullable({ ...email, description: "Where answers go; to the organization's e-mail when null." }),
  sendFromSandbox: Type.Boolean({ description: "True: mail of this sandbox goes out. Of no effect elsewhere." }),
  keepDays: Type.Integer({ minimum: 1, maximum: 3650, description: "Days for which the content of mails is kept." }),
  reminderDays: Type.Array(Type.Integer({ minimum: -60, maximum: 365 }), {
    maxItems: 20,
    description: "Days from the due date on which the customer of an unpaid invoice is reminded; below 0 before it.",
  }),
};
export const mailSettings = record(settingsMembers);
export const mailSettingsChange = Type.Partial(mailSettings, { additionalProperties: false });
