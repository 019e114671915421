import { invariant } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import {
  acrossBorder,
  type Border,
  type BorderOptions,
  borderValues,
  endedSince,
  inPostgres,
} from "../history/border.ts";
import { bySequence, copiedEvents, findCopiedEvents, namesOfStreams } from "../history/copied-events.ts";
import { microsecondsOrNull } from "../history/history-time.ts";
import { historyWindow } from "../history/history-windows.ts";
import { findEventsBySequence, toUsageEventRow, type UsageEventRow } from "./list-usage-events.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";

export interface EventScan {
  /** Null for every name. */
  readonly eventName: string | null;
  /** Instants, half-open; null for no limit. */
  readonly from: string | null;
  readonly to: string | null;
  readonly order: "asc" | "desc";
  /** The sequence at which the last page ended; null for the first. */
  readonly after: string | null;
  /** No event after this sequence; null for no limit. */
  readonly through: string | null;
  readonly limit: number;
}

export interface ScannedEvents {
  readonly rows: UsageEventRow[];
  /** The sequence at which the next page starts; null if there are no more events. */
  readonly end: string | null;
}

/**
 * The maximum number of events that one page examines, so that it costs the same however rare the matching events are.
 */
export const SCANNED_EVENTS = 10_000;

const LAST_SEQUENCE = (2n ** 63n - 1n).toString();

/**
 * The next events of the organization in the order in which they began to count. Examines a limited number: a page may
 * have fewer than `limit` events, or none, although there are more.
 */
export async function scanUsageEvents(tx: Tx, scan: EventScan): Promise<ScannedEvents> {
  return acrossBorder(tx, (border) => scanBoth(tx, scan, border), { reads: "as_configured", ...neededBy(scan) });
}

/** A walk towards newer events needs none before its page. */
function neededBy({ from, order, after }: EventScan): BorderOptions {
  return { from, ...(order === "asc" && after !== null ? { after } : {}) };
}

/** What a scan found in one store, in its order. */
interface Scanned {
  readonly sequences: readonly string[];
  /** The last sequence that was examined; null if all were. */
  readonly edge: string | null;
}

async function scanBoth(tx: Tx, scan: EventScan, border: Border | null): Promise<ScannedEvents> {
  const { order, limit } = scan;
  const isFurther = (a: bigint, b: bigint) => (order === "asc" ? a > b : a < b);
  const stored = await scanStored(tx, scan, border);
  const isEnough = border === null || isPageOfStored(border, scan, stored);
  const copied = isEnough ? NOTHING : await scanCopied(tx, scan, border, stored.ended);
  const edges = [stored.edge, copied.edge].flatMap((edge) => edge ?? []).map(BigInt);
  const edge = edges.reduce<bigint | null>(
    (near, each) => (near === null || isFurther(near, each) ? each : near),
    null,
  );
  const found = [
    ...stored.sequences.map((sequence) => ({ sequence, isCopied: false })),
    ...copied.sequences.map((sequence) => ({ sequence, isCopied: true })),
  ]
    .filter(({ sequence }) => edge === null || !isFurther(BigInt(sequence), edge))
    .toSorted((a, b) => (order === "asc" ? bySequence(a, b) : bySequence(b, a)));
  const shown = found.slice(0, limit);
  const of = (isCopied: boolean) => shown.filter((each) => each.isCopied === isCopied).map(({ sequence }) => sequence);
  const others = border === null ? [] : await findCopiedEvents(tx, border, of(true));
  const rows = [...(await findEventsBySequence(tx, of(false))), ...others.map(toUsageEventRow)].toSorted((a, b) =>
    order === "asc" ? bySequence(a, b) : bySequence(b, a),
  );
  const end = found.length > limit ? shown.at(-1)?.sequence : edge?.toString();
  return { rows, end: end ?? null };
}

/** Whether the page is full of events that are newer than all that PostgreSQL no longer has. */
function isPageOfStored({ before, droppedThrough }: Border, { order, limit }: EventScan, stored: Scanned): boolean {
  const last = stored.sequences[limit - 1];
  const isFull = order === "desc" && before !== "infinity" && last !== undefined && stored.sequences.length > limit;
  return isFull && BigInt(last) > BigInt(droppedThrough ?? "0");
}

const NOTHING: Scanned = { sequences: [], edge: null };

async function scanStored(
  tx: Tx,
  scan: EventScan,
  border: Border | null,
): Promise<Scanned & { readonly ended: readonly string[] }> {
  const { order } = scan;
  const past = order === "desc" ? "<" : ">";
  const [found] = await tx.sql<{
    sequences: string[] | null;
    edge: string | null;
    looked: string;
    ended: string[] | null;
  }>(
    `select (array_agg(sequence::text order by sequence ${order}) filter (
         where voided_sequence is null and s.event_name = coalesce($5, s.event_name) and timestamp >= $6 and timestamp < $7
       ))[1:$8] as sequences,
       ${order === "desc" ? "min" : "max"}(sequence) as edge, count(*) as looked,
       (select array_agg(e.sequence::text) from usage_event e
        where e.organization_number = ${ORGANIZATION_NUMBER} and ${endedSince("$9", "$10")}) as ended
     from (
       select sequence, stream_id, timestamp, voided_sequence from usage_event e
       where organization_number = ${ORGANIZATION_NUMBER} and sequence ${past} $2 and sequence <= $3
         and (${inPostgres("$9", "$10")} or exists (
           -- Events of unknown accounts are only in PostgreSQL.
           select from usage_stream u where u.organization_id = $1 and u.id = e.stream_id and u.account_id is null))
       order by sequence ${order} limit $4
     ) as looked_at
     join usage_stream s on s.organization_id = $1 and s.id = stream_id`,
    [
      tx.organizationId,
      scan.after ?? (order === "desc" ? LAST_SEQUENCE : 0),
      scan.through ?? LAST_SEQUENCE,
      SCANNED_EVENTS,
      scan.eventName,
      scan.from ?? "-infinity",
      scan.to ?? "infinity",
      scan.limit + 1,
      ...borderValues(border),
    ],
  );
  invariant(found !== undefined, "an aggregate answers one row");
  const { sequences, edge, looked, ended } = found;
  return { sequences: sequences ?? [], edge: Number(looked) === SCANNED_EVENTS ? edge : null, ended: ended ?? [] };
}

/** The same in ClickHouse. The window is cut along copied blocks. */
async function scanCopied(tx: Tx, scan: EventScan, border: Border, ended: readonly string[]): Promise<Scanned> {
  const { order, eventName, from, to } = scan;
  const bounds = [border.through, scan.through, scan.after !== null && order === "desc" ? before(scan.after) : null];
  const through = bounds.flatMap((bound) => (bound === null ? [] : BigInt(bound))).reduce((a, b) => (a < b ? a : b));
  const range = { after: (order === "asc" ? scan.after : null) ?? "0", through: through.toString() };
  if (BigInt(range.after) >= through) return NOTHING;
  const window = await historyWindow(tx, range, order, SCANNED_EVENTS);
  const places: [string, string][] = [];
  const time = { start: microsecondsOrNull(from), end: microsecondsOrNull(to) };
  const columns = { columns: "sequence, stream_id" };
  for await (const rows of copiedEvents<[string, string]>(border, { ...window, ...time, ended }, columns)) {
    places.push(...rows);
  }
  const names = await namesOfStreams(
    tx,
    places.map(([, streamId]) => streamId),
  );
  const isAsked = (streamId: string) => eventName === null || names.get(streamId)?.eventName === eventName;
  const sequences = places.filter(([, streamId]) => isAsked(streamId)).map(([sequence]) => sequence);
  if (order === "asc") return { sequences, edge: window.through === range.through ? null : window.through };
  return { sequences, edge: window.after === range.after ? null : (BigInt(window.after) + 1n).toString() };
}

function before(sequence: string): string {
  return (BigInt(sequence) - 1n).toString();
}
