import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

async function totals(story: Story): Promise<string[]> {
  return (await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`);
}

test("a late event of a level corrects its month and all later invoiced months (R-INV-9, R-MET-1)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const price = await story.usage("Storage", { unit: "1.00" }, { measure: "weighted_sum gigabytes" });
  await story.subscribe({ prices: [price] });
  await story.use("storage", { gigabytes: 10 }, "2024-01-01");
  await story.advanceTo("2024-03-10");
  await story.use("storage", { gigabytes: 31 }, "2024-01-31"); // one of January's 31 days
  await story.advanceTo("2024-04-01");
  const invoices = await story.invoices();
  expect(invoices.slice(0, 2).map(({ total }) => total)).toEqual(["10.00", "10.00"]);
  expect(invoices.at(-1)?.lineItems.map(({ servicePeriod, totalPrice }) => [servicePeriod.start, totalPrice])).toEqual([
    ["2024-01-01", "1.00"], // 31 × 1/31
    ["2024-02-01", "31.00"],
    ["2024-03-01", "41.00"],
  ]);
});

test("a late maximum is corrected by its excess over the billed one (R-INV-9, R-MET-1)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("Seats", { unit: "3.00" }, { measure: "max seats" })] });
  await story.use("seats", { seats: 10 }, "2024-01-15");
  await story.advanceTo("2024-02-10");
  await story.use("seats", { seats: 12 }, "2024-01-20");
  await story.use("seats", { seats: 11 }, "2024-01-21");
  await story.advanceTo("2024-03-10");
  await story.use("seats", { seats: 4 }, "2024-01-22"); // below: nothing to correct
  await story.advanceTo("2024-04-01");
  expect(await totals(story)).toEqual(["2024-02-01 30.00", "2024-03-01 6.00", "2024-04-01 0.00"]);
});

test("latest: a late value after the last one counts, an earlier one does not (R-INV-9, R-MET-1)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("Seats", { unit: "3.00" }, { measure: "latest seats" })] });
  await story.use("seats", { seats: 12 }, "2024-01-20");
  await story.advanceTo("2024-02-10");
  await story.use("seats", { seats: 99 }, "2024-01-10");
  await story.advanceTo("2024-03-10");
  await story.use("seats", { seats: 7 }, "2024-01-25");
  await story.advanceTo("2024-04-01");
  expect(await totals(story)).toEqual(["2024-02-01 36.00", "2024-03-01 0.00", "2024-04-01 -15.00"]); // 21.00 − 36.00
});

test("late unique values count once with those of their month (R-INV-9, R-MET-1)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const terms = { event: "login", measure: "count_unique person" };
  await story.subscribe({ prices: [await story.usage("People", { unit: "5.00" }, terms)] });
  for (const person of ["ada", "bob"]) await story.use("login", { person }, "2024-01-20");
  await story.advanceTo("2024-02-10");
  for (const person of ["ada", "eve"]) await story.use("login", { person }, "2024-01-21");
  await story.advanceTo("2024-03-01");
  expect(await totals(story)).toEqual(["2024-02-01 10.00", "2024-03-01 5.00"]);
});

test("if the price changed within the month, each part is corrected at its own price (R-INV-9, R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const metrics = [await story.metric("API calls")];
  const cheap = await story.usage("Cheap", { unit: "0.10" }, { metrics });
  const dear = await story.usage("Dear", { unit: "0.20" }, { metrics });
  const { id } = await story.subscribe({ prices: [cheap] });
  await story.change(id, { update: [{ priceId: cheap, newPriceId: dear }], effective: "2024-04-16" });
  await story.use("api_calls", 100, "2024-04-10");
  await story.advanceTo("2024-05-10");
  await story.use("api_calls", 10, "2024-04-15T23:59:59");
  await story.use("api_calls", 10, "2024-04-16");
  await story.advanceTo("2024-06-01");
  const corrections = (await story.invoices()).at(-1)?.lineItems.filter(({ kind }) => kind === "correction");
  expect(
    corrections?.map(({ servicePeriod, totalPrice }) => [servicePeriod.start, servicePeriod.end, totalPrice]),
  ).toEqual([
    ["2024-04-01", "2024-04-16", "1.00"],
    ["2024-04-16", "2024-05-01", "2.00"],
  ]);
});

test("usage before the contract or in its trial is never late (R-INV-9, R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-01-10" });
  const calls = await story.usage("API calls", { unit: "1.00" });
  const terms = { trialPeriodDays: 10, firstBillingDate: "2024-02-01" };
  await story.subscribe({ prices: [calls], ...terms });
  await story.use("api_calls", 5, "2024-01-25");
  await story.advanceTo("2024-02-10");
  await story.use("api_calls", 100, "2024-01-05");
  await story.use("api_calls", 100, "2024-01-19T23:59:59");
  await story.use("api_calls", 2, "2024-01-20"); // the stub
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-20 → 2024-02-01  API calls                                          5 × 1.00  5.00
    2024-03-01  2024-01-20 → 2024-02-01  Late usage of 2024-01-20 to 2024-01-31: API calls  2 × 1.00  2.00
                2024-02-01 → 2024-03-01  API calls                                          0 × 1.00  0.00
                                                                                               total  2.00
  `);
});

test("half cents: one unit was billed at a cent, and a late second one adds nothing (R-INV-9)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const terms = { currency: "EUR", sourceCurrency: "USD", conversionRate: "0.5" };
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "0.01" })], ...terms });
  await story.use("api_calls", 1, "2024-01-15");
  await story.advanceTo("2024-02-10");
  await story.use("api_calls", 1, "2024-01-16");
  await story.advanceTo("2024-03-10");
  await story.use("api_calls", 1, "2024-01-17");
  await story.advanceTo("2024-04-01");
  expect(await totals(story)).toEqual([
    "2024-02-01 0.01", // 0.005
    "2024-03-01 0.00", // 0.01 in all
    "2024-04-01 0.01", // 0.015 in all is 0.02
  ]);
});

test("an event within the grace period is in its invoice, a later one is late (R-INV-2, R-INV-9)", async () => {
  const story = await scenario({ start: "2024-01-01", graceHours: 6 });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })] });
  await story.advanceTo("2024-02-01T05:59");
  await story.use("api_calls", 1, "2024-01-31");
  await story.advanceTo("2024-02-01T06:00");
  await story.use("api_calls", 10, "2024-01-31");
  await story.advanceTo("2024-03-02");
  expect(await totals(story)).toEqual(["2024-02-01 1.00", "2024-03-01 10.00"]);
});
