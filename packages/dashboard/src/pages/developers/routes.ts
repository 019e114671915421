import type { PageRoute } from "../../app/page-route.ts";

export const developerRoutes: readonly PageRoute[] = [];
