import type { MailKind } from "@counterfoil/sdk";
import { LANGUAGES } from "../../format/offered-languages.ts";

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

/** The languages of the built-in templates, by name. */
export function mailLocales(): (readonly [string, string])[] {
  const names = new Intl.DisplayNames("en", { type: "language" });
  const named = LANGUAGES.map((language) => [language, names.of(language) ?? language] as const);
  return named.toSorted(([, a], [, b]) => a.localeCompare(b, "en"));
}

export function mailKindName(kind: MailKind): string {
  return MAIL_KINDS.find(([one]) => one === kind)?.[1] ?? kind;
}
