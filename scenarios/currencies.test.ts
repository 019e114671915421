import { discount, scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("prices in dollars are invoiced in euros at a frozen rate, with each line rounded separately (R-SUB-9)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const calls = await story.usage("API calls", { unit: "0.013" });
  const prices = [await story.fixed("Base", "99.00"), calls];
  const terms = { currency: "EUR", sourceCurrency: "USD", conversionRate: "0.92", conversionRateDate: "2024-03-28" };
  const { id } = await story.subscribe({ prices, ...terms });
  await story.use("api_calls", 777, "2024-04-10");
  await story.advanceTo("2024-05-01");
  const invoices = await story.invoices();
  expect(invoices).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base           1 × 91.08    91.08   // 99.00 × 0.92
    2024-05-01  2024-04-01 → 2024-05-01  API calls  777 × 0.01196     9.29   // 777 × 0.013 × 0.92 = 9.29292
                2024-05-01 → 2024-06-01  Base           1 × 91.08    91.08
                                                            total   100.37
  `);
  expect(invoices.map(({ currency }) => currency)).toEqual(["EUR", "EUR"]);
  expect(await story.api.get(`/subscriptions/${id}`)).toMatchObject({
    conversionRate: 0.92,
    conversionRateDate: "2024-03-28T00:00:00.000Z",
  });
});

test("the credit of a converted line is a share of it, without another conversion (R-SUB-5, R-SUB-9)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "99.00"), await story.fixed("Large", "199.00")];
  const terms = { currency: "EUR", sourceCurrency: "USD", conversionRate: "0.92" };
  const { id } = await story.subscribe({ prices: [small], ...terms });
  await story.advanceTo("2024-04-16T12:00");
  await story.replace(id, small, large);
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Small                 1 × 91.08   91.08
    2024-04-16  2024-04-16 → 2024-05-01  Unused Small          1 × 15/30  -45.54   // 91.08 × 15/30
                2024-04-16 → 2024-05-01  Large        1 × 183.08 × 15/30   91.54   // 199.00 × 0.92 × 15/30
                                                                   total   46.00
  `);
});

test("yen have no decimals: conversion, stub and rounding are one step (R-RATE-2, R-SUB-9)", async () => {
  const story = await scenario({ start: "2024-01-16" });
  const terms = { currency: "JPY", sourceCurrency: "USD", conversionRate: "151.37" };
  await story.subscribe({ prices: [await story.fixed("Base", "19.99")], firstBillingDate: "2024-02-01", ...terms });
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-16 → 2024-02-01  Base  1 × 3025.8863 × 16/31  1562   // 19.99 × 151.37 × 16 ÷ 31 = 1561.747…
                2024-02-01 → 2024-03-01  Base          1 × 3025.8863  3026
                                                               total  4588
  `);
});

test("Kuwaiti dinars have three decimals, down to half a fils (R-RATE-2)", async () => {
  const story = await scenario({ start: "2024-01-25", currency: "KWD" });
  const calls = await story.usage("API calls", { unit: "0.0005" });
  const prices = [await story.fixed("Base", "10.005"), calls];
  await story.subscribe({ prices, firstBillingDate: "2024-02-01" });
  await story.use("api_calls", 1_235, "2024-01-30");
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-25 → 2024-02-01  Base       1 × 10.005 × 7/31   2.259   // 70.035 ÷ 31 = 2.25919…
                2024-01-25 → 2024-02-01  API calls      1235 × 0.0005   0.618   // 0.6175
                2024-02-01 → 2024-03-01  Base              1 × 10.005  10.005
                                                                total  12.882
  `);
});

test("100.00 USD × 0.37604 in Bahraini dinars is rounded to three decimals (R-SUB-9)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const terms = { currency: "BHD", sourceCurrency: "USD", conversionRate: "0.37604" };
  const prices = [await story.fixed("Base", "100.01"), await story.fixed("Support", "0.01")];
  await story.subscribe({ prices, ...terms });
  await story.advanceTo("2024-01-02");
  const [invoice] = await story.invoices();
  expect(invoice?.lineItems.map(({ totalPrice }) => totalPrice)).toEqual([
    "37.608", // 100.01 × 0.37604 = 37.6077604
    "0.004", // 0.0037604
  ]);
  expect(invoice?.total).toBe("37.612"); // the sum of the rounded lines
});

test("limits and discount amounts are in the currency of the invoice (R-SUB-8, R-SUB-9)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const base = await story.fixed("Base", "100.00", { terms: "arrears" });
  const terms = { currency: "EUR", sourceCurrency: "USD", conversionRate: "0.5" };
  const minimumSpend = { amount: "60.00", period: "month" };
  await story.subscribe({ prices: [base], ...terms, discount: discount("5.00"), minimumSpend });
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  Base                      1 × 50.00  50.00
                2024-01-01 → 2024-02-01  Discount                             -5.00
                2024-01-01 → 2024-02-01  True-up to minimum spend             15.00
                                                                       total  60.00
  `);
});

test("the conversion rate of an active subscription cannot change (R-SUB-9)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const terms = { currency: "EUR", sourceCurrency: "USD", conversionRate: "0.92" };
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "100.00")], ...terms });
  const answer = await story.api.request("PATCH", `/subscriptions/${id}`, { body: { conversionRate: "0.95" } });
  expect(answer.status).toBe(409);
  await story.advanceTo("2024-02-01");
  expect((await story.invoices()).map(({ total }) => total)).toEqual(["92.00", "92.00"]);
});

test("an account can owe in two currencies, and credit in one does not pay the other (R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const dollars = await story.fixed("Dollars", "60.00");
  const product = await story.api.post("/products", { name: "Euros", feeType: "fixed" });
  const fixedPricingModel = { pricePerUnit: { value: "10.00" }, units: 1 };
  const euros = await story.api.post("/prices", {
    productId: product.id,
    type: "fixed",
    currency: "EUR",
    fixedPricingModel,
  });
  const { id } = await story.subscribe({ prices: [dollars, await story.fixed("Base", "1.00")] });
  await story.subscribe({ prices: [euros.id], currency: "EUR" });
  await story.advanceTo("2024-04-16T12:00");
  await story.change(id, { remove: [{ priceId: dollars }] }); // 30.00 USD of credit
  await story.advanceTo("2024-05-01");
  const may = (await story.invoices()).filter(({ billingDate }) => billingDate === "2024-05-01");
  expect(
    may.map(({ currency, total, creditsApplied }) => `${currency} ${total} − ${creditsApplied}`).toSorted(),
  ).toEqual(["EUR 10.00 − 0.00", "USD 1.00 − 1.00"]);
});
