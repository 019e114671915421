import { oneOf, type Parameter, text } from "./search-parameters.ts";

/** The parameters of every list: search and sorting. */
const list = { q: text, sort: text };
/** The filters of a list with days. `month` comes from a link in a chart. */
const days = { from: text, to: text, month: text };
/** Of lists with saved views: the columns, and the view that they come from. */
const viewed = { ...list, status: text, columns: text, view: text };
const archivable = { ...list, archived: text };
const events = {
  account: text,
  name: text,
  event: text,
  view: oneOf("live", "all", "unmatched", "dead"),
  state: text,
  letter: text,
  q: text,
  do: oneOf("send"),
  ...days,
};

/** The search parameters of each page, by its path relative to /app. Pages that are not listed have none. */
export const SEARCHES = {
  "/": { currency: text, period: text, from: text, to: text },
  "/insights/mrr/movements": { ...list, ...days, type: text, currency: text, accountId: text },
  "/insights/mrr/subscriptions": { ...list, at: text, currency: text, accountId: text },
  "/insights/cash-collected": { ...list, ...days, currency: text, accountId: text },
  "/insights/churn": { ...list, currency: text },
  "/insights/churn/accounts": { ...list, ...days, currency: text, lost: text },
  "/insights/usage": { ...list, ...days, metric: text },
  "/attention": { ...list, kind: text },
  "/insights/ageing": { ...list, at: text, currency: text, accountId: text, band: text },
  "/insights/net-revenue": { ...list, ...days, currency: text, accountId: text, usage: text },
  "/insights/margin": {
    ...list,
    period: text,
    from: text,
    to: text,
    group: oneOf("account", "product", "metric", "day", "property"),
    property: text,
    accountId: text,
    metric: text,
    running: oneOf("exclude"),
    view: oneOf("figures", "prices"),
  },
  "/insights/model-prices": { ...list, view: oneOf("catalog", "own", "unpriced") },
  "/accounts": { ...viewed, tag: text },
  "/accounts/$accountId": {
    ...list,
    tab: oneOf("overview", "invoices", "credits", "activity", "details"),
    part: text,
    do: oneOf("send"),
  },
  "/subscriptions": { ...viewed, account: text },
  "/subscriptions/new": { account: text, plan: text },
  "/subscriptions/$subscriptionId": {
    ...list,
    tab: oneOf("overview", "versions", "invoices", "terms", "audit"),
    before: text,
    after: text,
  },
  "/quotes": { ...list, status: text },
  "/invoices": { ...viewed, account: text, subscription: text, due: text },
  "/invoices/new": { account: text },
  "/invoices/$invoiceId": {
    ...list,
    do: oneOf("issue", "pay", "send", "link", "apply-credit", "credit", "refund", "give-up", "void", "delete"),
    line: text,
    metric: text,
  },
  "/payments": { ...viewed, account: text, method: text },
  "/payments/$paymentId": { ...list, do: oneOf("refund") },
  "/credit-notes": { ...list, account: text, outcome: text, do: oneOf("new") },
  "/credit-grants": { ...list, account: text, kind: text, left: text, do: oneOf("grant") },
  "/credit-grants/$grantId": { ...list, do: oneOf("void") },
  "/journal": {
    ...list,
    ...days,
    part: oneOf("postings", "balances"),
    at: text,
    code: text,
    currency: text,
    account: text,
    object: text,
  },
  "/products": { ...archivable, fee: text, do: oneOf("new") },
  "/products/$productId": { ...list, contract: text, do: oneOf("edit") },
  "/prices": { ...archivable, contract: text, product: text, type: text, interval: text, currency: text },
  "/prices/new": { product: text, from: text },
  "/prices/$priceId": { ...list, do: oneOf("archive") },
  "/price-bundles": { ...archivable, do: oneOf("new") },
  "/price-bundles/$bundleId": { ...list, do: oneOf("edit", "archive") },
  "/plans": archivable,
  "/plans/new": { from: text },
  "/plans/$planId": { ...list, do: oneOf("archive") },
  "/metrics": { ...archivable, method: text },
  "/metrics/new": { event: text },
  "/metrics/$metricId": { ...list, account: text, do: oneOf("archive") },
  "/features": { ...list, type: text, feature: text, do: oneOf("new") },
  "/calculator": { ...list, prices: text, to: text, shows: text, account: text },
  "/usage": {
    ...list,
    from: text,
    to: text,
    days: text,
    accounts: text,
    metric: text,
    group: text,
    window: text,
    zone: text,
    kind: oneOf("bars", "lines"),
  },
  "/events": { ...list, ...events },
  "/usage-alerts": { ...list, active: text },
  "/webhooks": { ...list, enabled: text, do: oneOf("new") },
  "/webhooks/$endpointId": { ...list, status: text, type: text, delivery: text },
  "/api-keys": { ...list, view: oneOf("keys", "connections"), state: text, do: oneOf("new") },
  "/request-log": { ...list, ...days, status: text, method: text, actorId: text, request: text, entry: text },
  "/mails": {
    ...list,
    view: oneOf("outbox", "templates", "settings"),
    status: text,
    kind: text,
    mail: text,
    template: text,
    locale: text,
  },
  "/test-clocks": { ...list, status: text, do: oneOf("new") },
  "/test-clocks/$clockId": { ...list, since: text },
  "/people": { ...list, role: text, do: oneOf("invite") },
  "/audit": { ...list, ...days, group: text, actor: text, actorId: text, request: text },
  "/settings": { ...list, part: text, rates: text, missing: text },
  "/sign-in": { done: text, to: text },
  "/authorize": { request: text },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Parameter<string>>>>>;

type Searches = typeof SEARCHES;

/** The path of a page with search parameters. */
export type SearchPath = keyof Searches;

/** The search parameters of a page. */
export type SearchAt<Path extends SearchPath> = {
  readonly [Name in keyof Searches[Path]]?: Searches[Path][Name] extends Parameter<infer Value>
    ? Value | undefined
    : never;
};

type NameIn<Path> = Path extends SearchPath ? keyof Searches[Path] : never;

/** The name of any search parameter, for parts that several pages share: filters, table headers. */
export type ParameterName = NameIn<SearchPath>;
