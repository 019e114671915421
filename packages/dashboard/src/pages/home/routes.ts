import type { PageRoute } from "../../app/page-route.ts";

export const homeRoutes: readonly PageRoute[] = [];
