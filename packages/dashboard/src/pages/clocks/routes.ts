import type { PageRoute } from "../../routing/page-route.ts";

export const clockRoutes: readonly PageRoute[] = [
  { path: "/test-clocks", page: () => import("./test-clocks.tsx").then(({ TestClocks }) => TestClocks) },
  { path: "/test-clocks/$clockId", page: () => import("./test-clock.tsx").then(({ Clock }) => Clock) },
];
