import type { SearchHit } from "@counterfoil/sdk";

type HitType = SearchHit["type"];

/** The headings of the types, in the plural. */
export const TYPE_NAMES: Readonly<Record<HitType, string>> = {
  account: "Accounts",
  subscription: "Subscriptions",
  invoice: "Invoices",
  payment: "Payments",
  credit_note: "Credit notes",
  credit_grant: "Credit grants",
  product: "Products",
  price: "Prices",
  price_bundle: "Price bundles",
  plan: "Plans",
  metric: "Metrics",
  feature: "Features",
  event: "Events",
  mail: "Emails",
  tax_rate: "Tax rates",
  usage_alert: "Usage alerts",
  test_clock: "Test clocks",
};

interface Place {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

/** The page of an object. Objects without a page of their own open in their list. */
export function placeOfHit({ type, id }: Pick<SearchHit, "type" | "id">): Place {
  switch (type) {
    case "event":
      return { to: "/events", search: { view: "all", event: id } };
    case "mail":
      return { to: "/mails", search: { mail: id } };
    case "feature":
      return { to: "/features", search: { feature: id } };
    case "tax_rate":
      return { to: "/settings", search: { part: "taxes" } };
    case "usage_alert":
      return { to: "/usage-alerts", search: {} };
    default:
      return { to: `/${type.replaceAll("_", "-")}s/${id}`, search: {} };
  }
}
