import type { PageRoute } from "../../routing/page-route.ts";

export const organizationRoutes: readonly PageRoute[] = [
  { path: "/people", scope: "admin", page: () => import("./people.tsx").then(({ People }) => People) },
  { path: "/audit", scope: "admin", page: () => import("./audit.tsx").then(({ AuditLog }) => AuditLog) },
  { path: "/settings", page: () => import("./settings.tsx").then(({ Settings }) => Settings) },
];
