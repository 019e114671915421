import type { PageRoute } from "../../app/page-route.ts";

export const organizationRoutes: readonly PageRoute[] = [];
