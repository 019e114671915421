import { discount, priceDiscount, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-TIME-2, R-SUB-8: a one-off price that is charged on the first billing date counts there, also if it was sold in a trial.

const totalsOf = async (story: Story) =>
  (await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`);

/** 100.00 a month and 250.00 once, after a trial of 14 days. */
async function sell(terms: object, ofSetup: Record<string, unknown> = {}): Promise<string[]> {
  const story = await scenario({ start: "2024-03-01" });
  const prices = [
    await story.fixed("Base", "100.00"),
    await story.fixed("Setup", "250.00", { oneOff: true, price: ofSetup }),
  ];
  await story.subscribe({ prices, trialPeriodDays: 14, ...terms });
  await story.advanceTo("2024-04-15T01:00");
  return totalsOf(story);
}

test("discounts of the contract and of the price apply to it", async () => {
  expect(await sell({ discount: discount("10 %") })).toEqual(["2024-03-15 315.00", "2024-04-15 90.00"]);
  expect(await sell({}, { discount: priceDiscount("10 %") })).toEqual(["2024-03-15 325.00", "2024-04-15 100.00"]);
});

test("it counts toward the minimum and the maximum of the first period", async () => {
  const spend = (amount: string) => ({ amount, period: "month" });
  // 500.00 − 350.00 of the first period, and 100.00 of the second.
  expect(await sell({ minimumSpend: spend("500.00") })).toEqual(["2024-03-15 350.00", "2024-04-15 250.00"]);
  expect(await sell({ maximumSpend: spend("200.00") })).toEqual(["2024-03-15 200.00", "2024-04-15 100.00"]);
});

test("charged at contract start, it has its discount there", async () => {
  const totals = await sell({ chargeOneoffPricesOnContractStart: true, discount: discount("10 %") });
  expect(totals).toEqual(["2024-03-01 225.00", "2024-03-15 90.00", "2024-04-15 90.00"]);
});

test("a contract that is canceled in its trial is charged nothing", async () => {
  const story = await scenario({ start: "2024-03-01" });
  const prices = [await story.fixed("Setup", "250.00", { oneOff: true }), await story.fixed("Base", "50.00")];
  const { id } = await story.subscribe({ prices, trialPeriodDays: 14 });
  await story.advanceTo("2024-03-05T12:00");
  await story.act(id, "cancel");
  await story.advanceTo("2024-04-01");
  expect(await totalsOf(story)).toEqual([]);
});
