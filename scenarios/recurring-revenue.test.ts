import { discount, scenario, type Story } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";

interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}
interface Part {
  priceId: string | null;
  adjustmentId: string | null;
  amount: string;
}
interface State {
  versionId: string | null;
  amount: string;
  parts: Part[];
}
interface Movement {
  day: string;
  type: string;
  accountId: string;
  currency: string;
  before: string;
  after: string;
  amount: string;
  subscriptions: { subscriptionId: string; before: State | null; after: State }[];
}
type Row = Record<string, string | number>;

let story: Story;
let acme: string;
let [globex, initech, umbrella] = ["", "", ""];
let [first, invoiceOfFebruary] = ["", ""];

/** Everything that changes recurring revenue, in the first five months of 2024. */
beforeAll(async () => {
  story = await scenario({ start: "2024-01-01" });
  acme = story.accountId;
  globex = await story.account({ name: "Globex" });
  initech = await story.account({ name: "Initech" });
  umbrella = await story.account({ name: "Umbrella", currency: "EUR" });
  const [starter, pro] = [await story.fixed("Starter", "100.00"), await story.fixed("Pro", "160.00")];
  const yearly = await story.fixed("Yearly", "1000.00", { every: "yearly" });
  const calls = await story.usage("API calls", { unit: "0.10" });
  const euros = await story.fixed("Starter EUR", "50.00", { price: { currency: "EUR" } });
  first = (await story.subscribe({ prices: [starter] })).id;
  await story.subscribe({ prices: [yearly, calls], account: globex });
  const reduced = { discount: discount("25 % for 3 months"), contractStartDate: "2024-02-01" };
  await story.subscribe({ prices: [starter], account: initech, ...reduced });
  const trial = { trialPeriodDays: 14, contractStartDate: "2024-03-01", currency: "EUR" };
  await story.subscribe({ prices: [euros], account: umbrella, ...trial });
  await story.advanceTo("2024-01-16T12:00");
  await story.replace(first, starter, pro);
  await story.use("api_calls", 300, "2024-02-10T12:00", globex);
  const [invoice] = (await story.invoices(acme)).filter(({ billingDate }) => billingDate === "2024-02-01");
  invoiceOfFebruary = invoice?.id ?? "";
  const line = invoice?.lineItems[0]?.id;
  const note = { reason: "Outage", lines: [{ lineItemId: line, amount: "10.00" }], outcome: "apply" };
  await story.api.post("/credit-notes", { invoiceId: invoiceOfFebruary, ...note });
  await story.replace(first, pro, starter);
  await story.act(first, "pause", { effective: "2024-03-05", resumesOn: "2024-03-20" });
  await story.act(first, "cancel", { effective: "2024-04-10" });
  await story.subscribe({ prices: [starter], contractStartDate: "2024-05-01" });
  await story.advanceTo("2024-05-15");
});

const rows = async (path: string): Promise<Row[]> => (await story.api.get<Page<Row>>(path)).items;
const movements = async (query: string): Promise<Movement[]> =>
  (await story.api.get<Page<Movement>>(`/insights/mrr/movements?testClocks=include&${query}`)).items;

test("recurring revenue opens, moves and closes by month, per currency", async () => {
  const members = ["opening", "new", "expansion", "contraction", "churn", "reactivation", "closing", "arr", "accounts"];
  const told = (await rows("/insights/mrr?testClocks=include&from=2024-01-01&to=2024-06-01")).map((row) =>
    [row["month"], row["currency"], ...members.map((member) => row[member]), row["usageRevenue"]].join(" "),
  );
  expect(told).toEqual([
    "2024-01 EUR 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0 0.00",
    // Acme 100.00 and Globex 1000.00 ÷ 12; Acme to 160.00 on the 16th; 243.33 × 12
    "2024-01 USD 0.00 183.33 60.00 0.00 0.00 0.00 243.33 2919.96 2 0.00",
    "2024-02 EUR 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0 0.00",
    // Initech 100.00 less 25 %; Acme back to 100.00; also 300 calls at 0.10
    "2024-02 USD 243.33 75.00 0.00 -60.00 0.00 0.00 258.33 3099.96 3 30.00",
    // from the 15th, after the trial
    "2024-03 EUR 0.00 50.00 0.00 0.00 0.00 0.00 50.00 600.00 1 0.00",
    // Acme pauses on the 5th and resumes on the 20th
    "2024-03 USD 258.33 0.00 0.00 0.00 -100.00 100.00 258.33 3099.96 3 0.00",
    "2024-04 EUR 50.00 0.00 0.00 0.00 0.00 0.00 50.00 600.00 1 0.00",
    "2024-04 USD 258.33 0.00 0.00 0.00 -100.00 0.00 158.33 1899.96 2 0.00",
    "2024-05 EUR 50.00 0.00 0.00 0.00 0.00 0.00 50.00 600.00 1 0.00",
    // Initech's discount has run out; Acme comes back with another contract
    "2024-05 USD 158.33 0.00 25.00 0.00 0.00 100.00 283.33 3399.96 3 0.00",
  ]);
});

test("each movement lists its subscriptions, versions and prices, by page", async () => {
  const told = (await movements("from=2024-01-01&to=2024-06-01&currency=USD")).map(
    ({ day, type, accountId, before, after, amount }) =>
      `${accountId === acme ? "Acme" : accountId === globex ? "Globex" : "Initech"} ${day} ${type} ${before} → ${after} ${amount}`,
  );
  expect(told).toEqual([
    "Acme 2024-01-01 new 0.00 → 100.00 100.00",
    "Acme 2024-01-16 expansion 100.00 → 160.00 60.00",
    "Acme 2024-02-10 contraction 160.00 → 100.00 -60.00",
    "Acme 2024-03-05 churn 100.00 → 0.00 -100.00",
    "Acme 2024-03-20 reactivation 0.00 → 100.00 100.00",
    "Acme 2024-04-10 churn 100.00 → 0.00 -100.00",
    "Acme 2024-05-01 reactivation 0.00 → 100.00 100.00",
    "Globex 2024-01-01 new 0.00 → 83.33 83.33",
    "Initech 2024-02-01 new 0.00 → 75.00 75.00",
    "Initech 2024-05-01 expansion 75.00 → 100.00 25.00",
  ]);
  const [upgrade, ...others] = await movements("month=2024-01&type=expansion");
  expect(others).toEqual([]);
  const [change] = upgrade?.subscriptions ?? [];
  expect(change).toMatchObject({ subscriptionId: first, before: { amount: "100.00" }, after: { amount: "160.00" } });
  expect(change?.after.versionId).not.toBe(change?.before?.versionId);
  const [, ofInitech] = await movements(`accountId=${initech}&from=2024-01-01&to=2024-06-01`);
  expect(ofInitech?.subscriptions[0]?.before?.parts.map(({ amount }) => amount)).toEqual(["100.00", "-25.00"]);
  const paged: Movement[] = [];
  for (let cursor = "", pages = 0; pages < 20; pages += 1) {
    const path = `/insights/mrr/movements?testClocks=include&from=2024-01-01&to=2024-06-01&limit=3${cursor}`;
    const page = await story.api.get<Page<Movement>>(path);
    paged.push(...page.items);
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  expect(paged).toEqual(await movements("from=2024-01-01&to=2024-06-01&limit=100"));
  const standing = await story.api.get<Page<{ amount: string; since: string }>>(
    "/insights/mrr/subscriptions?testClocks=include&at=2024-05-15&currency=USD",
  );
  // 283.33 in all
  expect(standing.items.map(({ amount, since }) => `${since} ${amount}`)).toEqual([
    "2024-05-01 100.00",
    "2024-01-01 83.33",
    "2024-05-01 100.00",
  ]);
});

test("churn and retention cover accounts that paid at the start of the month", async () => {
  const answer = await story.api.get<{ items: Row[]; range: Row[] }>(
    "/insights/churn?testClocks=include&from=2024-01-01&to=2024-06-01&currency=USD",
  );
  const told = answer.items.map((row) =>
    [row["month"], row["accountChurn"], row["revenueChurn"], row["netRetention"], row["grossRetention"]].join(" "),
  );
  expect(told).toEqual([
    "2024-01    ", // no account paid at its start
    "2024-02 0.00 24.66 75.34 75.34", // 183.33 of 243.33: Acme 100.00 and Globex 83.33
    "2024-03 0.00 0.00 100.00 100.00", // an account that pauses and resumes within the month is not lost
    "2024-04 33.33 38.71 61.29 61.29", // one of three; 158.33 of 258.33
    "2024-05 0.00 0.00 115.79 100.00", // 183.33 of 158.33 with what Initech expanded by
  ]);
  expect(answer.items[3]).toMatchObject({ accounts: { opening: 3, lost: 1 }, retained: "158.33", kept: "158.33" });
  const quarter = await story.api.get<{ range: Row[] }>(
    "/insights/churn?testClocks=include&from=2024-02-01&to=2024-05-01&currency=USD",
  );
  // Of Acme 160.00 and Globex 83.33 only Globex is left: 83.33 of 243.33
  expect(quarter.range).toMatchObject([{ accountChurn: "50.00", netRetention: "34.25", grossRetention: "34.25" }]);
  const accounts = await story.api.get<Page<Row> & { totals: Row[] }>(
    "/insights/churn/accounts?testClocks=include&from=2024-02-01&to=2024-05-01&currency=USD",
  );
  expect(accounts.items).toHaveLength(2);
  expect(accounts.items).toContainEqual({
    accountId: acme,
    currency: "USD",
    opening: "160.00",
    retained: "0.00",
    kept: "0.00",
    isLost: true,
  });
  expect(accounts.totals).toEqual([
    { currency: "USD", count: 2, lost: 1, opening: "243.33", retained: "83.33", kept: "83.33" },
  ]);
});

test("net revenue is revenue less credit notes, with its lines, accounts and usage", async () => {
  const range = "from=2024-01-01&to=2024-03-01";
  const [january, february] = await rows(`/insights/net-revenue?testClocks=include&${range}`);
  // Acme 100.00 − 100.00 × 16/31 + 160.00 × 16/31 = 130.97, Globex 1000.00 × 31/366 = 84.70
  expect(january).toMatchObject({ revenue: "215.67", creditNotes: "0.00", net: "215.67", usage: "0.00" });
  // Acme 160.00 × (1 − 20/29) + 100.00 × 20/29 = 118.63, Globex 79.23 and 30.00 of usage, Initech 75.00
  expect(february).toMatchObject({ revenue: "302.86", creditNotes: "10.00", net: "292.86", usage: "30.00" });
  const top = await rows(`/insights/top-accounts?testClocks=include&${range}&limit=2`);
  expect(top).toEqual([
    { accountId: acme, name: "Account", currency: "USD", revenue: "239.60", share: "47.12" }, // of 508.53
    { accountId: globex, name: "Globex", currency: "USD", revenue: "193.93", share: "38.14" },
  ]);
  const ofAcme = await rows(`/insights/net-revenue/lines?testClocks=include&${range}&accountId=${acme}&limit=100`);
  expect(ofAcme.reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0)).toBe(23960);
  const usage = await rows(`/insights/net-revenue/lines?testClocks=include&${range}&usage=true`);
  expect(usage).toMatchObject([{ accountId: globex, kind: "usage", description: "API calls", amount: "30.00" }]);
  expect(await rows("/insights/usage?testClocks=include&from=2024-02-01&to=2024-03-01")).toMatchObject([
    { name: "API calls", method: "sum", quantity: "300", eventCount: 1, accounts: 1, isComplete: true },
  ]);
  const [{ metricId } = {}] = await rows("/insights/usage?testClocks=include&from=2024-02-01&to=2024-03-01");
  const used = await story.api.get(
    `/insights/usage/accounts?testClocks=include&from=2024-02-01&to=2024-03-01&metricId=${metricId}`,
  );
  expect(used).toMatchObject({
    items: [{ accountId: globex, quantity: "300", eventCount: 1 }],
    total: { quantity: "300", eventCount: 1, accounts: 1 },
  });
});

test("a reversed range, a month with days, or a cursor of another list is refused by name", async () => {
  const refused = async (path: string) => {
    const answer = await story.api.request("GET", path);
    return [
      answer.status,
      JSON.stringify(answer.body).match(/"code":"(not_after_from|month_and_days|wrong_cursor)"/)?.[1],
    ];
  };
  expect(await refused("/insights/mrr?from=2024-02-01&to=2024-02-01")).toEqual([400, "not_after_from"]);
  expect(await refused("/insights/mrr/movements?month=2024-01&from=2024-01-01")).toEqual([400, "month_and_days"]);
  const page = await story.api.get<Page<Movement>>(
    "/insights/mrr/movements?testClocks=include&from=2024-01-01&to=2024-06-01&limit=1",
  );
  const other = `/insights/mrr/movements?testClocks=include&from=2024-01-01&to=2024-05-01&cursor=${page.nextCursor}`;
  expect(await refused(other)).toEqual([400, "wrong_cursor"]);
});
