import { discount, scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("S19: 50 late units are a correction of 1.00 on the next invoice, which names the period (R-INV-9)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "0.02" })] });
  await story.use("api_calls", 300, "2024-01-15");
  await story.use("api_calls", 100, "2024-02-10");
  await story.use("api_calls", 50, "2024-01-20"); // told in February
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls                                          300 × 0.02  6.00
    2024-03-01  2024-01-01 → 2024-02-01  Late usage of 2024-01-01 to 2024-01-31: API calls   50 × 0.02  1.00
                2024-02-01 → 2024-03-01  API calls                                          100 × 0.02  2.00
                                                                                                 total  3.00
  `);
});

test("two late batches of a month are each corrected by the difference (R-INV-9)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "0.02" })] });
  await story.use("api_calls", 300, "2024-01-15");
  await story.advanceTo("2024-02-10");
  await story.use("api_calls", 50, "2024-01-20");
  await story.advanceTo("2024-03-10");
  await story.use("api_calls", 30, "2024-01-21");
  await story.advanceTo("2024-05-01");
  expect((await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`)).toEqual([
    "2024-02-01 6.00",
    "2024-03-01 1.00",
    "2024-04-01 0.60",
    "2024-05-01 0.00",
  ]);
});

test("late usage continues the tiers of its month (R-EVT-4, R-RATE-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const reads = await story.usage("Reads", { graduated: "0–100 @0.10, 101+ @0.05" });
  const writes = await story.usage("Writes", { tiered: "0–100 @0.15, 101+ @0.10" });
  await story.subscribe({ prices: [reads, writes] });
  await story.use("reads", 90, "2024-01-15");
  await story.use("writes", 90, "2024-01-15");
  await story.advanceTo("2024-02-10");
  await story.use("reads", 20, "2024-01-20");
  await story.use("writes", 20, "2024-01-20");
  await story.advanceTo("2024-03-01");
  const corrections = (await story.invoices()).at(-1)?.lineItems.filter(({ kind }) => kind === "correction");
  expect(corrections?.map(({ totalPrice }) => totalPrice)).toEqual([
    "1.50", // 100 × 0.10 + 10 × 0.05 = 10.50, of which 90 × 0.10 = 9.00 were billed
    "-2.50", // 110 × 0.10 = 11.00: the month reached the cheaper tier, and 90 × 0.15 = 13.50 were billed
  ]);
});

test("fewer units can cost more: −50 are 10.50, so no unit price is shown (R-INV-9, R-RATE-5)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("API calls", { tiered: "0–100 @1.00, 101+ @0.45" })] });
  await story.use("api_calls", 60, "2024-01-15");
  await story.use("api_calls", 50, "2024-01-16");
  await story.advanceTo("2024-02-10");
  await story.api.post("/events/event-2/void");
  await story.advanceTo("2024-03-01");
  // 110 × 0.45 = 49.50 were billed, and 60 × 1.00 = 60.00 are due: 10.50 more for 50 less.
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls                                          110 × 0.45  49.50
    2024-03-01  2024-01-01 → 2024-02-01  Late usage of 2024-01-01 to 2024-01-31: API calls         -50  10.50
                2024-02-01 → 2024-03-01  API calls                                            0 × 1.00   0.00
                                                                                                 total  10.50
  `);
});

test("late returns cause a negative correction, and a month below zero is 0 (R-INV-9, R-RATE-3)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("Parcels", { unit: "1.00" })] });
  await story.use("parcels", 40, "2024-01-15");
  await story.advanceTo("2024-02-10");
  await story.use("parcels", -10, "2024-01-31");
  await story.advanceTo("2024-03-10");
  await story.use("parcels", -100, "2024-01-31");
  await story.advanceTo("2024-04-01");
  expect((await story.invoices()).map(({ total }) => total)).toEqual([
    "40.00",
    "-10.00",
    "-30.00", // −70 is rated as 0: all of the 30.00 is given back, and no more
  ]);
});

test("late usage of a month with a true-up first reduces the true-up (R-INV-9, R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const calls = await story.usage("API calls", { unit: "1.00" });
  await story.subscribe({ prices: [calls], minimumSpend: { amount: "100.00", period: "month" } });
  await story.use("api_calls", 60, "2024-01-15");
  await story.use("api_calls", 100, "2024-02-10");
  await story.use("api_calls", 20, "2024-01-20"); // 80.00: still below the minimum
  await story.use("api_calls", 100, "2024-03-10");
  await story.use("api_calls", 45, "2024-01-20"); // 125.00: above it
  await story.advanceTo("2024-04-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls                                           60 × 1.00   60.00
                2024-01-01 → 2024-02-01  True-up to minimum spend                                        40.00
                                                                                                 total  100.00
    2024-03-01  2024-01-01 → 2024-02-01  Late usage of 2024-01-01 to 2024-01-31: API calls   20 × 1.00   20.00
                2024-02-01 → 2024-03-01  API calls                                          100 × 1.00  100.00
                2024-01-01 → 2024-02-01  True-up to minimum spend                                       -20.00
                                                                                                 total  100.00
    2024-04-01  2024-01-01 → 2024-02-01  Late usage of 2024-01-01 to 2024-01-31: API calls   45 × 1.00   45.00
                2024-03-01 → 2024-04-01  API calls                                          100 × 1.00  100.00
                2024-01-01 → 2024-02-01  True-up to minimum spend                                       -20.00   // what was left of it
                                                                                                 total  125.00
  `);
});

test("late usage of a month at its maximum costs nothing (R-INV-9, R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const calls = await story.usage("API calls", { unit: "1.00" });
  await story.subscribe({ prices: [calls], maximumSpend: { amount: "100.00", period: "month" } });
  await story.use("api_calls", 90, "2024-01-15");
  await story.advanceTo("2024-02-10");
  await story.use("api_calls", 30, "2024-01-20");
  await story.advanceTo("2024-03-10");
  await story.use("api_calls", 7, "2024-01-20");
  await story.advanceTo("2024-04-01");
  expect((await story.invoices()).map(({ total }) => total)).toEqual(["90.00", "10.00", "0.00"]);
});

test("an ended discount still applies to late usage of its months (R-INV-9, R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const calls = await story.usage("API calls", { unit: "1.00" });
  await story.subscribe({ prices: [calls], discount: discount("25 % for 1 months") });
  await story.use("api_calls", 80, "2024-01-15");
  await story.use("api_calls", 10, "2024-02-10");
  await story.use("api_calls", 20, "2024-01-20");
  await story.advanceTo("2024-03-01");
  expect((await story.invoices()).map(({ total }) => total)).toEqual([
    "60.00", // 80.00 − 25 %
    "25.00", // 20.00 − 25 % + 10.00
  ]);
});

test("late usage after the end of the contract has its own invoice (R-INV-9)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const calls = await story.usage("API calls", { unit: "0.02" });
  await story.subscribe({ prices: [calls], contractPeriodType: "fixed", contractDuration: 2 });
  await story.use("api_calls", 300, "2024-02-15");
  await story.advanceTo("2024-03-20");
  await story.use("api_calls", 50, "2024-02-29T23:59");
  await story.use("api_calls", 900, "2024-03-01"); // after the end: free, not late
  await story.advanceTo("2024-03-21");
  const invoices = await story.invoices();
  expect(invoices.slice(2)).toEqualInvoices(`
    2024-03-20  2024-02-01 → 2024-03-01  Late usage of 2024-02-01 to 2024-02-29: API calls  50 × 0.02  1.00
  `);
});

test("usage of paused days is not late usage (R-SUB-6, R-INV-9)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const { id } = await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })] });
  await story.act(id, "pause", { effective: "2024-01-11", resumesOn: "2024-01-21" });
  await story.use("api_calls", 5, "2024-01-05");
  await story.advanceTo("2024-02-10");
  await story.use("api_calls", 100, "2024-01-15"); // paused
  await story.use("api_calls", 3, "2024-01-25");
  await story.advanceTo("2024-03-01");
  expect((await story.invoices()).map(({ total }) => total)).toEqual(["5.00", "3.00"]);
});

test("voiding or amending an invoiced event is a credit on the next invoice (R-EVT-6, R-INV-9)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "0.02" })] });
  await story.use("api_calls", 300, "2024-01-15");
  await story.use("api_calls", 80, "2024-01-20");
  await story.advanceTo("2024-02-10");
  const { items } = await story.api.get<{ items: { uniqueId: string }[] }>("/events");
  const [first, second] = items.map((event) => encodeURIComponent(event.uniqueId));
  const { properties } = await story.api.get<{ properties: Record<string, number> }>(`/events/${first}`);
  const [[member]] = Object.entries(properties).filter(([, value]) => Number(value) === 300) as [[string, number]];
  await story.api.post(`/events/${first}/amend`, { properties: { ...properties, [member]: 250 } });
  await story.api.post(`/events/${second}/void`, {});
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls                                           380 × 0.02   7.60
    2024-03-01  paid  2024-01-01 → 2024-02-01  Late usage of 2024-01-01 to 2024-01-31: API calls  -130 × 0.02  -2.60
                2024-02-01 → 2024-03-01  API calls                                             0 × 0.02   0.00
                                                                                                  total  -2.60
  `);
});

test("a voided correction does not return with late usage of other months (R-INV-2, R-INV-9)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const calls = await story.usage("API calls", { unit: "0.02" });
  await story.subscribe({ prices: [calls], contractPeriodType: "fixed", contractDuration: 2 });
  await story.advanceTo("2024-03-20");
  await story.use("api_calls", 50, "2024-02-10");
  await story.advanceTo("2024-03-21");
  const correction = (await story.invoices()).at(-1);
  expect(correction?.total).toBe("1.00"); // 50 × 0.02
  await story.api.post(`/invoices/${correction?.id}/void`, { reason: "Goodwill" });
  // Before February and after it.
  await story.use("api_calls", 30, "2024-01-20");
  await story.use("api_calls", 70, "2024-03-05");
  await story.advanceTo("2024-03-22");
  expect((await story.invoices()).slice(3).map(({ lineItems }) => lineItems.map((line) => line.description))).toEqual([
    ["Late usage of 2024-01-01 to 2024-01-31: API calls"],
  ]);
});
