import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

const trial = (days: number) => ({ price: { trialPeriodDays: days } });

test("a price with a trial of ten days is charged for 21 days of its first month, another in full (R-CAT-2, R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const support = await story.fixed("Support", "31.00", trial(10));
  await story.subscribe({ prices: [await story.fixed("Base", "50.00"), support] });
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2024-02-01  Base             1 × 50.00  50.00
    2024-01-11  2024-01-11 → 2024-02-01  Support  1 × 31.00 × 21/31  21.00
    2024-02-01  2024-02-01 → 2024-03-01  Base             1 × 50.00  50.00
                2024-02-01 → 2024-03-01  Support          1 × 31.00  31.00
                                                              total  81.00
  `);
});

test("usage and arrears of a price's trial are free (R-CAT-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const prices = [
    await story.fixed("Support", "62.00", { terms: "arrears", ...trial(10) }),
    await story.usage("API calls", { unit: "0.10" }, trial(10)),
  ];
  await story.subscribe({ prices });
  await story.use("api_calls", 1_000, "2024-01-10T23:59:59");
  await story.use("api_calls", 50, "2024-01-11");
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-11 → 2024-02-01  Support   1 × 62.00 × 21/31  42.00
                2024-01-11 → 2024-02-01  API calls         50 × 0.10   5.00
                                                               total  47.00
  `);
});

test("of two trials the longer applies to each price (R-CAT-2, R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const prices = [await story.fixed("Base", "50.00", trial(3)), await story.fixed("Support", "31.00", trial(10))];
  await story.subscribe({ prices, trialPeriodDays: 7 });
  await story.advanceTo("2024-02-08");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-08  2024-01-08 → 2024-02-08  Base             1 × 50.00  50.00
    2024-01-11  2024-01-11 → 2024-02-08  Support  1 × 31.00 × 28/31  28.00
    2024-02-08  2024-02-08 → 2024-03-08  Base             1 × 50.00  50.00
                2024-02-08 → 2024-03-08  Support          1 × 31.00  31.00
                                                              total  81.00
  `);
});

test("a trial of 40 days skips a month and ends within the next (R-CAT-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.fixed("Base", "29.00", trial(40))] });
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-10  2024-02-10 → 2024-03-01  Base  1 × 29.00 × 20/29  20.00
    2024-03-01  2024-03-01 → 2024-04-01  Base          1 × 29.00  29.00
  `);
});

test("a price removed within its trial costs nothing (R-CAT-2, R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const support = await story.fixed("Support", "31.00", trial(10));
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "50.00"), support] });
  await story.advanceTo("2024-01-10T23:00");
  await story.change(id, { remove: [{ priceId: support }] });
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2024-02-01  Base  1 × 50.00  50.00
    2024-02-01  2024-02-01 → 2024-03-01  Base  1 × 50.00  50.00
  `);
});

test("prices added in the trial start at its end, and a later removal is credited by days (R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-03-01" });
  const base = await story.fixed("Base", "100.00");
  const setup = await story.fixed("Setup", "50.00", { oneOff: true });
  const { id } = await story.subscribe({ prices: [base], trialPeriodDays: 14 });
  await story.advanceTo("2024-03-10T12:00");
  await story.change(id, { add: [{ priceId: await story.fixed("Support", "31.00") }, { priceId: setup }] });
  await story.advanceTo("2024-03-20T12:00");
  await story.change(id, { remove: [{ priceId: base }] });
  await story.advanceTo("2024-04-15");
  expect(await story.invoices()).toEqualInvoices(`
    2024-03-15       2024-03-10 → 2024-03-11  Setup         1 × 50.00   50.00
                     2024-03-15 → 2024-04-15  Base         1 × 100.00  100.00
                     2024-03-15 → 2024-04-15  Support       1 × 31.00   31.00
                                                                total  181.00
    2024-03-20 paid  2024-03-20 → 2024-04-15  Unused Base   1 × 26/31  -83.87   // 2600 ÷ 31 = 83.870…
    2024-04-15 paid  2024-04-15 → 2024-05-15  Support       1 × 31.00   31.00
  `);
});
