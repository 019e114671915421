import { invariant } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import type { UsageEventRow } from "./list-usage-events.ts";
import { requireUsageAfter } from "../dropped-months/require-usage.ts";
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
  const { order, limit } = scan;
  const { organizationId } = tx;
  const past = order === "desc" ? "<" : ">";
  const [found] = await tx.sql<{ sequences: string[] | null; edge: string | null; looked: string }>(
    `select (array_agg(sequence::text order by sequence ${order}) filter (
         where voided_sequence is null and s.event_name = coalesce($5, s.event_name) and timestamp >= $6 and timestamp < $7
       ))[1:$8] as sequences,
       ${order === "desc" ? "min" : "max"}(sequence) as edge, count(*) as looked
     from (
       select sequence, stream_id, timestamp, voided_sequence from usage_event
       where organization_number = ${ORGANIZATION_NUMBER} and sequence ${past} $2 and sequence <= $3
       order by sequence ${order} limit $4
     ) as looked_at
     join usage_stream s on s.organization_id = $1 and s.id = stream_id`,
    [
      organizationId,
      scan.after ?? (order === "desc" ? LAST_SEQUENCE : 0),
      scan.through ?? LAST_SEQUENCE,
      SCANNED_EVENTS,
      scan.eventName,
      scan.from ?? "-infinity",
      scan.to ?? "infinity",
      limit + 1,
    ],
  );
  invariant(found !== undefined, "an aggregate answers one row");
  const sequences = (found.sequences ?? []).slice(0, limit);
  const rows = await tx.sql<UsageEventRow>(
    `select * from named_usage_event where organization_number = ${ORGANIZATION_NUMBER} and sequence = any($2)
     order by sequence ${order}`,
    [organizationId, sequences],
  );
  const hasMore = (found.sequences?.length ?? 0) > limit;
  const end = hasMore ? sequences.at(-1) : Number(found.looked) === SCANNED_EVENTS ? found.edge : null;
  // Later events than this are in the page, or before it.
  const beyond = order === "desc" ? end : scan.after;
  await requireUsageAfter(tx, beyond ?? "0", scan.from);
  return { rows, end: end ?? null };
}
