import type { PageRoute } from "../../app/page-route.ts";

export const clockRoutes: readonly PageRoute[] = [];
