import { parseTiers, scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

/** 1,000 units a month in advance: 0.10 each up to 1,000, 0.08 each above. */
const thousand = {
  type: "prepaid_tiered",
  prepaidTieredPricingModel: { units: 1_000, tiers: parseTiers("0–1000 @0.10, 1001+ @0.08") },
};

test("S17: 1,000 units are billed in advance, 500 more in arrears at the price of their tier (R-RATE-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("Calls", thousand)] });
  await story.use("calls", 1_500, "2024-01-15");
  await story.use("calls", 1_000, "2024-02-15");
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2024-02-01  Calls  1000 × 0.10  100.00
    2024-02-01  2024-01-01 → 2024-02-01  Calls   500 × 0.08   40.00
                2024-02-01 → 2024-03-01  Calls  1000 × 0.10  100.00
                                                      total  140.00
    2024-03-01  2024-02-01 → 2024-03-01  Calls            0    0.00
                2024-03-01 → 2024-04-01  Calls  1000 × 0.10  100.00
                                                      total  100.00
  `);
});

test("S18: with 12,000 prepaid for 900.00 and 2,000 used a month, months seven to twelve cost 140.00 each (R-RATE-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const prepaidFixedTieredPricingModel = {
    units: 12_000,
    overageInterval: "monthly",
    tiers: parseTiers("0–12000 @0 + 900, 12001–24000 @0.07, 24001+ @0.05"),
  };
  const pricing = { type: "prepaid_fixed_tiered", prepaidFixedTieredPricingModel };
  await story.subscribe({ prices: [await story.usage("Calls", pricing, { every: "yearly" })] });
  for (let month = 1; month <= 12; month += 1) {
    await story.use("calls", 2_000, `2024-${String(month).padStart(2, "0")}-15`);
  }
  await story.advanceTo("2025-01-01");
  expect((await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`)).toEqual([
    "2024-01-01 900.00",
    "2024-02-01 0.00",
    "2024-03-01 0.00",
    "2024-04-01 0.00",
    "2024-05-01 0.00",
    "2024-06-01 0.00",
    "2024-07-01 0.00", // 12,000 are used up
    "2024-08-01 140.00", // 2,000 × 0.07
    "2024-09-01 140.00",
    "2024-10-01 140.00",
    "2024-11-01 140.00",
    "2024-12-01 140.00",
    "2025-01-01 1040.00", // 140.00 of December and the next year's 900.00
  ]);
});

test("half a month has half of the units for half of the price (R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-04-16" });
  await story.subscribe({ prices: [await story.usage("Calls", thousand)], firstBillingDate: "2024-05-01" });
  await story.use("calls", 700, "2024-04-20");
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-05-01  2024-04-16 → 2024-05-01  Calls  1000 × 0.10 × 15/30   50.00
                2024-04-16 → 2024-05-01  Calls           200 × 0.10   20.00   // 700 − 500, in the first tier
                2024-05-01 → 2024-06-01  Calls          1000 × 0.10  100.00
                                                              total  170.00
  `);
});

test("canceled mid-month: half of the advance is credited, and half of the units cover usage (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const { id } = await story.subscribe({ prices: [await story.usage("Calls", thousand)] });
  await story.use("calls", 620, "2024-04-10");
  await story.advanceTo("2024-04-15T12:00");
  await story.act(id, "cancel");
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  Calls         1000 × 0.10  100.00
    2024-04-16 paid  2024-04-16 → 2024-05-01  Unused Calls    1 × 15/30  -50.00
                     2024-04-01 → 2024-04-16  Calls          120 × 0.10   12.00   // 620 − 500
                                                                  total  -38.00
  `);
});

test("late usage first uses remaining units (R-INV-9)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("Calls", thousand)] });
  await story.use("calls", 900, "2024-01-15");
  await story.advanceTo("2024-02-10");
  await story.use("calls", 150, "2024-01-20");
  await story.advanceTo("2024-03-10");
  await story.use("calls", 10, "2024-01-20");
  await story.advanceTo("2024-04-01");
  expect((await story.invoices()).map(({ total }) => total)).toEqual([
    "100.00",
    "100.00", // nothing above the units
    "104.00", // 1,050 − 1,000 = 50 × 0.08
    "100.80", // 10 × 0.08
  ]);
});

test("late usage of a quarter corrects later billed quarters at once (R-INV-9)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const prepaidFixedTieredPricingModel = {
    units: 100,
    overageInterval: "quarterly",
    tiers: parseTiers("0–100 @0, 101–200 @0.50, 201+ @0.10"),
  };
  const pricing = { type: "prepaid_fixed_tiered", prepaidFixedTieredPricingModel };
  const calls = await story.usage("Calls", pricing, { every: "yearly" });
  await story.subscribe({ prices: [calls, await story.fixed("Base", "10.00")] });
  await story.use("calls", 150, "2024-02-15");
  await story.use("calls", 50, "2024-05-15");
  await story.advanceTo("2024-07-10");
  await story.use("calls", 20, "2024-02-20");
  await story.advanceTo("2024-10-01");
  // 220 in all: 100 × 0.50 + 20 × 0.10 = 52.00, less the 50.00 billed. By the first quarter alone it would be 20 × 0.50.
  const invoices = await story.invoices();
  expect(invoices.slice(-4).map(({ billingDate, total }) => `${billingDate} ${total}`)).toEqual([
    "2024-07-01 35.00", // 50 × 0.50 and the 10.00 of July
    "2024-08-01 12.00", // 2.00 late and the 10.00 of August
    "2024-09-01 10.00",
    "2024-10-01 10.00",
  ]);
});

test("changed mid-month: each price has half of its units for half of its price (R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const metrics = [await story.metric("Calls")];
  const prepaid = (units: number, tiers: string) => ({
    type: "prepaid_tiered",
    prepaidTieredPricingModel: { units, tiers: parseTiers(tiers) },
  });
  const small = await story.usage("Small", prepaid(1000, "0–1000 @0.10, 1001+ @0.08"), { metrics });
  const large = await story.usage("Large", prepaid(2000, "0–2000 @0.05, 2001+ @0.04"), { metrics });
  const { id } = await story.subscribe({ prices: [small] });
  await story.use("calls", 620, "2024-04-10");
  await story.advanceTo("2024-04-16T12:00");
  await story.replace(id, small, large);
  await story.use("calls", 1100, "2024-04-20");
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Small                  1000 × 0.10  100.00
    2024-04-16 paid  2024-04-16 → 2024-05-01  Unused Small        1 × 15/30  -50.00
                2024-04-16 → 2024-05-01  Large          2000 × 0.05 × 15/30   50.00
                                                                      total    0.00
    2024-05-01  2024-04-01 → 2024-04-16  Small                   120 × 0.10   12.00
                2024-04-16 → 2024-05-01  Large                   100 × 0.05    5.00
                2024-05-01 → 2024-06-01  Large                  2000 × 0.05  100.00
                                                                      total  117.00
  `);
});

test("a prepaid year canceled after 73 days covers 73 days of units, and charges usage above (R-SUB-6)", async () => {
  const story = await scenario({ start: "2023-01-01" });
  const prepaidFixedTieredPricingModel = {
    units: 3_650,
    overageInterval: "monthly",
    tiers: parseTiers("0–3650 @0.10 + 365, 3651+ @0.20"),
  };
  const price = await story.usage(
    "Calls",
    { type: "prepaid_fixed_tiered", prepaidFixedTieredPricingModel },
    { every: "yearly" },
  );
  const { id } = await story.subscribe({ prices: [price] });
  await story.use("calls", 500, "2023-01-15");
  await story.use("calls", 600, "2023-02-15");
  await story.advanceTo("2023-03-14T12:00"); // 31 + 28 + 14 = 73 days with the 14th
  await story.act(id, "cancel");
  await story.advanceTo("2023-06-01");
  // Units of 73 days: 3,650 × 73/365 = 730; 1,100 were used; 370 above in the first tier at 0.10.
  expect((await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`)).toEqual([
    "2023-01-01 365.00",
    "2023-02-01 0.00",
    "2023-03-01 0.00",
    "2023-03-15 -255.00", // −365.00 × 292/365 + 370 × 0.10
  ]);
});
