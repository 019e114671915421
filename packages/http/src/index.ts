export { accessPage, accessTable, refuseUnlisted, type RouteAccess } from "./access.ts";
export { createHealthServer } from "./operation/health-server.ts";
export { loggedError } from "./operation/logged.ts";
export type { MetricsAccess } from "./operation/metrics-access.ts";
export { stopServer } from "./operation/stop-server.ts";
export type { Ports } from "./ports.ts";
export type { RateLimitOptions } from "./rate-limits.ts";
export { routes } from "./routes/routes.ts";
export * from "./server.ts";
