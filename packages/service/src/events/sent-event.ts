import type { EventFault } from "./event.ts";
import { isStorable } from "./storable.ts";

/** An event as some form of a body brought it, not checked yet; with a fault when that form could not be read. */
export interface SentEvent {
  readonly event: unknown;
  readonly fault?: EventFault | undefined;
  /** The id as `sentId` tells it, of an event that is parsed each time that it is looked at. */
  readonly knownId?: string | null | undefined;
}

/** Some events of a body that is read piece by piece, and how much text they were: what the memory is bounded by. */
export interface SentPiece {
  readonly events: readonly SentEvent[];
  readonly characters: number;
}

/** The id as the caller wrote it, when it can be answered at all. */
export function sentId(sent: SentEvent): string | null {
  if (sent.knownId !== undefined) return sent.knownId;
  const { event } = sent;
  if (typeof event !== "object" || event === null) return null;
  const { uniqueId } = event as { uniqueId?: unknown };
  return typeof uniqueId === "string" && isStorable(uniqueId) ? uniqueId : null;
}
