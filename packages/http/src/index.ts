export { accessPage, accessTable, refuseUnlisted, type RouteAccess } from "./access.ts";
export { openReader, type Reader } from "./open-reader.ts";
export type { Ports } from "./ports.ts";
export type { RateLimitOptions } from "./rate-limits.ts";
export { routes } from "./routes/routes.ts";
export * from "./server.ts";
