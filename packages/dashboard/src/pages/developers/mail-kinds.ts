import type { MailKind } from "@counterfoil/sdk";

export const MAIL_KINDS: readonly (readonly [MailKind, name: string, when: string])[] = [
  ["invoice", "Invoice", "Sent when an invoice is issued."],
  ["receipt", "Receipt", "Sent when a payment is received."],
  ["reminder", "Reminder", "Sent when an unpaid invoice is due soon or today."],
  ["overdue", "Overdue", "Sent when an unpaid invoice is past its due date."],
  ["quote", "Quote", "Sent when you send a draft as a quote."],
  ["activation", "Activation", "Sent when a subscription becomes active."],
  [
    "webhook_disabled",
    "Webhook disabled",
    "Sent to your organization when Counterfoil disables a failing webhook endpoint.",
  ],
];

/** The languages that the built-in templates speak. */
export const MAIL_LOCALES: readonly (readonly [string, string])[] = [
  ["en", "English"],
  ["de", "German"],
  ["fr", "French"],
  ["es", "Spanish"],
  ["it", "Italian"],
  ["nl", "Dutch"],
  ["pl", "Polish"],
  ["pt", "Portuguese"],
  ["sv", "Swedish"],
  ["ja", "Japanese"],
];

export function mailKindName(kind: MailKind): string {
  return MAIL_KINDS.find(([one]) => one === kind)?.[1] ?? kind;
}
