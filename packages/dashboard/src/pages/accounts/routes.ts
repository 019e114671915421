import type { PageRoute } from "../../routing/page-route.ts";

export const accountRoutes: readonly PageRoute[] = [
  { path: "/accounts", page: () => import("./account-list.tsx").then(({ AccountList }) => AccountList) },
  { path: "/accounts/new", page: () => import("./new-account.tsx").then(({ NewAccount }) => NewAccount) },
  { path: "/accounts/$accountId", page: () => import("./account-page.tsx").then(({ AccountPage }) => AccountPage) },
  {
    path: "/accounts/$accountId/edit",
    page: () => import("./edit-account.tsx").then(({ EditAccount }) => EditAccount),
  },
];
