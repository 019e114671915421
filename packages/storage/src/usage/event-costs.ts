import { type CostedEvent, type EventCost, eventCosts, type Properties } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
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
export function sendEventCosts(
  tx: Tx,
  { events, streams, receivedAt }: StoredEvents,
  { metrics, costPrices }: Pick<Measuring, "metrics" | "costPrices">,
): void {
  if (costPrices.size === 0 && events.every(({ cost }) => cost === undefined)) return;
  const rows = events.flatMap((event, index) => {
    const { sequence, timestamp, knownAt: recordedAt = receivedAt, eventName } = event;
    const costs = costsOf(event, metrics.get(eventName) ?? [], costPrices.get(eventName) ?? []);
    const of = { sequence, addedSequence: sequence, streamId: streams[index] ?? "", timestamp, recordedAt };
    return costs.map((cost) => toRow(of, cost));
  });
  insertEventCosts(tx, rows);
}

function costsOf(
  { values, timestamp, cost }: NewEvent,
  metrics: Parameters<typeof eventCosts>[1],
  prices: Parameters<typeof eventCosts>[2],
): EventCost[] {
  if (cost === undefined && prices.length === 0) return [];
  const event: CostedEvent = { values, at: Date.parse(timestamp), cost };
  return eventCosts(event, metrics, prices);
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

function toRow(place: CostPlace, { metricId, amount, currency, computed }: EventCost) {
  return {
    ...place,
    metricId,
    currency,
    amount: computed === null ? amount.toString() : amount.toCanonical(),
    source: computed === null ? "event" : "cost_price",
    quantity: computed?.quantity.toString() ?? null,
    unitCost: computed?.unitCost.toString() ?? null,
    costPriceId: computed?.costPriceId ?? null,
  };
}

/** An event that is stored already. */
interface EarlierEvent {
  readonly place: CostPlace;
  readonly eventName: string;
  readonly values: Properties;
}

/** Sends what cost prices say of events that are stored already. A cost that an event already has stays as it is. */
export function insertMissingCosts(
  tx: Tx,
  events: readonly EarlierEvent[],
  { metrics, costPrices }: Pick<Measuring, "metrics" | "costPrices">,
): void {
  if (costPrices.size === 0) return;
  const rows = events.flatMap(({ place, eventName, values }) => {
    const event = { values, at: Date.parse(place.timestamp) };
    const costs = eventCosts(event, metrics.get(eventName) ?? [], costPrices.get(eventName) ?? []);
    return costs.map((cost) => toRow(place, cost));
  });
  insertEventCosts(tx, rows);
}

/** Sends costs. A cost that an event already has for the metric, or that was sent with it, stays as it is. */
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
  });
  tx.send(
    `insert into event_cost (organization_number, is_reversal, ${columns})
     select ${ORGANIZATION_NUMBER}, false, ${columns} from ${source}
     where source = 'event' or not exists (
       select from event_cost c
       where c.organization_number = ${ORGANIZATION_NUMBER} and c.sequence = given.sequence and c.source = 'event')
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
       recorded_at, currency, amount, source, quantity, unit_cost, cost_price_id)
     select organization_number, sequence, metric_id, true, $3, stream_id, timestamp, $4, currency, -amount, source,
       -quantity, unit_cost, cost_price_id
     from event_cost where organization_number = ${ORGANIZATION_NUMBER} and sequence = $2 and not is_reversal`,
    [tx.organizationId, sequence, String(addedSequence), knownAt],
  );
}

/** A part of what an event costs, as it was frozen. */
export type EventCostRow = Pick<
  Row<"eventCost">,
  "metricId" | "currency" | "amount" | "source" | "quantity" | "unitCost" | "costPriceId"
>;

/** What an event costs, in its latest form. */
export async function findEventCosts(tx: Tx, sequence: string): Promise<EventCostRow[]> {
  return tx.sql<EventCostRow>(
    `select metric_id, currency, amount, source, quantity, unit_cost, cost_price_id from event_cost
     where organization_number = ${ORGANIZATION_NUMBER} and sequence = $2 and not is_reversal order by metric_id`,
    [tx.organizationId, sequence],
  );
}
