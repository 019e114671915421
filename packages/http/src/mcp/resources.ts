/** A kind of objects that `list` and `get` read. */
interface Resource {
  readonly list: string;
  /** The operation that reads one, and the name of its path parameter. */
  readonly get?: string;
  /** The prefix of its IDs. */
  readonly prefix?: string;
  /** What `list` shows of each. Default: everything. */
  readonly brief?: readonly string[];
}

export const RESOURCES = {
  accounts: {
    list: "listAccounts",
    get: "getAccount",
    prefix: "acct",
    brief: ["id", "name", "aliases", "currency", "contactEmail", "taxCountry", "testClockId"],
  },
  subscriptions: {
    list: "listSubscriptions",
    get: "getSubscription",
    prefix: "sub",
    brief: ["id", "name", "accountId", "planId", "status", "currency", "contractStartDate", "contractEndDate"],
  },
  invoices: {
    list: "listInvoices",
    get: "getInvoice",
    prefix: "inv",
    brief: [
      "id",
      "number",
      "accountId",
      "subscriptionId",
      "status",
      "total",
      "amountRemaining",
      "billingPeriod",
      "issueDate",
      "dueDate",
    ],
  },
  payments: {
    list: "listPayments",
    get: "getPayment",
    prefix: "pay",
    brief: ["id", "accountId", "invoiceId", "status", "amount", "method", "date", "failureReason"],
  },
  credit_notes: {
    list: "listCreditNotes",
    get: "getCreditNote",
    prefix: "cn",
    brief: ["id", "number", "invoiceId", "invoiceNumber", "accountId", "reason", "outcome", "total", "issueDate"],
  },
  credit_grants: {
    list: "listCreditGrants",
    get: "getCreditGrant",
    prefix: "grant",
    brief: ["id", "accountId", "metricId", "amount", "balance", "status", "effectiveAt", "expiresAt", "reason"],
  },
  products: { list: "listProducts", get: "getProduct", prefix: "prod", brief: ["id", "name", "sku", "feeType"] },
  prices: { list: "listPrices", get: "getPrice", prefix: "price" },
  price_bundles: {
    list: "listPriceBundles",
    get: "getPriceBundle",
    prefix: "bun",
    brief: ["id", "name", "description"],
  },
  plans: { list: "listPlans", get: "getPlan", prefix: "plan" },
  metrics: {
    list: "listMetrics",
    get: "getMetric",
    prefix: "metric",
    brief: ["id", "name", "eventName", "aggregation", "groupBy"],
  },
  features: { list: "listFeatures", get: "getFeature", prefix: "feat" },
  tax_rates: { list: "listTaxRates", get: "getTaxRate", prefix: "tax" },
  usage_alerts: { list: "listUsageAlerts", get: "getUsageAlert", prefix: "alert" },
  spend_limits: { list: "listSpendLimits", get: "getSpendLimit", prefix: "limit" },
  events: { list: "listEvents", get: "getEvent" },
  mails: {
    list: "listMails",
    get: "getMail",
    prefix: "mail",
    brief: ["id", "kind", "to", "subject", "status", "accountId", "invoiceId", "createdAt"],
  },
  notifications: { list: "listNotifications", prefix: "ntf", brief: ["id", "type", "objectId", "timestamp"] },
  webhook_endpoints: { list: "listWebhookEndpoints", get: "getWebhookEndpoint", prefix: "whe" },
  test_clocks: { list: "listTestClocks", get: "getTestClock", prefix: "clock" },
} as const satisfies Readonly<Record<string, Resource>>;

export type ResourceName = keyof typeof RESOURCES;

export const RESOURCE_NAMES = Object.keys(RESOURCES) as ResourceName[];

export function resourceNamed(name: ResourceName): Resource {
  return RESOURCES[name];
}

/** The resource whose IDs begin like this one. */
export function resourceOfId(id: string): ResourceName | undefined {
  const [prefix] = id.split("_");
  return RESOURCE_NAMES.find((name) => resourceNamed(name).prefix === prefix);
}
