import { setTimeout as sleep } from "node:timers/promises";
import type { Books } from "./compare-answers.ts";
import type { RoundRobin } from "./round-robin.ts";

const BATCH = 20;
const BETWEEN_BATCHES_MILLISECONDS = 200;
const BETWEEN_SALES_MILLISECONDS = 400;
const BETWEEN_READINGS_MILLISECONDS = 250;
const LIMIT = 100;
const METERED = "metered";

interface Created {
  readonly id: string;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string | null;
}

interface Invoice extends Created {
  readonly total: string;
}

/** Clients that send events, sell, and read. */
export interface Load {
  /** What was answered so far. */
  readonly answered: Books;
  /** Finishes what was begun. Throws if a client gave up. */
  stop(): Promise<void>;
}

/** Starts the clients: two that send events, one that sells and bills, one that reads. */
export async function startLoad(platform: RoundRobin): Promise<Load> {
  const events: string[] = [];
  const accounts = new Set<string>();
  const subscriptions = new Set<string>();
  const invoices = new Map<string, string>();
  const priceId = await openShop(platform);
  let isOver = false;

  async function until(pause: number, work: (round: number) => Promise<void>): Promise<void> {
    for (let round = 1; !isOver; round += 1) {
      await work(round);
      await sleep(pause);
    }
  }

  async function sendBatch(client: string, round: number): Promise<void> {
    const ids = Array.from({ length: BATCH }, (_, place) => `${client}-${round}-${place}`);
    const batch = ids.map((uniqueId) => ({ uniqueId, account: METERED, eventName: "call", properties: { n: 1 } }));
    type Answer = { ingested: string[]; duplicates: string[] };
    const { ingested, duplicates } = await platform.ask<Answer>("POST", "/events", { events: batch });
    events.push(...ingested, ...duplicates);
    if (ingested.length + duplicates.length !== BATCH) throw new Error(`a batch of ${client} was refused in part`);
  }

  async function sell(round: number): Promise<void> {
    const terms = { name: `Buyer ${round}`, aliases: [`buyer-${round}`], currency: "USD", timezone: "UTC" };
    const account = await platform.ask<Created>("POST", "/accounts", terms);
    accounts.add(account.id);
    const contract = { accountId: account.id, contractStartDate: "2026-01-01", priceGroups: [{ priceIds: [priceId] }] };
    const subscription = await platform.ask<Created>("POST", "/subscriptions", contract);
    subscriptions.add(subscription.id);
    const lineItems = [{ description: "Workshop", quantity: "2", unitPrice: `${round}.25` }];
    const oneOff = { accountId: account.id, lineItems, autoIssue: true };
    const invoice = await platform.ask<Invoice>("POST", "/invoices", oneOff);
    invoices.set(invoice.id, invoice.total);
    await platform.ask("POST", `/subscriptions/${subscription.id}/activate`);
  }

  async function look(): Promise<void> {
    await platform.ask("GET", "/invoices?limit=20");
    await platform.ask("GET", `/accounts/${METERED}`);
    await platform.ask("GET", "/subscriptions?limit=20");
  }

  const clients = [
    until(BETWEEN_BATCHES_MILLISECONDS, (round) => sendBatch("one", round)),
    until(BETWEEN_BATCHES_MILLISECONDS, (round) => sendBatch("two", round)),
    until(BETWEEN_SALES_MILLISECONDS, sell),
    until(BETWEEN_READINGS_MILLISECONDS, look),
  ];
  const ended = Promise.allSettled(clients);
  return {
    answered: { events, accounts, subscriptions, invoices },
    async stop() {
      isOver = true;
      for (const client of await ended) if (client.status === "rejected") throw client.reason;
    },
  };
}

/** Creates what is sold. Returns the ID of its price. */
async function openShop(platform: RoundRobin): Promise<string> {
  await platform.ask("POST", "/accounts", { name: "Metered", aliases: [METERED], currency: "USD", timezone: "UTC" });
  const aggregation = { method: "sum", field: "n" };
  const metric = await platform.ask<Created>("POST", "/metrics", { name: "Calls", eventName: "call", aggregation });
  const calls = { name: "Calls", feeType: "metered", metricIds: [metric.id] };
  await platform.ask("POST", "/products", calls);
  const seats = await platform.ask<Created>("POST", "/products", { name: "Seats", feeType: "fixed" });
  const fixedPricingModel = { units: 5, pricePerUnit: { value: "12.00" } };
  const terms = { productId: seats.id, type: "fixed", currency: "USD", billingInterval: "monthly", fixedPricingModel };
  return (await platform.ask<Created>("POST", "/prices", terms)).id;
}

/** What the API returns after the upgrade: every event and account, and each answered invoice. */
export async function readBooks(platform: RoundRobin, answered: Books): Promise<Books> {
  const events: string[] = [];
  let cursor: string | null | undefined;
  do {
    const after = typeof cursor === "string" ? `&cursor=${encodeURIComponent(cursor)}` : "";
    type Event = { uniqueId: string };
    const page = await platform.ask<Page<Event>>("GET", `/events?order=asc&limit=${LIMIT}${after}`);
    events.push(...page.items.map(({ uniqueId }) => uniqueId));
    cursor = page.nextCursor;
  } while (typeof cursor === "string");
  const invoices = new Map<string, string>();
  for (const id of answered.invoices.keys()) {
    invoices.set(id, (await platform.ask<Invoice>("GET", `/invoices/${id}`)).total);
  }
  const [accounts, subscriptions] = [await listIds(platform, "/accounts"), await listIds(platform, "/subscriptions")];
  return { events, accounts, subscriptions, invoices };
}

/** The list of accounts names its rows `data`, all others `items`. */
async function listIds(platform: RoundRobin, path: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    type Rows = { items?: readonly Created[]; data?: readonly Created[]; pageCount: number };
    const found = await platform.ask<Rows>("GET", `${path}?page=${page}&limit=${LIMIT}&sort=createdAt:asc`);
    pages = found.pageCount;
    for (const { id } of found.items ?? found.data ?? []) ids.add(id);
  }
  return ids;
}
