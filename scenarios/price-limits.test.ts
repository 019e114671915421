import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("the minimum of a price ends with its sale, prorated by days (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const minimumSpend = { amount: { value: "30.00" }, period: "monthly" };
  const calls = await story.usage("API calls", { unit: "1.00" }, { price: { minimumSpend } });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "50.00"), calls] });
  await story.use("api_calls", 4, "2024-04-05");
  await story.advanceTo("2024-04-13T12:00");
  await story.change(id, { remove: [{ priceId: calls }] });
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base                      1 × 50.00  50.00
    2024-05-01  2024-04-01 → 2024-04-13  API calls                  4 × 1.00   4.00
                2024-05-01 → 2024-06-01  Base                      1 × 50.00  50.00
                2024-04-01 → 2024-04-13  True-up to minimum spend              8.00   // 30.00 × 12/30 − 4.00
                                                                   total      62.00
    2024-06-01  2024-06-01 → 2024-07-01  Base                      1 × 50.00  50.00
  `);
});

test("the minimum of a price begins with its sale (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const minimumSpend = { amount: { value: "30.00" }, period: "monthly" };
  const calls = await story.usage("API calls", { unit: "1.00" }, { price: { minimumSpend } });
  const base = await story.fixed("Base", "50.00");
  const { id } = await story.subscribe({ prices: [base] });
  await story.version(id, "2024-05-01", [base, calls]);
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base                      1 × 50.00  50.00
    2024-05-01  2024-05-01 → 2024-06-01  Base                      1 × 50.00  50.00
    2024-06-01  2024-05-01 → 2024-06-01  API calls                  0 × 1.00   0.00
                2024-06-01 → 2024-07-01  Base                      1 × 50.00  50.00
                2024-05-01 → 2024-06-01  True-up to minimum spend             30.00
                                                                   total      80.00
  `);
});
