import type { EventFault } from "./event.ts";
import { isStorable } from "./storable.ts";

/** An unchecked event from a body in any form. It has a fault if it could not be read. */
export interface SentEvent {
  readonly event: unknown;
  readonly fault?: EventFault | undefined;
  /** The result of `sentId` for an event that is parsed each time it is read. */
  readonly knownId?: string | null | undefined;
  /** When the event happened if it has no timestamp: when its sender wrote it. Default: when it is received. */
  readonly sentAt?: string | null | undefined;
}

/** Some events of a body that is read piece by piece, and the size of their text, by which memory is limited. */
export interface SentPiece {
  readonly events: readonly SentEvent[];
  readonly characters: number;
}

/** The ID as the caller wrote it, if it can be returned at all. */
export function sentId(sent: SentEvent): string | null {
  if (sent.knownId !== undefined) return sent.knownId;
  const { event } = sent;
  if (typeof event !== "object" || event === null) return null;
  const { uniqueId } = event as { uniqueId?: unknown };
  return typeof uniqueId === "string" && isStorable(uniqueId) ? uniqueId : null;
}
