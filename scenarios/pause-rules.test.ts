import { type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("a pause resumed on its first day has no effect (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const support = await story.fixed("Support", "20.00", { terms: "arrears" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "30.00"), support] });
  await story.advanceTo("2024-04-10T10:00");
  await story.act(id, "pause");
  await story.act(id, "resume");
  await story.advanceTo("2024-04-20T10:00");
  await story.act(id, "pause"); // from the 21st
  await story.advanceTo("2024-04-21T10:00");
  expect(await story.act(id, "resume")).toMatchObject({ pausedAt: null, resumesAt: null });
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base     1 × 30.00  30.00
    2024-05-01  2024-04-01 → 2024-05-01  Support  1 × 20.00  20.00
                2024-05-01 → 2024-06-01  Base     1 × 30.00  30.00
                                                      total  50.00
  `);
});

test("a pause prorates the minimum and the maximum (R-SUB-6, R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const calls = await story.usage("API calls", { unit: "1.00" });
  const limits = {
    minimumSpend: { amount: "310.00", period: "month" },
    maximumSpend: { amount: "290.00", period: "month" },
  };
  const { minimumSpend, maximumSpend } = limits;
  const other = await story.account();
  const low = await story.subscribe({ prices: [calls], minimumSpend });
  const high = await story.subscribe({ prices: [calls], maximumSpend, account: other });
  await story.use("api_calls", 100, "2024-01-05");
  await story.use("api_calls", 300, "2024-02-05", other);
  await story.act(high.id, "pause", { effective: "2024-02-11", resumesOn: "2024-02-21" });
  await story.advanceTo("2024-03-01");
  expect(await story.invoices(other)).toMatchObject([
    { billingDate: "2024-02-01", total: "0.00" },
    { billingDate: "2024-03-01", total: "190.00" }, // 290.00 × 19/29
  ]);
  await story.act(low.id, "pause", { effective: "2024-03-11", resumesOn: "2024-03-21" });
  await story.advanceTo("2024-04-01");
  expect((await story.invoices(story.accountId)).slice(-1)).toEqualInvoices(`
    2024-04-01  2024-03-01 → 2024-04-01  API calls                 0 × 1.00    0.00
                2024-03-01 → 2024-04-01  True-up to minimum spend            210.00   // 310.00 × 21/31
                                                                      total  210.00
  `);
});

test("two pauses in a month are two credits; in arrears, three stretches (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const support = await story.fixed("Support", "60.00", { terms: "arrears" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "30.00"), support] });
  await story.act(id, "pause", { effective: "2024-04-06", resumesOn: "2024-04-11" });
  await story.advanceTo("2024-04-12");
  await story.act(id, "pause", { effective: "2024-04-16", resumesOn: "2024-04-21" });
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  Base                 1 × 30.00  30.00
    2024-04-11 paid  2024-04-06 → 2024-04-11  Unused Base           1 × 5/30  -5.00
    2024-04-21 paid  2024-04-16 → 2024-04-21  Unused Base           1 × 5/30  -5.00
    2024-05-01       2024-04-01 → 2024-04-06  Support       1 × 60.00 × 5/30  10.00
                     2024-04-11 → 2024-04-16  Support       1 × 60.00 × 5/30  10.00
                     2024-04-21 → 2024-05-01  Support      1 × 60.00 × 10/30  20.00
                     2024-05-01 → 2024-06-01  Base                 1 × 30.00  30.00
                                                                       total  70.00
  `);
});

test("a yearly price credits 73 of 365 days when the pause ends (R-SUB-6)", async () => {
  const story = await scenario({ start: "2023-01-01" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Licence", "365.00", { every: "yearly" })] });
  await story.act(id, "pause", { effective: "2023-03-01", resumesOn: "2023-05-13" }); // 31 + 30 + 12 days
  await story.advanceTo("2024-01-01");
  expect(await story.invoices()).toEqualInvoices(`
    2023-01-01       2023-01-01 → 2024-01-01  Licence         1 × 365.00  365.00
    2023-05-13 paid  2023-03-01 → 2023-05-13  Unused Licence  1 × 73/365  -73.00
    2024-01-01       2024-01-01 → 2025-01-01  Licence         1 × 365.00  365.00
  `);
});

test("a pause of twelve days shortens one week, skips one, and starts one late (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "7.00", { every: "weekly" })] });
  await story.act(id, "pause", { effective: "2024-04-05", resumesOn: "2024-04-17" });
  await story.advanceTo("2024-04-22");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-04-08  Base               1 × 7.00   7.00
    2024-04-08 paid  2024-04-05 → 2024-04-08  Unused Base         1 × 3/7  -3.00
    2024-04-17       2024-04-17 → 2024-04-22  Base         1 × 7.00 × 5/7   5.00
    2024-04-22       2024-04-22 → 2024-04-29  Base               1 × 7.00   7.00
  `);
});

test("a pause at period_end begins with the next month, which is billed after it (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "31.00")] });
  await story.advanceTo("2024-04-10");
  await story.act(id, "pause", { effective: "period_end", resumesOn: "2024-05-11" });
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base          1 × 31.00  31.00
    2024-05-11  2024-05-11 → 2024-06-01  Base  1 × 31.00 × 21/31  21.00
    2024-06-01  2024-06-01 → 2024-07-01  Base          1 × 31.00  31.00
  `);
});

test("a change within a pause ends the old price and starts the new one at the resume date (R-SUB-4, R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "30.00"), await story.fixed("Large", "60.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.act(id, "pause", { effective: "2024-04-11" });
  await story.advanceTo("2024-04-16T12:00");
  await story.replace(id, small, large);
  await story.advanceTo("2024-04-21T12:00");
  await story.act(id, "resume");
  await story.advanceTo("2024-05-01");
  const invoices = await story.invoices();
  const april = invoices.filter(({ billingDate }) => billingDate < "2024-05-01");
  // Small for ten days and Large for the last ten: 30.00 × 10/30 + 60.00 × 10/30 = 30.00.
  expect(sumOf(april.map(({ total }) => total))).toBe(30);
  expect(invoices.at(-1)).toMatchObject({ billingDate: "2024-05-01", total: "60.00" });
});

test("each impossible pause is refused with what is allowed (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const base = await story.fixed("Base", "30.00");
  const { id } = await story.subscribe({ prices: [base] });
  const draft = await story.subscribe({ prices: [base], activate: false });
  const status = async (subscription: string, action: string, body: object) =>
    (await story.api.request("POST", `/subscriptions/${subscription}/${action}`, { body })).status;
  await story.advanceTo("2024-04-10T12:00");
  expect(await status(draft.id, "pause", {})).toBe(409);
  expect(await status(id, "resume", {})).toBe(409);
  expect(await status(id, "pause", { effective: "2024-04-09" })).toBe(422);
  expect(await status(id, "pause", { effective: "2024-04-20", resumesOn: "2024-04-20" })).toBe(422);
  await story.act(id, "pause", { effective: "2024-04-20" });
  expect(await status(id, "pause", {})).toBe(409);
  expect(await status(id, "resume", { effective: "2024-04-09" })).toBe(422);
});

test("a pause and its end are notified when they happen, a planned one is not (R-HOOK-1)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "30.00")] });
  await story.act(id, "pause", { effective: "2024-04-10", resumesOn: "2024-04-12" });
  await story.advanceTo("2024-04-09T23:59");
  expect(await notified(story)).toEqual([]);
  await story.advanceTo("2024-04-10");
  expect(await notified(story)).toEqual(["subscription.paused"]);
  await story.advanceTo("2024-04-12");
  expect(await notified(story)).toEqual(["subscription.paused", "subscription.resumed"]);
});

async function notified(story: Story): Promise<string[]> {
  const { items } = await story.api.get<{ items: Json[] }>("/notifications?limit=100");
  return items
    .map((item) => String(item["type"]))
    .filter((type) => /\.(paused|resumed)$/.test(type))
    .toSorted();
}

function sumOf(amounts: readonly string[]): number {
  return amounts.reduce((cents, amount) => cents + Number(amount.replace(".", "")), 0) / 100;
}
