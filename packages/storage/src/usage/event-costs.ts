import {
  type CostedEvent,
  type EventCost,
  eventCosts,
  modelCosts,
  type Properties,
  type UnpricedCall,
} from "@counterfoil/engine";
import { type FoundUnpriced, insertUnpricedModels } from "../costs/unpriced-models.ts";
import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import { json } from "../json.ts";
import type { Row } from "../row.ts";
import type { Measuring } from "./measuring-metrics.ts";
import type { NewEvent } from "./new-event.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";

/** New events with their streams, in the same order. */
interface StoredEvents {
  readonly events: readonly NewEvent[];
  readonly streams: readonly string[];
  readonly receivedAt: string;
}

/**
 * Sends what new events cost the organization (R-COST-1). From then on the cost is frozen: it does not change with its
 * price. Sends nothing if no event has a cost, which is nearly always the case.
 */
export function sendEventCosts(tx: Tx, { events, streams, receivedAt }: StoredEvents, measuring: Costing): void {
  const { costPrices, modelCalls } = measuring;
  if (costPrices.size === 0 && modelCalls === null && events.every(({ cost }) => cost === undefined)) return;
  const unpriced: FoundUnpriced[] = [];
  const rows = events.flatMap((event, index) => {
    const { sequence, timestamp, knownAt: recordedAt = receivedAt } = event;
    const of = { sequence, addedSequence: sequence, streamId: streams[index] ?? "", timestamp, recordedAt };
    const { costs, unpriced: call } = costsOf(event, measuring);
    if (call !== undefined) unpriced.push({ ...call, uniqueId: event.uniqueId, timestamp, receivedAt });
    return costs.map((cost) => toRow(of, cost));
  });
  insertEventCosts(tx, rows);
  insertUnpricedModels(tx, unpriced);
}

/** What decides about costs. */
type Costing = Pick<Measuring, "metrics" | "costPrices" | "modelCalls">;

function costsOf(
  { eventName, values, at, cost }: Pick<NewEvent, "eventName" | "values" | "at" | "cost">,
  { metrics, costPrices, modelCalls }: Costing,
): { costs: EventCost[]; unpriced?: UnpricedCall } {
  const prices = costPrices.get(eventName) ?? [];
  const pricing = modelCalls?.eventName === eventName ? modelCalls.pricing : undefined;
  if (cost === undefined && prices.length === 0 && pricing === undefined) return { costs: [] };
  const event: CostedEvent = { values, at, cost };
  const own = metrics.get(eventName) ?? [];
  const costs = eventCosts(event, own, prices);
  if (costs.length === 0 && pricing !== undefined) return modelCosts(event, own, pricing);
  // A cost price that applies to a quantity of zero is not stored.
  return { costs: costs.filter(({ computed }) => computed === null || !computed.quantity.isZero()) };
}

/** The event of a cost, and when it counts. */
interface CostPlace {
  readonly sequence: number | string;
  readonly addedSequence: number;
  readonly streamId: string;
  readonly timestamp: string;
  readonly recordedAt: string;
}

/** A cost to store. */
type NewEventCost = ReturnType<typeof toRow>;

function toRow(place: CostPlace, { metricId, amount, currency, computed, modelCall }: EventCost) {
  const source = modelCall !== null ? "model_price" : computed === null ? "event" : "cost_price";
  return {
    ...place,
    metricId,
    currency,
    amount: source === "event" ? amount.toString() : amount.toCanonical(),
    source,
    quantity: computed?.quantity.toString() ?? null,
    unitCost: computed?.unitCost.toString() ?? null,
    costPriceId: computed?.costPriceId ?? null,
    modelCall: json(modelCall),
  };
}

/** An event that is stored already. */
interface EarlierEvent {
  readonly place: CostPlace;
  readonly eventName: string;
  readonly values: Properties;
}

/** Sends what prices say of events that are stored already. A cost that an event already has stays as it is. */
export function insertMissingCosts(tx: Tx, events: readonly EarlierEvent[], measuring: Costing): void {
  if (measuring.costPrices.size === 0 && measuring.modelCalls === null) return;
  const rows = events.flatMap(({ place, eventName, values }) => {
    const { costs } = costsOf({ eventName, values, at: Date.parse(place.timestamp) }, measuring);
    return costs.map((cost) => toRow(place, cost));
  });
  insertEventCosts(tx, rows);
}

/** An event that is stored already and has no cost. */
interface UncostedEvent {
  readonly uniqueId: string;
  readonly sequence: string;
  readonly streamId: string;
  readonly timestamp: string;
  readonly eventName: string;
  readonly values: Properties;
}

/** A cost that an earlier event lacks. */
export interface EarlierCost extends Pick<UncostedEvent, "sequence" | "streamId" | "timestamp"> {
  readonly cost: EventCost;
}

/** What prices say of earlier events: their costs, and the calls that still have no price. */
export interface CostedEarlier {
  readonly costs: readonly EarlierCost[];
  readonly unpriced: readonly (UnpricedCall & Pick<UncostedEvent, "uniqueId" | "timestamp">)[];
}

export function costsOfEarlier(events: readonly UncostedEvent[], measuring: Costing): CostedEarlier {
  const costs: EarlierCost[] = [];
  const unpriced: CostedEarlier["unpriced"][number][] = [];
  for (const { uniqueId, sequence, streamId, timestamp, eventName, values } of events) {
    const found = costsOf({ eventName, values, at: Date.parse(timestamp) }, measuring);
    costs.push(...found.costs.map((cost) => ({ sequence, streamId, timestamp, cost })));
    if (found.unpriced !== undefined) unpriced.push({ ...found.unpriced, uniqueId, timestamp });
  }
  return { costs, unpriced };
}

/** Sends costs of earlier events. A cost that an event already has stays as it is. */
export function storeEarlierCosts(
  tx: Tx,
  costs: readonly EarlierCost[],
  known: Pick<CostPlace, "addedSequence" | "recordedAt">,
): void {
  insertEventCosts(
    tx,
    costs.map(({ cost, ...of }) => toRow({ ...of, ...known }, cost)),
  );
}

/** Of these events, the sequences of those without any cost. */
export async function withoutCosts(tx: Tx, sequences: readonly string[]): Promise<string[]> {
  if (sequences.length === 0) return [];
  const rows = await tx.sql<{ sequence: string }>(
    `select sequence::text from unnest($2::bigint[]) as sequence where not exists (
       select from event_cost c where c.organization_number = ${ORGANIZATION_NUMBER} and c.sequence = sequence.sequence)`,
    [tx.organizationId, sequences],
  );
  return rows.map(({ sequence }) => sequence);
}

/**
 * Sends costs. A cost that an event already has for the metric stays as it is. A sent cost and the cost of a model call are
 * the whole cost of their event, so they are neither added to another cost nor followed by one.
 */
function insertEventCosts(tx: Tx, rows: readonly NewEventCost[]): void {
  if (rows.length === 0) return;
  const { source, values, columns } = unnested(rows, {
    sequence: "bigint",
    addedSequence: "bigint",
    streamId: "bigint",
    timestamp: "timestamptz",
    recordedAt: "timestamptz",
    metricId: "text",
    currency: "text",
    amount: "numeric",
    source: "text",
    quantity: "numeric",
    unitCost: "numeric",
    costPriceId: "text",
    modelCall: "jsonb",
  });
  tx.send(
    `insert into event_cost (organization_number, is_reversal, ${columns})
     select ${ORGANIZATION_NUMBER}, false, ${columns} from ${source}
     where source = 'event' or not exists (
       select from event_cost c
       where c.organization_number = ${ORGANIZATION_NUMBER} and c.sequence = given.sequence
         and (c.source <> 'cost_price' or given.source = 'model_price'))
     on conflict do nothing`,
    [tx.organizationId, ...values],
    "insert-event-costs",
  );
}

/** The cost that was sent with the event `e`, as `named_usage_event` shows it. */
export const SENT_COST = `(
  select json_build_object('amount', c.amount::text, 'currency', c.currency) from event_cost c
  where c.organization_number = e.organization_number and c.sequence = e.sequence and c.source = 'event' and not c.is_reversal)`;

/** The costs that were sent with events, by the sequence of the event. */
export async function readSentCosts(
  tx: Tx,
  sequences: readonly string[],
): Promise<Map<string, { amount: string; currency: string }>> {
  if (sequences.length === 0) return new Map();
  const rows = await tx.sql<{ sequence: string; amount: string; currency: string }>(
    `select sequence::text, amount::text, currency from event_cost
     where organization_number = ${ORGANIZATION_NUMBER} and sequence = any($2::bigint[]) and source = 'event' and not is_reversal`,
    [tx.organizationId, sequences],
  );
  return new Map(rows.map(({ sequence, ...cost }) => [sequence, cost]));
}

/** Takes back the costs of an event that no longer counts. */
export async function reverseEventCosts(
  tx: Tx,
  { sequence, addedSequence, knownAt }: { sequence: string; addedSequence: number; knownAt: string },
): Promise<void> {
  await tx.sql(
    `insert into event_cost (organization_number, sequence, metric_id, is_reversal, added_sequence, stream_id, timestamp,
       recorded_at, currency, amount, source, quantity, unit_cost, cost_price_id, model_call)
     select organization_number, sequence, metric_id, true, $3, stream_id, timestamp, $4, currency, -amount, source,
       -quantity, unit_cost, cost_price_id, model_call
     from event_cost where organization_number = ${ORGANIZATION_NUMBER} and sequence = $2 and not is_reversal`,
    [tx.organizationId, sequence, String(addedSequence), knownAt],
  );
}

/** A part of what an event costs, as it was frozen. */
export type EventCostRow = Pick<
  Row<"eventCost">,
  "metricId" | "currency" | "amount" | "source" | "quantity" | "unitCost" | "costPriceId" | "modelCall"
>;

/** What an event costs, in its latest form. */
export async function findEventCosts(tx: Tx, sequence: string): Promise<EventCostRow[]> {
  return tx.sql<EventCostRow>(
    `select metric_id, currency, amount, source, quantity, unit_cost, cost_price_id, model_call from event_cost
     where organization_number = ${ORGANIZATION_NUMBER} and sequence = $2 and not is_reversal order by metric_id`,
    [tx.organizationId, sequence],
  );
}
