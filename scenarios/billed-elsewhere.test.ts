import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("with invoices from mid-February, March is the first advance and February the first arrears (R-TIME-3)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const calls = await story.usage("API calls", { unit: "0.10" });
  const prices = [
    await story.fixed("Base", "50.00"),
    await story.fixed("Support", "20.00", { terms: "arrears" }),
    calls,
  ];
  await story.subscribe({ prices, invoiceGenerationStartDate: "2024-02-15" });
  await story.use("api_calls", 100, "2024-01-20"); // billed elsewhere, on 02-01
  await story.use("api_calls", 200, "2024-02-05");
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-03-01  2024-02-01 → 2024-03-01  Support     1 × 20.00  20.00
                2024-02-01 → 2024-03-01  API calls  200 × 0.10  20.00
                2024-03-01 → 2024-04-01  Base        1 × 50.00  50.00
                                                         total  90.00
  `);
});

test("a change in a month billed elsewhere gives nothing back (R-TIME-3, R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const [small, large] = [await story.fixed("Small", "29.00"), await story.fixed("Large", "58.00")];
  const { id } = await story.subscribe({ prices: [small], invoiceGenerationStartDate: "2024-02-15" });
  await story.advanceTo("2024-02-20T12:00");
  await story.replace(id, small, large);
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-20  2024-02-20 → 2024-03-01  Large  1 × 58.00 × 10/29  20.00
    2024-03-01  2024-03-01 → 2024-04-01  Large          1 × 58.00  58.00
  `);
});

test("one-off prices, discounts and minimums before the start of invoicing are not billed (R-TIME-3, R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const prices = [await story.fixed("Setup", "250.00", { oneOff: true }), await story.fixed("Base", "50.00")];
  await story.subscribe({
    prices,
    invoiceGenerationStartDate: "2024-03-01",
    minimumSpend: { amount: "80.00", period: "month" },
    discount: {
      discountType: "percentage",
      amount: "10",
      durationType: "fixed",
      durationValue: 3,
      durationUnit: "months",
    },
  });
  await story.advanceTo("2024-04-01");
  const april = (await story.invoices()).filter(({ billingDate }) => billingDate === "2024-04-01");
  expect(april).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base                      1 × 50.00  50.00   // the three months are over
                2024-03-01 → 2024-04-01  True-up to minimum spend             35.00   // 80.00 − 45.00
                                                                       total  85.00
  `);
});

test("a subscription taken over in its third year bills nothing of earlier years (R-TIME-3, R-TIME-5)", async () => {
  const story = await scenario({ start: "2024-06-10" });
  const prices = [await story.fixed("Licence", "1200.00", { every: "yearly" }), await story.fixed("Base", "10.00")];
  const terms = { contractStartDate: "2021-07-31", invoiceGenerationStartDate: "2024-06-15" };
  const { id } = await story.subscribe({ prices, ...terms });
  await story.advanceTo("2024-07-31");
  expect(await story.invoices()).toEqualInvoices(`
    2024-06-30  2024-06-30 → 2024-07-31  Base        1 × 10.00    10.00
    2024-07-31  2024-07-31 → 2025-07-31  Licence  1 × 1200.00  1200.00
                2024-07-31 → 2024-08-31  Base        1 × 10.00    10.00
                                                         total  1210.00
  `);
  expect((await story.api.get(`/subscriptions/${id}`))["lastBillingDate"]).toBe("2024-07-31T00:00:00.000Z");
});

test("no minimum is invoiced before the start of invoicing (R-TIME-3)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const minimumSpend = { amount: "80.00", period: "month" };
  const prices = [await story.fixed("Base", "50.00")];
  await story.subscribe({ prices, invoiceGenerationStartDate: "2024-03-01", minimumSpend });
  await story.advanceTo("2024-02-20");
  expect(await story.invoices()).toEqual([]);
});

test("the minimum of a month whose advance was billed elsewhere does not apply (R-TIME-3, R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const minimumSpend = { amount: "80.00", period: "month" };
  await story.subscribe({
    prices: [await story.fixed("Base", "50.00")],
    invoiceGenerationStartDate: "2024-03-01",
    minimumSpend,
  });
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-03-01  2024-03-01 → 2024-04-01  Base  1 × 50.00  50.00
  `);
});

test("the minimum of a month of which everything is billed here applies (R-TIME-3, R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const minimumSpend = { amount: "100.00", period: "month" };
  const terms = { invoiceGenerationStartDate: "2024-03-01", minimumSpend };
  await story.subscribe({ prices: [await story.usage("Calls", { unit: "1.00" })], ...terms });
  await story.subscribe({ prices: [await story.usage("Jobs", { unit: "1.00" }, { every: "weekly" })], ...terms });
  await story.advanceTo("2024-02-06");
  await story.use("calls", 7, "2024-02-05");
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-03-01  2024-02-01 → 2024-03-01  Calls                     7 × 1.00    7.00
                2024-02-01 → 2024-03-01  True-up to minimum spend             93.00   // 100.00 − 7.00
                                                                       total  100.00
  `);
});
