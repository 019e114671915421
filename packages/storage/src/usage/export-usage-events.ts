import type { Tx } from "../database/tx.ts";
import { type Border, borderValues, namedInPostgres, openBorder } from "../history/border.ts";
import {
  bySequence,
  copiedEvents,
  type CopiedEvent,
  type CopiedRange,
  endedSinceBorder,
  EVENT_COLUMNS,
  type EventColumns,
  namesOfStreams,
  type StreamNames,
  toCopiedEvents,
} from "../history/copied-events.ts";
import { microsecondsOrNull } from "../history/history-time.ts";
import { historyWindow } from "../history/history-windows.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";
import { readProperties } from "./read-properties.ts";

/** Which events to export; null for no condition. */
export interface UsageEventSelection {
  readonly accountId: string | null;
  readonly eventName: string | null;
  /** Instants, half-open. */
  readonly from: string | null;
  readonly to: string | null;
}

/** An event as it was sent. If it was sent without a timestamp, it has the one assigned on arrival. */
export interface ExportedUsageEvent {
  uniqueId: string;
  /** The ID or alias with which it was sent. */
  account: string;
  eventName: string;
  timestamp: string;
  /** JSON text of flat pairs that keeps all digits. */
  properties: string;
  /** The cost that was sent with it; null if none was. */
  cost: { amount: string; currency: string } | null;
}

/** Rows fetched at once. This limits the memory of an export. */
const ROWS_PER_FETCH = 5_000;
/** Copied rows in memory at once, unless a block has more. */
const ROWS_PER_WINDOW = 20_000;

/** The conditions of every statement here. Voided and amended events are left out. */
const CONDITIONS = [
  "e.voided_sequence is null",
  "($2::text is null or e.account_id = $2)",
  "($3::text is null or e.event_name = $3)",
  "($4::timestamptz is null or e.timestamp >= $4)",
  "($5::timestamptz is null or e.timestamp < $5)",
  namedInPostgres("$6", "$7"),
].join(" and ");

function valuesOf(tx: Tx, { accountId, eventName, from, to }: UsageEventSelection, border: Border | null): unknown[] {
  return [tx.organizationId, accountId, eventName, from, to, ...borderValues(border)];
}

/**
 * Makes all later statements of this transaction see what was committed when the first one began. Must be its first
 * statement.
 */
export async function freezeReading(tx: Tx): Promise<void> {
  await tx.sql("set transaction isolation level repeatable read, read only");
}

/** An export has already written out what it read, so a failure of ClickHouse ends it. */
function borderOf(tx: Tx, { from }: UsageEventSelection): Promise<Border | null> {
  return openBorder(tx, { reads: "as_configured", from });
}

type SequencedEvent = ExportedUsageEvent & { readonly sequence: string };

/**
 * The events, a few thousand at a time, in the order in which they began to count. Requires a transaction, because it
 * reads from a cursor.
 */
export async function* exportUsageEvents(tx: Tx, selection: UsageEventSelection): AsyncGenerator<ExportedUsageEvent[]> {
  const border = await borderOf(tx, selection);
  await tx.sql(
    `declare usage_export no scroll cursor for
     select e.sequence, e.unique_id, coalesce(e.account_reference, e.account_id) as account, e.event_name, e.timestamp,
       e.properties::text as properties, e.cost
     from named_usage_event e where e.organization_number = ${ORGANIZATION_NUMBER} and ${CONDITIONS} order by e.sequence`,
    valuesOf(tx, selection, border),
  );
  const stored = storedEvents(tx);
  const found = border === null ? stored : mergeBySequence(stored, copiedWindows(tx, border, selection));
  for await (const events of found) yield events.map(withoutSequence);
  await tx.sql("close usage_export");
}

/** A sequence means nothing outside this database. */
function withoutSequence({ uniqueId, account, eventName, timestamp, properties, cost }: SequencedEvent) {
  return { uniqueId, account, eventName, timestamp, properties, cost } satisfies ExportedUsageEvent;
}

async function* storedEvents(tx: Tx): AsyncGenerator<SequencedEvent[]> {
  for (;;) {
    const rows = await tx.sql<SequencedEvent>(`fetch ${ROWS_PER_FETCH} from usage_export`);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_PER_FETCH) return;
  }
}

/** The copied events up to a sequence, which follow those of the window before. */
interface CopiedWindow {
  readonly through: string;
  readonly events: readonly SequencedEvent[];
}

async function* copiedWindows(tx: Tx, border: Border, selection: UsageEventSelection): AsyncGenerator<CopiedWindow> {
  const range = await rangeOf(tx, border, selection);
  for (let after = "0"; BigInt(after) < BigInt(border.through);) {
    const window = await historyWindow(tx, { after, through: border.through }, "asc", ROWS_PER_WINDOW);
    const found: EventColumns[] = [];
    const columns = { columns: EVENT_COLUMNS };
    for await (const rows of copiedEvents<EventColumns>(border, { ...range, ...window }, columns)) found.push(...rows);
    const events = await toCopiedEvents(tx, found);
    const selected = events.filter((event) => isSelected(event, selection)).toSorted(bySequence);
    yield { through: window.through, events: selected.map(toExported) };
    after = window.through;
  }
}

async function rangeOf(tx: Tx, border: Border, selection: UsageEventSelection): Promise<CopiedRange> {
  const { accountId, eventName, from, to } = selection;
  const ended = await endedSinceBorder(tx, border);
  const time = { start: microsecondsOrNull(from), end: microsecondsOrNull(to), ended };
  if (accountId === null) return time;
  const rows = await tx.sql<{ id: string }>(
    `select id from usage_stream where organization_id = $1 and account_id = $2 and event_name = coalesce($3, event_name)`,
    [tx.organizationId, accountId, eventName],
  );
  return { ...time, streamIds: rows.map(({ id }) => id) };
}

/** Streams of an event name may be too many to be named in a statement. */
function isSelected({ accountId, eventName }: StreamNames, selection: UsageEventSelection): boolean {
  return (
    (selection.accountId === null || selection.accountId === accountId) &&
    (selection.eventName === null || selection.eventName === eventName)
  );
}

function toExported({ sequence, uniqueId, accountReference, accountId, ...event }: CopiedEvent): SequencedEvent {
  const { eventName, timestamp, properties, cost } = event;
  const account = accountReference ?? accountId ?? "";
  return { sequence, uniqueId, account, eventName, timestamp, properties, cost };
}

async function* mergeBySequence(
  stored: AsyncGenerator<SequencedEvent[]>,
  windows: AsyncGenerator<CopiedWindow>,
): AsyncGenerator<SequencedEvent[]> {
  let waiting: SequencedEvent[] = [];
  for await (const { through, events } of windows) {
    for (let last = waiting.at(-1); last === undefined || BigInt(last.sequence) <= BigInt(through);) {
      const next = await stored.next();
      if (next.done === true) break;
      waiting = [...waiting, ...next.value];
      last = waiting.at(-1);
    }
    const rest = waiting.findIndex(({ sequence }) => BigInt(sequence) > BigInt(through));
    const due = rest === -1 ? waiting : waiting.slice(0, rest);
    waiting = rest === -1 ? [] : waiting.slice(rest);
    const merged = [...due, ...events].toSorted(bySequence);
    if (merged.length > 0) yield merged;
  }
  if (waiting.length > 0) yield waiting;
  yield* stored;
}

/** Whether any of the events was sent with a cost. An event that ended has none: it was taken back. */
export async function hasSentCosts(tx: Tx, { accountId, eventName, from, to }: UsageEventSelection): Promise<boolean> {
  const [row] = await tx.sql<{ found: boolean }>(
    `select exists (
       select from event_cost c join usage_stream s on s.organization_id = $1 and s.id = c.stream_id
       where c.organization_number = ${ORGANIZATION_NUMBER} and c.source = 'event' and not c.is_reversal
         and ($2::text is null or s.account_id = $2) and ($3::text is null or s.event_name = $3)
         and ($4::timestamptz is null or c.timestamp >= $4) and ($5::timestamptz is null or c.timestamp < $5)
         and (first_kept_usage() is null or c.timestamp >= first_kept_usage())
         and not exists (
           select from event_cost r
           where r.organization_number = c.organization_number and r.sequence = c.sequence and r.is_reversal)
     ) as found`,
    [tx.organizationId, accountId, eventName, from, to],
  );
  return row?.found === true;
}

/** The names of all properties of the events, sorted. Reads every event. */
export async function usagePropertyNames(tx: Tx, selection: UsageEventSelection): Promise<string[]> {
  const border = await borderOf(tx, selection);
  const rows = await tx.sql<{ name: string }>(
    `select distinct p.name collate "C" as name from named_usage_event e, json_object_keys(e.properties) as p (name)
     where e.organization_number = ${ORGANIZATION_NUMBER} and ${CONDITIONS} order by 1`,
    valuesOf(tx, selection, border),
  );
  const stored = rows.map(({ name }) => name);
  if (border === null) return stored;
  const copied = await copiedNames(tx, border, selection);
  return [...new Set([...stored, ...copied])].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

async function copiedNames(tx: Tx, border: Border, selection: UsageEventSelection): Promise<string[]> {
  const found = new Map<string, Set<string>>();
  const range = await rangeOf(tx, border, selection);
  const names = { columns: "stream_id, groupUniqArrayArray(JSONExtractKeys(properties))", rest: "group by stream_id" };
  for await (const rows of copiedEvents<[string, string[]]>(border, range, names)) {
    for (const [streamId, keys] of rows) found.set(streamId, new Set(keys));
  }
  // A document that ClickHouse cannot read, such as one with a number of thirty digits, has no names there.
  const unread = { columns: "stream_id, properties", and: "and JSONType(properties) != 'Object'" };
  for await (const rows of copiedEvents<[string, string]>(border, range, unread)) {
    for (const [streamId, text] of rows) {
      for (const name of Object.keys(readProperties(text))) found.get(streamId)?.add(name);
    }
  }
  const streams = await namesOfStreams(tx, [...found.keys()]);
  return [...found].flatMap(([streamId, keys]) => {
    const stream = streams.get(streamId);
    return stream !== undefined && isSelected(stream, selection) ? [...keys] : [];
  });
}
