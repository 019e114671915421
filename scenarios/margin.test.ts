import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-COST-1: revenue, cost and margin by account, product, metric, property and day, with figures to check by hand.

type Amounts = Record<"revenue" | "runningRevenue" | "cost" | "margin" | "marginPercent", string | null>;
interface Margin {
  readonly totals: Amounts;
  readonly items: readonly (Amounts & { key: string | null; name: string | null })[];
  readonly missing: readonly object[];
  readonly undecided: readonly object[];
}

function marginOf({ api }: Story, parameters: Record<string, string>): Promise<Margin> {
  const query = new URLSearchParams({ testClocks: "include", ...parameters });
  return api.get<Margin>(`/insights/margin?${query.toString()}`);
}

const line = ({ revenue, runningRevenue, cost, margin, marginPercent }: Amounts) =>
  `${revenue} (${runningRevenue} running) − ${cost} = ${margin}, ${marginPercent} %`;
const lines = (items: Margin["items"]) => items.map((item) => `${item.name ?? item.key}: ${line(item)}`);

const JANUARY = { from: "2026-01-01", to: "2026-02-01" };

/** An account in New York that pays 0.02 per call. A call costs 0.0125, or what was sent with it. */
async function sell(members: object = {}) {
  const story = await scenario({ start: "2026-01-01", zone: "America/New_York", ...members });
  const priceId = await story.usage("Calls", { unit: "0.02" }, { event: "calls" });
  const { metricIds } = await story.api.get<{ metricIds: string[] }>(`/prices/${priceId}`);
  const [metricId = ""] = metricIds;
  await story.subscribe({ prices: [priceId] });
  const cost = { metricId, unitCost: "0.0125", currency: "USD", validFrom: "2025-01-01" };
  await story.api.post("/cost-prices", cost);
  return { story, metricId, cost };
}

test("running usage and its cost count at once; when it is invoiced, the same revenue comes from the line", async () => {
  const { story } = await sell();
  await story.use("calls", 1_000, "2026-01-10T12:00");
  await story.use("calls", 500, "2026-01-20T12:00");
  // 1,500 × 0.02 = 30.00; 1,500 × 0.0125 = 18.75; 11.25 ÷ 30.00 = 37.5 %.
  const running = await marginOf(story, JANUARY);
  expect(line(running.totals)).toBe("30.00 (30.00 running) − 18.75 = 11.25, 37.50 %");
  // By January 20, 20 days have passed: 30.00 ÷ 20 × 10 = 15.00 belong to January 11 to 20.
  expect(line((await marginOf(story, { from: "2026-01-11", to: "2026-02-01" })).totals)).toBe(
    "15.00 (15.00 running) − 6.25 = 8.75, 58.33 %",
  );
  await story.advanceTo("2026-02-03");
  expect(line((await marginOf(story, JANUARY)).totals)).toBe("30.00 (0.00 running) − 18.75 = 11.25, 37.50 %");
  expect(line((await marginOf(story, { ...JANUARY, running: "exclude" })).totals)).toBe(
    "30.00 (0.00 running) − 18.75 = 11.25, 37.50 %",
  );
});

test("a day is the local day of the account, and days add up to the whole", async () => {
  const { story } = await sell();
  // 23:30 on January 31 in New York is February 1 in UTC.
  await story.use("calls", 310, "2026-01-31T23:30");
  await story.advanceTo("2026-02-03");
  const { items, totals } = await marginOf(story, { ...JANUARY, groupBy: "day" });
  expect(items).toHaveLength(31);
  // 310 × 0.02 = 6.20 over 31 days is 0.20 a day. 310 × 0.0125 = 3.875 on the last day.
  expect(items[0]).toMatchObject({ key: "2026-01-01", revenue: "0.20", cost: "0.00", margin: "0.20" });
  expect(items[30]).toMatchObject({ key: "2026-01-31", revenue: "0.20", cost: "3.875", margin: "-3.675" });
  expect(line(totals)).toBe("6.20 (0.00 running) − 3.875 = 2.325, 37.50 %");
  expect((await marginOf(story, { from: "2026-02-01", to: "2026-03-01" })).totals).toMatchObject({ cost: "0.00" });
});

test("groups by account, product, metric and property; the lowest margin comes first", async () => {
  const { story, metricId, cost } = await sell();
  const { api } = story;
  await api.post("/cost-prices", { ...cost, properties: { model: "large" }, unitCost: "0.05" });
  const fee = await story.fixed("Platform", "10.00");
  const account = await api.post("/accounts", { name: "Bolt", aliases: ["bolt"], testClockId: story.clockId });
  await story.subscribe({ accountId: account.id, prices: [fee] });
  const use = (quantity: number, model: string) => story.use("calls", { quantity, model }, "2026-01-10T12:00");
  await use(100, "small");
  await use(100, "large");
  await story.use("calls", { quantity: 40, model: "large" }, "2026-01-10T12:00", "bolt");
  // Sent with the event instead: 0.30 for 10 calls.
  const event = story.event("calls", { quantity: 10, model: "own" }, "2026-01-10T13:00");
  await api.post("/events", { ...event, cost: { amount: "0.30", currency: "USD" } });
  await story.advanceTo("2026-02-03");

  // Bolt pays 10.00 and causes 40 × 0.05. The other pays 210 × 0.02 = 4.20 for 100 × 0.0125 + 100 × 0.05 + 0.30.
  const byAccount = await marginOf(story, JANUARY);
  expect(lines(byAccount.items).map((text) => text.replace(/^.*: /, ""))).toEqual([
    "4.20 (0.00 running) − 6.55 = -2.35, -55.95 %",
    "10.00 (0.00 running) − 2.00 = 8.00, 80.00 %",
  ]);
  expect(byAccount.items[1]?.key).toBe(account.id);
  const byProduct = await marginOf(story, { ...JANUARY, groupBy: "product" });
  expect(lines(byProduct.items)).toEqual([
    "Calls: 4.20 (0.00 running) − 8.55 = -4.35, -103.57 %",
    "Platform: 10.00 (0.00 running) − 0.00 = 10.00, 100.00 %",
  ]);
  const byMetric = await marginOf(story, { ...JANUARY, groupBy: "metric" });
  expect(byMetric.items.map(({ key, margin }) => [key, margin])).toEqual([
    [metricId, "-4.35"],
    [null, "10.00"],
  ]);
  const byModel = await marginOf(story, { ...JANUARY, groupBy: "property", property: "model" });
  expect(byModel.items.map(({ key, cost: of }) => [key, of])).toEqual([
    ["large", "7.00"],
    ["small", "1.25"],
    ["own", "0.30"],
    [null, "0.00"],
  ]);
  expect(byModel.totals).toEqual(byAccount.totals);
  expect((await marginOf(story, { ...JANUARY, accountId: "bolt" })).items).toHaveLength(1);
  expect((await marginOf(story, { ...JANUARY, metricId })).totals).toMatchObject({ revenue: "4.20", cost: "8.55" });
});

test("revenue is split by a property that splits the metric's usage", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const metric = {
    name: "Tokens",
    eventName: "tokens",
    aggregation: { method: "sum", field: "n" },
    groupBy: ["model"],
  };
  const { id: metricId } = await story.api.post("/metrics", metric);
  const product = { name: "Tokens", feeType: "metered", paymentTerms: "arrears", metricIds: [metricId] };
  const { id: productId } = await story.api.post("/products", product);
  const { id: priceId } = await story.api.post("/prices", {
    productId,
    type: "unit",
    billingInterval: "monthly",
    metricIds: [metricId],
    currency: story.currency,
    unitPricingModel: { pricePerUnit: { value: "1" } },
  });
  await story.subscribe({ prices: [priceId] });
  const validFrom = "2025-01-01";
  for (const [model, unitCost] of [
    ["a", "0.5"],
    ["b", "2"],
  ]) {
    const properties = { model };
    await story.api.post("/cost-prices", { metricId, properties, unitCost, currency: story.currency, validFrom });
  }
  await story.use("tokens", { n: 10, model: "a" }, "2026-01-10T12:00");
  await story.use("tokens", { n: 4, model: "b" }, "2026-01-10T12:00");
  const question = { ...JANUARY, groupBy: "property", property: "model" };
  const expected = (running: [string, string]) => [
    `b: 4.00 (${running[0]} running) − 8.00 = -4.00, -100.00 %`,
    `a: 10.00 (${running[1]} running) − 5.00 = 5.00, 50.00 %`,
  ];
  expect(lines((await marginOf(story, question)).items)).toEqual(expected(["4.00", "10.00"]));
  await story.advanceTo("2026-02-03");
  expect(lines((await marginOf(story, question)).items)).toEqual(expected(["0.00", "0.00"]));
});

test("costs in another currency are converted at the rate of their day, and a missing rate is named", async () => {
  const { story } = await sell({ currency: "EUR" });
  await story.use("calls", 1_000, "2026-01-10T12:00");
  await story.use("calls", 1_000, "2026-01-20T12:00");
  await story.advanceTo("2026-02-03");
  const question = { ...JANUARY, currency: "EUR" };
  expect(await marginOf(story, question)).toMatchObject({
    totals: { revenue: "40.00", cost: null, margin: null, marginPercent: null },
    missing: [{ fromCurrency: "USD", date: "2026-01-10" }],
  });
  const rate = { fromCurrency: "USD", toCurrency: "EUR" };
  const items = [
    { ...rate, date: "2026-01-01", rate: "0.9" },
    { ...rate, date: "2026-01-15", rate: "0.8" },
  ];
  await story.api.request("PUT", "/exchange-rates", { body: { items } });
  // 12.50 × 0.9 + 12.50 × 0.8 = 21.25
  expect(line((await marginOf(story, question)).totals)).toBe("40.00 (0.00 running) − 21.25 = 18.75, 46.88 %");
});

test("voided and amended events change revenue and cost, and the CSV has the same figures", async () => {
  const { story } = await sell();
  await story.use("calls", 1_000, "2026-01-10T12:00");
  await story.use("calls", 200, "2026-01-11T12:00");
  await story.use("calls", 300, "2026-01-12T12:00");
  await story.api.post("/events/event-2/void", {});
  await story.api.post("/events/event-3/amend", { properties: { quantity: "100" } });
  await story.advanceTo("2026-02-03");
  // 1,100 calls.
  expect(line((await marginOf(story, JANUARY)).totals)).toBe("22.00 (0.00 running) − 13.75 = 8.25, 37.50 %");
  const csv = await story.api.request<string>(
    "GET",
    "/insights/margin.csv?from=2026-01-01&to=2026-02-01&testClocks=include",
  );
  expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(csv.body).toMatch(
    /^key,name,revenue,runningRevenue,cost,margin,marginPercent,currency\r\nacct_\w+,[^,]+,22.00,0.00,13.75,8.25,37.50,USD\r\n$/,
  );
  const account = await story.api.get<{ id: string }>(`/accounts/${story.accountId}`);
  const others = await story.api.get<Margin>("/insights/margin?from=2026-01-01&to=2026-02-01");
  expect(others.items.map(({ key }) => key)).not.toContain(account.id);
});

test("a wrong question is refused by name", async () => {
  const { story } = await sell();
  const refused = async (query: string) => {
    const { status, body } = await story.api.request("GET", `/insights/margin?${query}`);
    return [status, (body["errors"] as { pointer: string; code: string }[])[0]?.pointer];
  };
  expect(await refused("groupBy=property")).toEqual([400, "/property"]);
  expect(await refused("groupBy=account&property=model")).toEqual([400, "/property"]);
  expect(await refused("groupBy=colour")).toEqual([400, "/groupBy"]);
  expect(await refused("from=2026-02-01&to=2026-01-01")).toEqual([400, "/to"]);
  expect(await refused("currency=XXQ")).toEqual([400, "/currency"]);
});
