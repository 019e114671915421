import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("S3: service before the first billing date is a stub, billed with the first period (R-TIME-2)", async () => {
  const story = await scenario({ start: "2022-12-15" });
  await story.subscribe({ prices: [await story.fixed("Base", "1000.00")], firstBillingDate: "2023-01-01" });
  await story.advanceTo("2022-12-31");
  expect(await story.invoices()).toEqual([]);
  await story.advanceTo("2023-01-01");
  expect(await story.invoices()).toEqualInvoices(`
    2023-01-01  2022-12-15 → 2023-01-01  Base  1 × 1000.00 × 17/31   548.39   // of December
                2023-01-01 → 2023-02-01  Base          1 × 1000.00  1000.00
                                                             total  1548.39
  `);
});

test("S4: a quarterly stub is prorated by the quarter that would end at the anchor (R-TIME-2)", async () => {
  const story = await scenario({ start: "2025-10-08" });
  const base = await story.fixed("Base", "90.00", { every: "quarterly" });
  await story.subscribe({ prices: [base], firstBillingDate: "2026-01-01" });
  await story.advanceTo("2026-01-01");
  expect(await story.invoices()).toEqualInvoices(`
    2026-01-01  2025-10-08 → 2026-01-01  Base  1 × 90.00 × 85/92   83.15   // 31 + 30 + 31 = 92 days
                2026-01-01 → 2026-04-01  Base          1 × 90.00   90.00
                                                           total  173.15
  `);
});

test("a stub in arrears is billed on the first billing date, alone (R-TIME-2)", async () => {
  const story = await scenario({ start: "2023-02-04" });
  const support = await story.fixed("Support", "1000.00", { terms: "arrears" });
  await story.subscribe({ prices: [support], firstBillingDate: "2023-03-01" });
  await story.advanceTo("2023-04-01");
  expect(await story.invoices()).toEqualInvoices(`
    2023-03-01  2023-02-04 → 2023-03-01  Support  1 × 1000.00 × 25/28   892.86
    2023-04-01  2023-03-01 → 2023-04-01  Support          1 × 1000.00  1000.00
  `);
});

test("usage in a stub is billed in full on the first billing date (R-SUB-5: metered prices are not prorated)", async () => {
  const story = await scenario({ start: "2023-02-04" });
  const calls = await story.usage("API calls", { unit: "0.02" });
  await story.subscribe({ prices: [calls], firstBillingDate: "2023-03-01" });
  await story.use("api_calls", 500, "2023-02-10");
  await story.use("api_calls", 250, "2023-03-01");
  await story.advanceTo("2023-04-01");
  expect(await story.invoices()).toEqualInvoices(`
    2023-03-01  2023-02-04 → 2023-03-01  API calls  500 × 0.02  10.00
    2023-04-01  2023-03-01 → 2023-04-01  API calls  250 × 0.02   5.00
  `);
});

test("S10: a one-off price with the flag is charged on the contract's start date (R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-03-10" });
  await story.subscribe({
    prices: [await story.fixed("Setup", "250.00", { oneOff: true }), await story.fixed("Base", "50.00")],
    firstBillingDate: "2024-04-01",
    chargeOneoffPricesOnContractStart: true,
  });
  await story.advanceTo("2024-04-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-03-10  2024-03-10 → 2024-03-11  Setup          1 × 250.00  250.00
    2024-04-01  2024-03-10 → 2024-04-01  Base   1 × 50.00 × 22/31   35.48   // 50.00 × 22/31
                2024-04-01 → 2024-05-01  Base           1 × 50.00   50.00
                                                            total   85.48
  `);
});

test("S10: without the flag it is charged on the first billing date, with the stub and the first period", async () => {
  const story = await scenario({ start: "2024-03-10" });
  await story.subscribe({
    prices: [await story.fixed("Setup", "250.00", { oneOff: true }), await story.fixed("Base", "50.00")],
    firstBillingDate: "2024-04-01",
  });
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-03-10 → 2024-03-11  Setup          1 × 250.00  250.00
                2024-03-10 → 2024-04-01  Base   1 × 50.00 × 22/31   35.48
                2024-04-01 → 2024-05-01  Base           1 × 50.00   50.00
                                                            total  335.48
    2024-05-01  2024-05-01 → 2024-06-01  Base           1 × 50.00   50.00
  `);
});

test("nothing is invoiced for billing dates before invoiceGenerationStartDate (R-TIME-3)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const base = await story.fixed("Base", "50.00");
  const terms = { prices: [base], invoiceGenerationStartDate: "2024-03-01" };
  const subscription = await story.subscribe(terms);
  await story.advanceTo("2024-04-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-03-01  2024-03-01 → 2024-04-01  Base  1 × 50.00  50.00
    2024-04-01  2024-04-01 → 2024-05-01  Base  1 × 50.00  50.00
  `);
  expect((await story.api.get(`/subscriptions/${subscription.id}`))["lastBillingDate"]).toBe(
    "2024-04-01T00:00:00.000Z",
  );
});
