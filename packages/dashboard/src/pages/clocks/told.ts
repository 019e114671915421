import type { Notification } from "@counterfoil/sdk";
import { formatMoney, formatQuantity } from "../../format/amount.ts";
import { toWords } from "../../format/words.ts";

/** A notification in the form of a timeline entry. */
export interface Told {
  readonly title: string;
  readonly detail: string;
  readonly amount: string | null;
  /** The page of its object. */
  readonly to: string | null;
}

/** The page of a notification's object, by its type or by the first part of it. */
const PLACES: Readonly<Record<string, (objectId: string, data: Notification["data"]) => string | null>> = {
  account: (id) => `/accounts/${id}`,
  subscription: (id, data) => `/subscriptions/${textOf(data, "subscriptionId") ?? id}`,
  invoice: (id) => `/invoices/${id}`,
  payment: (id) => `/payments/${id}`,
  credit_note: (id) => `/credit-notes/${id}`,
  "credit.granted": (id) => `/credit-grants/${id}`,
  "credit.expired": (id) => `/credit-grants/${id}`,
  "credit.balance_low": (id) => `/accounts/${id}`,
  "credit.balance_depleted": (id) => `/accounts/${id}`,
  "credit.converted": (_, data) => ofAccount(data),
  usage: (_, data) => ofAccount(data),
  event: () => "/events",
};

function ofAccount(data: Notification["data"]): string | null {
  const id = textOf(data, "accountId");
  return id === null ? null : `/accounts/${id}`;
}

function textOf(data: Notification["data"], name: string): string | null {
  const value = data[name];
  return typeof value === "string" ? value : null;
}

export function tell({ type, objectId, data }: Notification): Told {
  const text = (name: string) => textOf(data, name);
  const [kind = ""] = type.split(".");
  const currency = text("currency");
  const amount = text("total") ?? text("amount");
  return {
    title: toWords(type),
    detail: text("number") ?? text("name") ?? thresholdOf(data) ?? text("billingPeriod") ?? "",
    amount: amount !== null && currency !== null ? formatMoney(amount, currency) : null,
    to: (PLACES[type] ?? PLACES[kind])?.(objectId, data) ?? null,
  };
}

/** `API calls: 10,000`: the alert and the threshold that was reached. */
function thresholdOf(data: Notification["data"]): string | null {
  const [alert, threshold, currency] = ["alertName", "threshold", "currency"].map((name) => textOf(data, name));
  if (typeof alert !== "string" || typeof threshold !== "string") return alert ?? null;
  return `${alert}: ${typeof currency === "string" ? formatMoney(threshold, currency) : formatQuantity(threshold)}`;
}

/** The account of the notification. Null if it is not about an account. */
export function accountOf({ type, objectId, data }: Notification): string | null {
  if (type.startsWith("account.")) return objectId;
  return typeof data["accountId"] === "string" ? data["accountId"] : null;
}
