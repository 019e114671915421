import type { PageRoute } from "../../routing/page-route.ts";
import { readAhead } from "../../server/queries.ts";
import { metricsQuery } from "../../named/metrics.ts";
import { topAccountsQuery } from "./usage-queries.ts";

export const usageRoutes: readonly PageRoute[] = [
  {
    path: "/usage",
    page: () => import("./explorer.tsx").then(({ Explorer }) => Explorer),
    begin: () => {
      readAhead(metricsQuery);
      readAhead(topAccountsQuery);
    },
  },
  { path: "/events", page: () => import("./events.tsx").then(({ Events }) => Events) },
  { path: "/usage-alerts", page: () => import("./usage-alerts.tsx").then(({ UsageAlerts }) => UsageAlerts) },
];
