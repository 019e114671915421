import type { Tx } from "../database/tx.ts";
import { type Border, borderValues, inPostgres, openBorder } from "../history/border.ts";
import { copiedEvents, type CopiedRange, endedSinceBorder, namesOfStreams } from "../history/copied-events.ts";
import { instantOf } from "../history/history-time.ts";
import { historyWindow } from "../history/history-windows.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";
import { OUT_OF_RANGE } from "./totals/merged.ts";

/** An event that a metric may not be able to read. */
export interface SuspectEvent {
  eventName: string;
  receivedAt: string;
  /** JSON text. */
  properties: string;
}

const ROWS_PER_FETCH = 5_000;

/**
 * The events in the quarters of an hour where the totals show skipped values, or where the totals must be recalculated,
 * newest quarters first. Usage without faults requires no reading of events. Must run in a transaction.
 */
export async function* walkSuspectQuarters(
  tx: Tx,
  metricIds: readonly string[],
  most: number,
): AsyncGenerator<SuspectEvent[]> {
  const border = await openBorder(tx, { reads: "as_configured" });
  yield* walk(
    tx,
    `${SUSPECT_QUARTERS}
     select q.event_name, e.received_at, e.properties::text as properties
     from (select * from suspect order by bucket desc) as q
     join usage_stream s on s.organization_id = $1 and s.account_id = q.account_id and s.event_name = q.event_name
     cross join lateral (
       select received_at, properties from usage_event e
       where stream_id = s.id and organization_number = ${ORGANIZATION_NUMBER} and voided_sequence is null
         and timestamp >= to_timestamp(q.bucket * 900.0) and timestamp < to_timestamp((q.bucket + 1) * 900.0)
         and ${inPostgres("$4", "$5")}
     ) as e
     limit $3`,
    [tx.organizationId, metricIds, most, ...borderValues(border)],
  );
  if (border !== null) yield* copiedOfQuarters(tx, border, metricIds, most);
}

/** A total `t` with values that a metric cannot read, or for which this is unknown. */
const SUSPECT = `t.skipped > 0 or t.is_stale or ${OUT_OF_RANGE}`;

/** The quarters of the metrics `$2`, as `suspect (account_id, event_name, bucket)`. */
const SUSPECT_QUARTERS = `with totalling as (
       select generation, event_name from usage_totalling where organization_id = $1 and metric_id = any($2)
     ), day as (
       select s.id, s.account_id, g.event_name, t.bucket from totalling g
       join usage_series s on s.organization_id = $1 and s.generation = g.generation
       cross join lateral (
         select bucket from usage_total t where t.series_id = s.id and t.span = 86400 and (${SUSPECT}) offset 0
       ) as t
     ), suspect as (
       select day.account_id, day.event_name, t.bucket from day cross join lateral (
         select bucket from usage_total t
         where t.series_id = day.id and t.span = 900 and t.bucket >= day.bucket * 96 and t.bucket < (day.bucket + 1) * 96
           and (${SUSPECT})
         offset 0
       ) as t
       union
       select i.account_id, g.event_name, t.quarter from usage_increment i
       cross join lateral totals_of_increment(i.totals) as t
       join totalling g on g.generation = t.generation
       where i.organization_number = ${ORGANIZATION_NUMBER} and (${SUSPECT})
     )`;

/** Quarters named in one statement. */
const QUARTERS_AT_ONCE = 1_000;
const QUARTER_MICROSECONDS = 900_000_000n;

async function* copiedOfQuarters(
  tx: Tx,
  border: Border,
  metricIds: readonly string[],
  most: number,
): AsyncGenerator<SuspectEvent[]> {
  const quarters = await tx.sql<{ streamId: string; bucket: number }>(
    `${SUSPECT_QUARTERS}
     select s.id as stream_id, q.bucket from suspect q
     join usage_stream s on s.organization_id = $1 and s.account_id = q.account_id and s.event_name = q.event_name
     where to_timestamp(q.bucket * 900.0) < $4::timestamptz order by q.bucket desc limit $3`,
    [tx.organizationId, metricIds, most, border.before],
  );
  const ended = await endedSinceBorder(tx, border);
  for (let from = 0; from < quarters.length; from += QUARTERS_AT_ONCE) {
    const some = quarters.slice(from, from + QUARTERS_AT_ONCE);
    const buckets = some.map(({ bucket }) => BigInt(bucket));
    const named = some.map(({ streamId, bucket }) => `(${BigInt(streamId)}, ${BigInt(bucket)})`);
    yield* suspectsOf(tx, border, {
      range: {
        streamIds: [...new Set(some.map(({ streamId }) => streamId))],
        start: buckets.reduce((a, b) => (b < a ? b : a)) * QUARTER_MICROSECONDS,
        end: (buckets.reduce((a, b) => (b > a ? b : a)) + 1n) * QUARTER_MICROSECONDS,
        ended,
      },
      and: `and (stream_id, toInt64(floor(timestamp / ${QUARTER_MICROSECONDS}))) in (${named.join(", ")})`,
    });
  }
}

/**
 * The events with these names among the newest of the organization, of which each store examines so many. Must run in a
 * transaction.
 */
export async function* walkNewestEvents(
  tx: Tx,
  eventNames: readonly string[],
  most: number,
): AsyncGenerator<SuspectEvent[]> {
  const border = await openBorder(tx, { reads: "as_configured" });
  yield* walk(
    tx,
    `select s.event_name, e.received_at, e.properties::text as properties
     from (
       select stream_id, received_at, properties, voided_sequence from usage_event e
       where organization_number = ${ORGANIZATION_NUMBER} and ${inPostgres("$4", "$5")} order by sequence desc limit $3
     ) as e
     join usage_stream s on s.organization_id = $1 and s.id = e.stream_id
     where e.voided_sequence is null and s.account_id is not null and s.event_name = any($2)`,
    [tx.organizationId, eventNames, most, ...borderValues(border)],
  );
  if (border === null) return;
  const ended = await endedSinceBorder(tx, border);
  const window = await historyWindow(tx, { after: "0", through: border.through }, "desc", most);
  const newest = { range: { ...window, ended }, rest: `order by sequence desc limit ${most}` };
  for await (const events of suspectsOf(tx, border, newest)) {
    yield events.filter(({ eventName }) => eventNames.includes(eventName));
  }
}

async function* suspectsOf(
  tx: Tx,
  border: Border,
  { range, and = "", rest = "" }: { readonly range: CopiedRange; readonly and?: string; readonly rest?: string },
): AsyncGenerator<SuspectEvent[]> {
  const columns = { columns: "stream_id, received_at, properties", and, rest };
  for await (const rows of copiedEvents<[string, string, string]>(border, range, columns)) {
    const names = await namesOfStreams(
      tx,
      rows.map(([streamId]) => streamId),
    );
    yield rows.flatMap(([streamId, receivedAt, properties]) => {
      const eventName = names.get(streamId)?.eventName;
      return eventName === undefined ? [] : [{ eventName, receivedAt: instantOf(receivedAt), properties }];
    });
  }
}

async function* walk(tx: Tx, sql: string, values: readonly unknown[]): AsyncGenerator<SuspectEvent[]> {
  await tx.sql(`declare suspect_events no scroll cursor for ${sql}`, [...values]);
  for (;;) {
    const rows = await tx.sql<SuspectEvent>(`fetch ${ROWS_PER_FETCH} from suspect_events`);
    yield rows;
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await tx.sql("close suspect_events");
}
