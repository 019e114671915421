import type { PageRoute } from "../../routing/page-route.ts";

export const signInRoutes: readonly PageRoute[] = [
  { path: "/sign-in", page: () => import("./sign-in.tsx").then(({ SignIn }) => SignIn) },
  {
    path: "/forgot-password",
    page: () => import("./forgot-password.tsx").then(({ ForgotPassword }) => ForgotPassword),
  },
  { path: "/reset-password", page: () => import("./reset-password.tsx").then(({ ResetPassword }) => ResetPassword) },
  { path: "/authorize", page: () => import("./authorize.tsx").then(({ Authorize }) => Authorize) },
  { path: "/invitation", page: () => import("./invitation.tsx").then(({ AcceptInvitation }) => AcceptInvitation) },
];
