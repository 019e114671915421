import { isRightToLeft } from "@counterfoil/documents";
import type { MailKind } from "@counterfoil/storage";
import { layOutHtml, type MailButton } from "./lay-out-html.ts";
import type { MailWords } from "./words/mail-words.ts";
import { mailWords } from "./words/words-of.ts";

/** A mail whose placeholders are not filled yet. */
export interface MailTemplate {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

type Label = keyof MailWords["labels"];

/** The rows of each kind's table, in order. A row without a value is left out. */
const ROWS: Readonly<Record<MailKind, readonly Label[]>> = {
  invoice: [
    "InvoiceNumber",
    "InvoiceDate",
    "BillingPeriod",
    "PurchaseOrderNumber",
    "DueDate",
    "Total",
    "AmountDue",
    "AmountCredited",
  ],
  receipt: ["ReceiptNumber", "InvoiceNumber", "PaymentDate", "PaymentMethod", "PaymentAmount", "AmountDue"],
  reminder: ["InvoiceNumber", "InvoiceDate", "PurchaseOrderNumber", "DueDate", "Total", "AmountDue"],
  overdue: ["InvoiceNumber", "InvoiceDate", "PurchaseOrderNumber", "DueDate", "Total", "AmountDue"],
  quote: ["QuoteNumber", "ContractName", "ContractStart", "ExpiryDate"],
  activation: ["ContractName", "ContractStart"],
  webhook_disabled: [],
};

/** The PDF that is attached to a kind of mail. */
export function attachedDocument(kind: MailKind): "invoice" | "receipt" | null {
  switch (kind) {
    case "invoice":
    case "reminder":
    case "overdue":
      return "invoice";
    case "receipt":
      return "receipt";
    case "quote":
    case "activation":
    case "webhook_disabled":
      return null;
    default:
      return kind satisfies never;
  }
}

/** The built-in template: the fixed texts of the locale's language in the standard layout. */
export function defaultTemplate(kind: MailKind, locale: string): MailTemplate {
  const { language, words } = mailWords(locale);
  const placed = isRightToLeft(language) ? isolateValues : (text: string) => text;
  const { heading } = words.kinds[kind];
  const [subject, text] = [placed(words.kinds[kind].subject), placed(words.kinds[kind].text)];
  const rows = ROWS[kind].map((name) => ({ name, label: words.labels[name] }));
  const [named, plain] = words.greeting;
  const greeting = `{#ContactName}${placed(named)}{/ContactName}{^ContactName}${plain}{/ContactName}`;
  // The organization's own contact cannot answer questions about a mail to the organization itself.
  const questions = kind === "webhook_disabled" ? [] : [`{#OrganizationEmail}${words.questions}{/OrganizationEmail}`];
  const attached = { invoice: [words.attached], receipt: [words.receiptAttached], none: [] };
  const closing = [...attached[attachedDocument(kind) ?? "none"], ...questions];
  const button = buttonOf(kind, words, placed);
  const scanned = attachedDocument(kind) === "invoice" ? words.scanToPay : null;
  return {
    subject,
    text: [
      greeting,
      text,
      rows.map(({ name, label }) => `{#${name}}${label}: ${placed(`{${name}}`)}\n{/${name}}`).join(""),
      ...(button === null ? [] : [inText(button)]),
      closing.join("\n"),
      SIGNATURE,
    ].join("\n\n"),
    html: layOutHtml({
      language,
      heading,
      paragraphs: [greeting, text],
      rows,
      button,
      scanned,
      closing,
    }),
  };
}

function buttonOf(kind: MailKind, words: MailWords, placed: (text: string) => string): MailButton | null {
  if (kind === "quote") return { label: words.openQuote, placeholder: "QuoteUrl", small: null };
  if (attachedDocument(kind) !== "invoice") return null;
  return { label: words.openInvoice, placeholder: "PayUrl", small: placed(words.linkWorksUntil) };
}

function inText({ label, placeholder, small }: MailButton): string {
  const lines = [`${label}:`, `{${placeholder}}`, ...(small === null ? [] : [small])];
  return `{#${placeholder}}${lines.join("\n")}{/${placeholder}}`;
}

/** Isolates values, so that numbers, names and dates keep their own text direction next to other text. */
function isolateValues(text: string): string {
  return text.replaceAll(/\{\w+\}/g, (placeholder) => `\u2068${placeholder}\u2069`);
}

/** The organization's own text in the standard layout. Blank lines separate paragraphs. */
export function layOutOwnText(text: string, locale: string): string {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  const { language } = mailWords(locale);
  return layOutHtml({ language, heading: null, paragraphs, rows: [], button: null, scanned: null, closing: [] });
}

const SIGNATURE = "-- \n{OrganizationName}\n{OrganizationAddress}";
