import { parseTiers, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-MET-1: a level is averaged over its billing period, so that the parts of a period add up to the whole.

/** A level of so many gigabytes from a day on. */
const hold = (story: Story, gigabytes: number, from: string) => story.use("storage", { gigabytes }, from);

/** Prices of the same metric, each with its amount for a gigabyte and month. */
async function prices(story: Story, ...units: string[]): Promise<string[]> {
  const metrics = [await story.metric("Storage", { measure: "weighted_sum gigabytes" })];
  return Promise.all(units.map((unit, place) => story.usage(`Storage ${place + 1}`, { unit }, { metrics })));
}

const lines = async (story: Story) =>
  (await story.invoices()).map(({ lineItems }) =>
    lineItems.map(({ quantity, totalPrice }) => `${quantity} → ${totalPrice}`).join(", "),
  );

test("a level costs the same in a month whose price was replaced twice by an equal one (R-MET-1, R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [first = "", second = "", third = ""] = await prices(story, "10.00", "10.00", "10.00");
  const { id } = await story.subscribe({ prices: [first] });
  await hold(story, 6, "2024-04-01");
  await story.advanceTo("2024-04-11T12:00");
  await story.replace(id, first, second);
  await story.advanceTo("2024-04-21T12:00");
  await story.replace(id, second, third);
  await story.advanceTo("2024-06-01");
  // 6 × 10/30 three times, and 6 in May
  expect(await lines(story)).toEqual(["2 → 20.00, 2 → 20.00, 2 → 20.00", "6 → 60.00"]);
});

test("a level before the first billing date is averaged over the month that ends on it (R-MET-1, R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const [price = ""] = await prices(story, "1.00");
  await hold(story, 31, "2024-01-10"); // earlier than the contract
  await story.subscribe({ prices: [price], contractStartDate: "2024-01-16", firstBillingDate: "2024-02-01" });
  await story.advanceTo("2024-02-03");
  await hold(story, 62, "2024-01-31"); // late, for one day
  await story.advanceTo("2024-03-01");
  expect(await lines(story)).toEqual([
    "16 → 16.00", // 31 × 16/31
    "2 → 2.00, 93 → 93.00", // 62 × 1/31
  ]);
});

test("a stub of 45 days costs one and a half months of a level (R-MET-1, R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-01-16" });
  const [price = ""] = await prices(story, "1.00");
  await story.subscribe({ prices: [price], firstBillingDate: "2024-03-01" });
  await hold(story, 29, "2024-01-16");
  await story.advanceTo("2024-03-01");
  expect(await lines(story)).toEqual(["45 → 45.00"]); // 29 × 45/29: February has 29 days
});

test("a level is charged up to the end of the contract, without its pauses (R-MET-1, R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [price = ""] = await prices(story, "1.00");
  const { id } = await story.subscribe({ prices: [price] });
  await hold(story, 30, "2024-04-01");
  await story.advanceTo("2024-04-02");
  await story.act(id, "pause", { effective: "2024-04-06", resumesOn: "2024-04-11" });
  await story.advanceTo("2024-04-16T12:00");
  await story.act(id, "cancel", { effective: "2024-04-21", reason: "other" });
  await story.advanceTo("2024-05-01");
  expect(await lines(story)).toEqual(["15 → 15.00"]); // 5 days and 10 days of 30
});

test("a level of prepaid units is averaged over the period of the units, and billed as they are used up (R-RATE-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const metrics = [await story.metric("Storage", { measure: "weighted_sum gigabytes" })];
  const prepaidFixedTieredPricingModel = {
    units: 31,
    overageInterval: "monthly",
    tiers: parseTiers("0–31 @0 + 50, 32+ @2"),
  };
  const pricing = { type: "prepaid_fixed_tiered", prepaidFixedTieredPricingModel };
  await story.subscribe({ prices: [await story.usage("Storage", pricing, { metrics, every: "quarterly" })] });
  await hold(story, 91, "2024-01-01"); // the quarter has 91 days
  await story.advanceTo("2024-03-31");
  const [, january, february] = await story.invoices();
  expect([january?.total, february?.total]).toEqual([
    "0.00", // 91 × 31/91 = 31, all of it prepaid
    "58.00", // 91 × 60/91 − 31 = 29
  ]);
  await story.advanceTo("2024-04-01");
  const march = (await story.invoices()).at(-1)?.lineItems.find(({ kind }) => kind === "usage");
  expect([march?.quantity, march?.totalPrice]).toEqual(["31", "62.00"]); // 91 − 31 − 29
});

test("a part of a month with a clock change is weighed by its hours (R-MET-1, R-TIME-1)", async () => {
  const story = await scenario({ start: "2024-03-01", zone: "Europe/Berlin" });
  const [price = ""] = await prices(story, "1.00");
  await story.subscribe({ prices: [price], contractStartDate: "2024-03-16", firstBillingDate: "2024-04-01" });
  await hold(story, 743, "2024-03-16"); // March has 31 × 24 − 1 hours
  await story.advanceTo("2024-04-01");
  expect(await lines(story)).toEqual(["383 → 383.00"]); // 16 × 24 − 1 of them
});

test("the explanation says over which period a level was averaged (R-RATE-5)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [old = "", next = ""] = await prices(story, "1.00", "2.00");
  const { id } = await story.subscribe({ prices: [old] });
  await hold(story, 10, "2024-04-01");
  await hold(story, 5, "2024-04-11"); // 5 of the 15 days until the 16th
  await story.advanceTo("2024-04-16T12:00");
  await story.replace(id, old, next);
  await story.advanceTo("2024-05-01");
  expect(await lines(story)).toEqual([
    "5.833333333333333333 → 5.83, 7.5 → 15.00", // (10 × 15 + 5 × 5) ÷ 30 and 15 × 15/30
  ]);
  const [invoice] = await story.invoices();
  const explained = await story.api.get(`/invoices/${invoice?.id}/lines/${invoice?.lineItems[1]?.id}/explain`);
  expect(explained).toMatchObject({
    usage: {
      from: "2024-04-16T00:00:00.000Z",
      to: "2024-05-01T00:00:00.000Z",
      meanOver: { from: "2024-04-01T00:00:00.000Z", to: "2024-05-01T00:00:00.000Z" },
      quantity: "7.5",
      metrics: [{ quantity: "7.5" }],
    },
    recomputed: { agrees: true, differences: [] },
  });
});
