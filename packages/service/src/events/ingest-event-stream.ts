import { setTimeout as pause } from "node:timers/promises";
import { DomainError } from "../errors/index.ts";
import type { EventOutcome } from "./event.ts";
import { type IngestionContext, submitEvents } from "./ingest-events.ts";
import type { IngestTally } from "./ingest-tally.ts";
import { type SentEvent, sentId, type SentPiece } from "./sent-event.ts";

/** The most events stored together. Long texts make it fewer: `stream-room.ts`. */
const SLICE_EVENTS = 1_000;
/** How long a slice waits for room while others fill the queue, and how often it checks. */
const LONGEST_WAIT_MILLISECONDS = 30_000;
const ASK_EVERY_MILLISECONDS = 50;

/** Events that are being stored, with their future outcomes. */
interface Slice {
  readonly sent: readonly SentEvent[];
  readonly ids: ReadonlySet<string>;
  readonly outcomes: Promise<EventOutcome[]>;
}

/**
 * Ingests the events of a body of any length while it is read. Resolves when the last of them is committed, with all
 * outcomes in `tally` in the order of the body. Reads the next piece only while few slices are being stored. So memory
 * is limited for all streams together, and a sender that is too fast is slowed down instead of refused.
 *
 * Events of a slow sender are stored as they arrive: a slice is stored if it is full, or if no other slice of this body
 * is being stored.
 *
 * If the body breaks off or the database becomes unavailable, what was committed stays committed. The same body can be
 * sent again, because each ID counts once (R-EVT-3).
 */
export async function ingestEventStream(
  context: IngestionContext,
  pieces: AsyncIterable<SentPiece>,
  tally: IngestTally,
): Promise<void> {
  const stream = context.ingestion.streams.open();
  const slices: Slice[] = [];
  let collected: SentEvent[] = [];
  let characters = 0;
  const underWay = new Set<Slice>();
  let failure: { readonly cause: unknown } | undefined;

  function startSlice(): void {
    if (collected.length === 0 || failure !== undefined) return;
    const sent = collected;
    [collected, characters] = [[], 0];
    const ids = new Set(sent.flatMap((one) => sentId(one) ?? []));
    // Of two lines with one ID the first counts, so a slice that shares an ID with earlier slices waits for them, and
    // is not stored without them.
    const before = [...underWay].filter((other) => !other.ids.isDisjointFrom(ids)).map((other) => other.outcomes);
    const outcomes = Promise.all(before).then(() => submitPatiently(context, sent));
    const slice: Slice = { sent, ids, outcomes };
    slices.push(slice);
    underWay.add(slice);
    outcomes
      .catch((error: unknown) => {
        failure ??= { cause: error };
      })
      .finally(() => {
        underWay.delete(slice);
        if (underWay.size === 0) startSlice();
      })
      .catch(() => undefined);
  }

  async function settleDownTo(remaining: number): Promise<void> {
    while (slices.length > remaining) {
      const slice = slices.shift();
      if (slice !== undefined) tally.add(slice.sent, await slice.outcomes);
    }
  }

  try {
    for await (const piece of pieces) {
      collected = collected.concat(piece.events);
      characters += piece.characters;
      if (failure !== undefined) throw failure.cause;
      const { sliceCharacters, slicesUnderWay } = stream.share();
      if (underWay.size === 0 || collected.length >= SLICE_EVENTS || characters >= sliceCharacters) startSlice();
      await settleDownTo(slicesUnderWay);
    }
    startSlice();
    await settleDownTo(0);
  } catch (error) {
    collected = [];
    await Promise.allSettled(slices.map((slice) => slice.outcomes));
    throw error;
  } finally {
    stream.end();
  }
}

/** Waits for room while others send more than can be stored: a stream's sender is slowed down before it is refused. */
async function submitPatiently(context: IngestionContext, sent: readonly SentEvent[]): Promise<EventOutcome[]> {
  for (let waited = 0; ; waited += ASK_EVERY_MILLISECONDS) {
    try {
      return await submitEvents(context, sent);
    } catch (error) {
      const isOverloaded = error instanceof DomainError && error.code === "ingestion_overloaded";
      if (!isOverloaded || waited >= LONGEST_WAIT_MILLISECONDS) throw error;
      await pause(ASK_EVERY_MILLISECONDS);
    }
  }
}
