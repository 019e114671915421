import type { Tx } from "../database/tx.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";

/** Which events are exported; null for no condition. */
export interface UsageEventSelection {
  readonly accountId: string | null;
  readonly eventName: string | null;
  /** Instants, half-open. */
  readonly from: string | null;
  readonly to: string | null;
}

/** An event as it was sent; its timestamp is the one it was given when none was sent. */
export interface ExportedUsageEvent {
  uniqueId: string;
  /** The id or alias under which it was sent. */
  account: string;
  eventName: string;
  timestamp: string;
  /** JSON text of flat pairs, with all digits. */
  properties: string;
}

/** Rows fetched at once: what bounds the memory of an export. */
const ROWS_PER_FETCH = 5_000;

/** Which of the organization's rows every statement here reads: what was voided or amended is not there any more. */
const CONDITIONS = [
  "e.voided_sequence is null",
  "($2::text is null or e.account_id = $2)",
  "($3::text is null or e.event_name = $3)",
  "($4::timestamptz is null or e.timestamp >= $4)",
  "($5::timestamptz is null or e.timestamp < $5)",
].join(" and ");

function valuesOf(tx: Tx, { accountId, eventName, from, to }: UsageEventSelection): unknown[] {
  return [tx.organizationId, accountId, eventName, from, to];
}

/** All that follows in this transaction sees what was committed when its first reading began. Its first statement. */
export async function freezeReading(tx: Tx): Promise<void> {
  await tx.sql("set transaction isolation level repeatable read, read only");
}

/**
 * The events, a few thousand at a time, in the order in which they began to count. Runs inside a transaction, for the stream
 * is a cursor of it.
 */
export async function* exportUsageEvents(tx: Tx, selection: UsageEventSelection): AsyncGenerator<ExportedUsageEvent[]> {
  await tx.sql(
    `declare usage_export no scroll cursor for
     select e.unique_id, coalesce(e.account_reference, e.account_id) as account, e.event_name, e.timestamp,
       e.properties::text as properties
     from named_usage_event e where e.organization_number = ${ORGANIZATION_NUMBER} and ${CONDITIONS} order by e.sequence`,
    valuesOf(tx, selection),
  );
  for (;;) {
    const rows = await tx.sql<ExportedUsageEvent>(`fetch ${ROWS_PER_FETCH} from usage_export`);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await tx.sql("close usage_export");
}

/** The names of all properties that the events have, in order. Reads every one of them. */
export async function usagePropertyNames(tx: Tx, selection: UsageEventSelection): Promise<string[]> {
  const rows = await tx.sql<{ name: string }>(
    `select distinct p.name collate "C" as name from named_usage_event e, json_object_keys(e.properties) as p (name)
     where e.organization_number = ${ORGANIZATION_NUMBER} and ${CONDITIONS} order by 1`,
    valuesOf(tx, selection),
  );
  return rows.map(({ name }) => name);
}
