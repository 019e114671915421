import type { MailKind } from "@counterfoil/sdk";

export const MAIL_KINDS: readonly (readonly [MailKind, name: string, when: string])[] = [
  ["invoice", "Invoice", "An invoice is issued."],
  ["receipt", "Receipt", "A payment is received."],
  ["reminder", "Reminder", "An unpaid invoice is due soon, or today."],
  ["overdue", "Overdue", "An unpaid invoice is past its due date."],
  ["quote", "Quote", "A draft is sent as a quote."],
  ["activation", "Activation", "A contract becomes active."],
  ["webhook_disabled", "Webhook disabled", "A webhook endpoint is disabled because it fails. It goes to you."],
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
