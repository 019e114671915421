import {
  type Database,
  type EventAccount,
  findEventAccounts,
  isRowRefused,
  lockAccountNames,
  postgresUsageStore,
  type StoredEvent,
  type Tx,
  type UsageEvent,
} from "@counterfoil/storage";
import type { CheckedEvent, EventFault, EventOutcome } from "./event.ts";
import { latestEventTime, TOO_FAR_AHEAD } from "./event-time.ts";

const UNSTORABLE: EventFault = {
  code: "unstorable",
  detail: "The database refuses this event; its neighbours are stored.",
};
const CONFLICT: EventFault = {
  code: "event_conflict",
  detail: "An event with this uniqueId and another content was stored before; that one stays.",
};

/**
 * Stores events of one organization in one transaction and answers, after its commit, what became of each (R-EVT-2). When
 * the database refuses the whole because of some row, the halves are stored apart, down to the one event that is refused:
 * it never harms its neighbours.
 */
export async function storeEvents(
  database: Database,
  organizationId: string,
  events: readonly CheckedEvent[],
): Promise<EventOutcome[]> {
  try {
    return await database.transaction(organizationId, (tx) => storeBatch(tx, events));
  } catch (error) {
    if (!isRowRefused(error)) throw error;
    if (events.length === 1) return [{ kind: "failed", fault: UNSTORABLE }];
    const middle = Math.ceil(events.length / 2);
    const first = await storeEvents(database, organizationId, events.slice(0, middle));
    return [...first, ...(await storeEvents(database, organizationId, events.slice(middle)))];
  }
}

async function storeBatch(tx: Tx, events: readonly CheckedEvent[]): Promise<EventOutcome[]> {
  const accounts = await resolveAccounts(tx, events);
  const latest = new Map<string, string>();
  const given = new Map<string, UsageEvent>();
  const tooFarAhead = new Set<CheckedEvent>();
  for (const event of events) {
    const account = accounts.get(event.account);
    const now = account?.frozenTime ?? event.receivedAt;
    const timestamp = event.timestamp ?? now;
    if (timestamp > latestFrom(now, latest)) tooFarAhead.add(event);
    else if (!given.has(event.uniqueId)) given.set(event.uniqueId, toUsageEvent(event, account, timestamp));
  }
  const receivedAt = events.at(-1)?.receivedAt ?? "";
  const stored = given.size === 0 ? [] : await postgresUsageStore.insert(tx, [...given.values()], receivedAt);
  return outcomes(events, tooFarAhead, given, stored);
}

/** Who each event means. Names that nobody has are locked and asked for once more, so that no account can miss its events. */
async function resolveAccounts(tx: Tx, events: readonly CheckedEvent[]): Promise<Map<string, EventAccount>> {
  const references = [...new Set(events.map((event) => event.account))];
  const found = await findEventAccounts(tx, references);
  const accounts = new Map(found.map((account) => [account.reference, account]));
  const unknown = references.filter((reference) => !accounts.has(reference));
  if (unknown.length === 0) return accounts;
  await lockAccountNames(tx, unknown, "shared");
  for (const account of await findEventAccounts(tx, unknown)) accounts.set(account.reference, account);
  return accounts;
}

/** The latest time seen from `now`, worked out once for each clock in a batch. */
function latestFrom(now: string, known: Map<string, string>): string {
  let latest = known.get(now);
  if (latest === undefined) {
    latest = latestEventTime(now);
    known.set(now, latest);
  }
  return latest;
}

function toUsageEvent(event: CheckedEvent, account: EventAccount | undefined, timestamp: string): UsageEvent {
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
  };
}

/** Of several events with one id, the first is the one that was given to the store; the others are held against it. */
function outcomes(
  events: readonly CheckedEvent[],
  tooFarAhead: ReadonlySet<CheckedEvent>,
  given: ReadonlyMap<string, UsageEvent>,
  stored: readonly StoredEvent[],
): EventOutcome[] {
  const hashes = new Map([...given.values()].map((event) => [event.uniqueId, event.contentHash]));
  const pending = new Set(given.keys());
  for (const { uniqueId, contentHash } of stored) {
    hashes.set(uniqueId, contentHash);
    pending.delete(uniqueId);
  }
  return events.map((event): EventOutcome => {
    if (tooFarAhead.has(event)) return { kind: "failed", fault: TOO_FAR_AHEAD };
    if (pending.delete(event.uniqueId)) return { kind: "ingested" };
    return hashes.get(event.uniqueId) === event.contentHash
      ? { kind: "duplicate" }
      : { kind: "failed", fault: CONFLICT };
  });
}
