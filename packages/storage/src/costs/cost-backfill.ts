import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import { acrossBorder, type Border, borderValues, inPostgres } from "../history/border.ts";
import {
  copiedEvents,
  endedSinceBorder,
  EVENT_COLUMNS,
  type EventColumns,
  toCopiedEvents,
} from "../history/copied-events.ts";
import { microseconds, microsecondsOrNull } from "../history/history-time.ts";
import { insertMissingCosts } from "../usage/event-costs.ts";
import { findMeasuring } from "../usage/measuring-metrics.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";
import { readProperties } from "../usage/read-properties.ts";
import { beginUsageBatch } from "../usage/totals/begin-batch.ts";
import type { CostPriceRow } from "./cost-prices.ts";

/** The organizations with cost prices that were not applied to earlier events yet. */
export async function organizationsWithCostsToBackfill(database: Database): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_costs_to_backfill()",
    [],
    "organizations-with-costs-to-backfill",
  );
  return rows.map((row) => row.organizationId);
}

/** The oldest price that was not applied to all earlier events, locked. Skips prices that another worker has. */
export async function claimCostBackfill(tx: Tx): Promise<CostPriceRow | undefined> {
  const [row] = await tx.sql<CostPriceRow>(
    `select * from cost_price where organization_id = $1 and backfill_through is not null
     order by id limit 1 for no key update skip locked`,
    [tx.organizationId],
  );
  return row;
}

/** Records how far a price was applied. `through` null: to all earlier events. */
export async function noteBackfilled(tx: Tx, id: string, backfilled: string, through: string | null): Promise<void> {
  await tx.sql(
    "update cost_price set backfilled_through = $3, backfill_through = $4 where organization_id = $1 and id = $2",
    [tx.organizationId, id, backfilled, through],
  );
}

interface EarlierEvent {
  uniqueId: string;
  sequence: string;
  streamId: string;
  timestamp: string;
  properties: string;
}

interface EarlierEvents {
  readonly price: Pick<CostPriceRow, "validFrom" | "validUntil">;
  readonly eventName: string;
  /** Sequences: later than `after`, up to `through`. */
  readonly after: string;
  readonly through: string;
}

/**
 * Gives events that were stored before a price the costs of its metric that they lack. What they already cost stays as it
 * is, and no other price is applied. Events of unknown accounts are left out: they get their costs when they are bound.
 */
export async function backfillCosts(
  tx: Tx,
  { knownAt, metricId, ...earlier }: EarlierEvents & { readonly metricId: string; readonly knownAt: string },
): Promise<void> {
  const { firstSequence } = await beginUsageBatch(tx);
  const candidates = await findEarlierEvents(tx, earlier);
  if (candidates.length === 0) return;
  // No correction of these events can begin from here to the commit, so none of them is voided without its costs.
  await tx.sql(
    `select from usage_event_key where organization_number = ${ORGANIZATION_NUMBER} and unique_id = any($2)
     order by unique_id for share`,
    [tx.organizationId, candidates.map(({ uniqueId }) => uniqueId)],
  );
  const events = await findEarlierEvents(tx, earlier);
  const { eventName } = earlier;
  const { metrics, costPrices } = await findMeasuring(tx, [eventName]);
  const own = costPrices.get(eventName)?.filter((price) => price.metricId === metricId) ?? [];
  insertMissingCosts(
    tx,
    events.map(({ sequence, streamId, timestamp, properties }) => ({
      place: { sequence, addedSequence: firstSequence, streamId, timestamp, recordedAt: knownAt },
      eventName,
      values: readProperties(properties),
    })),
    { metrics, costPrices: new Map([[eventName, own]]), modelCalls: null },
  );
}

/** Of both stores. What is written afterwards needs all of them, so a failure of ClickHouse ends it if they are only there. */
export async function findEarlierEvents(tx: Tx, earlier: EarlierEvents): Promise<EarlierEvent[]> {
  const { price, eventName, after, through } = earlier;
  return acrossBorder(
    tx,
    async (border) => {
      const stored = await tx.sql<EarlierEvent>(
        `select e.unique_id, e.sequence, e.stream_id, e.timestamp, e.properties::text as properties
         from usage_event e join usage_stream s on s.id = e.stream_id
         where e.organization_number = ${ORGANIZATION_NUMBER} and e.sequence > $2 and e.sequence <= $3
           and e.timestamp >= $4 and e.timestamp < $5 and e.voided_sequence is null
           and s.organization_id = $1 and s.event_name = $6 and s.account_id is not null and ${inPostgres("$7", "$8")}`,
        [
          tx.organizationId,
          after,
          through,
          price.validFrom,
          price.validUntil ?? "infinity",
          eventName,
          ...borderValues(border),
        ],
      );
      return border === null ? stored : [...stored, ...(await findCopied(tx, border, earlier))];
    },
    { reads: "as_configured", from: price.validFrom, after },
  );
}

async function findCopied(
  tx: Tx,
  border: Border,
  { price, eventName, after, through }: EarlierEvents,
): Promise<EarlierEvent[]> {
  const ended = await endedSinceBorder(tx, border, after);
  const time = { start: microseconds(price.validFrom), end: microsecondsOrNull(price.validUntil) };
  const found: EventColumns[] = [];
  const columns = { columns: EVENT_COLUMNS };
  for await (const rows of copiedEvents<EventColumns>(border, { after, through, ended, ...time }, columns)) {
    found.push(...rows);
  }
  const events = await toCopiedEvents(tx, found);
  return events.filter((event) => event.eventName === eventName);
}
