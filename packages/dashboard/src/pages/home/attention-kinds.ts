import { pageAt } from "../../routing/page-at.ts";
import type { AttentionCountKind, AttentionItem } from "@counterfoil/sdk";
import { toWords } from "../../format/words.ts";

interface AttentionKind {
  readonly name: string;
  /** How urgent it is. */
  readonly tone: "bad" | "warn" | "note";
  /** The page that lists all items of the kind. */
  readonly all?: { readonly to: string; readonly search?: Readonly<Record<string, string>> };
  /** The page that resolves one item. Default: the page in `all`. */
  readonly one?: (item: AttentionItem) => string;
  /** The columns that its items never fill. */
  readonly empty: readonly ("Account" | "Details" | "Date" | "Amount")[];
}

const invoice = ({ objectId }: AttentionItem) => `/invoices/${objectId}`;
const subscription = ({ objectId }: AttentionItem) => `/subscriptions/${objectId}`;

/** The name of each kind, and where to resolve it. */
export const ATTENTION_KINDS: Readonly<Record<AttentionCountKind, AttentionKind>> = {
  invoice_failed: { name: "Invoices that failed to issue", tone: "bad", one: invoice, empty: ["Date"] },
  subscription_failed: {
    name: "Subscriptions that failed to bill",
    tone: "bad",
    one: subscription,
    empty: ["Date", "Amount"],
  },
  payment_failed: {
    name: "Failed payments",
    tone: "bad",
    all: pageAt("/payments", { status: "failed" }),
    one: ({ objectId }) => (objectId.startsWith("inv_") ? `/invoices/${objectId}` : `/payments/${objectId}`),
    empty: ["Date"],
  },
  invoice_to_approve: {
    name: "Drafts to approve",
    tone: "note",
    all: pageAt("/invoices", { status: "draft" }),
    one: invoice,
    empty: ["Details", "Date"],
  },
  invoice_overdue: {
    name: "Overdue invoices",
    tone: "bad",
    all: pageAt("/invoices", { status: "overdue" }),
    one: invoice,
    empty: ["Details"],
  },
  e_invoice_incomplete: { name: "Invoices with e-invoice errors", tone: "bad", one: invoice, empty: ["Date"] },
  e_credit_note_incomplete: {
    name: "Credit notes with e-invoice errors",
    tone: "bad",
    one: ({ objectId }) => `/credit-notes/${objectId}`,
    empty: ["Date"],
  },
  event_unmatched: {
    name: "Unmatched events",
    tone: "warn",
    all: pageAt("/events", { view: "unmatched" }),
    empty: ["Account", "Date", "Amount"],
  },
  model_unpriced: {
    name: "Models without a price",
    tone: "warn",
    all: pageAt("/insights/model-prices", { view: "unpriced" }),
    empty: ["Account", "Date", "Amount"],
  },
  usage_billed_twice: {
    name: "Usage billed by two subscriptions",
    tone: "warn",
    one: subscription,
    empty: ["Date", "Amount"],
  },
  mail_failed: {
    name: "Undelivered emails",
    tone: "warn",
    all: pageAt("/mails", { status: "failed" }),
    empty: ["Date", "Amount"],
  },
  quote_expiring: {
    name: "Quotes expiring within 7 days",
    tone: "warn",
    all: pageAt("/quotes", { status: "sent" }),
    one: ({ objectId }) => `/quotes/${objectId}`,
    empty: ["Details"],
  },
  trial_ending: { name: "Trials ending within 7 days", tone: "note", one: subscription, empty: ["Details"] },
  contract_ending: { name: "Contracts ending within 30 days", tone: "warn", one: subscription, empty: ["Details"] },
  contract_renewing: { name: "Contracts renewing within 30 days", tone: "note", one: subscription, empty: ["Details"] },
};

/** The page that resolves an item. */
export function placeOf(item: AttentionItem): { to: string; search: Readonly<Record<string, string>> } {
  const { one, all } = ATTENTION_KINDS[item.kind];
  return one === undefined ? { to: all?.to ?? "/", search: all?.search ?? {} } : { to: one(item), search: {} };
}

/** What a model lacks, and what to do about it. */
const UNPRICED: Readonly<Record<string, string>> = {
  model: "Has no price, so its events have no cost. Create a price",
  input: "Input tokens have no price. Create a price",
  output: "Output tokens have no price. Create a price",
  tokens: "Its events have no token counts. Correct the program that sends them",
};

/** What went wrong, in words. */
export function detailText(kind: AttentionCountKind, detail: string): string {
  if (kind === "model_unpriced") return UNPRICED[detail] ?? detail;
  return kind === "event_unmatched" ? toWords(detail) : detail;
}
