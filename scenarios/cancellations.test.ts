import { type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

/** 30.00 in advance, 60.00 in arrears and usage at 1.00, monthly from April 1. */
async function april(terms: object = {}): Promise<{ story: Story; id: string }> {
  const story = await scenario({ start: "2024-04-01" });
  const prices = [
    await story.fixed("Base", "30.00"),
    await story.fixed("Support", "60.00", { terms: "arrears" }),
    await story.usage("API calls", { unit: "1.00" }),
  ];
  const { id } = await story.subscribe({ prices, ...terms });
  return { story, id };
}

test("canceled on the first day: that day is charged, the other 29 are credited (R-SUB-6)", async () => {
  const { story, id } = await april();
  await story.use("api_calls", 3, "2024-04-01T23:59:59");
  const pending = await story.act(id, "cancel", { reason: "pricing" });
  expect(pending).toMatchObject({
    status: "active",
    cancelsAt: "2024-04-02T00:00:00.000Z",
    cancelationReason: "pricing",
  });
  await story.use("api_calls", 500, "2024-04-02"); // after the end
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  Base               1 × 30.00   30.00
    2024-04-02 paid  2024-04-02 → 2024-05-01  Unused Base        1 × 29/30  -29.00
                     2024-04-01 → 2024-04-02  Support     1 × 60.00 × 1/30    2.00
                     2024-04-01 → 2024-04-02  API calls           3 × 1.00    3.00
                                                                     total  -24.00
  `);
  const end = "2024-04-02T00:00:00.000Z";
  expect(await story.api.get(`/subscriptions/${id}`)).toMatchObject({
    status: "canceled",
    canceledAt: end,
    endedAt: end,
    completedAt: null,
  });
});

test("canceled on the last day of the month: nothing is credited and nothing of May is billed (R-SUB-6)", async () => {
  const { story, id } = await april();
  await story.advanceTo("2024-04-30T18:00");
  await story.act(id, "cancel");
  await story.use("api_calls", 8, "2024-04-30T23:59:59");
  await story.advanceTo("2024-07-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base       1 × 30.00  30.00
    2024-05-01  2024-04-01 → 2024-05-01  Support    1 × 60.00  60.00
                2024-04-01 → 2024-05-01  API calls   8 × 1.00   8.00
                                                        total  68.00
  `);
});

test("canceled mid-month without credit: arrears up to the day are billed, the advance stays (R-SUB-6)", async () => {
  const { story, id } = await april();
  await story.advanceTo("2024-04-15T18:00");
  await story.act(id, "cancel", { credit: "none" });
  await story.advanceTo("2024-07-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base               1 × 30.00  30.00
    2024-04-16  2024-04-01 → 2024-04-16  Support    1 × 60.00 × 15/30  30.00
                2024-04-01 → 2024-04-16  API calls           0 × 1.00   0.00
                                                                total  30.00
  `);
});

test("invoiceNow creates the final invoice in the call, and later usage of that day is still billed (R-SUB-6, R-INV-9)", async () => {
  const { story, id } = await april();
  await story.use("api_calls", 4, "2024-04-15T09:00");
  await story.advanceTo("2024-04-15T18:00");
  await story.act(id, "cancel", { invoiceNow: true });
  expect((await story.invoices()).slice(1)).toEqualInvoices(`
    2024-04-16  2024-04-16 → 2024-05-01  Unused Base        1 × 15/30  -15.00
                2024-04-01 → 2024-04-16  Support    1 × 60.00 × 15/30   30.00
                2024-04-01 → 2024-04-16  API calls           4 × 1.00    4.00
                                                                total   19.00
  `);
  await story.use("api_calls", 6, "2024-04-15T20:00");
  await story.advanceTo("2024-06-01");
  const invoices = await story.invoices();
  const late = invoices.filter(({ lineItems: [line] }) => line?.kind === "correction");
  expect(invoices).toHaveLength(3);
  expect(late).toMatchObject([{ total: "6.00", lineItems: [{ quantity: "6" }] }]);
});

test("period_end bills everything to the end of the month, and the final invoice has only arrears (R-SUB-6)", async () => {
  const { story, id } = await april();
  await story.advanceTo("2024-04-10");
  await story.act(id, "cancel", { effective: "period_end" });
  await story.use("api_calls", 5, "2024-04-29");
  await story.advanceTo("2024-07-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base       1 × 30.00  30.00
    2024-05-01  2024-04-01 → 2024-05-01  Support    1 × 60.00  60.00
                2024-04-01 → 2024-05-01  API calls   5 × 1.00   5.00
                                                        total  65.00
  `);
});

test("period_end of a month and a quarter is the end of the quarter (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const prices = [await story.fixed("Month", "30.00"), await story.fixed("Quarter", "90.00", { every: "quarterly" })];
  const { id } = await story.subscribe({ prices });
  await story.advanceTo("2024-04-10");
  const pending = await story.act(id, "cancel", { effective: "period_end" });
  expect(pending["cancelsAt"]).toBe("2024-07-01T00:00:00.000Z");
  await story.advanceTo("2024-09-01");
  const totals = (await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`);
  expect(totals).toEqual(["2024-04-01 120.00", "2024-05-01 30.00", "2024-06-01 30.00"]);
});

test("contract_end stops an auto-renewing contract from renewing (R-SUB-6, R-SUB-7)", async () => {
  const renewal = { autoRenew: true, renewalPeriodType: "fixed", renewalDuration: 3 };
  const { story, id } = await april({ contractPeriodType: "fixed", contractDuration: 3, ...renewal });
  await story.advanceTo("2024-05-10");
  await story.act(id, "cancel", { effective: "contract_end" });
  await story.advanceTo("2024-10-01");
  const totals = (await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`);
  expect(totals).toEqual(["2024-04-01 30.00", "2024-05-01 90.00", "2024-06-01 90.00", "2024-07-01 60.00"]);
  expect(await story.api.get(`/subscriptions/${id}`)).toMatchObject({
    status: "canceled",
    canceledAt: "2024-07-01T00:00:00.000Z",
    completedAt: null,
    renewalHistory: [],
  });
});

test("a cancellation in the next month bills that month only up to it (R-SUB-6)", async () => {
  const { story, id } = await april();
  await story.advanceTo("2024-04-20");
  await story.act(id, "cancel", { effective: "2024-05-21" });
  await story.advanceTo("2024-07-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base               1 × 30.00   30.00
    2024-05-01  2024-04-01 → 2024-05-01  Support            1 × 60.00   60.00
                2024-04-01 → 2024-05-01  API calls           0 × 1.00    0.00
                2024-05-01 → 2024-05-21  Base       1 × 30.00 × 20/31   19.35   // 600 ÷ 31 = 19.354…
                                                                total   79.35
    2024-05-21  2024-05-01 → 2024-05-21  Support    1 × 60.00 × 20/31   38.71   // 1200 ÷ 31 = 38.709…
                2024-05-01 → 2024-05-21  API calls           0 × 1.00    0.00
                                                                total   38.71
  `);
});

test("an end in mid-month prorates the minimum to half (R-SUB-6, R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const minimumSpend = { amount: "300.00", period: "month" };
  const { id } = await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })], minimumSpend });
  await story.use("api_calls", 40, "2024-04-10");
  await story.advanceTo("2024-04-15T18:00");
  await story.act(id, "cancel");
  await story.advanceTo("2024-07-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-16  2024-04-01 → 2024-04-16  API calls                 40 × 1.00   40.00
                2024-04-01 → 2024-04-16  True-up to minimum spend             110.00   // 300.00 × 15/30 − 40.00
                                                                       total  150.00
  `);
});

test("canceled in the trial: nothing is billed, even with usage (R-SUB-6, R-TIME-2)", async () => {
  const { story, id } = await april({ trialPeriodDays: 14 });
  await story.use("api_calls", 70, "2024-04-03");
  await story.advanceTo("2024-04-05T12:00");
  await story.act(id, "cancel");
  await story.advanceTo("2024-07-01");
  expect(await story.invoices()).toEqual([]);
  expect(await story.api.get<Json>(`/subscriptions/${id}`)).toMatchObject({
    status: "canceled",
    canceledAt: "2024-04-06T00:00:00.000Z",
  });
});

test("canceled in the stub: its days are billed on the first billing date (R-SUB-6, R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-01-10" });
  const { id } = await story.subscribe({
    prices: [await story.fixed("Base", "31.00")],
    firstBillingDate: "2024-02-01",
  });
  await story.advanceTo("2024-01-19T12:00");
  await story.act(id, "cancel");
  await story.advanceTo("2024-04-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-10 → 2024-01-20  Base  1 × 31.00 × 10/31  10.00
  `);
});
