import type { PageRoute } from "../../routing/page-route.ts";

export const developerRoutes: readonly PageRoute[] = [
  { path: "/webhooks", page: () => import("./webhooks.tsx").then(({ Webhooks }) => Webhooks) },
  { path: "/webhooks/$endpointId", page: () => import("./webhook-endpoint.tsx").then(({ Endpoint }) => Endpoint) },
  { path: "/api-keys", page: () => import("./api-keys.tsx").then(({ ApiKeys }) => ApiKeys) },
  { path: "/mails", page: () => import("./mails.tsx").then(({ Mails }) => Mails) },
];
