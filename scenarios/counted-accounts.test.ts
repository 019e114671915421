import { type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";

interface Items {
  items: Json[];
  totals?: { count: number; amount: string }[] | null;
}

let story: Story;
let real: string;
let invoiceId: string;

/** An account on a test clock with a subscription, and one in real time with an invoice of 50.00. */
beforeAll(async () => {
  story = await scenario({ start: "2024-01-01" });
  await story.subscribe({
    prices: [await story.fixed("Base", "310.00"), await story.usage("API calls", { unit: "0.10" })],
  });
  await story.use("api_calls", 300, "2024-01-10");
  await story.advanceTo("2024-03-15");
  real = await story.account({ name: "Real", testClockId: null });
  const lines = [{ description: "Setup", unitPrice: "50.00" }];
  invoiceId = (await story.api.post("/invoices", { accountId: real, lines })).id;
  await story.api.post(`/invoices/${invoiceId}/issue`, {});
});

const items = async (path: string) => (await story.api.get<Items>(path)).items;
const long = "from=2024-01-01&to=2024-04-01";

test("figures leave out accounts with a test clock (R-TIME-4)", async () => {
  expect(await items("/insights/net-revenue")).toMatchObject([
    ...Array<object>(11).fill({ net: "0.00" }),
    { net: "50.00" },
  ]);
  expect(await items("/insights/net-revenue/lines")).toMatchObject([{ accountId: real, invoiceId, amount: "50.00" }]);
  expect(await items("/insights/ageing")).toMatchObject([{ total: "50.00" }]);
  expect(await items("/insights/ageing/invoices")).toMatchObject([{ invoiceId, amount: "50.00" }]);
  expect(await items("/insights/top-accounts")).toMatchObject([{ accountId: real, revenue: "50.00", share: "100.00" }]);
  expect(await items(`/insights/revenue?${long}`)).toEqual([]);
  expect(await items(`/insights/mrr?${long}`)).toEqual([]);
  expect(await items(`/insights/mrr/movements?${long}`)).toEqual([]);
  expect(await items("/insights/mrr/subscriptions?at=2024-03-15")).toEqual([]);
  expect(await items(`/insights/churn?${long}`)).toEqual([]);
  expect(await items(`/insights/churn/accounts?${long}`)).toEqual([]);
  expect(await items("/insights/usage?from=2024-01-01&to=2024-02-01")).toMatchObject([{ quantity: "0", accounts: 0 }]);
  expect(await items("/insights/attention")).toEqual([]);
});

test("testClocks=include counts them, and so does naming the account", async () => {
  const clocked = story.accountId;
  const include = "testClocks=include";
  expect(await items(`/insights/mrr?${long}&${include}`)).toHaveLength(3);
  expect(await items(`/insights/revenue?${long}&${include}`)).toHaveLength(3);
  expect(await items(`/insights/usage?from=2024-01-01&to=2024-02-01&${include}`)).toMatchObject([{ quantity: "300" }]);
  const subscriptions = "/insights/mrr/subscriptions?at=2024-03-15";
  expect(await items(`${subscriptions}&${include}`)).toMatchObject([{ accountId: clocked, amount: "310.00" }]);
  expect(await items(`${subscriptions}&accountId=${clocked}`)).toMatchObject([{ amount: "310.00" }]);
  expect(await items(`/insights/mrr/movements?${long}&accountId=${clocked}`)).toMatchObject([{ type: "new" }]);
  // January and its usage, February, March: 310.00 + 30.00 + 310.00 + 310.00
  const owed = await story.api.get<Items>(`/insights/ageing/invoices?at=2024-03-15&accountId=${clocked}`);
  expect(owed.totals).toMatchObject([{ count: 3, amount: "960.00" }]);
  const march = `from=2024-03-01&to=2024-03-16&accountId=${clocked}`;
  expect(await items(`/insights/net-revenue/lines?${march}`)).toMatchObject([{ amount: "150.00" }]); // 15 of 31 days
});

test("the lists have totals of all pages, on the first page", async () => {
  const path = `/insights/net-revenue/lines?${long}&accountId=${story.accountId}&limit=1`;
  const first = await story.api.get<Items & { nextCursor: string }>(path);
  expect(first.items).toHaveLength(1);
  // 310.00 three times and 30.00 of usage
  expect(first.totals).toEqual([{ currency: "USD", count: 4, amount: "960.00" }]);
  const second = await story.api.get<Items>(`${path}&cursor=${first.nextCursor}`);
  expect(second).toMatchObject({ items: [{}], totals: null });
});
