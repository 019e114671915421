import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-SUB-9, R-SUB-8: amounts of prices and plans are in their currency, and are converted like their lines.

const IN_YEN = { currency: "JPY", sourceCurrency: "USD", conversionRate: 150 };
const totalsOf = async (story: Story) =>
  (await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`);

/** 10.00 dollars a month, sold in yen. */
async function sell(price: Record<string, unknown>): Promise<string[]> {
  const story = await scenario({ start: "2024-04-01" });
  await story.subscribe({ prices: [await story.fixed("Base", "10.00", { terms: "arrears", price })], ...IN_YEN });
  await story.advanceTo("2024-05-01T01:00");
  return totalsOf(story);
}

test("limits and an amount off of a price are converted at the rate of the contract", async () => {
  const spend = (value: string) => ({ amount: { value }, period: "monthly" });
  expect(await sell({ maximumSpend: spend("8.00") })).toEqual(["2024-05-01 1200"]);
  expect(await sell({ minimumSpend: spend("60.00") })).toEqual(["2024-05-01 9000"]);
  const off = { discountType: "amount", amount: { value: "4.00" } };
  expect(await sell({ discount: off })).toEqual(["2024-05-01 900"]);
});

test("limits of a plan in another currency are converted when the contract is created", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const base = await story.fixed("Base", "60.00", { terms: "arrears" });
  const plan = await story.plan("Pro", [base], { minimumSpend: { amount: "100.00", period: "month" } });
  const { id } = await story.subscribe({ plan, ...IN_YEN });
  expect((await story.api.get(`/subscriptions/${id}`))["minimumSpend"]).toEqual({ amount: "15000", period: "month" });
  await story.advanceTo("2024-05-01T01:00");
  expect(await totalsOf(story)).toEqual(["2024-05-01 15000"]);
});

test("a limit that the contract sets itself is in its currency", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const base = await story.fixed("Base", "60.00", { terms: "arrears" });
  const plan = await story.plan("Pro", [base], { minimumSpend: { amount: "100.00", period: "month" } });
  await story.subscribe({ plan, ...IN_YEN, minimumSpend: { amount: "9500", period: "month" } });
  await story.advanceTo("2024-05-01T01:00");
  expect(await totalsOf(story)).toEqual(["2024-05-01 9500"]);
});

test("a price's discount ends at its end date, also if its length is longer", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const length = { periodLength: 6, periodType: "months", endDate: "2024-03-01" };
  const price = { discount: { discountType: "percentage", amount: { value: "10" }, ...length } };
  await story.subscribe({ prices: [await story.fixed("Base", "100.00", { price })] });
  await story.advanceTo("2024-03-02");
  expect(await totalsOf(story)).toEqual(["2024-01-01 90.00", "2024-02-01 90.00", "2024-03-01 100.00"]);
});
