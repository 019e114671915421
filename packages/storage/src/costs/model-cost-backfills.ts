import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { Row } from "../row.ts";
import { type CostedEarlier, costsOfEarlier, storeEarlierCosts, withoutCosts } from "../usage/event-costs.ts";
import { findMeasuring } from "../usage/measuring-metrics.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";
import { readProperties } from "../usage/read-properties.ts";
import { beginUsageBatch } from "../usage/totals/begin-batch.ts";
import { findEarlierEvents } from "./cost-backfill.ts";

/** A walk through the model calls of open months that have no cost (R-AI-1). */
export type ModelCostBackfillRow = Row<"modelCostBackfill">;

export const MODEL_COST_BACKFILL_FIELDS: ListFields = {
  id: { type: "text", sql: "model_cost_backfill.id" },
  mode: { type: "text", sql: "model_cost_backfill.mode" },
  status: { type: "text", sql: "model_cost_backfill.status" },
  createdAt: { type: "instant", sql: "model_cost_backfill.created_at" },
  finishedAt: { type: "instant", sql: "model_cost_backfill.finished_at" },
};

export function listModelCostBackfills(tx: Tx, query: ListQuery): Promise<ListPage<ModelCostBackfillRow>> {
  return listRows<ModelCostBackfillRow>(
    tx,
    { table: "model_cost_backfill", fields: MODEL_COST_BACKFILL_FIELDS },
    query,
  );
}

export async function findModelCostBackfill(
  tx: Tx,
  id: string,
  lock: "for no key update" | "" = "",
): Promise<ModelCostBackfillRow | undefined> {
  const [row] = await tx.sql<ModelCostBackfillRow>(
    `select * from model_cost_backfill where organization_id = $1 and id = $2 ${lock}`,
    [tx.organizationId, id],
  );
  return row;
}

/** Begins a backfill. Returns false if another one is running. */
export async function insertModelCostBackfill(tx: Tx, row: ModelCostBackfillRow): Promise<boolean> {
  const rows = await tx.all(
    build
      .insertInto("modelCostBackfill")
      .values({
        ...row,
        models: JSON.stringify(row.models),
        unpriced: JSON.stringify(row.unpriced),
        organizationId: tx.organizationId,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id"),
  );
  return rows.length > 0;
}

/** The running backfill, locked. Undefined if there is none, or if another worker has it. */
export async function claimModelCostBackfill(tx: Tx): Promise<ModelCostBackfillRow | undefined> {
  const [row] = await tx.sql<ModelCostBackfillRow>(
    `select * from model_cost_backfill where organization_id = $1 and status = 'running'
     order by id limit 1 for no key update skip locked`,
    [tx.organizationId],
  );
  return row;
}

/** Records how far a backfill came, and what it found so far. */
export async function saveModelCostBackfill(tx: Tx, row: ModelCostBackfillRow): Promise<void> {
  await tx.sql(
    `update model_cost_backfill set status = $3, read_through = $4, through = $5, models = $6, unpriced = $7,
       updated_at = $8, finished_at = $9
     where organization_id = $1 and id = $2`,
    [
      tx.organizationId,
      row.id,
      row.status,
      row.readThrough,
      row.through,
      JSON.stringify(row.models),
      JSON.stringify(row.unpriced),
      row.updatedAt,
      row.finishedAt,
    ],
  );
}

interface UncostedEvents {
  readonly eventName: string;
  readonly from: string;
  /** Sequences: later than `after`, up to `through`. */
  readonly after: string;
  readonly through: string;
}

/**
 * What the prices of today say of events without a cost, which stay as they are. A voided event, and one of an unknown
 * account, is left out.
 */
export async function priceUncosted(tx: Tx, uncosted: UncostedEvents): Promise<CostedEarlier> {
  const events = await findUncosted(tx, uncosted);
  return costsOfEarlier(events, await findMeasuring(tx, [uncosted.eventName]));
}

/** The same, and stores the costs. Costs that exist do not change: only those that are missing are added. */
export async function fillUncosted(tx: Tx, uncosted: UncostedEvents, knownAt: string): Promise<CostedEarlier> {
  const { firstSequence } = await beginUsageBatch(tx);
  const candidates = await findUncosted(tx, uncosted);
  if (candidates.length === 0) return { costs: [], unpriced: [] };
  // From here to the commit, no correction of these events can begin, and no cost price is applied to them.
  await tx.sql(
    `select from usage_event_key where organization_number = ${ORGANIZATION_NUMBER} and unique_id = any($2)
     order by unique_id for no key update`,
    [tx.organizationId, candidates.map(({ uniqueId }) => uniqueId)],
  );
  const events = await findUncosted(tx, uncosted);
  const costed = costsOfEarlier(events, await findMeasuring(tx, [uncosted.eventName]));
  storeEarlierCosts(tx, costed.costs, { addedSequence: firstSequence, recordedAt: knownAt });
  return costed;
}

async function findUncosted(tx: Tx, { eventName, from, after, through }: UncostedEvents) {
  const price = { validFrom: from, validUntil: null };
  const events = await findEarlierEvents(tx, { price, eventName, after, through });
  const isUncosted = new Set(
    await withoutCosts(
      tx,
      events.map(({ sequence }) => sequence),
    ),
  );
  return events
    .filter(({ sequence }) => isUncosted.has(sequence))
    .map(({ properties, ...event }) => ({ ...event, eventName, values: readProperties(properties) }));
}
