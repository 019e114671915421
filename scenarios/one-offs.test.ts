import { discount, scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("a one-off price added later is charged once on that day, whatever changes later (R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [base, large] = [await story.fixed("Base", "30.00"), await story.fixed("Large", "60.00")];
  const training = await story.fixed("Training", "400.00", { oneOff: true, units: 2 });
  const { id } = await story.subscribe({ prices: [base] });
  await story.advanceTo("2024-04-11T12:00");
  await story.change(id, { add: [{ priceId: training }] });
  await story.advanceTo("2024-04-16T12:00");
  await story.replace(id, base, large);
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base                1 × 30.00   30.00
    2024-04-11  2024-04-11 → 2024-04-12  Training           2 × 400.00  800.00
    2024-04-16  2024-04-16 → 2024-05-01  Unused Base         1 × 15/30  -15.00
                2024-04-16 → 2024-05-01  Large       1 × 60.00 × 15/30   30.00
                                                                 total   15.00
    2024-05-01  2024-05-01 → 2024-06-01  Large               1 × 60.00   60.00
  `);
});

test("in a trial a one-off price is charged on the first billing date, or at the start with the flag (R-TIME-2)", async () => {
  for (const [flag, billedOn] of [
    [false, "2024-03-15"],
    [true, "2024-03-01"],
  ] as const) {
    const story = await scenario({ start: "2024-03-01" });
    const setup = await story.fixed("Setup", "250.00", { oneOff: true });
    const terms = { trialPeriodDays: 14, chargeOneoffPricesOnContractStart: flag };
    await story.subscribe({ prices: [setup], ...terms });
    await story.advanceTo("2024-05-01");
    const invoices = await story.invoices();
    expect(invoices.map(({ billingDate, total }) => `${billingDate} ${total}`)).toEqual([`${billedOn} 250.00`]);
  }
});

test("a one-off price in a ramp step is charged with that step (R-SUB-3)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const base = await story.fixed("Base", "30.00");
  const migration = await story.fixed("Migration", "500.00", { oneOff: true });
  const { id } = await story.subscribe({ prices: [base] });
  await story.version(id, "2024-05-01", [base, migration]);
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base        1 × 30.00   30.00
    2024-05-01  2024-05-01 → 2024-06-01  Base        1 × 30.00   30.00
                2024-05-01 → 2024-05-02  Migration  1 × 500.00  500.00
                                                         total  530.00
    2024-06-01  2024-06-01 → 2024-07-01  Base        1 × 30.00   30.00
  `);
});

test("a contract with only one-off prices is billed once (R-TIME-2, R-INV-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const prices = [
    await story.fixed("Hardware", "1999.99", { oneOff: true }),
    await story.fixed("Delivery", "0.015", { oneOff: true, units: 3 }),
  ];
  await story.subscribe({ prices });
  await story.advanceTo("2025-04-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-04-02  Hardware  1 × 1999.99  1999.99
                2024-04-01 → 2024-04-02  Delivery    3 × 0.015     0.05   // 0.045, half away from zero
                                                         total  2000.04
  `);
});

test("a discount applies to one-off prices too (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const prices = [await story.fixed("Setup", "250.00", { oneOff: true }), await story.fixed("Base", "30.00")];
  await story.subscribe({ prices, discount: discount("10 %") });
  await story.advanceTo("2024-04-02");
  const [invoice] = await story.invoices();
  expect(invoice?.total).toBe("252.00"); // 280.00 − 25.00 − 3.00
});
