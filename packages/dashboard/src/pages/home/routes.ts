import type { PageRoute } from "../../routing/page-route.ts";
import { readAhead } from "../../server/queries.ts";
import { insightQueries } from "./insight-queries.ts";

export const homeRoutes: readonly PageRoute[] = [
  {
    path: "/",
    page: () => import("./home.tsx").then(({ Home }) => Home),
    begin: () => {
      readAhead(insightQueries.recurring);
      readAhead(insightQueries.churn);
      readAhead(insightQueries.ageing);
      readAhead(insightQueries.netRevenue);
      readAhead(insightQueries.attention);
      readAhead(insightQueries.usage);
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
  { path: "/insights/churn", page: () => import("./churn-page.tsx").then(({ ChurnPage }) => ChurnPage) },
  { path: "/insights/ageing", page: () => import("./owed-list.tsx").then(({ OwedList }) => OwedList) },
  {
    path: "/insights/net-revenue",
    page: () => import("./revenue-lines.tsx").then(({ RevenueLines }) => RevenueLines),
  },
];
