import { discount, parseTiers, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-SUB-8, R-RATE-2: overage that is billed in parts counts on the days of its parts, and bought units stay bought if their
// advance does.

const totalsOf = async (story: Story) =>
  (await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`);
const sumOf = async (story: Story) =>
  (await story.invoices()).reduce((sum, { total }) => sum + Math.round(Number(total) * 100), 0) / 100;

/** 1,000 calls a year are included. Above them, January has 100, February 80, March 70 and April 60. */
async function fourParts(terms: object): Promise<Story> {
  const story = await scenario({ start: "2024-01-01" });
  const model = { units: 1_000, overageInterval: "monthly", tiers: parseTiers("0–1000 @0, 1001+ @1") };
  const price = { type: "prepaid_fixed_tiered", prepaidFixedTieredPricingModel: model };
  await story.subscribe({ prices: [await story.usage("Calls", price, { every: "yearly" })], ...terms });
  for (const [month, quantity] of [1_100, 80, 70, 60].entries()) {
    await story.use("calls", quantity, `2024-0${month + 1}-10`);
  }
  await story.advanceTo("2024-05-02");
  return story;
}

test("a discount for one month reduces the overage of this month only", async () => {
  const first = { discountType: "percentage", amount: "50", durationType: "fixed", durationValue: 1 };
  const story = await fourParts({ discount: { ...first, durationUnit: "months" } });
  expect(await totalsOf(story)).toEqual([
    "2024-01-01 0.00",
    "2024-02-01 50.00",
    "2024-03-01 80.00",
    "2024-04-01 70.00",
    "2024-05-01 60.00",
  ]);
});

test("an amount off each month reduces the overage of each month", async () => {
  const story = await fourParts({ discount: discount("10.00") });
  expect(await totalsOf(story)).toEqual([
    "2024-01-01 0.00",
    "2024-02-01 90.00",
    "2024-03-01 70.00",
    "2024-04-01 60.00",
    "2024-05-01 50.00",
  ]);
});

/** 100 calls a month are bought for 100.00. Others cost 2.00. */
async function bought(): Promise<{ story: Story; id: string; price: string }> {
  const story = await scenario({ start: "2024-04-01" });
  const model = { units: 100, tiers: parseTiers("0–100 @1, 101+ @2") };
  const price = await story.usage("Calls", { type: "prepaid_tiered", prepaidTieredPricingModel: model });
  const { id } = await story.subscribe({ prices: [price] });
  return { story, id, price };
}

test("a cancellation that gives nothing back leaves all units of the period", async () => {
  const { story, id } = await bought();
  await story.use("calls", 80, "2024-04-10");
  await story.advanceTo("2024-04-15T12:00");
  await story.act(id, "cancel", { effective: "now", credit: "none", invoiceNow: true });
  await story.advanceTo("2024-05-02");
  expect(await sumOf(story)).toBe(100);
});

test("a price that is removed without a credit leaves all its units", async () => {
  const { story, id, price } = await bought();
  await story.use("calls", 80, "2024-04-10");
  await story.advanceTo("2024-04-16T12:00");
  await story.change(id, {
    add: [{ priceId: await story.fixed("Base", "7.00") }],
    remove: [{ priceId: price }],
    proration: "none",
  });
  await story.advanceTo("2024-05-02");
  expect(await totalsOf(story)).toEqual(["2024-04-01 100.00", "2024-05-01 7.00"]);
});

test("a correction of overage has the calls that it corrects as its quantity", async () => {
  const { story } = await bought();
  await story.use("calls", 120, "2024-04-11");
  await story.api.post("/events", { ...story.event("calls", { quantity: 30 }, "2024-04-10"), uniqueId: "void" });
  await story.advanceTo("2024-05-02");
  await story.api.post("/events/void/void");
  await story.advanceTo("2024-06-02");
  const lines = (await story.invoices()).flatMap(({ lineItems }) => lineItems);
  const shown = lines.flatMap(({ kind, quantity, totalPrice }) =>
    kind === "correction" || kind === "usage" ? [`${kind} ${quantity} = ${totalPrice}`] : [],
  );
  expect(shown).toEqual(["usage 50 = 100.00", "correction -30 = -60.00", "usage 0 = 0.00"]);
});
