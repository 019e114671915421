import { scenario, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("after two upgrades and a downgrade in a month, each change credits what the previous one charged (R-SUB-4, R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [one, two] = [await story.fixed("One", "30.00"), await story.fixed("Two", "60.00")];
  const [three, half] = [await story.fixed("Three", "90.00"), await story.fixed("Half", "15.00")];
  const { id } = await story.subscribe({ prices: [one] });
  await story.advanceTo("2024-04-11T09:00"); // 20 of 30 days left
  await story.replace(id, one, two);
  await story.advanceTo("2024-04-16T09:00"); // 15 left
  await story.replace(id, two, three);
  await story.advanceTo("2024-04-21T09:00"); // 10 left
  await story.replace(id, three, half);
  await story.advanceTo("2024-06-01");
  const invoices = await story.invoices();
  expect(invoices).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  One                   1 × 30.00   30.00
    2024-04-11       2024-04-11 → 2024-05-01  Unused One            1 × 20/30  -20.00  // 30.00 × 20/30
                     2024-04-11 → 2024-05-01  Two           1 × 60.00 × 20/30   40.00
                                                                        total   20.00
    2024-04-16       2024-04-16 → 2024-05-01  Unused Two            1 × 15/20  -30.00  // 40.00 × 15/20
                     2024-04-16 → 2024-05-01  Three         1 × 90.00 × 15/30   45.00
                                                                        total   15.00
    2024-04-21 paid  2024-04-21 → 2024-05-01  Unused Three          1 × 10/15  -30.00  // 45.00 × 10/15
                     2024-04-21 → 2024-05-01  Half          1 × 15.00 × 10/30    5.00
                                                                        total  -25.00
    2024-05-01 paid  2024-05-01 → 2024-06-01  Half                  1 × 15.00   15.00
    2024-06-01       2024-06-01 → 2024-07-01  Half                  1 × 15.00   15.00
  `);
  expect(credits(invoices.slice(-3))).toEqual([
    ["-25.00", "0.00"],
    ["15.00", "0.00"],
    ["10.00", "5.00"], // 25.00 − 15.00 was left
  ]);
});

test("amounts that do not divide are rounded once per line, and a credit is a share of the rounded line (R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-05-01" });
  const [basic, pro] = [await story.fixed("Basic", "49.99"), await story.fixed("Pro", "99.99")];
  const [most, mini] = [await story.fixed("Most", "149.99"), await story.fixed("Mini", "9.99")];
  const { id } = await story.subscribe({ prices: [basic] });
  await story.advanceTo("2024-05-08T12:00"); // 24 of 31 days left
  await story.replace(id, basic, pro);
  await story.advanceTo("2024-05-20T12:00"); // 12 left
  await story.replace(id, pro, most);
  await story.advanceTo("2024-05-31T23:59"); // 1 left
  await story.replace(id, most, mini);
  await story.advanceTo("2024-06-01");
  const invoices = await story.invoices();
  expect(invoices).toEqualInvoices(`
    2024-05-01       2024-05-01 → 2024-06-01  Basic                  1 × 49.99   49.99
    2024-05-08       2024-05-08 → 2024-06-01  Unused Basic           1 × 24/31  -38.70  // 1199.76 ÷ 31 = 38.7019…
                     2024-05-08 → 2024-06-01  Pro            1 × 99.99 × 24/31   77.41  // 2399.76 ÷ 31 = 77.4116…
                                                                         total   38.71
    2024-05-20       2024-05-20 → 2024-06-01  Unused Pro             1 × 12/24  -38.71  // 77.41 × 12/24 = 38.705
                     2024-05-20 → 2024-06-01  Most          1 × 149.99 × 12/31   58.06  // 1799.88 ÷ 31 = 58.0606…
                                                                         total   19.35
    2024-05-31 paid  2024-05-31 → 2024-06-01  Unused Most             1 × 1/12   -4.84  // 58.06 ÷ 12 = 4.838…
                     2024-05-31 → 2024-06-01  Mini             1 × 9.99 × 1/31    0.32  // 9.99 ÷ 31 = 0.322…
                                                                         total   -4.52
    2024-06-01       2024-06-01 → 2024-07-01  Mini                    1 × 9.99    9.99
  `);
  expect(credits(invoices.slice(-1))).toEqual([["4.52", "5.47"]]);
});

test("the credit of a downgrade pays for a later upgrade and part of the next month (R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [large, small] = [await story.fixed("Large", "300.00"), await story.fixed("Small", "90.00")];
  const medium = await story.fixed("Medium", "150.00");
  const { id } = await story.subscribe({ prices: [large] });
  await story.advanceTo("2024-04-10T12:00"); // 21 of 30 days left
  await story.replace(id, large, small);
  await story.advanceTo("2024-04-25T12:00"); // 6 left
  await story.replace(id, small, medium);
  await story.advanceTo("2024-05-01");
  const invoices = await story.invoices();
  expect(invoices).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  Large               1 × 300.00   300.00
    2024-04-10 paid  2024-04-10 → 2024-05-01  Unused Large         1 × 21/30  -210.00
                     2024-04-10 → 2024-05-01  Small        1 × 90.00 × 21/30    63.00
                                                                       total  -147.00
    2024-04-25 paid  2024-04-25 → 2024-05-01  Unused Small          1 × 6/21   -18.00  // 63.00 × 6/21
                     2024-04-25 → 2024-05-01  Medium       1 × 150.00 × 6/30    30.00
                                                                       total    12.00
    2024-05-01       2024-05-01 → 2024-06-01  Medium              1 × 150.00   150.00
  `);
  expect(credits(invoices.slice(-2))).toEqual([
    ["12.00", "0.00"], // 147.00 − 12.00 = 135.00 is left
    ["135.00", "15.00"],
  ]);
});

test("the charge of a morning change is credited by a second change in the afternoon (R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [one, two] = [await story.fixed("One", "60.00"), await story.fixed("Two", "120.00")];
  const three = await story.fixed("Three", "180.00");
  const { id } = await story.subscribe({ prices: [one] });
  await story.advanceTo("2024-04-16T09:00");
  await story.replace(id, one, two);
  await story.advanceTo("2024-04-16T17:00");
  await story.replace(id, two, three);
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  One                   1 × 60.00   60.00
    2024-04-16  2024-04-16 → 2024-05-01  Unused One            1 × 15/30  -30.00
                2024-04-16 → 2024-05-01  Two          1 × 120.00 × 15/30   60.00
                                                                   total   30.00
    2024-04-16  2024-04-16 → 2024-05-01  Unused Two            1 × 15/15  -60.00
                2024-04-16 → 2024-05-01  Three        1 × 180.00 × 15/30   90.00
                                                                   total   30.00
    2024-05-01  2024-05-01 → 2024-06-01  Three                1 × 180.00  180.00
  `);
});

test("of three quarterly prices, one that changes twice is prorated by the quarter's 91 days (R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const quarterly = { every: "quarterly" };
  const [one, two] = [await story.fixed("One", "91.00", quarterly), await story.fixed("Two", "182.00", quarterly)];
  const three = await story.fixed("Three", "273.00", quarterly);
  const { id } = await story.subscribe({ prices: [one] });
  await story.advanceTo("2024-02-01"); // 29 + 31 = 60 of 31 + 29 + 31 = 91 days left
  await story.replace(id, one, two);
  await story.advanceTo("2024-03-01"); // 31 left
  await story.replace(id, two, three);
  await story.advanceTo("2024-04-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2024-04-01  One                   1 × 91.00   91.00
    2024-02-01  2024-02-01 → 2024-04-01  Unused One            1 × 60/91  -60.00
                2024-02-01 → 2024-04-01  Two          1 × 182.00 × 60/91  120.00
                                                                   total   60.00
    2024-03-01  2024-03-01 → 2024-04-01  Unused Two            1 × 31/60  -62.00  // 120.00 × 31/60
                2024-03-01 → 2024-04-01  Three        1 × 273.00 × 31/91   93.00
                                                                   total   31.00
    2024-04-01  2024-04-01 → 2024-07-01  Three                1 × 273.00  273.00
  `);
});

test("a change can add three seats from the 16th with a new price (R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const seats = await story.fixed("Seats", "10.00", { units: 5 });
  const { id } = await story.subscribe({ prices: [seats] });
  const { productId } = await story.api.get(`/prices/${seats}`);
  await story.advanceTo("2024-04-16T12:00");
  const fixedPricingModel = { pricePerUnit: { value: "10.00" }, units: 8 };
  await story.change(id, { update: [{ priceId: seats, newPrice: { productId, type: "fixed", fixedPricingModel } }] });
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Seats                 5 × 10.00   50.00
    2024-04-16  2024-04-16 → 2024-05-01  Unused Seats          1 × 15/30  -25.00
                2024-04-16 → 2024-05-01  Seats         8 × 10.00 × 15/30   40.00
                                                                   total   15.00
    2024-05-01  2024-05-01 → 2024-06-01  Seats                 8 × 10.00   80.00
  `);
});

function credits(invoices: readonly StoryInvoice[]): string[][] {
  return invoices.map(({ creditsApplied, amountRemaining }) => [creditsApplied, amountRemaining]);
}
