import type { PageRoute } from "../../routing/page-route.ts";

export const quoteRoutes: readonly PageRoute[] = [
  { path: "/quotes", page: () => import("./quote-list.tsx").then(({ QuoteList }) => QuoteList) },
  { path: "/quotes/$quoteId", page: () => import("./quote-page.tsx").then(({ QuotePage }) => QuotePage) },
];
