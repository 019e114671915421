import { discount, scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("S7: in arrears paused days are not billed, and each served stretch is a line (R-SUB-6)", async () => {
  const story = await scenario({ start: "2020-01-01" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "100.00", { terms: "arrears" })] });
  await story.advanceTo("2020-01-14T12:00");
  await story.act(id, "pause"); // the 14th is used up
  await story.advanceTo("2020-01-20T12:00");
  await story.act(id, "resume"); // the 20th is served
  await story.advanceTo("2020-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2020-02-01  2020-01-01 → 2020-01-15  Base  1 × 100.00 × 14/31  45.16
                2020-01-20 → 2020-02-01  Base  1 × 100.00 × 12/31  38.71
                                                           total   83.87
  `);
});

test("S8: in advance the five paused days are credited when the pause ends (R-SUB-6)", async () => {
  const story = await scenario({ start: "2013-08-31" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "500.00")] });
  await story.advanceTo("2013-09-02");
  await story.act(id, "pause", { effective: "2013-09-05", resumesOn: "2013-09-10" });
  await story.advanceTo("2013-09-30");
  const invoices = await story.invoices();
  expect(invoices).toEqualInvoices(`
    2013-08-31       2013-08-31 → 2013-09-30  Base         1 × 500.00  500.00
    2013-09-10 paid  2013-09-05 → 2013-09-10  Unused Base    1 × 5/30  -83.33
    2013-09-30       2013-09-30 → 2013-10-31  Base         1 × 500.00  500.00
  `);
  expect(invoices.at(-1)).toMatchObject({ creditsApplied: "83.33", amountRemaining: "416.67" });
});

test("a pause across a month's end credits the old month at its end and bills the new one from the resume date", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "93.00")] });
  await story.advanceTo("2024-04-20T18:00");
  await story.act(id, "pause");
  await story.advanceTo("2024-05-11T08:00");
  await story.act(id, "resume");
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  Base                 1 × 93.00   93.00
    2024-05-01 paid  2024-04-21 → 2024-05-01  Unused Base          1 × 10/30  -31.00
    2024-05-11       2024-05-11 → 2024-06-01  Base         1 × 93.00 × 21/31   63.00
    2024-06-01       2024-06-01 → 2024-07-01  Base                 1 × 93.00   93.00
  `);
});

test("across the month's end in arrears, usage of paused days is free in both months (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const support = await story.fixed("Support", "93.00", { terms: "arrears" });
  const { id } = await story.subscribe({ prices: [support, await story.usage("API calls", { unit: "1.00" })] });
  await story.act(id, "pause", { effective: "2024-04-21", resumesOn: "2024-05-11" });
  await story.use("api_calls", 5, "2024-04-20T23:59:59");
  await story.use("api_calls", 1_000, "2024-04-21");
  await story.use("api_calls", 1_000, "2024-05-10T23:59:59");
  await story.use("api_calls", 7, "2024-05-11");
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-05-01  2024-04-01 → 2024-04-21  Support    1 × 93.00 × 20/30  62.00
                2024-04-01 → 2024-05-01  API calls           5 × 1.00   5.00
                                                                total  67.00
    2024-06-01  2024-05-01 → 2024-06-01  API calls           7 × 1.00   7.00
                2024-05-11 → 2024-06-01  Support    1 × 93.00 × 21/31  63.00
                                                                total  70.00
  `);
});

test("an open-ended pause bills nothing for a fully paused month, and the rest of the month of resuming (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const calls = await story.usage("API calls", { unit: "1.00" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "30.00"), calls] });
  await story.use("api_calls", 4, "2024-04-10");
  await story.advanceTo("2024-04-15T12:00");
  const paused = await story.act(id, "pause");
  expect(paused).toMatchObject({ pausedAt: "2024-04-16T00:00:00.000Z", resumesAt: null, status: "active" });
  await story.use("api_calls", 99, "2024-05-15");
  await story.advanceTo("2024-06-16T12:00");
  expect(await story.act(id, "resume")).toMatchObject({ pausedAt: null, resumesAt: null });
  await story.use("api_calls", 6, "2024-06-20");
  await story.advanceTo("2024-07-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  Base                 1 × 30.00   30.00
    2024-05-01 paid  2024-04-16 → 2024-05-01  Unused Base          1 × 15/30  -15.00
                     2024-04-01 → 2024-05-01  API calls             4 × 1.00    4.00
                                                                       total  -11.00
    2024-06-16       2024-06-16 → 2024-07-01  Base         1 × 30.00 × 15/30   15.00
    2024-07-01       2024-06-01 → 2024-07-01  API calls             6 × 1.00    6.00
                     2024-07-01 → 2024-08-01  Base                 1 × 30.00   30.00
                                                                       total   36.00
  `);
});

test("a pause in the stub reduces it on the first billing date (R-SUB-6, R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-01-10" });
  const { id } = await story.subscribe({
    prices: [await story.fixed("Base", "31.00")],
    firstBillingDate: "2024-02-01",
  });
  await story.act(id, "pause", { effective: "2024-01-15", resumesOn: "2024-01-20" });
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-10 → 2024-01-15  Base   1 × 31.00 × 5/31   5.00
                2024-01-20 → 2024-02-01  Base  1 × 31.00 × 12/31  12.00
                2024-02-01 → 2024-03-01  Base          1 × 31.00  31.00
                                                           total  48.00
  `);
});

test("a pause within the trial does not extend the trial (R-SUB-6, R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-03-01" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "100.00")], trialPeriodDays: 14 });
  await story.act(id, "pause", { effective: "2024-03-05", resumesOn: "2024-03-10" });
  await story.advanceTo("2024-04-15");
  expect(await story.invoices()).toEqualInvoices(`
    2024-03-15  2024-03-15 → 2024-04-15  Base  1 × 100.00  100.00
    2024-04-15  2024-04-15 → 2024-05-15  Base  1 × 100.00  100.00
  `);
});

test("after a pause across the trial's end, the first period is billed from the resume date, and the anchor stays", async () => {
  const story = await scenario({ start: "2024-03-01" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "100.00")], trialPeriodDays: 14 });
  await story.act(id, "pause", { effective: "2024-03-10", resumesOn: "2024-03-20" });
  await story.advanceTo("2024-04-15");
  expect(await story.invoices()).toEqualInvoices(`
    2024-03-20  2024-03-20 → 2024-04-15  Base  1 × 100.00 × 26/31   83.87
    2024-04-15  2024-04-15 → 2024-05-15  Base          1 × 100.00  100.00
  `);
});

test("a discounted month credits paused days at the discounted price (R-SUB-5, R-SUB-8)", async () => {
  const story = await scenario({ start: "2013-08-31" });
  const terms = { discount: discount("20 %") };
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "500.00")], ...terms });
  await story.act(id, "pause", { effective: "2013-09-05", resumesOn: "2013-09-10" });
  await story.advanceTo("2013-09-10");
  expect((await story.invoices()).slice(1)).toEqualInvoices(`
    2013-09-10 paid  2013-09-05 → 2013-09-10  Unused Base    1 × 5/30  -83.33
                     2013-09-05 → 2013-09-10  Discount 20 %             16.67   // 83.33 × 20 % = 16.666
                                                                total  -66.66
  `);
});
