import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("a weekly price that changes on a Thursday charges four of seven days (R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-04-01" }); // a Monday
  const weekly = { every: "weekly" };
  const [small, large] = [await story.fixed("Small", "70.00", weekly), await story.fixed("Large", "140.00", weekly)];
  const { id } = await story.subscribe({ prices: [small] });
  await story.advanceTo("2024-04-04T18:00");
  await story.replace(id, small, large);
  await story.advanceTo("2024-04-15");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-04-08  Small                1 × 70.00   70.00
    2024-04-04  2024-04-04 → 2024-04-08  Unused Small           1 × 4/7  -40.00
                2024-04-04 → 2024-04-08  Large        1 × 140.00 × 4/7   80.00
                                                                  total   40.00
    2024-04-08  2024-04-08 → 2024-04-15  Large               1 × 140.00  140.00
    2024-04-15  2024-04-15 → 2024-04-22  Large               1 × 140.00  140.00
  `);
});

test("a daily price covers the 29th of February, and a change replaces the whole day (R-TIME-2, R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-02-28" });
  const daily = { every: "daily" };
  const [small, large] = [await story.fixed("Small", "5.00", daily), await story.fixed("Large", "8.00", daily)];
  const { id } = await story.subscribe({ prices: [small] });
  await story.advanceTo("2024-02-29T12:00");
  await story.replace(id, small, large);
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-28  2024-02-28 → 2024-02-29  Small         1 × 5.00   5.00
    2024-02-29  2024-02-29 → 2024-03-01  Small         1 × 5.00   5.00
    2024-02-29  2024-02-29 → 2024-03-01  Unused Small   1 × 1/1  -5.00
                2024-02-29 → 2024-03-01  Large         1 × 8.00   8.00
                                                          total   3.00
    2024-03-01  2024-03-01 → 2024-03-02  Large         1 × 8.00   8.00
  `);
});

test("five intervals on one anchor share an invoice when their periods begin together (R-INV-4, R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-02-01" });
  const every = (name: string, amount: string, interval: string) => story.fixed(name, amount, { every: interval });
  const prices = [
    await every("Week", "7.00", "weekly"),
    await every("Month", "30.00", "monthly"),
    await every("Quarter", "90.00", "quarterly"),
    await every("Half", "180.00", "semi_annual"),
    await every("Year", "360.00", "yearly"),
  ];
  await story.subscribe({ prices });
  await story.advanceTo("2024-05-02");
  const totals = (await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`);
  expect(totals).toEqual([
    "2024-02-01 667.00", // 7 + 30 + 90 + 180 + 360
    "2024-02-08 7.00",
    "2024-02-15 7.00",
    "2024-02-22 7.00",
    "2024-02-29 7.00",
    "2024-03-01 30.00",
    "2024-03-07 7.00",
    "2024-03-14 7.00",
    "2024-03-21 7.00",
    "2024-03-28 7.00",
    "2024-04-01 30.00",
    "2024-04-04 7.00",
    "2024-04-11 7.00",
    "2024-04-18 7.00",
    "2024-04-25 7.00",
    "2024-05-01 120.00", // month and quarter
    "2024-05-02 7.00",
  ]);
});

test("each interval has a stub of its length before the shared anchor (R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-03-29" });
  const every = (name: string, amount: string, interval: string) => story.fixed(name, amount, { every: interval });
  const prices = [
    await every("Week", "7.00", "weekly"),
    await every("Month", "31.00", "monthly"),
    await every("Year", "366.00", "yearly"),
  ];
  await story.subscribe({ prices, firstBillingDate: "2024-04-01" });
  await story.advanceTo("2024-04-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-03-29 → 2024-04-01  Week       1 × 7.00 × 3/7    3.00
                2024-03-29 → 2024-04-01  Month    1 × 31.00 × 3/31    3.00   // of March
                2024-03-29 → 2024-04-01  Year   1 × 366.00 × 3/366    3.00   // of 2023-04-01 → 2024-04-01
                2024-04-01 → 2024-04-08  Week             1 × 7.00    7.00
                2024-04-01 → 2024-05-01  Month           1 × 31.00   31.00
                2024-04-01 → 2025-04-01  Year           1 × 366.00  366.00
                                                             total  413.00
  `);
});

test("a stub longer than its interval is one line: nine days of a week, three of a day (R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [week, day] = [
    await story.fixed("Week", "7.00", { every: "weekly" }),
    await story.fixed("Day", "5.00", { every: "daily" }),
  ];
  await story.subscribe({ prices: [week], firstBillingDate: "2024-04-10" });
  await story.subscribe({ prices: [day], account: await story.account(), firstBillingDate: "2024-04-04" });
  await story.advanceTo("2024-04-04");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-04  2024-04-01 → 2024-04-04  Day  1 × 5.00 × 3/1  15.00
                2024-04-04 → 2024-04-05  Day        1 × 5.00   5.00
                                                       total  20.00
  `);
  await story.advanceTo("2024-04-10");
  expect(await story.invoices(story.accountId)).toEqualInvoices(`
    2024-04-10  2024-04-01 → 2024-04-10  Week  1 × 7.00 × 9/7   9.00
                2024-04-10 → 2024-04-17  Week        1 × 7.00   7.00
                                                        total  16.00
  `);
});

test("weekly usage of a monthly subscription is billed when each week ends (R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-02-26" });
  const calls = await story.usage("API calls", { unit: "0.50" }, { every: "weekly" });
  await story.subscribe({ prices: [await story.fixed("Base", "20.00"), calls] });
  await story.use("api_calls", 10, "2024-02-29T23:00");
  await story.use("api_calls", 4, "2024-03-04"); // the first day of the second week
  await story.advanceTo("2024-03-11");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-26  2024-02-26 → 2024-03-26  Base       1 × 20.00  20.00
    2024-03-04  2024-02-26 → 2024-03-04  API calls  10 × 0.50   5.00
    2024-03-11  2024-03-04 → 2024-03-11  API calls   4 × 0.50   2.00
  `);
});

test("a week counts in the month in which it starts: April's minimum gives back what its last week brings (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const minimumSpend = { amount: "50.00", period: "month" };
  await story.subscribe({
    prices: [await story.fixed("Week", "7.00", { every: "weekly", terms: "arrears" })],
    minimumSpend,
  });
  await story.advanceTo("2024-06-04");
  expect((await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`)).toEqual([
    "2024-04-08 7.00",
    "2024-04-15 7.00",
    "2024-04-22 7.00",
    "2024-04-29 7.00",
    "2024-05-01 22.00", // 50.00 − 4 × 7.00
    "2024-05-06 0.00", // the week from 04-29: 7.00, and the true-up is 7.00 less
    "2024-05-13 7.00",
    "2024-05-20 7.00",
    "2024-05-27 7.00",
    "2024-06-01 29.00", // 50.00 − 3 × 7.00
    "2024-06-03 0.00",
  ]);
});
