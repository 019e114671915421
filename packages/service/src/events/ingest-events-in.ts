import type { Work } from "../context.ts";
import type { EventOutcome } from "./event.ts";
import { checkSentEvents, outcomesOf } from "./ingest-events.ts";
import { noteRejectionsIn } from "./note-rejections.ts";
import type { SentEvent } from "./sent-event.ts";
import { storeEventsIn } from "./store-events.ts";

/**
 * Ingests events in the caller's transaction, in the same way as those of a request: checks them, stores the valid
 * ones, and records the others for `event.rejected`. Nothing happened if the transaction rolls back. Throws if the
 * database refuses a row; `isRowRefused` is then true.
 */
export async function ingestEventsIn(
  { tx, clock }: Pick<Work, "tx" | "clock">,
  sent: readonly SentEvent[],
): Promise<EventOutcome[]> {
  const now = clock.now();
  const checks = await checkSentEvents(sent, now);
  const outcomes = await outcomesOf(checks, async (events) => (await storeEventsIn(tx, events)).outcomes);
  await noteRejectionsIn(tx, now, sent, outcomes);
  return outcomes;
}
