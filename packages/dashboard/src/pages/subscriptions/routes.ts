import type { PageRoute } from "../../routing/page-route.ts";
import { readAhead } from "../../server/queries.ts";
import { recurringNowQuery } from "./subscription-queries.ts";

export const subscriptionRoutes: readonly PageRoute[] = [
  {
    path: "/subscriptions",
    page: () => import("./subscription-list.tsx").then(({ SubscriptionList }) => SubscriptionList),
    begin: () => readAhead(recurringNowQuery),
  },
  {
    path: "/subscriptions/new",
    scope: "write",
    page: () => import("./builder/new-subscription.tsx").then(({ NewSubscription }) => NewSubscription),
  },
  {
    path: "/subscriptions/$subscriptionId",
    page: () => import("./subscription-page.tsx").then(({ SubscriptionPage }) => SubscriptionPage),
  },
  {
    path: "/subscriptions/$subscriptionId/edit",
    scope: "write",
    page: () => import("./builder/edit-subscription.tsx").then(({ EditSubscription }) => EditSubscription),
  },
  {
    path: "/subscriptions/$subscriptionId/change",
    scope: "write",
    page: () => import("./builder/change-subscription.tsx").then(({ ChangeSubscription }) => ChangeSubscription),
  },
];
