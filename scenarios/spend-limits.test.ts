import { discount, scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

const minimum = (amount: string, period = "month") => ({ minimumSpend: { amount, period } });
const maximum = (amount: string, period = "month") => ({ maximumSpend: { amount, period } });

test("a minimum counts all of a month, with changes in arrears (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const arrears = { terms: "arrears" } as const;
  const [small, large] = [await story.fixed("Small", "30.00", arrears), await story.fixed("Large", "60.00", arrears)];
  const { id } = await story.subscribe({ prices: [small], ...minimum("100.00") });
  await story.advanceTo("2024-04-16T12:00");
  await story.replace(id, small, large);
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-05-01  2024-04-01 → 2024-04-16  Small                     1 × 30.00 × 15/30   15.00
                2024-04-16 → 2024-05-01  Large                     1 × 60.00 × 15/30   30.00
                2024-04-01 → 2024-05-01  True-up to minimum spend                      55.00   // 100.00 − 45.00
                                                                               total  100.00
  `);
});

test("a minimum counts the month's advance, less what a downgrade credited (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [large, small] = [await story.fixed("Large", "90.00"), await story.fixed("Small", "30.00")];
  const { id } = await story.subscribe({ prices: [large], ...minimum("80.00") });
  await story.advanceTo("2024-04-16T12:00");
  await story.replace(id, large, small);
  await story.advanceTo("2024-05-01");
  const invoices = await story.invoices();
  expect(invoices).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  Large                             1 × 90.00   90.00
    2024-04-16 paid  2024-04-16 → 2024-05-01  Unused Large                      1 × 15/30  -45.00
                     2024-04-16 → 2024-05-01  Small                     1 × 30.00 × 15/30   15.00
                                                                                    total  -30.00
    2024-05-01       2024-05-01 → 2024-06-01  Small                             1 × 30.00   30.00
                     2024-04-01 → 2024-05-01  True-up to minimum spend                      20.00   // 80.00 − (90.00 − 45.00 + 15.00)
                                                                                    total   50.00
  `);
  expect(invoices.at(-1)).toMatchObject({ creditsApplied: "30.00", amountRemaining: "20.00" });
});

test("a quarterly minimum is settled once in three months of a monthly price (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-31" });
  const base = await story.fixed("Base", "100.00", { terms: "arrears" });
  await story.subscribe({ prices: [base], ...minimum("500.00", "quarter") });
  await story.advanceTo("2024-04-30");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-29  2024-01-31 → 2024-02-29  Base                      1 × 100.00  100.00
    2024-03-31  2024-02-29 → 2024-03-31  Base                      1 × 100.00  100.00
    2024-04-30  2024-03-31 → 2024-04-30  Base                      1 × 100.00  100.00
                2024-01-31 → 2024-04-30  True-up to minimum spend              200.00   // 500.00 − 3 × 100.00
                                                                        total  300.00
  `);
});

test("the last part of a contract has a prorated minimum: 15 of 29 days (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const calls = await story.usage("API calls", { unit: "1.00" });
  const terms = { contractPeriodType: "fixed", contractEndDate: "2024-02-16", ...minimum("290.00") };
  await story.subscribe({ prices: [calls], ...terms });
  await story.use("api_calls", 310, "2024-01-10");
  await story.use("api_calls", 40, "2024-02-15T23:59");
  await story.advanceTo("2024-04-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls                 310 × 1.00  310.00
    2024-02-16  2024-02-01 → 2024-02-16  API calls                  40 × 1.00   40.00
                2024-02-01 → 2024-02-16  True-up to minimum spend              110.00   // 290.00 × 15/29 − 40.00
                                                                        total  150.00
  `);
});

test("a maximum limits an upgrade's charge and each later month (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "90.00"), await story.fixed("Large", "150.00")];
  const { id } = await story.subscribe({ prices: [small], ...maximum("100.00") });
  await story.advanceTo("2024-04-16T12:00");
  await story.replace(id, small, large);
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Small                               1 × 90.00   90.00
    2024-04-16  2024-04-16 → 2024-05-01  Unused Small                        1 × 15/30  -45.00
                2024-04-16 → 2024-05-01  Large                      1 × 150.00 × 15/30   75.00
                2024-04-01 → 2024-05-01  Reduction to maximum spend                     -20.00   // 90 − 45 + 75 = 120.00
                                                                                 total   10.00
    2024-05-01  2024-05-01 → 2024-06-01  Large                              1 × 150.00  150.00
                2024-05-01 → 2024-06-01  Reduction to maximum spend                     -50.00
                                                                                 total  100.00
  `);
});

test("the advance and the usage of a month share its maximum (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const calls = await story.usage("API calls", { unit: "1.00" });
  await story.subscribe({ prices: [await story.fixed("Base", "400.00"), calls], ...maximum("500.00") });
  await story.use("api_calls", 150, "2024-01-10");
  await story.advanceTo("2024-02-01");
  expect((await story.invoices()).slice(1)).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls                   150 × 1.00  150.00
                2024-02-01 → 2024-03-01  Base                        1 × 400.00  400.00
                2024-01-01 → 2024-02-01  Reduction to maximum spend              -50.00   // 400.00 + 150.00 − 500.00
                                                                          total  500.00
  `);
});

test("a stub of ten days has ten days of the maximum (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-22" });
  const calls = await story.usage("API calls", { unit: "1.00" });
  await story.subscribe({ prices: [calls], firstBillingDate: "2024-02-01", ...maximum("310.00") });
  await story.use("api_calls", 150, "2024-01-25");
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-22 → 2024-02-01  API calls                   150 × 1.00  150.00
                2024-01-22 → 2024-02-01  Reduction to maximum spend              -50.00   // 310.00 × 10/31 = 100.00
                                                                          total  100.00
  `);
});

test("order: price minimum, subscription discount, subscription minimum, maximum (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const price = { minimumSpend: { amount: { value: "50.00" }, period: "monthly" } };
  const calls = await story.usage("API calls", { unit: "1.00" }, { price });
  const limits = { ...minimum("48.00"), ...maximum("60.00") };
  await story.subscribe({ prices: [calls], discount: discount("10 %"), ...limits });
  await story.use("api_calls", 20, "2024-01-10");
  await story.use("api_calls", 80, "2024-02-10");
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls                   20 × 1.00   20.00
                2024-01-01 → 2024-02-01  True-up to minimum spend                30.00   // of the price: 50.00 − 20.00
                2024-01-01 → 2024-02-01  Discount 10 %                           -5.00
                2024-01-01 → 2024-02-01  True-up to minimum spend                 3.00   // of the subscription: 48.00 − 45.00
                                                                         total   48.00
    2024-03-01  2024-02-01 → 2024-03-01  API calls                   80 × 1.00   80.00
                2024-02-01 → 2024-03-01  Discount 10 %                           -8.00
                2024-02-01 → 2024-03-01  Reduction to maximum spend             -12.00   // 72.00 − 60.00
                                                                         total   60.00
  `);
});

test("the maximum of one price does not affect others (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const price = { maximumSpend: { amount: { value: "100.00" }, period: "monthly" } };
  const reads = await story.usage("Reads", { unit: "1.00" }, { price });
  await story.subscribe({ prices: [reads, await story.usage("Writes", { unit: "2.00" })] });
  await story.use("reads", 130, "2024-01-10");
  await story.use("writes", 70, "2024-01-10");
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  Reads                       130 × 1.00  130.00
                2024-01-01 → 2024-02-01  Writes                       70 × 2.00  140.00
                2024-01-01 → 2024-02-01  Reduction to maximum spend              -30.00
                                                                          total  240.00
  `);
});

test("a trial has no minimum, and the first charged month has all of it (R-SUB-8, R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-03-01" });
  const calls = await story.usage("API calls", { unit: "1.00" });
  await story.subscribe({ prices: [calls], trialPeriodDays: 14, ...minimum("31.00") });
  await story.use("api_calls", 1_000, "2024-03-10"); // free
  await story.advanceTo("2024-04-15");
  const [invoice, ...others] = await story.invoices();
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({ billingDate: "2024-04-15", total: "31.00" });
});

test("a maximum's deduction is reversed when the month costs less (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [large, small] = [await story.fixed("Large", "150.00"), await story.fixed("Small", "60.00")];
  const maximumSpend = { amount: "100.00", period: "month" };
  const { id } = await story.subscribe({ prices: [large], maximumSpend });
  await story.advanceTo("2024-04-16T12:00");
  await story.replace(id, large, small);
  await story.advanceTo("2024-05-01");
  // April costs 150.00 − 75.00 + 30.00 = 105.00, of which 100.00 are due; 100.00 were paid on the first.
  const april = (await story.invoices()).filter(({ billingDate }) => billingDate < "2024-05-01");
  expect(april.map(({ total }) => total)).toEqual(["100.00", "0.00"]);
});
