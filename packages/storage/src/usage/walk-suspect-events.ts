import type { Tx } from "../database/tx.ts";
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
export function walkSuspectQuarters(
  tx: Tx,
  metricIds: readonly string[],
  most: number,
): AsyncGenerator<SuspectEvent[]> {
  return walk(
    tx,
    `with totalling as (
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
     )
     select q.event_name, e.received_at, e.properties::text as properties
     from (select * from suspect where require_usage_since(to_timestamp(bucket * 900.0)) order by bucket desc) as q
     join usage_stream s on s.organization_id = $1 and s.account_id = q.account_id and s.event_name = q.event_name
     cross join lateral (
       select received_at, properties from usage_event
       where stream_id = s.id and organization_number = ${ORGANIZATION_NUMBER} and voided_sequence is null
         and timestamp >= to_timestamp(q.bucket * 900.0) and timestamp < to_timestamp((q.bucket + 1) * 900.0)
     ) as e
     limit $3`,
    [tx.organizationId, metricIds, most],
  );
}

/** A total `t` with values that a metric cannot read, or for which this is unknown. */
const SUSPECT = `t.skipped > 0 or t.is_stale or ${OUT_OF_RANGE}`;

/** The events with these names among the newest of the organization. Must run in a transaction. */
export function walkNewestEvents(tx: Tx, eventNames: readonly string[], most: number): AsyncGenerator<SuspectEvent[]> {
  return walk(
    tx,
    `select s.event_name, e.received_at, e.properties::text as properties
     from (
       select stream_id, received_at, properties, voided_sequence from usage_event
       where organization_number = ${ORGANIZATION_NUMBER} order by sequence desc limit $3
     ) as e
     join usage_stream s on s.organization_id = $1 and s.id = e.stream_id
     where e.voided_sequence is null and s.account_id is not null and s.event_name = any($2)`,
    [tx.organizationId, eventNames, most],
  );
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
