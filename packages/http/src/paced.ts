import { setTimeout as pause } from "node:timers/promises";
import type { SentPiece } from "@counterfoil/service";

const LONGEST_PAUSE_MILLISECONDS = 10_000;

/**
 * The pieces of a stream, no faster than the rate limit of usage: a faster sender waits and is not refused.
 *
 * @param spend counts events, and returns for how many milliseconds no more should be accepted
 */
export async function* paced(
  pieces: AsyncIterable<SentPiece>,
  spend: (events: number) => number,
): AsyncGenerator<SentPiece> {
  for await (const piece of pieces) {
    yield piece;
    const milliseconds = spend(piece.events.length);
    if (milliseconds > 0) await pause(Math.min(milliseconds, LONGEST_PAUSE_MILLISECONDS));
  }
}
