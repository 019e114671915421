import type { PageRoute } from "../../routing/page-route.ts";

export const organizationRoutes: readonly PageRoute[] = [
  { path: "/people", page: () => import("./people.tsx").then(({ People }) => People) },
  { path: "/audit", page: () => import("./audit.tsx").then(({ AuditLog }) => AuditLog) },
  { path: "/settings", page: () => import("./settings.tsx").then(({ Settings }) => Settings) },
];
