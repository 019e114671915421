import {
  type Database,
  type EventAccount,
  findEventAccounts,
  findUsageEvents,
  type InsertedEvents,
  isRowRefused,
  lockAccountNames,
  postgresUsageStore,
  type Tx,
  type UsageEvent,
} from "@counterfoil/storage";
import type { CheckedEvent, EventFault, EventOutcome } from "./event.ts";
import { latestEventTime, TOO_FAR_AHEAD } from "./event-time.ts";
import type { EventContent } from "./hash-content.ts";
import { contentAsSent, isSameContent } from "./same-content.ts";
import { findOutOfRange, unreadableFault } from "./unreadable-fault.ts";

/** The database refuses the event alone. */
export const UNSTORABLE: EventFault = {
  code: "unstorable",
  detail: "The database rejected this event. The other events of the request are stored.",
};
const CONFLICT: EventFault = {
  code: "event_conflict",
  detail:
    "An event with this uniqueId but different content is already stored and stays unchanged. " +
    "Use a new uniqueId, or amend the stored event.",
};

/**
 * Stores events of one organization in one transaction, and returns the outcome of each after the commit (R-EVT-2). If
 * the database refuses the transaction because of a row, stores the halves separately, down to the one event that is
 * refused. A bad event never affects the others.
 */
export async function storeEvents(
  database: Database,
  organizationId: string,
  events: readonly CheckedEvent[],
): Promise<EventOutcome[]> {
  try {
    return await database.transaction(organizationId, async (tx) => (await storeEventsIn(tx, events)).outcomes);
  } catch (error) {
    if (!isRowRefused(error)) throw error;
    if (events.length === 1) return [{ kind: "failed", fault: UNSTORABLE }];
    const middle = Math.ceil(events.length / 2);
    const first = await storeEvents(database, organizationId, events.slice(0, middle));
    return [...first, ...(await storeEvents(database, organizationId, events.slice(middle)))];
  }
}

/** What became of events. */
export interface WrittenEvents {
  readonly outcomes: EventOutcome[];
  /** When a new event happened, by its unique ID. Undefined for all others. */
  readonly newTimeOf: (uniqueId: string) => string | undefined;
  /** The sequence of the increments of usage; null if there are none. */
  readonly through: string | null;
}

/**
 * Stores events in the caller's transaction, and returns the outcome of each. Nothing is stored if that rolls back.
 * @param known accounts of events that the transaction has already read
 */
export async function storeEventsIn(
  tx: Tx,
  events: readonly CheckedEvent[],
  known: readonly EventAccount[] = [],
): Promise<WrittenEvents> {
  const accounts = await resolveAccounts(tx, events, known);
  const latest = new Map<string, string>();
  const given = new Map<string, GivenEvent>();
  const refused = await findOutOfRange(tx, events);
  for (const event of events) {
    const account = accounts.get(event.account);
    const now = account?.frozenTime ?? event.receivedAt;
    const timestamp = event.timestamp ?? account?.frozenTime ?? event.sentAt ?? now;
    if (timestamp > latestFrom(now, latest)) refused.set(event, TOO_FAR_AHEAD);
    else if (!given.has(event.uniqueId) && !refused.has(event)) {
      given.set(event.uniqueId, { event, stored: toUsageEvent(event, account, { timestamp, knownAt: now }) });
    }
  }
  const receivedAt = events.at(-1)?.receivedAt ?? "";
  const rows = [...given.values()].map(({ stored }) => stored);
  const inserted = rows.length === 0 ? undefined : await postgresUsageStore.insert(tx, rows, receivedAt);
  const { stored, unreadable } = inserted ?? NOTHING;
  // Only settlements ask for it, so nothing is prepared.
  const newTimeOf = (uniqueId: string) =>
    stored.some((known) => known.uniqueId === uniqueId) ? undefined : given.get(uniqueId)?.stored.timestamp;
  const found = await outcomes(tx, events, { refused, given, inserted: { stored, unreadable } });
  return { outcomes: found, newTimeOf, through: inserted?.lastSequence ?? null };
}

/** The event that was stored under an ID. */
interface GivenEvent {
  readonly event: CheckedEvent;
  readonly stored: UsageEvent;
}

const NOTHING: Omit<InsertedEvents, "lastSequence"> = { stored: [], unreadable: [] };

/**
 * The account of each event. Unknown names are locked and looked up once more, so that no new account can miss its
 * events.
 */
async function resolveAccounts(
  tx: Tx,
  events: readonly CheckedEvent[],
  known: readonly EventAccount[],
): Promise<Map<string, EventAccount>> {
  const accounts = new Map(known.map((account) => [account.reference, account]));
  const references = [...new Set(events.map((event) => event.account))];
  const missing = () => references.filter((reference) => !accounts.has(reference));
  const asked = missing();
  if (asked.length > 0)
    for (const account of await findEventAccounts(tx, asked)) accounts.set(account.reference, account);
  const unknown = missing();
  if (unknown.length === 0) return accounts;
  await lockAccountNames(tx, unknown, "shared");
  for (const account of await findEventAccounts(tx, unknown)) accounts.set(account.reference, account);
  return accounts;
}

/** The latest accepted event time at `now`, computed once for each clock in a batch. */
function latestFrom(now: string, known: Map<string, string>): string {
  let latest = known.get(now);
  if (latest === undefined) {
    latest = latestEventTime(now);
    known.set(now, latest);
  }
  return latest;
}

function toUsageEvent(
  event: CheckedEvent,
  account: EventAccount | undefined,
  { timestamp, knownAt }: { readonly timestamp: string; readonly knownAt: string },
): UsageEvent {
  const accountId = account?.accountId ?? null;
  return {
    uniqueId: event.uniqueId,
    contentHash: event.contentHash,
    accountId,
    accountReference: event.account === accountId ? null : event.account,
    eventName: event.eventName,
    properties: event.properties,
    values: event.values,
    timestamp,
    cost: event.cost,
    knownAt,
  };
}

interface StoredBatch {
  readonly refused: ReadonlyMap<CheckedEvent, EventFault>;
  readonly given: ReadonlyMap<string, GivenEvent>;
  readonly inserted: Omit<InsertedEvents, "lastSequence">;
}

/** If several events have one ID, the first is the one to store. The others are compared with it. */
async function outcomes(
  tx: Tx,
  events: readonly CheckedEvent[],
  { refused, given, inserted: { stored, unreadable } }: StoredBatch,
): Promise<EventOutcome[]> {
  const known = new Map(stored.map(({ uniqueId, contentHash }) => [uniqueId, contentHash]));
  const pending = new Set([...given.keys()].filter((uniqueId) => !known.has(uniqueId)));
  const faults = new Map(unreadable.toReversed().map((found) => [found.uniqueId, unreadableFault(found)]));
  const hashOf = (uniqueId: string) => known.get(uniqueId) ?? given.get(uniqueId)?.event.contentHash;
  const others = events.filter((event) => !refused.has(event) && hashOf(event.uniqueId) !== event.contentHash);
  const first = await firstContents(tx, others, known, given);
  return events.map((event): EventOutcome => {
    const fault = refused.get(event);
    if (fault !== undefined) return { kind: "failed", fault };
    const { uniqueId, contentHash } = event;
    if (pending.delete(uniqueId)) {
      const unread = faults.get(uniqueId);
      return unread === undefined ? { kind: "ingested" } : { kind: "ingested", unreadable: unread };
    }
    const content = first.get(uniqueId);
    const isSame = hashOf(uniqueId) === contentHash || (content !== undefined && isSameContent(event, content));
    return isSame ? { kind: "duplicate" } : { kind: "failed", fault: CONFLICT };
  });
}

/** The content first sent under the IDs of events whose hash differs. Read only if there are such events. */
async function firstContents(
  tx: Tx,
  events: readonly CheckedEvent[],
  known: ReadonlyMap<string, string>,
  given: ReadonlyMap<string, GivenEvent>,
): Promise<ReadonlyMap<string, EventContent>> {
  const ids = [...new Set(events.map(({ uniqueId }) => uniqueId))];
  const contents = new Map<string, EventContent>();
  for (const uniqueId of ids) {
    const content = given.get(uniqueId)?.event;
    if (content !== undefined && !known.has(uniqueId)) contents.set(uniqueId, content);
  }
  const before = ids.filter((uniqueId) => known.has(uniqueId));
  if (before.length === 0) return contents;
  for (const row of await findUsageEvents(tx, before)) {
    const content = contentAsSent(row, known.get(row.uniqueId) ?? "");
    if (content !== undefined) contents.set(row.uniqueId, content);
  }
  return contents;
}
