import { oneOf, type Parameter, text } from "./search-parameters.ts";

/** What every list can be narrowed and sorted by. */
const list = { q: text, sort: text };
/** What a list of rows with days is narrowed to: `month` where a chart led there. */
const days = { from: text, to: text, month: text };
const archivable = { ...list, archived: text };
const events = { account: text, name: text, event: text, view: oneOf("live", "all", "unmatched"), q: text, ...days };

/** What each page keeps in its address, by its path below /app. Pages that are not here keep nothing. */
export const SEARCHES = {
  "/": { currency: text },
  "/insights/mrr/movements": { ...list, ...days, type: text, currency: text, accountId: text },
  "/insights/mrr/subscriptions": { ...list, at: text, currency: text, accountId: text },
  "/insights/churn": { ...list, currency: text },
  "/insights/ageing": { ...list, at: text, currency: text, band: text },
  "/insights/net-revenue": { ...list, ...days, currency: text, accountId: text, usage: text },
  "/accounts": list,
  "/accounts/$accountId": {
    ...list,
    tab: oneOf("overview", "invoices", "credits", "activity", "details"),
    part: text,
  },
  "/subscriptions": { ...list, status: text },
  "/subscriptions/new": { account: text, plan: text },
  "/subscriptions/$subscriptionId": {
    ...list,
    tab: oneOf("overview", "versions", "invoices", "terms", "audit"),
    before: text,
    after: text,
  },
  "/quotes": { ...list, status: text },
  "/invoices": { ...list, status: text, account: text, subscription: text, due: text },
  "/invoices/new": { account: text },
  "/invoices/$invoiceId": {
    ...list,
    do: oneOf("issue", "pay", "send", "link", "apply-credit", "credit", "refund", "give-up", "void", "delete"),
    line: text,
    metric: text,
  },
  "/payments": { ...list, account: text, status: text, method: text },
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
  "/products/$productId": { ...list, do: oneOf("edit") },
  "/prices": { ...archivable, product: text, type: text, interval: text, currency: text },
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
  "/api-keys": { ...list, state: text, do: oneOf("new") },
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
  "/settings": { ...list, part: text, rates: text },
  "/sign-in": { done: text, to: text },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Parameter<string>>>>>;

type Searches = typeof SEARCHES;

/** The path of a page that keeps something in its address. */
export type SearchPath = keyof Searches;

/** What the address of a page says. */
export type SearchAt<Path extends SearchPath> = {
  readonly [Name in keyof Searches[Path]]?: Searches[Path][Name] extends Parameter<infer Value>
    ? Value | undefined
    : never;
};

type NameIn<Path> = Path extends SearchPath ? keyof Searches[Path] : never;

/** A parameter that some page keeps, for what several pages share: the filters, the head of a table. */
export type ParameterName = NameIn<SearchPath>;
