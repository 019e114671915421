import { discount, scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("usage sent within the grace period moves the month into another tier (R-INV-2)", async () => {
  const story = await scenario({ start: "2024-01-01", graceHours: 12 });
  await story.subscribe({ prices: [await story.usage("API calls", { tiered: "0–100 @0.15, 101+ @0.10" })] });
  await story.use("api_calls", 100, "2024-01-15");
  await story.advanceTo("2024-02-01T06:00");
  await story.use("api_calls", 50, "2024-01-31T22:00");
  await story.use("api_calls", 7, "2024-02-01T01:00"); // February's
  await story.advanceTo("2024-03-02");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls  150 × 0.10  15.00
    2024-03-01  2024-02-01 → 2024-03-01  API calls    7 × 0.15   1.05
  `);
});

test("usage of the grace period updates discount, minimum and maximum (R-INV-2, R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01", graceHours: 24 });
  const calls = await story.usage("API calls", { unit: "1.00" });
  const limits = {
    minimumSpend: { amount: "100.00", period: "month" },
    maximumSpend: { amount: "120.00", period: "month" },
  };
  await story.subscribe({ prices: [calls], discount: discount("10 %"), ...limits });
  await story.use("api_calls", 100, "2024-01-15");
  await story.advanceTo("2024-02-01T12:00");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01 draft  2024-01-01 → 2024-02-01  API calls                 100 × 1.00  100.00
                      2024-01-01 → 2024-02-01  Discount 10 %                         -10.00
                      2024-01-01 → 2024-02-01  True-up to minimum spend               10.00
                                                                              total  100.00
  `);
  await story.use("api_calls", 50, "2024-01-31");
  await story.advanceTo("2024-02-02");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls                   150 × 1.00  150.00
                2024-01-01 → 2024-02-01  Discount 10 %                           -15.00
                2024-01-01 → 2024-02-01  Reduction to maximum spend              -15.00   // 135.00 − 120.00
                                                                          total  120.00
  `);
});

test("a change while a draft waits has a separate invoice, and the draft keeps its charges (R-INV-2, R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01", graceHours: 24 });
  const calls = await story.usage("API calls", { unit: "0.10" });
  const [small, large] = [await story.fixed("Small", "31.00"), await story.fixed("Large", "62.00")];
  const { id } = await story.subscribe({ prices: [small, calls] });
  await story.use("api_calls", 100, "2024-04-10");
  await story.advanceTo("2024-05-01T06:00");
  await story.replace(id, small, large);
  await story.use("api_calls", 20, "2024-04-30T12:00"); // late, within the grace
  await story.advanceTo("2024-05-02");
  expect((await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`)).toEqual([
    "2024-04-01 31.00",
    "2024-05-01 43.00", // 120 × 0.10 + 31.00
    "2024-05-01 31.00", // 62.00 − 31.00
  ]);
});

test("a clock that jumps issues each draft with what was known at the end of its grace (R-TIME-4, R-INV-2)", async () => {
  const story = await scenario({ start: "2024-01-01", graceHours: 48 });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })] });
  await story.use("api_calls", 5, "2024-01-15");
  await story.advanceTo("2024-03-10");
  const issued = (await story.invoices()).map(({ billingDate, issueDate, number }) => [billingDate, issueDate, number]);
  expect(issued).toEqual([
    ["2024-02-01", "2024-02-03T00:00:00.000Z", "INV-2024-00001"],
    ["2024-03-01", "2024-03-03T00:00:00.000Z", "INV-2024-00002"],
  ]);
});

test("a draft issued early includes usage known by then (R-INV-2)", async () => {
  const story = await scenario({ start: "2024-01-01", graceHours: 240 });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })] });
  await story.use("api_calls", 5, "2024-01-15");
  await story.advanceTo("2024-02-01T08:00");
  await story.use("api_calls", 3, "2024-01-31T20:00");
  const [draft] = await story.invoices();
  await story.api.post(`/invoices/${draft?.id ?? ""}/issue`);
  const [issued] = await story.invoices();
  expect(issued).toMatchObject({ status: "issued", total: "8.00", issueDate: "2024-02-01T08:00:00.000Z" });
  await story.advanceTo("2024-02-20");
  expect((await story.invoices())[0]).toEqual(issued); // the end of its grace period has no effect any more
});
