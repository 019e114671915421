import type { PageRoute } from "../../app/page-route.ts";

export const usageRoutes: readonly PageRoute[] = [
  { path: "/usage", page: () => import("./explorer.tsx").then(({ Explorer }) => Explorer) },
  { path: "/events", page: () => import("./events.tsx").then(({ Events }) => Events) },
  { path: "/usage-alerts", page: () => import("./usage-alerts.tsx").then(({ UsageAlerts }) => UsageAlerts) },
];
