import type { PageRoute } from "../../app/page-route.ts";

export const usageRoutes: readonly PageRoute[] = [];
