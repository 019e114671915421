import type { PageRoute } from "../../routing/page-route.ts";

export const accountRoutes: readonly PageRoute[] = [
  { path: "/accounts", page: () => import("./account-list.tsx").then(({ AccountList }) => AccountList) },
  {
    path: "/accounts/new",
    scope: "write",
    page: () => import("./new-account.tsx").then(({ NewAccount }) => NewAccount),
  },
  { path: "/accounts/$accountId", page: () => import("./account-page.tsx").then(({ AccountPage }) => AccountPage) },
  {
    path: "/accounts/$accountId/edit",
    scope: "write",
    page: () => import("./edit-account.tsx").then(({ EditAccount }) => EditAccount),
  },
];
