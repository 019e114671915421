import { hash } from "node:crypto";
import type { Tx } from "../database/tx.ts";
import { onCluster, TAKES_EFFECT } from "./history-table.ts";
import type { History } from "./history.ts";

/** Columns of values in a table, at most: each takes bytes of every event, also of other organizations. */
const MOST_COLUMNS = 50;

/** The UTC day of a row. The first days of 1970 share a number with those before, so readings do not use them. */
export const DAY = "intDiv(timestamp, 86400000000)";
export const DAY_MICROSECONDS = 86_400_000_000n;

/**
 * The column with a property's values, which ClickHouse fills. Its name depends on the property's alone, because a property
 * can be named anything.
 */
export function valueColumn(field: string): string {
  return `value_${hash("sha256", field).slice(0, 16)}`;
}

/**
 * What ClickHouse adds up of some rows: of each day in the projection, and of single rows for the rest. The state of different
 * values; the rows with a value, with a value that ClickHouse cannot compare, that are ends of events, and all; when the first and
 * the last event with a value happened; and the sequence at which the last row took effect. ClickHouse takes days from the
 * projection only where the expressions are the same.
 */
export function membersOf(column: string): string {
  const isKnown = `startsWith(${column}, '=')`;
  return `uniqExactIfState(${column}, ${isKnown}) as state, countIf(${isKnown}) as known, countIf(${column} = '?') as others,
    countIf(sign < 0) as ends, count() as total, minIf(timestamp, ${isKnown}) as first, maxIf(timestamp, ${isKnown}) as last,
    max(${TAKES_EFFECT}) as effect`;
}

/**
 * The text by which the platform compares a value, after `=`; nothing if the event has no such property, and for the end of an
 * event; `?` for all else: numbers that ClickHouse would change, and documents that it cannot read.
 */
function valueOf(field: string): string {
  const name = `'${field.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const type = `JSONType(properties, ${name})`;
  return `multiIf(sign < 0, '',
    ${type} = 'String', concat('=', JSONExtractString(properties, ${name})),
    ${type} in ('Int64', 'UInt64', 'Bool'), concat('=', JSONExtractRaw(properties, ${name})),
    ${type} = 'Null' and JSONType(properties) = 'Object', '', '?')`;
}

/** The columns of values in a table that have their days. */
async function valueColumnsOf(history: History, table: string): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const rows of history.rows<[string]>(
    `select arrayJoin(extractAll(create_table_query, 'PROJECTION (value_[0-9a-f]{16})')) from system.tables
     where database = currentDatabase() and name = {table:String}`,
    { table },
  )) {
    for (const [column] of rows) found.add(column);
  }
  return found;
}

/** The properties whose different values metrics count in the events of a stream. */
export async function countedProperties(tx: Tx, streamId: string): Promise<string[]> {
  const rows = await tx.sql<{ field: string }>(
    `select distinct m.aggregation ->> 'field' as field from usage_stream s
     join metric m on m.organization_id = $1 and m.event_name = s.event_name and m.aggregation ->> 'method' = 'count_unique'
     where s.organization_id = $1 and s.id = $2`,
    [tx.organizationId, streamId],
  );
  return rows.map(({ field }) => field);
}

/** Whether readings can use the days of a property's values. A process looks once a minute. */
export async function hasValueDays(history: History, table: string, field: string): Promise<boolean> {
  const columns = await history.remembered(`value days ${table}`, () => valueColumnsOf(history, table));
  return columns.has(valueColumn(field));
}

/**
 * Gives these properties a column of values and a projection with the different values of each day, unless they have them. Rows
 * that are already there get them in the background; until then, readings make them from the properties.
 */
export async function makeValueDays(history: History, table: string, fields: readonly string[]): Promise<void> {
  for (const field of fields) {
    if (await hasValueDays(history, table, field)) continue;
    const columns = await valueColumnsOf(history, table);
    const column = valueColumn(field);
    if (columns.size >= MOST_COLUMNS) return;
    const alter = `alter table ${table}${onCluster(history)}`;
    await history.command(
      `${alter} add column if not exists ${column} String materialized ${valueOf(field)} codec(ZSTD)`,
    );
    // A repair that deletes rows drops the days of their parts, and makes them again.
    await history.command(`${alter} modify setting lightweight_mutation_projection_mode = 'drop'`);
    const keys = `organization_number, stream_id, ${DAY}`;
    await history.command(
      `${alter} add projection if not exists ${column} (select ${keys}, ${membersOf(column)} group by ${keys})`,
    );
    await history.command(`${alter} materialize column ${column}`);
    await history.command(`${alter} materialize projection ${column}`);
    history.forget(`value days ${table}`);
  }
}

/** Makes the days of all parts again that lost them. */
export async function repairValueDays(history: History, table: string): Promise<void> {
  for (const column of await valueColumnsOf(history, table)) {
    await history.command(`alter table ${table}${onCluster(history)} materialize projection ${column}`);
  }
}
