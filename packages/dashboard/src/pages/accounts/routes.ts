import type { PageRoute } from "../../app/page-route.ts";

export const accountRoutes: readonly PageRoute[] = [];
