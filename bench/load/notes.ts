import type { Kind } from "./kinds.ts";

/** Where clients record their results. */
export interface Notes {
  /** Events answered as stored. */
  stored: number;
  /** Requests answered with 503 and Retry-After. */
  refused: number;
  took(kind: Kind, milliseconds: number): void;
}
