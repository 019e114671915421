import type { PageRoute } from "../../app/page-route.ts";

export const subscriptionRoutes: readonly PageRoute[] = [];
