import { DomainError } from "../errors/index.ts";
import { unreadEvent } from "./event.ts";
import { cutLines, type Line } from "./cut-lines.ts";
import { parseEventJson } from "./parse-event-json.ts";
import type { SentEvent, SentPiece } from "./sent-event.ts";

/**
 * The events of a body with one JSON text on each line (R-EVT-1), as they arrive. Ignores blank lines. A line that
 * cannot be read is a fault of that line alone.
 */
export async function* readNdjson(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SentPiece> {
  for await (const lines of cutLines(chunks)) {
    const events = lines.flatMap(toSentEvent);
    if (events.length > 0) yield { events, characters: lines.reduce((sum, { text }) => sum + text.length, 0) };
  }
}

function toSentEvent({ text, fault }: Line): SentEvent[] {
  if (fault !== undefined) return [{ event: null, fault }];
  if (text.trim() === "") return [];
  try {
    return [{ event: parseEventJson(text, "line") }];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [{ event: null, fault: unreadEvent("malformed_line", error.message) }];
  }
}
