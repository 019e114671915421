import type { Kind } from "./kinds.ts";

/** Where clients note what became of what they sent. */
export interface Notes {
  /** Events that were answered as stored. */
  stored: number;
  /** Requests that were answered with 503 and Retry-After. */
  refused: number;
  took(kind: Kind, milliseconds: number): void;
}
