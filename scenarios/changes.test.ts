import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("S5: an upgrade on day 16 of 30 credits half of the old price and charges half of the new (R-SUB-4, R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "99.00"), await story.fixed("Large", "199.00")];
  const subscription = await story.subscribe({ prices: [small] });
  await story.advanceTo("2024-04-16T10:00");
  await story.api.post(`/subscriptions/${subscription.id}/changes`, {
    update: [{ priceId: small, newPriceId: large }],
  });
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Small                 1 × 99.00   99.00
    2024-04-16  2024-04-16 → 2024-05-01  Unused Small          1 × 15/30  -49.50   // 99.00 × 15/30
                2024-04-16 → 2024-05-01  Large        1 × 199.00 × 15/30   99.50
                                                                   total   50.00
    2024-05-01  2024-05-01 → 2024-06-01  Large                1 × 199.00  199.00
  `);
});

test("S6: a change from yearly to monthly on the same day leaves account credit for later months", async () => {
  const story = await scenario({ start: "2012-05-01" });
  const yearly = await story.fixed("Yearly", "2399.95", { every: "yearly" });
  const monthly = await story.fixed("Monthly", "249.95");
  const subscription = await story.subscribe({ prices: [yearly] });
  await story.api.post(`/subscriptions/${subscription.id}/changes`, {
    update: [{ priceId: yearly, newPriceId: monthly }],
  });
  await story.advanceTo("2012-07-01");
  const invoices = await story.invoices();
  expect(invoices).toEqualInvoices(`
    2012-05-01       2012-05-01 → 2013-05-01  Yearly         1 × 2399.95   2399.95
    2012-05-01 paid  2012-05-01 → 2013-05-01  Unused Yearly  1 × 365/365  -2399.95
                     2012-05-01 → 2012-06-01  Monthly         1 × 249.95    249.95
                                                                   total  -2150.00
    2012-06-01 paid  2012-06-01 → 2012-07-01  Monthly         1 × 249.95    249.95
    2012-07-01 paid  2012-07-01 → 2012-08-01  Monthly         1 × 249.95    249.95
  `);
  expect(invoices.slice(2).map(({ creditsApplied, amountRemaining }) => [creditsApplied, amountRemaining])).toEqual([
    ["249.95", "0.00"], // 2150.00 of credit: 1900.05 is left
    ["249.95", "0.00"],
  ]);
});
