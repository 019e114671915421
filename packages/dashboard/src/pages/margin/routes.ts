import type { PageRoute } from "../../routing/page-route.ts";

export const marginRoutes: readonly PageRoute[] = [
  { path: "/insights/margin", page: () => import("./margin-page.tsx").then(({ MarginPage }) => MarginPage) },
];
