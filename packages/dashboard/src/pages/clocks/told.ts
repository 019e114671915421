import type { Notification } from "@counterfoil/sdk";
import { formatMoney } from "../../format/amount.ts";
import { toWords } from "../../format/words.ts";

/** What a notification tells, for a line of a timeline. */
export interface Told {
  readonly title: string;
  readonly detail: string;
  readonly amount: string | null;
  /** Where its subject is seen. */
  readonly to: string | null;
}

const PLACES: Record<string, (id: string) => string> = {
  account: (id) => `/accounts/${id}`,
  subscription: (id) => `/subscriptions/${id}`,
  invoice: (id) => `/invoices/${id}`,
  payment: (id) => `/payments/${id}`,
  credit_note: (id) => `/credit-notes/${id}`,
};

export function tell({ type, objectId, data }: Notification): Told {
  const text = (name: string) => (typeof data[name] === "string" ? data[name] : null);
  const [kind = ""] = type.split(".");
  const currency = text("currency");
  const amount = text("total") ?? text("amount");
  return {
    title: toWords(type),
    detail: text("number") ?? text("name") ?? text("alertName") ?? text("billingPeriod") ?? "",
    amount: amount !== null && currency !== null ? formatMoney(amount, currency) : null,
    to:
      PLACES[kind]?.(
        text("subscriptionId") !== null && kind === "subscription" ? (text("subscriptionId") ?? objectId) : objectId,
      ) ?? null,
  };
}

/** The account that it is about; null where it is about none. */
export function accountOf({ type, objectId, data }: Notification): string | null {
  if (type.startsWith("account.")) return objectId;
  return typeof data["accountId"] === "string" ? data["accountId"] : null;
}
