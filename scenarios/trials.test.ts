import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("S9: the first period starts after a trial of 14 days, and usage in the trial is free (R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-03-01" });
  const prices = [await story.fixed("Base", "100.00"), await story.usage("API calls", { unit: "0.02" })];
  await story.subscribe({ prices, trialPeriodDays: 14 });
  await story.use("api_calls", 500, "2024-03-05");
  await story.use("api_calls", 7, "2024-03-14T23:59:59");
  await story.use("api_calls", 300, "2024-03-15");
  await story.advanceTo("2024-04-15");
  expect(await story.invoices()).toEqualInvoices(`
    2024-03-15  2024-03-15 → 2024-04-15  Base         1 × 100.00  100.00
    2024-04-15  2024-03-15 → 2024-04-15  API calls    300 × 0.02    6.00
                2024-04-15 → 2024-05-15  Base         1 × 100.00  100.00
                                                           total  106.00
  `);
});

test("a first billing date after the trial makes a stub of the days between (R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-03-01" });
  const terms = { trialPeriodDays: 14, firstBillingDate: "2024-04-01" };
  await story.subscribe({ prices: [await story.fixed("Base", "100.00")], ...terms });
  await story.advanceTo("2024-04-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-03-15 → 2024-04-01  Base  1 × 100.00 × 17/31   54.84   // the 15th to the 31st
                2024-04-01 → 2024-05-01  Base          1 × 100.00  100.00
                                                            total  154.84
  `);
});

test("a trial that ends on the 31st anchors months at their ends (R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.fixed("Base", "100.00")], trialPeriodDays: 30 });
  await story.advanceTo("2024-03-31");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-31  2024-01-31 → 2024-02-29  Base  1 × 100.00  100.00
    2024-02-29  2024-02-29 → 2024-03-31  Base  1 × 100.00  100.00
    2024-03-31  2024-03-31 → 2024-04-30  Base  1 × 100.00  100.00
  `);
});
