import { type BookDifference, verifyBooks } from "@counterfoil/service";
import { environment, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

const minimum = (amount: string, period = "month") => ({ minimumSpend: { amount, period } });
const maximum = (amount: string, period = "month") => ({ maximumSpend: { amount, period } });

/** Checks that every line can be recomputed (R-VER-1). */
async function proved({ organizationId }: Story): Promise<void> {
  const { ports } = await environment();
  const context = { ...ports, organizationId, actor: { type: "command", id: "verify" }, requestId: null } as const;
  const differences: BookDifference[] = [];
  await verifyBooks(context, { from: null, to: null, onDifference: (difference) => void differences.push(difference) });
  expect(differences).toEqual([]);
}

test("1,200 for a year meets a minimum of 100 in each month, without a true-up (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const base = await story.fixed("Base", "1200.00", { every: "yearly" });
  await story.subscribe({ prices: [base], ...minimum("100.00") });
  await story.advanceTo("2024-12-31");
  // 1,200.00 ÷ 12 = 100.00 in each month, February as well as March.
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2025-01-01  Base  1 × 1200.00  1200.00
  `);
  await proved(story);
});

test("1,200 for a year with a minimum of 150 gets a true-up of 50 at each month's end (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-31" });
  const base = await story.fixed("Base", "1200.00", { every: "yearly" });
  await story.subscribe({ prices: [base], ...minimum("150.00") });
  await story.advanceTo("2024-04-30");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-31  2024-01-31 → 2025-01-31  Base                      1 × 1200.00  1200.00
    2024-02-29  2024-01-31 → 2024-02-29  True-up to minimum spend                 50.00   // 150.00 − 1200.00 ÷ 12
    2024-03-31  2024-02-29 → 2024-03-31  True-up to minimum spend                 50.00
    2024-04-30  2024-03-31 → 2024-04-30  True-up to minimum spend                 50.00
  `);
  await proved(story);
});

test("parts of an amount sum to it: 100 for a quarter is 33.33, 33.34 and 33.33 (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const base = await story.fixed("Base", "100.00", { every: "quarterly" });
  await story.subscribe({ prices: [base], ...minimum("40.00") });
  await story.advanceTo("2024-04-02");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2024-04-01  Base                      1 × 100.00  100.00
    2024-02-01  2024-01-01 → 2024-02-01  True-up to minimum spend                6.67   // 40.00 − 33.33
    2024-03-01  2024-02-01 → 2024-03-01  True-up to minimum spend                6.66   // 40.00 − (66.67 − 33.33)
    2024-04-01  2024-04-01 → 2024-07-01  Base                      1 × 100.00  100.00
                2024-03-01 → 2024-04-01  True-up to minimum spend                6.67   // 40.00 − (100.00 − 66.67)
                                                                       total  106.67
  `);
  await proved(story);
});

test("a monthly maximum of 50 deducts 50 from each month of 600 for half a year at once, and later usage (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const base = await story.fixed("Base", "600.00", { every: "semi_annual" });
  const calls = await story.usage("API calls", { unit: "1.00" });
  await story.subscribe({ prices: [base, calls], ...maximum("50.00") });
  await story.use("api_calls", 30, "2024-02-10");
  await story.advanceTo("2024-03-02");
  // 600.00 ÷ 6 = 100.00 a month, of which 50.00 are too much.
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2024-07-01  Base                        1 × 600.00  600.00
                2024-01-01 → 2024-02-01  Reduction to maximum spend              -50.00
                2024-02-01 → 2024-03-01  Reduction to maximum spend              -50.00
                2024-03-01 → 2024-04-01  Reduction to maximum spend              -50.00
                2024-04-01 → 2024-05-01  Reduction to maximum spend              -50.00
                2024-05-01 → 2024-06-01  Reduction to maximum spend              -50.00
                2024-06-01 → 2024-07-01  Reduction to maximum spend              -50.00
                                                                          total  300.00
    2024-02-01 paid  2024-01-01 → 2024-02-01  API calls                     0 × 1.00    0.00
    2024-03-01 paid  2024-02-01 → 2024-03-01  API calls                    30 × 1.00   30.00
                2024-02-01 → 2024-03-01  Reduction to maximum spend              -30.00   // 100.00 + 30.00 − 50.00 − 50.00
                                                                          total    0.00
  `);
  await proved(story);
});

test("a quarter in arrears gets monthly true-ups, which are reversed when it is billed (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const base = await story.fixed("Base", "400.00", { every: "quarterly", terms: "arrears" });
  await story.subscribe({ prices: [base], ...minimum("150.00") });
  await story.advanceTo("2024-04-01");
  // In all 450.00: three months of 150.00, of which 400.00 are the quarter.
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  True-up to minimum spend               150.00
    2024-03-01  2024-02-01 → 2024-03-01  True-up to minimum spend               150.00
    2024-04-01  2024-01-01 → 2024-04-01  Base                      1 × 400.00   400.00
                2024-03-01 → 2024-04-01  True-up to minimum spend                16.67   // 150.00 − (400.00 − 266.67)
                2024-01-01 → 2024-02-01  True-up to minimum spend              -133.33   // 150.00 − 133.33 − 150.00
                2024-02-01 → 2024-03-01  True-up to minimum spend              -133.34   // 150.00 − (266.67 − 133.33) − 150.00
                                                                         total  150.00
  `);
  await proved(story);
});

test("what an end credits of a year counts in the credited months (R-SUB-6, R-SUB-8)", async () => {
  const story = await scenario({ start: "2023-01-01" });
  const base = await story.fixed("Base", "1200.00", { every: "yearly" });
  const { id } = await story.subscribe({ prices: [base], ...minimum("100.00") });
  await story.advanceTo("2023-07-31T12:00");
  await story.act(id, "cancel", { effective: "now" });
  await story.advanceTo("2023-12-01");
  // August 1 to the end of the year: 153 of 365 days, 503.01 back. It counts in August to December, 100.60 each. Served
  // months keep their 100.00 and need nothing.
  expect(await story.invoices()).toEqualInvoices(`
    2023-01-01       2023-01-01 → 2024-01-01  Base              1 × 1200.00  1200.00
    2023-08-01 paid  2023-08-01 → 2024-01-01  Unused Base   1 × 153/365  -503.01
  `);
  await proved(story);
});

test("a partial month of a price counts by days: 10 of 31 days of January (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const [small, large] = [
    await story.fixed("Small", "366.00", { every: "yearly" }),
    await story.fixed("Large", "732.00", { every: "yearly" }),
  ];
  const { id } = await story.subscribe({ prices: [small], ...minimum("45.00") });
  await story.advanceTo("2024-01-22T12:00");
  await story.replace(id, small, large);
  await story.advanceTo("2024-02-01");
  // January 22 on: 345 of 366 days; 345.00 of the small price back, 690.00 of the large one. Of both January has 10/31 of a
  // month and 11 whole ones: 345.00 × (10/31) ÷ (11 + 10/31) = 9.83, 690.00 likewise 19.66.
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2025-01-01  Small                      1 × 366.00  366.00
    2024-01-22  2024-01-22 → 2025-01-01  Unused Small              1 × 345/366  -345.00
                2024-01-22 → 2025-01-01  Large        1 × 732.00 × 345/366  690.00
                                                                         total  345.00
    2024-02-01  2024-01-01 → 2024-02-01  True-up to minimum spend                4.67   // 45.00 − (30.50 − 9.83 + 19.66)
  `);
  await proved(story);
});

test("a discount of a year counts in the months of its lines (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const base = await story.fixed("Base", "1200.00", { every: "yearly" });
  const discount = { discountType: "percentage", amount: "10", durationType: "forever" };
  await story.subscribe({ prices: [base], discount, ...minimum("100.00") });
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2025-01-01  Base                      1 × 1200.00  1200.00
                2024-01-01 → 2025-01-01  Discount 10 %                          -120.00
                                                                         total  1080.00
    2024-02-01  2024-01-01 → 2024-02-01  True-up to minimum spend                 10.00   // 100.00 − (1200.00 − 120.00) ÷ 12
    2024-03-01  2024-02-01 → 2024-03-01  True-up to minimum spend                 10.00
  `);
  await proved(story);
});

test("a maximum of ten days of a month does not cut a setup fee (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-22" });
  const [setup, calls] = [
    await story.fixed("Setup", "250.00", { oneOff: true }),
    await story.usage("API calls", { unit: "1.00" }),
  ];
  const terms = { firstBillingDate: "2024-02-01", chargeOneoffPricesOnContractStart: true };
  await story.subscribe({ prices: [setup, calls], ...terms, ...maximum("500.00") });
  await story.use("api_calls", 200, "2024-01-25");
  await story.use("api_calls", 620, "2024-02-10");
  await story.advanceTo("2024-03-01");
  // Ten days of January allow 500.00 × 10/31 = 161.29 of recurring charges, plus the setup of 250.00.
  const invoices = await story.invoices();
  expect(invoices).toEqualInvoices(`
    2024-01-22  2024-01-22 → 2024-01-23  Setup                       1 × 250.00  250.00
    2024-02-01  2024-01-22 → 2024-02-01  API calls                   200 × 1.00  200.00
                2024-01-22 → 2024-02-01  Reduction to maximum spend              -38.71   // 250.00 + 200.00 − (161.29 + 250.00)
                                                                          total  161.29
    2024-03-01  2024-02-01 → 2024-03-01  API calls                   620 × 1.00  620.00
                2024-02-01 → 2024-03-01  Reduction to maximum spend             -120.00   // the whole 500.00
                                                                          total  500.00
  `);
  const reduced = invoices[1]?.lineItems.find(({ kind }) => kind === "maximum");
  const { steps } = await story.api.get(`/invoices/${invoices[1]?.id}/lines/${reduced?.id}/explain`);
  expect((steps as { text: string }[]).map(({ text }) => text)).toEqual([
    "lines of this invoice that count in 2024-01-22 to 2024-02-01 = 200",
    "plus what earlier invoices charged in the period, 250 = 450",
    "500 for 10 of the 31 days of the period = 161.29",
    "one-off charges are not prorated: 161.29 + 250, at most the 500 of a whole period = 411.29",
    "lowers the 450.00 USD charged in the period to the maximum of 411.29 USD = -38.71",
  ]);
  await proved(story);
});

test("a setup fee and a prorated maximum never exceed the monthly maximum (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-22" });
  const [setup, calls] = [
    await story.fixed("Setup", "450.00", { oneOff: true }),
    await story.usage("API calls", { unit: "1.00" }),
  ];
  await story.subscribe({ prices: [setup, calls], firstBillingDate: "2024-02-01", ...maximum("500.00") });
  await story.use("api_calls", 100, "2024-01-25");
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-22 → 2024-01-23  Setup                       1 × 450.00  450.00
                2024-01-22 → 2024-02-01  API calls                   100 × 1.00  100.00
                2024-01-22 → 2024-02-01  Reduction to maximum spend              -50.00   // 161.29 + 450.00 is more than 500.00
                                                                          total  500.00
  `);
  await proved(story);
});

test("a year in advance explains the part that a month counts (R-RATE-5)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const base = await story.fixed("Base", "1200.00", { every: "yearly" });
  await story.subscribe({ prices: [base], ...maximum("90.00") });
  await story.advanceTo("2024-01-02");
  const [invoice] = await story.invoices();
  const line = invoice?.lineItems.find(({ kind }) => kind === "maximum");
  const { steps } = await story.api.get(`/invoices/${invoice?.id}/lines/${line?.id}/explain`);
  expect((steps as { text: string }[]).map(({ text }) => text)).toEqual([
    "the part of 1200 that serves these days: 1200 × 1/12 = 100",
    "lines of this invoice that count in 2024-01-01 to 2024-02-01 = 100",
    "lowers the 100.00 USD charged in the period to the maximum of 90.00 USD = -10",
  ]);
});
