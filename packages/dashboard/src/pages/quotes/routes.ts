import type { PageRoute } from "../../app/page-route.ts";

export const quoteRoutes: readonly PageRoute[] = [];
