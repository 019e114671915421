import type { PageRoute } from "../../routing/page-route.ts";
import { readAhead } from "../../server/queries.ts";
import { insightQueries, monthQueries, periodQueries } from "./insight-queries.ts";
import { setupQueries } from "./setup-queries.ts";

export const homeRoutes: readonly PageRoute[] = [
  {
    path: "/",
    page: () => import("./home.tsx").then(({ Home }) => Home),
    begin: () => {
      // The default period. Another one needs the organization's time zone first.
      const isDefault = !new URLSearchParams(location.search).has("period");
      // First those that read all contracts, so that the server reads the contracts once for all of them.
      readAhead(insightQueries.forecast);
      if (isDefault) {
        readAhead(periodQueries.keyFigures({}));
        readAhead(monthQueries.recurring({}));
        readAhead(monthQueries.retention({}));
        readAhead(monthQueries.netRevenue({}));
        readAhead(monthQueries.topAccounts({}));
        readAhead(periodQueries.cash({}));
        readAhead(periodQueries.ageing({}));
      }
      readAhead(insightQueries.attention);
      readAhead(insightQueries.usage);
      readAhead(setupQueries.invoice);
    },
  },
  {
    path: "/insights/mrr/movements",
    page: () => import("./movement-list.tsx").then(({ MovementList }) => MovementList),
  },
  {
    path: "/insights/mrr/subscriptions",
    page: () => import("./recurring-list.tsx").then(({ RecurringList }) => RecurringList),
  },
  {
    path: "/insights/churn/accounts",
    page: () => import("./churn-accounts.tsx").then(({ ChurnAccounts }) => ChurnAccounts),
  },
  { path: "/insights/usage", page: () => import("./usage-accounts.tsx").then(({ UsageAccounts }) => UsageAccounts) },
  {
    path: "/insights/cash-collected",
    page: () => import("./cash-entries.tsx").then(({ CashEntries }) => CashEntries),
  },
  { path: "/attention", page: () => import("./attention-list.tsx").then(({ AttentionList }) => AttentionList) },
  { path: "/insights/churn", page: () => import("./churn-page.tsx").then(({ ChurnPage }) => ChurnPage) },
  { path: "/insights/ageing", page: () => import("./owed-list.tsx").then(({ OwedList }) => OwedList) },
  {
    path: "/insights/net-revenue",
    page: () => import("./revenue-lines.tsx").then(({ RevenueLines }) => RevenueLines),
  },
];
