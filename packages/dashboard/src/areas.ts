/** A part of the dashboard: a folder of `src`, or a folder of `src/pages`. */
interface Area {
  readonly name: string;
  /** What it contains. */
  readonly is: string;
}

/**
 * The order of the areas, the lowest first. An area imports only areas that come before it here, so pages never import
 * the shell (`app`), and `design` imports neither. `test/house-rules/dashboard-areas.test.ts` reads this list.
 */
export const AREAS: readonly Area[] = [
  { name: "format", is: "amounts, dates, and words as text, and the browser's clock" },
  { name: "server", is: "the client, the session, the query cache, query keys, and what a change makes stale" },
  { name: "loading", is: "scripts that are missing after an update" },
  { name: "design", is: "components without knowledge of billing, and parts that load when shown" },
  { name: "routing", is: "routes of pages, and their typed search parameters" },
  { name: "charts", is: "axes, legends, bars, and scales" },
  { name: "list", is: "tables, filters, exports, and paging" },
  { name: "named", is: "accounts, people, documents, and prices as several pages show them" },
  { name: "pages/clocks", is: "test clocks" },
  { name: "pages/catalogue", is: "products, prices, plans, metrics, and features" },
  { name: "pages/usage", is: "events, usage, and alerts" },
  { name: "pages/invoices", is: "invoices" },
  { name: "pages/subscriptions", is: "subscriptions and their builder" },
  { name: "pages/accounts", is: "accounts" },
  { name: "pages/quotes", is: "quotes" },
  { name: "pages/payments", is: "payments, credit notes, credit grants, and the journal" },
  { name: "pages/home", is: "key figures and what needs attention" },
  { name: "pages/margin", is: "revenue, cost, and margin of usage, cost prices, and model prices" },
  { name: "pages/imports", is: "uploads of events and accounts from CSV files" },
  { name: "pages/developers", is: "webhooks, API keys, and email" },
  { name: "pages/organization", is: "settings, people, and the audit log" },
  { name: "pages/sign-in", is: "pages without a session" },
  { name: "app", is: "the shell: navigation, command palette, and the router of all pages" },
  { name: "customer", is: "the pages for customers" },
];
