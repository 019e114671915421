export type { Ports } from "./ports.ts";
export * from "./server.ts";
