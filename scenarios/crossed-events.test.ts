import { invoicesToText, daysFrom, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

async function totals(story: Story): Promise<string[]> {
  return (await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`);
}

test("canceled before the contract starts: nothing is billed (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-10" });
  const prices = [await story.fixed("Setup", "250.00", { oneOff: true }), await story.fixed("Base", "30.00")];
  const { id } = await story.subscribe({ prices, contractStartDate: "2024-05-01" });
  await story.advanceTo("2024-04-20T12:00");
  await story.act(id, "cancel");
  await story.advanceTo("2024-07-01");
  expect(await story.invoices()).toEqual([]);
  expect(await story.api.get(`/subscriptions/${id}`)).toMatchObject({ status: "canceled" });
});

test("paused before the contract starts: the first month is billed from the resume date (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-10" });
  const prices = [await story.fixed("Base", "31.00"), await story.usage("API calls", { unit: "1.00" })];
  const { id } = await story.subscribe({ prices, contractStartDate: "2024-05-01" });
  await story.act(id, "pause", { effective: "2024-04-20", resumesOn: "2024-05-11" });
  await story.use("api_calls", 100, "2024-05-05");
  await story.use("api_calls", 3, "2024-05-15");
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-05-11  2024-05-11 → 2024-06-01  Base       1 × 31.00 × 21/31  21.00
    2024-06-01  2024-05-01 → 2024-06-01  API calls           3 × 1.00   3.00
                2024-06-01 → 2024-07-01  Base               1 × 31.00  31.00
                                                                total  34.00
  `);
});

test("a ramp step within a pause credits the old price and bills the new one from the resume date (R-SUB-3)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "30.00"), await story.fixed("Large", "62.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.version(id, "2024-05-01", [large]);
  await story.act(id, "pause", { effective: "2024-04-21", resumesOn: "2024-05-11" });
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  Small                 1 × 30.00   30.00
    2024-05-01 paid  2024-04-21 → 2024-05-01  Unused Small          1 × 10/30  -10.00
    2024-05-11       2024-05-11 → 2024-06-01  Large         1 × 62.00 × 21/31   42.00
    2024-06-01       2024-06-01 → 2024-07-01  Large                 1 × 62.00   62.00
  `);
});

test("changed and canceled on one day: one day of the new price is charged (R-SUB-5, R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "99.00"), await story.fixed("Large", "199.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.advanceTo("2024-04-16T09:00");
  await story.replace(id, small, large);
  await story.advanceTo("2024-04-16T18:00");
  await story.act(id, "cancel");
  await story.advanceTo("2024-06-01");
  expect((await story.invoices()).slice(1)).toEqualInvoices(`
    2024-04-16       2024-04-16 → 2024-05-01  Unused Small          1 × 15/30  -49.50
                     2024-04-16 → 2024-05-01  Large        1 × 199.00 × 15/30   99.50
                                                                        total   50.00
    2024-04-17 paid  2024-04-17 → 2024-05-01  Unused Large          1 × 14/15  -92.87   // 99.50 × 14 ÷ 15 = 92.866…
  `);
});

test("late usage of a removed price is corrected on the next invoice (R-INV-9)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const calls = await story.usage("API calls", { unit: "1.00" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "30.00"), calls] });
  await story.use("api_calls", 4, "2024-04-10");
  await story.advanceTo("2024-04-13T12:00");
  await story.change(id, { remove: [{ priceId: calls }] });
  await story.advanceTo("2024-06-10");
  await story.use("api_calls", 6, "2024-04-12");
  await story.use("api_calls", 100, "2024-04-14"); // it was not sold any more
  await story.advanceTo("2024-07-01");
  expect((await story.invoices()).slice(-1)).toEqualInvoices(`
    2024-07-01  2024-04-01 → 2024-04-13  Late usage of 2024-04-01 to 2024-04-12: API calls   6 × 1.00   6.00
                2024-07-01 → 2024-08-01  Base                                               1 × 30.00  30.00
                                                                                                total  36.00
  `);
});

test("late usage during a pause is billed on the next billing date, before the pause ends (R-INV-9)", async () => {
  const story = await scenario({ start: "2024-03-01" });
  const { id } = await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })] });
  await story.use("api_calls", 4, "2024-03-10");
  await story.act(id, "pause", { effective: "2024-04-01" });
  await story.advanceTo("2024-05-10");
  await story.use("api_calls", 6, "2024-03-20");
  await story.advanceTo("2024-06-10");
  expect(await totals(story)).toEqual(["2024-04-01 4.00", "2024-06-01 6.00"]);
});

test("an account that moves during a pause keeps the dates of the pause (R-TIME-1, R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01", account: { timezone: "Europe/Berlin" } });
  const prices = [await story.fixed("Base", "30.00"), await story.usage("API calls", { unit: "1.00" })];
  const { id } = await story.subscribe({ prices });
  await story.act(id, "pause", { effective: "2024-04-11", resumesOn: "2024-04-21" });
  await story.advanceTo("2024-04-15");
  await story.api.patch(`/accounts/${story.accountId}`, { timezone: "America/New_York" });
  await story.use("api_calls", 100, "2024-04-21T03:59:59Z"); // the 20th in New York: paused
  await story.use("api_calls", 7, "2024-04-21T04:00:00Z"); // the 21st
  await story.advanceTo("2024-05-02");
  expect((await story.invoices()).slice(1)).toEqualInvoices(`
    2024-04-21 paid  2024-04-11 → 2024-04-21  Unused Base  1 × 10/30  -10.00
    2024-05-01       2024-04-01 → 2024-05-01  API calls     7 × 1.00    7.00
                     2024-05-01 → 2024-06-01  Base         1 × 30.00   30.00
                                                               total   37.00
  `);
});

test("a scheduled pause, change and end give the same invoices by jumping and by stepping (R-TIME-5)", async () => {
  const stories = [await scenario({ start: "2024-01-31" }), await scenario({ start: "2024-01-31" })] as const;
  for (const story of stories) {
    const [small, large] = [await story.fixed("Small", "30.00"), await story.fixed("Large", "60.00")];
    const support = await story.fixed("Support", "90.00", { terms: "arrears", every: "quarterly" });
    const minimumSpend = { amount: "45.00", period: "month" };
    const { id } = await story.subscribe({ prices: [small, support], minimumSpend });
    await story.act(id, "pause", { effective: "2024-02-20", resumesOn: "2024-03-05" });
    await story.change(id, { update: [{ priceId: small, newPriceId: large }], effective: "2024-04-10" });
    await story.act(id, "cancel", { effective: "2024-06-15" });
  }
  const [jumper, stepper] = stories;
  await jumper.advanceTo("2024-07-01");
  for (const day of daysFrom("2024-02-01", "2024-07-02").filter((_, index) => index % 2 === 0 || index > 148)) {
    await stepper.advanceTo(day);
  }
  await stepper.advanceTo("2024-07-01");
  expect(await stepper.invoices()).toEqualInvoices(invoicesToText(await jumper.invoices()));
  expect((await jumper.invoices()).length).toBeGreaterThan(6);
});
