import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("S1: a subscription from the 31st bills at every month's end, counted from the anchor (R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-01-31" });
  await story.subscribe({ prices: [await story.fixed("Base", "35.00")] });
  await story.advanceTo("2024-04-30");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-31  2024-01-31 → 2024-02-29  Base  1 × 35.00  35.00
    2024-02-29  2024-02-29 → 2024-03-31  Base  1 × 35.00  35.00
    2024-03-31  2024-03-31 → 2024-04-30  Base  1 × 35.00  35.00
    2024-04-30  2024-04-30 → 2024-05-31  Base  1 × 35.00  35.00
  `);
});

test("S2: billing dates of half a year from the last day of December (R-TIME-2)", async () => {
  const story = await scenario({ start: "2023-12-31" });
  await story.subscribe({ prices: [await story.fixed("Base", "35.00")] });
  await story.advanceTo("2024-07-01");
  const billedOn = (await story.invoices()).map((invoice) => invoice.billingDate);
  expect(billedOn).toEqual([
    "2023-12-31",
    "2024-01-31",
    "2024-02-29",
    "2024-03-31",
    "2024-04-30",
    "2024-05-31",
    "2024-06-30",
  ]);
});

test("a year from the 29th of February ends on the 28th, and four years later on the 29th (R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-02-29" });
  await story.subscribe({ prices: [await story.fixed("Licence", "1200.00", { every: "yearly" })] });
  await story.advanceTo("2028-02-29");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-29  2024-02-29 → 2025-02-28  Licence  1 × 1200.00  1200.00
    2025-02-28  2025-02-28 → 2026-02-28  Licence  1 × 1200.00  1200.00
    2026-02-28  2026-02-28 → 2027-02-28  Licence  1 × 1200.00  1200.00
    2027-02-28  2027-02-28 → 2028-02-29  Licence  1 × 1200.00  1200.00
    2028-02-29  2028-02-29 → 2029-02-28  Licence  1 × 1200.00  1200.00
  `);
});

test("a subscription in arrears bills nothing on its first day and each month at its end (R-CAT-1)", async () => {
  const story = await scenario({ start: "2024-01-31" });
  await story.subscribe({ prices: [await story.fixed("Support", "80.00", { terms: "arrears" })] });
  await story.advanceTo("2024-02-28");
  expect(await story.invoices()).toEqual([]);
  await story.advanceTo("2024-03-31");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-29  2024-01-31 → 2024-02-29  Support  1 × 80.00  80.00
    2024-03-31  2024-02-29 → 2024-03-31  Support  1 × 80.00  80.00
  `);
});

test("weekly, quarterly and half-yearly prices keep separate periods from one anchor (R-TIME-2, R-INV-4)", async () => {
  const story = await scenario({ start: "2024-08-31" });
  const weekly = await story.fixed("Cleaning", "10.00", { every: "weekly" });
  const quarterly = await story.fixed("Review", "300.00", { every: "quarterly" });
  const semiAnnual = await story.fixed("Audit", "900.00", { every: "semi_annual" });
  await story.subscribe({ prices: [quarterly, semiAnnual] });
  await story.subscribe({ prices: [weekly], account: await story.account() });
  await story.advanceTo("2025-02-28");
  expect(await story.invoices(story.accountId)).toEqualInvoices(`
    2024-08-31  2024-08-31 → 2024-11-30  Review  1 × 300.00   300.00
                2024-08-31 → 2025-02-28  Audit   1 × 900.00   900.00
                                                     total   1200.00
    2024-11-30  2024-11-30 → 2025-02-28  Review  1 × 300.00   300.00
    2025-02-28  2025-02-28 → 2025-05-31  Review  1 × 300.00   300.00
                2025-02-28 → 2025-08-31  Audit   1 × 900.00   900.00
                                                     total   1200.00
  `);
  // 2024-08-31 and every seventh day up to 2025-02-22: 25 weeks and the first day.
  expect((await story.invoices()).filter((invoice) => invoice.accountId !== story.accountId)).toHaveLength(26);
});
