import { MAIL_KINDS, MAIL_STATUSES } from "@counterfoil/service";
import Type from "typebox";
import { email, instant, nullable, oneOf, record, timestamps } from "./schema.ts";

const MOST_HTML = 200_000;
const MOST_TEXT = 20_000;
const MOST_SUBJECT = 250;

const mailKind = oneOf(MAIL_KINDS, "The kind of email.");
const locale = Type.String({ maxLength: 35, description: "A language tag, such as de or de-AT." });

const summaryMembers = {
  id: Type.String(),
  kind: mailKind,
  to: Type.String({ description: "The recipient. Each recipient gets a separate email." }),
  subject: nullable(Type.String({ description: "Null until the first attempt." })),
  status: oneOf(
    MAIL_STATUSES,
    "queued: waiting for the first or the next attempt. sent: accepted by the SMTP server. caught: kept here " +
      "instead of sent, because the organization is a sandbox or has no SMTP server. failed: given up; " +
      "`lastFailure` has the reason.",
  ),
  accountId: nullable(Type.String({ description: "Null for an email to the organization itself." })),
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
  html: nullable(Type.String({ description: "Null until the first attempt, and after `keepDays` have passed." })),
  text: nullable(Type.String()),
  attachments: Type.Array(record({ fileName: Type.String(), contentType: Type.String() })),
});
export const mails = record({ mails: Type.Array(mailSummary) });
export const invoiceSending = record({
  to: Type.Optional(
    Type.Array(email, {
      minItems: 1,
      maxItems: 20,
      description: "Replaces the usual recipients.",
    }),
  ),
});

export const byKind = Type.Object({ kind: mailKind });
export const inLocale = Type.Object({ locale: Type.Optional(locale) });

const subject = Type.String({ minLength: 1, maxLength: MOST_SUBJECT });
const text = Type.String({ minLength: 1, maxLength: MOST_TEXT });
const html = nullable(
  Type.String({ minLength: 1, maxLength: MOST_HTML, description: "Null means the text in the standard layout." }),
);

export const mailTemplate = record({
  kind: mailKind,
  locale,
  subject: Type.String(),
  text: Type.String(),
  html: nullable(Type.String()),
  isBuiltIn: Type.Boolean({ description: "Whether no template was set for this locale or its language." }),
  placeholders: Type.Array(Type.String(), {
    description: "The names that {Name}, {#Name}…{/Name} and {^Name}…{/Name} may use.",
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
    Type.String({ maxLength: 100, description: "The sender's name. Null means the organization's name." }),
  ),
  replyTo: nullable({ ...email, description: "The reply-to address. Null means the organization's email address." }),
  sendFromSandbox: Type.Boolean({
    description: "Whether this sandbox sends emails. No effect on other organizations.",
  }),
  keepDays: Type.Integer({ minimum: 1, maximum: 3650, description: "How many days the content of emails is kept." }),
  reminderDays: Type.Array(Type.Integer({ minimum: -60, maximum: 365 }), {
    maxItems: 20,
    description:
      "Days relative to the due date on which Counterfoil reminds the customer of an unpaid invoice. Negative " +
      "values are before it.",
  }),
};
export const mailSettings = record(settingsMembers);
export const mailSettingsChange = Type.Partial(mailSettings, { additionalProperties: false });
