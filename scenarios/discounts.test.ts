import { discount, priceDiscount, scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("15.00 off for two months, then the full price (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-31" });
  const terms = { discount: discount("15.00 for 2 months") };
  await story.subscribe({ prices: [await story.fixed("Base", "50.00")], ...terms });
  await story.advanceTo("2024-03-31"); // the window is 01-31 → 03-31
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-31  2024-01-31 → 2024-02-29  Base      1 × 50.00   50.00
                2024-01-31 → 2024-02-29  Discount             -15.00
                                                       total   35.00
    2024-02-29  2024-02-29 → 2024-03-31  Base      1 × 50.00   50.00
                2024-02-29 → 2024-03-31  Discount             -15.00
                                                       total   35.00
    2024-03-31  2024-03-31 → 2024-04-30  Base      1 × 50.00   50.00
  `);
});

test("a discount amount never exceeds the month's charges, and the rest expires (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const calls = await story.usage("API calls", { unit: "1.00" });
  await story.subscribe({ prices: [calls], discount: discount("80.00") });
  await story.use("api_calls", 50, "2024-01-10");
  await story.use("api_calls", 90, "2024-02-10");
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01 paid  2024-01-01 → 2024-02-01  API calls  50 × 1.00   50.00
                     2024-01-01 → 2024-02-01  Discount              -50.00
                                                             total    0.00
    2024-03-01       2024-02-01 → 2024-03-01  API calls  90 × 1.00   90.00
                     2024-02-01 → 2024-03-01  Discount              -80.00
                                                             total   10.00
  `);
});

test("33.333 % of 9.99 is rounded once, half away from zero (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.fixed("Base", "9.99")], discount: discount("33.333 %") });
  await story.advanceTo("2024-01-02");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2024-02-01  Base               1 × 9.99   9.99
                2024-01-01 → 2024-02-01  Discount 33.333 %            -3.33   // 3.3299667
                                                               total   6.66
  `);
});

test("the discount of a price applies before the subscription's (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const support = await story.fixed("Support", "40.00", { price: { discount: priceDiscount("25 %") } });
  const prices = [await story.fixed("Base", "100.00"), support];
  await story.subscribe({ prices, discount: discount("10 %") });
  await story.advanceTo("2024-01-02");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2024-02-01  Base           1 × 100.00  100.00
                2024-01-01 → 2024-02-01  Support         1 × 40.00   40.00
                2024-01-01 → 2024-02-01  Discount 25 %              -10.00   // 40.00 × 25 %
                2024-01-01 → 2024-02-01  Discount 10 %              -13.00   // (100.00 + 40.00 − 10.00) × 10 %
                                                             total  117.00
  `);
});

test("a price discount that ends in mid-month covers the whole month that began before (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const half = { discountType: "percentage", amount: { value: "50" }, endDate: "2024-02-15T00:00:00Z" };
  await story.subscribe({ prices: [await story.fixed("Base", "50.00", { price: { discount: half } })] });
  await story.advanceTo("2024-03-01");
  const totals = (await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`);
  expect(totals).toEqual(["2024-01-01 25.00", "2024-02-01 25.00", "2024-03-01 50.00"]);
});

test("the months of a price's discount count from its first sale (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const base = await story.fixed("Base", "50.00");
  const support = await story.fixed("Support", "40.00", { price: { discount: priceDiscount("5.00 for 2 months") } });
  const { id } = await story.subscribe({ prices: [base] });
  await story.version(id, "2024-03-01", [base, support]);
  await story.advanceTo("2024-05-01");
  const totals = (await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`);
  expect(totals).toEqual([
    "2024-01-01 50.00",
    "2024-02-01 50.00",
    "2024-03-01 85.00", // 50.00 + 40.00 − 5.00
    "2024-04-01 85.00",
    "2024-05-01 90.00",
  ]);
});

test("the window of a discount starts with the first charged day after the trial (R-SUB-8, R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-03-01" });
  const terms = { trialPeriodDays: 14, discount: discount("20 % for 1 months") };
  await story.subscribe({ prices: [await story.fixed("Base", "50.00")], ...terms });
  await story.advanceTo("2024-04-15");
  const totals = (await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`);
  expect(totals).toEqual(["2024-03-15 40.00", "2024-04-15 50.00"]); // 03-15 → 04-15 holds the first period
});

test("a stub and the first month have separate discount lines (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-22" });
  const terms = { firstBillingDate: "2024-02-01", discount: discount("50 % for 1 weeks") };
  await story.subscribe({ prices: [await story.fixed("Base", "31.00")], ...terms });
  await story.advanceTo("2024-02-01"); // the week is over, but the stub began in it
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-22 → 2024-02-01  Base           1 × 31.00 × 10/31  10.00
                2024-02-01 → 2024-03-01  Base                   1 × 31.00  31.00
                2024-01-22 → 2024-02-01  Discount 50 %                     -5.00
                                                                    total  36.00
  `);
});

test("a monthly discount amount reduces the yearly price in the first month and usage later (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const prices = [
    await story.fixed("Year", "366.00", { every: "yearly" }),
    await story.usage("Calls", { unit: "1.00" }),
  ];
  await story.subscribe({ prices, discount: discount("10.00") });
  await story.use("calls", 4, "2024-01-15");
  await story.use("calls", 25, "2024-02-15");
  await story.advanceTo("2024-03-01");
  expect((await story.invoices()).map(({ total }) => total)).toEqual([
    "356.00",
    "4.00", // January had its 10.00
    "15.00",
  ]);
});

test("the window of a discount starts after the price's trial, which begins no earlier than the contract (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const price = { trialPeriodDays: 7, discount: priceDiscount("50 % for 1 months") };
  const [base, support] = [await story.fixed("Base", "30.00"), await story.fixed("Support", "60.00", { price })];
  const { id } = await story.subscribe({ prices: [base, support], contractStartDate: "2024-04-20" });
  const path = `/subscriptions/${id}/versions`;
  const early = await story.api.post(path, { startDate: "2024-04-10", priceGroups: [{ priceIds: [base, support] }] });
  await story.api.post(`${path}/${early.id}/publish`);
  await story.advanceTo("2024-06-20");
  // The trial is from 04-20 to 04-27, so the discount is from 04-27 to 05-27.
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-20  2024-04-20 → 2024-05-20  Base              1 × 30.00   30.00
    2024-04-27  2024-04-27 → 2024-05-20  Support   1 × 60.00 × 23/30   46.00
                2024-04-27 → 2024-05-20  Discount 50 %                -23.00
                                                                total  23.00
    2024-05-20  2024-05-20 → 2024-06-20  Base              1 × 30.00   30.00
                2024-05-20 → 2024-06-20  Support           1 × 60.00   60.00
                2024-05-20 → 2024-06-20  Discount 50 %                -30.00
                                                                total  60.00
    2024-06-20  2024-06-20 → 2024-07-20  Base              1 × 30.00   30.00
                2024-06-20 → 2024-07-20  Support           1 × 60.00   60.00
                                                                total  90.00
  `);
});
