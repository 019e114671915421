import type { Client } from "@counterfoil/sdk";
import type { Change } from "./decide-changes.ts";

/** What a change means for the accounts that pay for the object today. */
export interface Effect {
  /** Accounts with an active subscription whose current or future version contains the price, or a price of the object. */
  readonly accounts: number;
  /** Active subscriptions of these accounts with it. */
  readonly subscriptions: number;
}

/** Whom each change concerns. Null for an object that does not exist yet. */
export async function readEffects(
  client: Client,
  changes: readonly Change[],
): Promise<ReadonlyMap<Change, Effect | null>> {
  const effects = new Map<Change, Effect | null>();
  for (const change of changes) {
    const { id, section } = change;
    effects.set(change, id === null ? null : await readEffect(client, await priceIdsOf(client, section, id)));
  }
  return effects;
}

/** As many IDs as fit into the address of a request. */
const IDS_IN_REQUEST = 50;

async function readEffect(client: Client, priceIds: readonly string[]): Promise<Effect> {
  const accounts = new Set<string>();
  const subscriptions = new Set<string>();
  for (let at = 0; at < priceIds.length; at += IDS_IN_REQUEST) {
    const filters = [
      { field: "status", value: "active" },
      { field: "priceIds", operator: "in", value: priceIds.slice(at, at + IDS_IN_REQUEST) },
    ] as const;
    for await (const { id, accountId } of client.subscriptions.list({ limit: 100, filters })) {
      accounts.add(accountId);
      subscriptions.add(id);
    }
  }
  return { accounts: accounts.size, subscriptions: subscriptions.size };
}

/**
 * The prices through which an object is paid, also those of single contracts. A bundle or a plan is an offer: contracts
 * have its prices, not itself.
 */
async function priceIdsOf(client: Client, section: Change["section"], id: string): Promise<string[]> {
  if (section === "prices") return [id];
  if (section !== "products" && section !== "metrics") return [];
  const field = section === "products" ? "productId" : "metricIds";
  const prices = await client.prices.list({ limit: 100, filters: [{ field, value: id }] }).all();
  return prices.map((price) => price.id);
}

/** What of a product is fixed once it has a price. */
const MEANING = ["feeType", "paymentTerms", "billingFrequency"];
const DEFINITION = ["eventName", "filters", "aggregation", "groupBy"];

/** The refusals that depend on the use of an object. */
export async function withRefusals(
  client: Client,
  changes: readonly Change[],
  effects: ReadonlyMap<Change, Effect | null>,
): Promise<Change[]> {
  const checked: Change[] = [];
  for (const change of changes)
    checked.push({
      ...change,
      refusal: change.refusal ?? (await refusalOf(client, change, effects.get(change) ?? null)),
    });
  return checked;
}

async function refusalOf(client: Client, change: Change, effect: Effect | null): Promise<string | null> {
  if (change.action !== "update" || change.id === null) return null;
  const changed = (members: readonly string[]) =>
    change.members.map(({ member }) => member).filter((one) => members.includes(one));
  if (change.section === "products" && changed(MEANING).length > 0) {
    const filters = [{ field: "productId", value: change.id }] as const;
    const { items } = await client.prices.list({ limit: 1, filters });
    if (items.length > 0)
      return `The product has prices, so its ${changed(MEANING).join(", ")} cannot change. Use a new key.`;
  }
  if (change.section === "metrics" && changed(DEFINITION).length > 0 && (effect?.accounts ?? 0) > 0) {
    return `The metric is billed, so its ${changed(DEFINITION).join(", ")} cannot change. Use a new key.`;
  }
  return null;
}
