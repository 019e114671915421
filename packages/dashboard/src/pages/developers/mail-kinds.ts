import type { MailKind } from "@counterfoil/sdk";
import { LANGUAGES } from "../../format/offered-languages.ts";

export const MAIL_KINDS: readonly (readonly [MailKind, name: string, when: string])[] = [
  ["invoice", "Invoice", "An invoice is issued."],
  ["receipt", "Receipt", "A payment is received."],
  ["reminder", "Reminder", "An unpaid invoice is due soon, or today."],
  ["overdue", "Overdue", "An unpaid invoice is past its due date."],
  ["quote", "Quote", "A draft is sent as a quote."],
  ["activation", "Activation", "A contract becomes active."],
  ["webhook_disabled", "Webhook disabled", "A webhook endpoint is disabled because it fails. It goes to you."],
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
