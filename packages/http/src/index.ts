export type { Ports } from "./ports.ts";
export * from "./misread-names.ts";
export * from "./server.ts";
