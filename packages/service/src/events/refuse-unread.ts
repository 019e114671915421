import { DomainError } from "../errors/index.ts";
import type { IngestTally } from "./ingest-tally.ts";

/**
 * Refuses a body in which no event could be read (422), and names what is wrong with each. Such a body was written for
 * another API, and a client that checks only the status must notice. Nothing of it was stored.
 *
 * @param list the pointer to the list of events; null if the body is a single event
 */
export function refuseUnread(tally: IngestTally, list: string | null): void {
  const faults = tally.unread();
  if (faults.length === 0) return;
  const { failed } = tally.counts;
  const which = failed === 1 ? "The event is invalid" : `All ${failed} events are invalid`;
  const detail = `${which}. Nothing was stored; see errors. ${faults[0]?.detail ?? ""}`;
  const named = faults.map(({ index, pointer, code, detail: text }) => {
    return { pointer: list === null ? pointer : `${list}/${index}${pointer}`, code, detail: text };
  });
  throw new DomainError("validation_failed", detail, named);
}
