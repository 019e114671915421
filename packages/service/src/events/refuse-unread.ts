import { DomainError } from "../errors/index.ts";
import type { IngestTally } from "./ingest-tally.ts";

/**
 * Refuses a body of which not one event could be read (422), and names what is wrong with each: it was written for another
 * interface, and whoever looks only at the status must hear of it. Nothing of it was stored.
 *
 * @param list the pointer to the list of events; null where the body is the one event
 */
export function refuseUnread(tally: IngestTally, list: string | null): void {
  const faults = tally.unread();
  if (faults.length === 0) return;
  const { failed } = tally.counts;
  const which = failed === 1 ? "The event cannot be read" : `None of the ${failed} events can be read`;
  const detail = `${which}, and nothing was stored: see errors. ${faults[0]?.detail ?? ""}`;
  const named = faults.map(({ index, pointer, code, detail: text }) => {
    return { pointer: list === null ? pointer : `${list}/${index}${pointer}`, code, detail: text };
  });
  throw new DomainError("validation_failed", detail, named);
}
