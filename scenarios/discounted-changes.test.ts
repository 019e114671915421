import { discount, priceDiscount, scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("a percentage applies to the charge of a change and to its credit (R-SUB-5, R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "99.00"), await story.fixed("Large", "199.00")];
  const { id } = await story.subscribe({ prices: [small], discount: discount("20 %") });
  await story.advanceTo("2024-04-16T12:00");
  await story.replace(id, small, large);
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Small                   1 × 99.00   99.00
                2024-04-01 → 2024-05-01  Discount 20 %                      -19.80
                                                                     total   79.20
    2024-04-16  2024-04-16 → 2024-05-01  Unused Small            1 × 15/30  -49.50
                2024-04-16 → 2024-05-01  Large          1 × 199.00 × 15/30   99.50
                2024-04-16 → 2024-05-01  Discount 20 %                      -10.00   // (99.50 − 49.50) × 20 %
                                                                     total   40.00
    2024-05-01  2024-05-01 → 2024-06-01  Large                  1 × 199.00  199.00
                2024-05-01 → 2024-06-01  Discount 20 %                      -39.80
                                                                     total  159.20
  `);
});

test("a downgrade also takes back the discount of the old price (R-SUB-5, R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [large, small] = [await story.fixed("Large", "200.00"), await story.fixed("Small", "50.00")];
  const { id } = await story.subscribe({ prices: [large], discount: discount("25 %") });
  await story.advanceTo("2024-04-16T12:00");
  await story.replace(id, large, small);
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  Large                 1 × 200.00  200.00
                     2024-04-01 → 2024-05-01  Discount 25 %                     -50.00
                                                                         total  150.00
    2024-04-16 paid  2024-04-16 → 2024-05-01  Unused Large           1 × 15/30  -100.00
                     2024-04-16 → 2024-05-01  Small          1 × 50.00 × 15/30    25.00
                     2024-04-16 → 2024-05-01  Discount 25 %                       18.75   // (100.00 − 25.00) × 25 %
                                                                         total   -56.25
  `);
});

test("the discount of a replaced price does not apply to the new price (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const small = await story.fixed("Small", "60.00", { price: { discount: priceDiscount("50 %") } });
  const large = await story.fixed("Large", "120.00");
  const { id } = await story.subscribe({ prices: [small] });
  await story.advanceTo("2024-04-16T12:00");
  await story.replace(id, small, large);
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Small                   1 × 60.00   60.00
                2024-04-01 → 2024-05-01  Discount 50 %                      -30.00
                                                                     total   30.00
    2024-04-16  2024-04-16 → 2024-05-01  Unused Small            1 × 15/30  -30.00
                2024-04-16 → 2024-05-01  Large          1 × 120.00 × 15/30   60.00
                2024-04-16 → 2024-05-01  Discount 50 %                       15.00   // of the credit of Small alone
                                                                     total   45.00
    2024-05-01  2024-05-01 → 2024-06-01  Large                  1 × 120.00  120.00
  `);
});

test("a discount that ended before a change does not apply to the new price (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const base = await story.fixed("Base", "60.00", { terms: "arrears" });
  const { id } = await story.subscribe({ prices: [base], discount: discount("50 % for 15 days") });
  await story.advanceTo("2024-04-21T12:00");
  await story.change(id, { add: [{ priceId: await story.fixed("Support", "30.00") }] });
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-21  2024-04-21 → 2024-05-01  Support        1 × 30.00 × 10/30  10.00
    2024-05-01  2024-04-01 → 2024-05-01  Base                   1 × 60.00  60.00
                2024-05-01 → 2024-06-01  Support                1 × 30.00  30.00
                2024-04-01 → 2024-05-01  Discount 50 %                    -30.00   // April began in the window
                                                                    total  60.00
  `);
});

test("an ended percentage is taken back with the credit of its line (R-SUB-5, R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "60.00"), await story.fixed("Large", "120.00")];
  const { id } = await story.subscribe({ prices: [small], discount: discount("50 % for 15 days") });
  await story.advanceTo("2024-04-21T12:00");
  await story.replace(id, small, large);
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Small                   1 × 60.00   60.00
                2024-04-01 → 2024-05-01  Discount 50 %                      -30.00
                                                                   total     30.00
    2024-04-21  2024-04-21 → 2024-05-01  Unused Small          1 × 10/30    -20.00
                2024-04-21 → 2024-05-01  Large        1 × 120.00 × 10/30     40.00
                2024-04-21 → 2024-05-01  Discount 50 %                       10.00
                                                                   total     30.00
  `);
});

test("a monthly discount amount applies once in April, with or without a change (R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "60.00"), await story.fixed("Large", "120.00")];
  const { id } = await story.subscribe({ prices: [small], discount: discount("10.00") });
  await story.advanceTo("2024-04-16T12:00");
  await story.replace(id, small, large);
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Small                   1 × 60.00   60.00
                2024-04-01 → 2024-05-01  Discount                           -10.00
                                                                   total     50.00
    2024-04-16  2024-04-16 → 2024-05-01  Unused Small          1 × 15/30    -30.00
                2024-04-16 → 2024-05-01  Large        1 × 120.00 × 15/30     60.00
                                                                   total     30.00
    2024-05-01  2024-05-01 → 2024-06-01  Large                 1 × 120.00   120.00
                2024-05-01 → 2024-06-01  Discount                           -10.00
                                                                   total    110.00
  `);
});

test("removing a price does not pay out its discount amount (R-SUB-5, R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [base, support] = [
    await story.fixed("Base", "1.00", { terms: "arrears" }),
    await story.fixed("Support", "60.00"),
  ];
  const { id } = await story.subscribe({ prices: [base, support], discount: discount("60.00 for 1 months") });
  await story.advanceTo("2024-04-16T12:00");
  await story.change(id, { remove: [{ priceId: support }] });
  // April's Support was free, so removing it gives nothing back.
  expect((await story.invoices()).map(({ total }) => total)).toEqual(["0.00", "0.00"]);
});
