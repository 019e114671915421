import {
  type EventCostRow,
  type ListPage,
  type ListQuery,
  listUsageEvents,
  type UsageEventRow,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";

/** A usage event as the API shows it. */
export interface Event {
  uniqueId: string;
  /** The account as it was sent. */
  account: string;
  /** Null if no account has this name yet. The event does not count until then. */
  accountId: string | null;
  eventName: string;
  properties: UsageEventRow["properties"];
  timestamp: string;
  receivedAt: string;
  /** What the event costs the organization, as it was sent. */
  cost?: { amount: string; currency: string };
  /** The frozen costs of the event, one for each metric: the sent one, or those of cost prices. Not in lists. */
  costs?: ShownCost[];
}

/** A part of what an event costs the organization (R-COST-1). */
export interface ShownCost {
  /** Null if no metric counts the event. */
  metricId: string | null;
  amount: string;
  currency: string;
  source: EventCostRow["source"];
  /** How a cost price computed the amount: quantity × unitCost. Null for other costs. */
  quantity: string | null;
  unitCost: string | null;
  costPriceId: string | null;
  /** What the cost of a model call was computed from. */
  modelCall: EventCostRow["modelCall"];
}

export function listEvents(context: Context, query: ListQuery): Promise<ListPage<Event>> {
  return read(context, async (tx) => {
    const page = await listUsageEvents(tx, query);
    return { rows: page.rows.map(toEvent), total: page.total };
  });
}

/** An event as the API shows it, from its stored row. */
export function toEvent({ uniqueId, accountId, accountReference, eventName, ...rest }: UsageEventRow): Event {
  const { properties, timestamp, receivedAt, cost } = rest;
  const account = accountReference ?? accountId ?? "";
  const event = { uniqueId, account, accountId, eventName, properties, timestamp, receivedAt };
  // An event without a cost has no such member.
  return cost === null ? event : { ...event, cost };
}
