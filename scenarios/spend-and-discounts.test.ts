import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("S13: a minimum spend is prorated in the stub and met by a true-up line (R-SUB-8)", async () => {
  const story = await scenario({ start: "2023-02-04" });
  await story.subscribe({
    prices: [await story.fixed("Plan", "1000.00", { terms: "arrears" })],
    firstBillingDate: "2023-03-01",
    minimumSpend: { amount: "10000.00", period: "month" },
  });
  await story.advanceTo("2023-04-01");
  expect(await story.invoices()).toEqualInvoices(`
    2023-03-01  2023-02-04 → 2023-03-01  Plan                      1 × 1000.00 × 25/28    892.86
                2023-02-04 → 2023-03-01  True-up to minimum spend                        8035.71  // 10000.00 × 25/28 − 892.86
                                                                                 total   8928.57
    2023-04-01  2023-03-01 → 2023-04-01  Plan                              1 × 1000.00   1000.00
                2023-03-01 → 2023-04-01  True-up to minimum spend                        9000.00
                                                                                 total  10000.00
  `);
});

test("S14: a maximum spend deducts the excess on a separate line (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const calls = await story.usage("API calls", { unit: "1.00" });
  await story.subscribe({ prices: [calls], maximumSpend: { amount: "500.00", period: "month" } });
  await story.use("api_calls", 620, "2024-01-10");
  await story.use("api_calls", 480, "2024-02-10");
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls                   620 × 1.00   620.00
                2024-01-01 → 2024-02-01  Reduction to maximum spend              -120.00
                                                                          total   500.00
    2024-03-01  2024-02-01 → 2024-03-01  API calls                   480 × 1.00   480.00
  `);
});

test("S15: a discount of 20 % for three months applies three times (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const lasting = { durationType: "fixed", durationValue: 3, durationUnit: "months" };
  const discount = { discountType: "percentage", amount: "20", ...lasting };
  await story.subscribe({ prices: [await story.fixed("Base", "50.00")], discount });
  await story.advanceTo("2024-04-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2024-02-01  Base           1 × 50.00   50.00
                2024-01-01 → 2024-02-01  Discount 20 %             -10.00
                                                            total   40.00
    2024-02-01  2024-02-01 → 2024-03-01  Base           1 × 50.00   50.00
                2024-02-01 → 2024-03-01  Discount 20 %             -10.00
                                                            total   40.00
    2024-03-01  2024-03-01 → 2024-04-01  Base           1 × 50.00   50.00
                2024-03-01 → 2024-04-01  Discount 20 %             -10.00
                                                            total   40.00
    2024-04-01  2024-04-01 → 2024-05-01  Base           1 × 50.00   50.00
  `);
});

test("the discount applies before the minimum (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({
    prices: [await story.fixed("Support", "100.00", { terms: "arrears" })],
    discount: { discountType: "percentage", amount: "25", durationType: "forever" },
    minimumSpend: { amount: "90.00", period: "month" },
  });
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  Support                   1 × 100.00  100.00
                2024-01-01 → 2024-02-01  Discount 25 %                         -25.00
                2024-01-01 → 2024-02-01  True-up to minimum spend               15.00  // 90.00 − 75.00
                                                                        total   90.00
  `);
});

test("a discount applies to the advance and the arrears of a period on their invoices (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const support = await story.fixed("Support", "10.00", { terms: "arrears" });
  await story.subscribe({
    prices: [await story.fixed("Base", "50.00"), support],
    discount: { discountType: "percentage", amount: "20", durationType: "forever" },
  });
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2024-02-01  Base           1 × 50.00   50.00
                2024-01-01 → 2024-02-01  Discount 20 %             -10.00
                                                            total   40.00
    2024-02-01  2024-01-01 → 2024-02-01  Support        1 × 10.00   10.00
                2024-02-01 → 2024-03-01  Base           1 × 50.00   50.00
                2024-01-01 → 2024-02-01  Discount 20 %              -2.00
                2024-02-01 → 2024-03-01  Discount 20 %             -10.00
                                                            total   48.00
  `);
});
