import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("a change and its reversal on one day net to nothing (R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [one, two] = [await story.fixed("One", "60.00"), await story.fixed("Two", "120.00")];
  const { id } = await story.subscribe({ prices: [one] });
  await story.advanceTo("2024-04-16T09:00");
  await story.replace(id, one, two);
  await story.advanceTo("2024-04-16T17:00");
  await story.replace(id, two, one);
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  One                   1 × 60.00   60.00
    2024-04-16  2024-04-16 → 2024-05-01  Unused One            1 × 15/30  -30.00
                2024-04-16 → 2024-05-01  Two          1 × 120.00 × 15/30   60.00
                                                                   total   30.00
    2024-04-16 paid  2024-04-16 → 2024-05-01  Unused Two       1 × 15/15  -60.00
                2024-04-16 → 2024-05-01  One           1 × 60.00 × 15/30   30.00
                                                                   total  -30.00
    2024-05-01  2024-05-01 → 2024-06-01  One                   1 × 60.00   60.00
  `);
});

test("a price removed and added again on one day is charged what was credited (R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [base, support] = [await story.fixed("Base", "50.00"), await story.fixed("Support", "30.00")];
  const { id } = await story.subscribe({ prices: [base, support] });
  await story.advanceTo("2024-04-11T09:00");
  await story.change(id, { remove: [{ priceId: support }] });
  await story.advanceTo("2024-04-11T17:00");
  await story.change(id, { add: [{ priceId: support }] });
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  Base                    1 × 50.00   50.00
                     2024-04-01 → 2024-05-01  Support                 1 × 30.00   30.00
                                                                          total   80.00
    2024-04-11 paid  2024-04-11 → 2024-05-01  Unused Support          1 × 20/30  -20.00
    2024-04-11 paid  2024-04-11 → 2024-05-01  Support         1 × 30.00 × 20/30   20.00
    2024-05-01       2024-05-01 → 2024-06-01  Base                    1 × 50.00   50.00
                     2024-05-01 → 2024-06-01  Support                 1 × 30.00   30.00
                                                                          total   80.00
  `);
});

test("a price sold twice in a month is credited twice, each time of its own charge (R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [one, two] = [await story.fixed("One", "30.00"), await story.fixed("Two", "60.00")];
  const { id } = await story.subscribe({ prices: [one] });
  await story.advanceTo("2024-04-11T09:00"); // 20 of 30 days left
  await story.replace(id, one, two);
  await story.advanceTo("2024-04-21T09:00"); // 10 left
  await story.replace(id, two, one);
  await story.advanceTo("2024-04-26T09:00"); // 5 left
  await story.replace(id, one, two);
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  One                   1 × 30.00   30.00
    2024-04-11       2024-04-11 → 2024-05-01  Unused One            1 × 20/30  -20.00
                     2024-04-11 → 2024-05-01  Two           1 × 60.00 × 20/30   40.00
                                                                        total   20.00
    2024-04-21 paid  2024-04-21 → 2024-05-01  Unused Two            1 × 10/20  -20.00
                     2024-04-21 → 2024-05-01  One           1 × 30.00 × 10/30   10.00
                                                                        total  -10.00
    2024-04-26 paid  2024-04-26 → 2024-05-01  Unused One             1 × 5/10   -5.00
                     2024-04-26 → 2024-05-01  Two            1 × 60.00 × 5/30   10.00
                                                                        total    5.00
    2024-05-01       2024-05-01 → 2024-06-01  Two                   1 × 60.00   60.00
  `);
});
