import type { PageRoute } from "../../routing/page-route.ts";

export const marginRoutes: readonly PageRoute[] = [
  { path: "/insights/margin", page: () => import("./margin-page.tsx").then(({ MarginPage }) => MarginPage) },
  {
    path: "/insights/model-prices",
    page: () => import("./models/model-prices-page.tsx").then(({ ModelPricesPage }) => ModelPricesPage),
  },
];
