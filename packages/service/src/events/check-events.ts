import { findEventAccounts } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { checkEvent } from "./check-event.ts";
import { latestEventTime, TOO_FAR_AHEAD } from "./event-time.ts";
import type { IngestAnswer } from "./ingest-tally.ts";
import { findOutOfRange } from "./unreadable-fault.ts";

/** What ingestion would answer to events. */
export interface EventsCheck {
  /** One entry for each event that would fail. */
  errors: IngestAnswer["errors"];
  /** Events that would wait for an account with their name (R-EVT-5). */
  unmatched: number;
}

/** Checks events like ingestion, and stores nothing. Does not check which IDs are already known. */
export async function checkEvents(context: Context, sent: readonly unknown[]): Promise<EventsCheck> {
  const receivedAt = context.clock.now();
  const checks = sent.map((event) => checkEvent(event, receivedAt));
  const events = checks.flatMap(({ event }) => event ?? []);
  const references = [...new Set(events.map(({ account }) => account))];
  const [found, refused] = await read(
    context,
    async (tx) => [await findEventAccounts(tx, references), await findOutOfRange(tx, events)] as const,
  );
  const accounts = new Map(found.map((account) => [account.reference, account]));
  const latest = new Map<string, string>();
  const result: EventsCheck = { errors: [], unmatched: 0 };
  checks.forEach(({ event, fault }, index) => {
    const account = accounts.get(event?.account ?? "");
    const isAhead = (event?.timestamp ?? "") > latestFrom(account?.frozenTime ?? receivedAt, latest);
    const outOfRange = event === undefined ? undefined : refused.get(event);
    const failure = fault ?? (isAhead ? TOO_FAR_AHEAD : outOfRange);
    if (failure !== undefined) result.errors.push({ index, uniqueId: event?.uniqueId ?? null, ...failure });
    else if (account === undefined) result.unmatched += 1;
  });
  return result;
}

/** The latest accepted event time at `now`, computed once for each clock. */
function latestFrom(now: string, known: Map<string, string>): string {
  const latest = known.get(now) ?? latestEventTime(now);
  known.set(now, latest);
  return latest;
}
