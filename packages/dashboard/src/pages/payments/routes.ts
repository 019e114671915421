import type { PageRoute } from "../../app/page-route.ts";

export const paymentRoutes: readonly PageRoute[] = [];
