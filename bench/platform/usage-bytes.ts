import { setTimeout as sleep } from "node:timers/promises";
import type { Platform } from "./start-platform.ts";

/** Bytes on disk of an organization's usage, and rows of each kind. */
export interface UsageBytes {
  readonly events: number;
  readonly eventRows: number;
  readonly eventIndexes: number;
  readonly keys: number;
  readonly totalRows: number;
  readonly totals: number;
}

/** Waits until all increments are folded, at most half a minute. */
export async function usageBytes({ owner }: Platform): Promise<UsageBytes> {
  for (let second = 0; second < 30; second += 1) {
    if ((await owner.query("select from usage_increment limit 1")).rowCount === 0) break;
    await sleep(1_000);
  }
  const { rows } = await owner.query<Record<keyof UsageBytes, string>>(
    `select (select count(*) from usage_event) as "events",
       (select sum(pg_table_size(relid)) from pg_partition_tree('usage_event')) as "eventRows",
       (select sum(pg_indexes_size(relid)) from pg_partition_tree('usage_event')) as "eventIndexes",
       pg_total_relation_size('usage_event_key') as "keys",
       (select count(*) from usage_total) as "totalRows",
       pg_total_relation_size('usage_total') + pg_total_relation_size('usage_series') as "totals"`,
  );
  const [sizes] = rows;
  if (sizes === undefined) throw new Error("a select without a table has a row");
  return {
    events: Number(sizes.events),
    eventRows: Number(sizes.eventRows),
    eventIndexes: Number(sizes.eventIndexes),
    keys: Number(sizes.keys),
    totalRows: Number(sizes.totalRows),
    totals: Number(sizes.totals),
  };
}
