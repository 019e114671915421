import { type Exchange, onConnections, openExchange } from "../platform/exchange.ts";
import type { Platform } from "../platform/start-platform.ts";

/** A call that the benchmark measures. Some consist of several requests. */
export interface Kind {
  readonly name: string;
  /** The calls of a round. */
  readonly calls: number;
  /** Calls a second with 8 connections, if there is a target. */
  readonly target?: number;
  /** Creates what the calls of the next round need. Not measured. */
  prepare?(): Promise<void>;
  call(exchange: Exchange, place: number): Promise<void>;
}

export const FIRST_INVOICE = "account, subscription, first invoice";
const EVENTS_OF_AN_ACCOUNT = 30;
const READ_ACCOUNTS = 50;
const STEP = 37;

/**
 * Creates a catalogue of two plans, each with a fixed price in advance and a price of usage, and accounts to read. Returns the
 * kinds of calls.
 */
export async function createKinds(platform: Platform, writes: number, reads: number): Promise<readonly Kind[]> {
  const metric = await platform.create("/metrics", {
    name: "API calls",
    eventName: "api_call",
    aggregation: { method: "count" },
  });
  const planOf = await planMaker(platform, metric.id);
  const [basic, pro] = [await planOf("Basic", "29.00"), await planOf("Pro", "99.00")];
  const running: string[] = [];
  const run = Date.now().toString(36);

  const create = async (exchange: Exchange, place: string): Promise<string> => {
    const account = await created(exchange, "/accounts", accountOf(`${run}-${place}`));
    const contract = { accountId: account, planId: basic, contractStartDate: daysAgo(10) };
    const subscription = await created(exchange, "/subscriptions", contract);
    await created(exchange, `/subscriptions/${subscription}/activate`);
    running.push(subscription);
    return account;
  };

  const accounts: string[] = [];
  let begun = 0;
  const next = () => begun++;
  await onConnections(platform, 4, async (exchange) => {
    while (accounts.length < READ_ACCOUNTS) accounts.push(await create(exchange, `read-${next()}`));
  });
  await sendUsage(platform, accounts);
  const accountAt = (place: number): string => accounts[(place * STEP) % accounts.length] ?? "";
  const reading = (name: string, pathOf: (account: string) => string): Kind => ({
    name,
    calls: reads,
    target: 3_000,
    async call(exchange, place) {
      await exchange.get(pathOf(accountAt(place)));
    },
  });
  return [
    {
      name: "account",
      calls: writes,
      async call(exchange, place) {
        await created(exchange, "/accounts", accountOf(`${run}-alone-${place}`));
      },
    },
    {
      name: FIRST_INVOICE,
      calls: writes,
      target: 150,
      async call(exchange, place) {
        await create(exchange, String(place));
      },
    },
    {
      name: "upgrade with proration",
      calls: writes,
      prepare: () =>
        onConnections(platform, 4, async (exchange) => {
          while (running.length < writes) await create(exchange, `upgrade-${next()}`);
        }),
      async call(exchange) {
        const subscription = running.pop();
        if (subscription === undefined) throw new Error("no subscription is left to upgrade");
        await created(exchange, `/subscriptions/${subscription}/changes`, { planId: pro });
      },
    },
    reading(
      "invoices of an account",
      (account) =>
        `/invoices?filters=${encodeURIComponent(JSON.stringify([{ field: "accountId", operator: "eq", value: account }]))}`,
    ),
    reading("month of a metric", (account) => `/metrics/${metric.id}/usage?account=${account}`),
    reading("month of every metric", (account) => `/accounts/${account}/usage`),
  ];
}

/** Creates a plan of a fixed price in advance and a price of usage in arrears. */
async function planMaker(
  platform: Platform,
  metricId: string,
): Promise<(name: string, price: string) => Promise<string>> {
  const api = { name: "API", feeType: "metered", metricIds: [metricId] };
  const { id: usage } = await platform.create("/products", api);
  const { id: base } = await platform.create("/products", { name: "Base", feeType: "fixed" });
  const perCall = { productId: usage, unitPricingModel: { pricePerUnit: { value: "0.02" } } };
  const { id: usagePrice } = await platform.create("/prices", perCall);
  return async (name, value) => {
    const flat = { productId: base, fixedPricingModel: { pricePerUnit: { value }, units: 1 } };
    const { id: fixedPrice } = await platform.create("/prices", flat);
    const plan = { name, priceGroups: [{ priceIds: [fixedPrice, usagePrice] }] };
    return (await platform.create("/plans", plan)).id;
  };
}

async function sendUsage(platform: Platform, accounts: readonly string[]): Promise<void> {
  const exchange = await openExchange(platform);
  for (const accountId of accounts) {
    const events = Array.from({ length: EVENTS_OF_AN_ACCOUNT }, (_, number) => ({
      eventName: "api_call",
      account: accountId,
      timestamp: new Date().toISOString(),
      uniqueId: `${accountId}-${number}`,
      properties: {},
    }));
    const { body } = await exchange.send("POST", "/events?detail=counts", JSON.stringify({ events }));
    if (!body.includes('"failed":0')) throw new Error(`events failed: ${body}`);
  }
  exchange.close();
}

const accountOf = (name: string) => ({
  name,
  aliases: [name],
  contactName: "Ann Lee",
  contactEmail: `ann@${name}.example`,
  currency: "USD",
});

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Sends a POST and returns the ID of the created resource. */
async function created(exchange: Exchange, path: string, body?: object): Promise<string> {
  const { status, body: answer } = await exchange.send("POST", path, JSON.stringify(body ?? {}));
  const id = /"id":"(\w+)"/.exec(answer)?.[1];
  if (status > 299 || id === undefined) throw new Error(`${path} answered ${status}: ${answer}`);
  return id;
}
