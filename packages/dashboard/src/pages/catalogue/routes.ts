import type { PageRoute } from "../../routing/page-route.ts";

export const catalogueRoutes: readonly PageRoute[] = [
  { path: "/products", page: () => import("./products/product-list.tsx").then(({ ProductList }) => ProductList) },
  {
    path: "/products/$productId",
    page: () => import("./products/product-page.tsx").then(({ ProductPage }) => ProductPage),
  },
  { path: "/prices", page: () => import("./prices/price-list.tsx").then(({ PriceList }) => PriceList) },
  {
    path: "/prices/new",
    scope: "write",
    page: () => import("./prices/new-price.tsx").then(({ NewPrice }) => NewPrice),
  },
  { path: "/prices/$priceId", page: () => import("./prices/price-page.tsx").then(({ PricePage }) => PricePage) },
  {
    path: "/prices/$priceId/edit",
    scope: "write",
    page: () => import("./prices/edit-price.tsx").then(({ EditPrice }) => EditPrice),
  },
  { path: "/price-bundles", page: () => import("./bundles/bundle-list.tsx").then(({ BundleList }) => BundleList) },
  {
    path: "/price-bundles/$bundleId",
    page: () => import("./bundles/bundle-page.tsx").then(({ BundlePage }) => BundlePage),
  },
  { path: "/plans", page: () => import("./plans/plan-list.tsx").then(({ PlanList }) => PlanList) },
  { path: "/plans/new", scope: "write", page: () => import("./plans/new-plan.tsx").then(({ NewPlan }) => NewPlan) },
  {
    path: "/plans/recipes",
    scope: "write",
    page: () => import("./recipes/recipe-gallery.tsx").then(({ RecipeGallery }) => RecipeGallery),
  },
  { path: "/plans/$planId", page: () => import("./plans/plan-page.tsx").then(({ PlanPage }) => PlanPage) },
  {
    path: "/plans/$planId/edit",
    scope: "write",
    page: () => import("./plans/edit-plan.tsx").then(({ EditPlan }) => EditPlan),
  },
  { path: "/metrics", page: () => import("./metrics/metric-list.tsx").then(({ MetricList }) => MetricList) },
  {
    path: "/metrics/new",
    scope: "write",
    page: () => import("./metrics/new-metric.tsx").then(({ NewMetric }) => NewMetric),
  },
  { path: "/metrics/$metricId", page: () => import("./metrics/metric-page.tsx").then(({ MetricPage }) => MetricPage) },
  {
    path: "/metrics/$metricId/edit",
    scope: "write",
    page: () => import("./metrics/edit-metric.tsx").then(({ EditMetric }) => EditMetric),
  },
  { path: "/features", page: () => import("./features/feature-list.tsx").then(({ FeatureList }) => FeatureList) },
  { path: "/calculator", page: () => import("./calculator/calculator.tsx").then(({ Calculator }) => Calculator) },
];
