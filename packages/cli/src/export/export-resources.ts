/** The path and pagination of a list. */
export interface ExportedList {
  /** The file: `<name>.ndjson`. */
  readonly name: string;
  readonly path: string;
  readonly member: "items" | "data" | "products" | "versions";
  readonly walk: "pages" | "cursor";
  /** Reads each item individually, if the list shows only a part of it. */
  readonly each?: (id: string) => string;
}

const pages = (name: string, path = `/${name}`, each?: (id: string) => string): ExportedList => ({
  name,
  path,
  member: "items",
  walk: "pages",
  ...(each === undefined ? {} : { each }),
});

/** Written unchanged, one object each. */
export const EXPORTED_SETTINGS = ["organization", "mail-settings", "payment-settings"] as const;

/** Every list of the organization, in the order of their files. Events have a separate file, in the import format. */
export const EXPORTED_LISTS: readonly ExportedList[] = [
  pages("people"),
  pages("invitations"),
  pages("api-keys"),
  pages("oauth-connections"),
  pages("tax-rates"),
  pages("features"),
  pages("metrics"),
  { name: "products", path: "/products", member: "products", walk: "pages" },
  pages("prices"),
  pages("price-bundles"),
  pages("plans"),
  pages("catalog-keys"),
  { name: "accounts", path: "/accounts", member: "data", walk: "pages" },
  pages("subscriptions"),
  pages("usage-alerts"),
  pages("spend-limits"),
  pages("invoices", "/invoices", (id) => `/invoices/${id}`),
  pages("credit-notes", "/credit-notes", (id) => `/credit-notes/${id}`),
  pages("payments"),
  pages("credit-grants"),
  pages("credit-conversions"),
  pages("cost-prices"),
  pages("model-prices"),
  pages("model-price-backfills", "/model-prices/backfills"),
  pages("exchange-rates"),
  pages("views"),
  pages("dead-letters"),
  pages("mails", "/mails", (id) => `/mails/${id}`),
  pages("notifications"),
  pages("webhook-endpoints"),
  pages("test-clocks"),
  { name: "journal", path: "/journal", member: "items", walk: "cursor" },
  { name: "audit", path: "/audit", member: "items", walk: "cursor" },
];

/** A list that belongs to each item of another list: its lines have the owner's ID in `owner`. */
export interface ExportedSublist {
  readonly name: string;
  readonly of: "accounts" | "subscriptions" | "webhook-endpoints";
  readonly owner: string;
  readonly path: (id: string) => string;
  readonly member: "items" | "versions";
  /** True for a single object instead of a list. */
  readonly isSingle?: boolean;
}

export const EXPORTED_SUBLISTS: readonly ExportedSublist[] = [
  {
    name: "subscription-versions",
    of: "subscriptions",
    owner: "subscriptionId",
    path: (id) => `/subscriptions/${id}/versions`,
    member: "versions",
  },
  {
    name: "signatures",
    of: "subscriptions",
    owner: "subscriptionId",
    path: (id) => `/subscriptions/${id}/signature`,
    member: "items",
    isSingle: true,
  },
  {
    name: "credit-ledger",
    of: "accounts",
    owner: "accountId",
    path: (id) => `/accounts/${id}/credit-ledger`,
    member: "items",
  },
  {
    name: "account-families",
    of: "accounts",
    owner: "accountId",
    path: (id) => `/accounts/${id}/family`,
    member: "items",
    isSingle: true,
  },
  {
    name: "credit-settings",
    of: "accounts",
    owner: "accountId",
    path: (id) => `/accounts/${id}/credit-settings`,
    member: "items",
    isSingle: true,
  },
  {
    name: "account-notes",
    of: "accounts",
    owner: "accountId",
    path: (id) => `/accounts/${id}/notes`,
    member: "items",
  },
  {
    name: "account-tags",
    of: "accounts",
    owner: "accountId",
    path: (id) => `/accounts/${id}/tags`,
    member: "items",
    isSingle: true,
  },
  {
    name: "account-metadata",
    of: "accounts",
    owner: "accountId",
    path: (id) => `/accounts/${id}/metadata`,
    member: "items",
    isSingle: true,
  },
  {
    name: "webhook-deliveries",
    of: "webhook-endpoints",
    owner: "endpointId",
    path: (id) => `/webhook-endpoints/${id}/deliveries`,
    member: "items",
  },
];
