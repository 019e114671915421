import type { Tx } from "../database/tx.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";

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

/** The conditions of every statement here. Voided and amended events are left out. */
const CONDITIONS = [
  "e.voided_sequence is null",
  "($2::text is null or e.account_id = $2)",
  "($3::text is null or e.event_name = $3)",
  "($4::timestamptz is null or e.timestamp >= $4)",
  "($5::timestamptz is null or e.timestamp < $5)",
  "(select require_usage_since($4))",
].join(" and ");

function valuesOf(tx: Tx, { accountId, eventName, from, to }: UsageEventSelection): unknown[] {
  return [tx.organizationId, accountId, eventName, from, to];
}

/**
 * Makes all later statements of this transaction see what was committed when the first one began. Must be its first
 * statement.
 */
export async function freezeReading(tx: Tx): Promise<void> {
  await tx.sql("set transaction isolation level repeatable read, read only");
}

/**
 * The events, a few thousand at a time, in the order in which they began to count. Requires a transaction, because it
 * reads from a cursor.
 */
export async function* exportUsageEvents(tx: Tx, selection: UsageEventSelection): AsyncGenerator<ExportedUsageEvent[]> {
  await tx.sql(
    `declare usage_export no scroll cursor for
     select e.unique_id, coalesce(e.account_reference, e.account_id) as account, e.event_name, e.timestamp,
       e.properties::text as properties, e.cost
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

/** Whether any of the events was sent with a cost. */
export async function hasSentCosts(tx: Tx, selection: UsageEventSelection): Promise<boolean> {
  const [row] = await tx.sql<{ found: boolean }>(
    `select exists (
       select from event_cost c
       join named_usage_event e on e.organization_number = c.organization_number and e.sequence = c.sequence
       where c.organization_number = ${ORGANIZATION_NUMBER} and c.source = 'event' and ${CONDITIONS}
     ) as found`,
    valuesOf(tx, selection),
  );
  return row?.found === true;
}

/** The names of all properties of the events, sorted. Reads every event. */
export async function usagePropertyNames(tx: Tx, selection: UsageEventSelection): Promise<string[]> {
  const rows = await tx.sql<{ name: string }>(
    `select distinct p.name collate "C" as name from named_usage_event e, json_object_keys(e.properties) as p (name)
     where e.organization_number = ${ORGANIZATION_NUMBER} and ${CONDITIONS} order by 1`,
    valuesOf(tx, selection),
  );
  return rows.map(({ name }) => name);
}
