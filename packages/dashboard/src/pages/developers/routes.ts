import type { PageRoute } from "../../routing/page-route.ts";

export const developerRoutes: readonly PageRoute[] = [
  { path: "/webhooks", scope: "admin", page: () => import("./webhooks.tsx").then(({ Webhooks }) => Webhooks) },
  {
    path: "/webhooks/$endpointId",
    scope: "admin",
    page: () => import("./webhook-endpoint.tsx").then(({ Endpoint }) => Endpoint),
  },
  { path: "/api-keys", scope: "admin", page: () => import("./api-keys.tsx").then(({ ApiKeys }) => ApiKeys) },
  {
    path: "/request-log",
    scope: "admin",
    page: () => import("./request-log.tsx").then(({ RequestLog }) => RequestLog),
  },
  { path: "/mails", page: () => import("./mails.tsx").then(({ Mails }) => Mails) },
];
