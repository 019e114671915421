import type { PageRoute } from "../../app/page-route.ts";
import { readAhead } from "../../app/queries.ts";
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
