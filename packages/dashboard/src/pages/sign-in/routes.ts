import type { PageRoute } from "../../app/page-route.ts";

export const signInRoutes: readonly PageRoute[] = [
  { path: "/sign-in", page: () => import("./sign-in.tsx").then(({ SignIn }) => SignIn) },
];
