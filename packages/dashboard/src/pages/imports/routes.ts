import type { PageRoute } from "../../routing/page-route.ts";

export const importRoutes: readonly PageRoute[] = [
  {
    path: "/events/upload",
    scope: "ingest",
    page: () => import("./import-events.tsx").then(({ ImportEvents }) => ImportEvents),
  },
  {
    path: "/accounts/upload",
    scope: "write",
    page: () => import("./import-accounts.tsx").then(({ ImportAccounts }) => ImportAccounts),
  },
];
