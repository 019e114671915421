import type { Resource } from "./asked.ts";
import { queries } from "./queries.ts";

/** What changes with money or contracts. */
const MONEY: readonly Resource[] = [
  "accounts",
  "creditGrants",
  "creditNotes",
  "insights",
  "invoices",
  "journal",
  "mails",
  "payments",
  "subscriptions",
  "summaries",
];

/** Each change is audited, and many have a notification. */
const RECORDS: readonly Resource[] = ["audit", "notifications"];

/**
 * What a change of each resource makes stale in addition to itself. If it is uncertain, the whole resource is listed.
 */
const FOLLOWS: Readonly<Partial<Record<Resource, readonly Resource[]>>> = {
  accounts: [...MONEY, "accountTags", "events", "metrics"],
  costPrices: ["events", "insights"],
  creditGrants: MONEY,
  creditNotes: MONEY,
  deadLetters: ["accounts", "events", "insights", "invoices", "metrics", "subscriptions", "usageAlerts"],
  exchangeRates: ["insights"],
  events: ["accounts", "insights", "invoices", "metrics", "subscriptions", "usageAlerts"],
  features: ["accounts", "plans", "subscriptions"],
  invitations: ["people"],
  invoices: MONEY,
  mails: ["insights"],
  me: ["people"],
  modelPrices: ["events", "insights"],
  metrics: ["accounts", "events", "features", "insights", "invoices", "prices", "products", "subscriptions"],
  organization: ["documentTemplate", "insights", "invoices", "me", "subscriptions"],
  payments: MONEY,
  people: ["invitations", "me"],
  plans: ["subscriptions"],
  priceBundles: ["plans", "subscriptions"],
  prices: ["invoices", "plans", "priceBundles", "products", "subscriptions"],
  products: ["invoices", "plans", "priceBundles", "prices", "subscriptions"],
  spendLimits: ["accounts"],
  subscriptions: MONEY,
  taxRates: ["invoices", "subscriptions"],
  testClocks: [...MONEY, "events", "metrics", "usageAlerts", "webhookEndpoints"],
};

/** What is stale after a change of a resource, including the resource itself. */
export function staleAfter(changed: Resource): ReadonlySet<Resource> {
  return new Set([changed, ...(FOLLOWS[changed] ?? []), ...RECORDS]);
}

/** Reads again what a change made stale, if it is visible. The rest is read when it is next shown. */
export async function readAgain(changed: Resource): Promise<void> {
  const stale: ReadonlySet<unknown> = staleAfter(changed);
  await queries.invalidateQueries({ predicate: ({ queryKey }) => stale.has(queryKey[0]) });
}
