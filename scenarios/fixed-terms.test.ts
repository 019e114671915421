import { type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

const TWELVE_MONTHS = { contractPeriodType: "fixed", contractDuration: 12 };

test("S23: twelve months that renew for twelve are billed without a gap and renew once in two years (R-SUB-7)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const renewal = { autoRenew: true, renewalPeriodType: "fixed", renewalDuration: 12 };
  const prices = [await story.fixed("Base", "100.00"), await story.fixed("Support", "20.00", { terms: "arrears" })];
  const { id } = await story.subscribe({ prices, ...TWELVE_MONTHS, ...renewal });
  await story.advanceTo("2025-03-01");
  const invoices = await story.invoices();
  expect(invoices).toHaveLength(15); // 2024-01-01 to 2025-03-01
  expect(invoices.slice(11, 14)).toEqualInvoices(`
    2024-12-01  2024-11-01 → 2024-12-01  Support   1 × 20.00   20.00
                2024-12-01 → 2025-01-01  Base     1 × 100.00  100.00
                                                       total  120.00
    2025-01-01  2024-12-01 → 2025-01-01  Support   1 × 20.00   20.00
                2025-01-01 → 2025-02-01  Base     1 × 100.00  100.00   // renewed
                                                       total  120.00
    2025-02-01  2025-01-01 → 2025-02-01  Support   1 × 20.00   20.00
                2025-02-01 → 2025-03-01  Base     1 × 100.00  100.00
                                                       total  120.00
  `);
  const renewed = await story.api.get(`/subscriptions/${id}`);
  expect(renewed).toMatchObject({ status: "active", contractEndDate: "2026-01-01T00:00:00.000Z", completedAt: null });
  expect(renewed["renewalHistory"]).toMatchObject([
    { periodStart: "2025-01-01T00:00:00.000Z", periodEnd: "2026-01-01T00:00:00.000Z" },
  ]);
  expect(await notified(story, "subscription.renewed")).toHaveLength(1);
});

test("S23: without auto-renew twelve months end, the last arrears are billed, and nothing more (R-SUB-7)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const prices = [await story.fixed("Base", "100.00"), await story.fixed("Support", "20.00", { terms: "arrears" })];
  const { id } = await story.subscribe({ prices, ...TWELVE_MONTHS });
  await story.advanceTo("2026-01-01");
  const invoices = await story.invoices();
  expect(invoices).toHaveLength(13);
  expect(invoices.slice(-2)).toEqualInvoices(`
    2024-12-01  2024-11-01 → 2024-12-01  Support   1 × 20.00   20.00
                2024-12-01 → 2025-01-01  Base     1 × 100.00  100.00
                                                       total  120.00
    2025-01-01  2024-12-01 → 2025-01-01  Support   1 × 20.00   20.00
  `);
  const end = "2025-01-01T00:00:00.000Z";
  expect(await story.api.get(`/subscriptions/${id}`)).toMatchObject({
    status: "canceled",
    endedAt: end,
    completedAt: end,
    canceledAt: null,
    renewalHistory: [],
  });
});

test("a renewal to month-to-month happens once, and there is no end afterwards (R-SUB-7)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const renewal = { autoRenew: true, renewalPeriodType: "monthly_rolling" };
  const terms = { contractPeriodType: "fixed", contractDuration: 2, ...renewal };
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "100.00")], ...terms });
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toHaveLength(6);
  const rolling = await story.api.get(`/subscriptions/${id}`);
  expect(rolling).toMatchObject({ contractPeriodType: "monthly_rolling", contractEndDate: null, status: "active" });
  expect(rolling["renewalHistory"]).toMatchObject([{ periodStart: "2024-03-01T00:00:00.000Z", periodEnd: null }]);
});

test("the price of the second term starts with the renewal (R-SUB-3, R-SUB-7)", async () => {
  const story = await scenario({ start: "2024-01-15" });
  const [first, second] = [await story.fixed("First term", "100.00"), await story.fixed("Second term", "120.00")];
  const renewal = { autoRenew: true, renewalPeriodType: "fixed", renewalDuration: 3 };
  const terms = { contractPeriodType: "fixed", contractDuration: 3, ...renewal };
  const { id } = await story.subscribe({ prices: [first], ...terms });
  await story.version(id, "2024-04-15", [second]);
  await story.advanceTo("2024-07-15");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-15  2024-01-15 → 2024-02-15  First term   1 × 100.00  100.00
    2024-02-15  2024-02-15 → 2024-03-15  First term   1 × 100.00  100.00
    2024-03-15  2024-03-15 → 2024-04-15  First term   1 × 100.00  100.00
    2024-04-15  2024-04-15 → 2024-05-15  Second term  1 × 120.00  120.00
    2024-05-15  2024-05-15 → 2024-06-15  Second term  1 × 120.00  120.00
    2024-06-15  2024-06-15 → 2024-07-15  Second term  1 × 120.00  120.00
    2024-07-15  2024-07-15 → 2024-08-15  Second term  1 × 120.00  120.00
  `);
  const { renewalHistory } = await story.api.get<{ renewalHistory: Json[] }>(`/subscriptions/${id}`);
  expect(renewalHistory.map(({ periodStart }) => String(periodStart).slice(0, 10))).toEqual([
    "2024-04-15",
    "2024-07-15",
  ]);
});

test("one month from the 31st of January is a whole period to the 29th of February (R-SUB-7, R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-01-31" });
  const terms = { contractPeriodType: "fixed", contractDuration: 1 };
  const prices = [await story.fixed("Base", "100.00"), await story.fixed("Support", "20.00", { terms: "arrears" })];
  await story.subscribe({ prices, ...terms });
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-31  2024-01-31 → 2024-02-29  Base     1 × 100.00  100.00
    2024-02-29  2024-01-31 → 2024-02-29  Support   1 × 20.00   20.00
  `);
});

test("the term counts from the contract's start: a trial of 14 days leaves 17 days of a month (R-SUB-7)", async () => {
  const story = await scenario({ start: "2024-03-01" });
  const terms = { contractPeriodType: "fixed", contractDuration: 1, trialPeriodDays: 14 };
  await story.subscribe({ prices: [await story.fixed("Base", "100.00")], ...terms });
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-03-15  2024-03-15 → 2024-04-01  Base  1 × 100.00 × 17/31  54.84   // of 03-15 → 04-15
  `);
});

test("a yearly price of a contract of eight months is charged for eight months (R-SUB-5, R-SUB-7)", async () => {
  const story = await scenario({ start: "2023-01-01" });
  const terms = { contractPeriodType: "fixed", contractEndDate: "2024-09-01" };
  const yearly = await story.fixed("Licence", "732.00", { every: "yearly" });
  await story.subscribe({ prices: [yearly], ...terms });
  await story.advanceTo("2025-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2023-01-01  2023-01-01 → 2024-01-01  Licence            1 × 732.00  732.00
    2024-01-01  2024-01-01 → 2024-09-01  Licence  1 × 732.00 × 244/366  488.00   // 31+29+31+30+31+30+31+31 = 244
  `);
});

test("renewals count from the contract's start, so the 31st returns (R-SUB-7, R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-01-31" });
  const renewal = { autoRenew: true, renewalPeriodType: "fixed", renewalDuration: 1 };
  const terms = { contractPeriodType: "fixed", contractDuration: 1, ...renewal };
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "50.00")], ...terms });
  await story.advanceTo("2024-05-01");
  const { renewalHistory } = await story.api.get<{ renewalHistory: { periodStart: string; periodEnd: string }[] }>(
    `/subscriptions/${id}`,
  );
  expect(
    renewalHistory.map(({ periodStart, periodEnd }) => [periodStart.slice(0, 10), periodEnd.slice(0, 10)]),
  ).toEqual([
    ["2024-02-29", "2024-03-31"],
    ["2024-03-31", "2024-04-30"],
    ["2024-04-30", "2024-05-31"],
  ]);
});

async function notified(story: Story, type: string): Promise<Json[]> {
  const filters = encodeURIComponent(JSON.stringify([{ field: "type", operator: "eq", value: type }]));
  return (await story.api.get<{ items: Json[] }>(`/notifications?filters=${filters}`)).items;
}
