import {
  type EventCostRow,
  type ListPage,
  type ListQuery,
  listUsageEvents,
  type UsageEventRow,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";

/** A usage event as lists of the API show it. */
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
  /** What the event costs the organization, as it was sent. Null if it was sent without a cost. */
  cost: { amount: string; currency: string } | null;
}

/** A usage event as the API shows it by itself. Lists would have to read its costs in another statement. */
export interface EventWithCosts extends Event {
  /** The frozen costs of the event, one for each metric: the sent one, or those of cost prices. */
  costs: ShownCost[];
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
  modelCall: ShownModelCall | null;
}

type StoredModelCall = NonNullable<EventCostRow["modelCall"]>;
type Kinds = StoredModelCall["tokens"];

/** Every kind of tokens, null for a kind without tokens. */
interface ShownModelCall extends Omit<StoredModelCall, "tokens"> {
  tokens: { [Kind in keyof Kinds]-?: NonNullable<Kinds[Kind]> | null };
}

export function listEvents(context: Context, query: ListQuery): Promise<ListPage<Event>> {
  return read(context, async (tx) => {
    const page = await listUsageEvents(tx, query);
    return { rows: page.rows.map(toEvent), total: page.total };
  });
}

/** An event as lists of the API show it, from its stored row. */
export function toEvent({ uniqueId, accountId, accountReference, eventName, ...rest }: UsageEventRow): Event {
  const { properties, timestamp, receivedAt, cost } = rest;
  const account = accountReference ?? accountId ?? "";
  return { uniqueId, account, accountId, eventName, properties, timestamp, receivedAt, cost };
}

export function toEventWithCosts(event: Event, costs: readonly EventCostRow[]): EventWithCosts {
  return { ...event, costs: costs.map(toShownCost) };
}

function toShownCost({ metricId, modelCall, ...cost }: EventCostRow): ShownCost {
  return {
    metricId: metricId === "" ? null : metricId,
    ...cost,
    modelCall: modelCall === null ? null : toShownModelCall(modelCall),
  };
}

/** Only kinds with tokens are stored. */
function toShownModelCall({ tokens, ...call }: StoredModelCall): ShownModelCall {
  const { input = null, cachedInput = null, cacheWrite = null, output = null, reasoning = null } = tokens;
  return { ...call, tokens: { input, cachedInput, cacheWrite, output, reasoning } };
}
