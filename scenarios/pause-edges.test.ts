import { parseTiers, scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { expectProved } from "./steps.ts";

test("paused on the last day: the next month is not billed on its first day but on the day of resuming (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "31.00")] });
  await story.advanceTo("2024-04-30T18:00");
  await story.act(id, "pause");
  await story.advanceTo("2024-05-11T18:00");
  await story.act(id, "resume");
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base          1 × 31.00  31.00
    2024-05-11  2024-05-11 → 2024-06-01  Base  1 × 31.00 × 21/31  21.00
    2024-06-01  2024-06-01 → 2024-07-01  Base          1 × 31.00  31.00
  `);
});

test("paused on the first day, which was billed at midnight and is used up: ten of its 31 days come back (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "31.00")] });
  await story.advanceTo("2024-05-01T08:00");
  await story.act(id, "pause"); // from May 2
  await story.advanceTo("2024-05-12T18:00");
  await story.act(id, "resume");
  await story.advanceTo("2024-05-20");
  expect((await story.invoices()).slice(1)).toEqualInvoices(`
    2024-05-01       2024-05-01 → 2024-06-01  Base         1 × 31.00   31.00
    2024-05-12 paid  2024-05-02 → 2024-05-12  Unused Base  1 × 10/31  -10.00
  `);
});

test("paused from this day on after it was billed: the day comes back too, and resumed on it, nothing does (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "31.00")] });
  await story.advanceTo("2024-05-01T08:00");
  await story.act(id, "pause", { effective: "2024-05-01" });
  await story.act(id, "resume");
  await story.act(id, "pause", { effective: "2024-05-01" });
  await story.advanceTo("2024-05-11T18:00");
  await story.act(id, "resume");
  await story.advanceTo("2024-06-01");
  expect((await story.invoices()).slice(1)).toEqualInvoices(`
    2024-05-01       2024-05-01 → 2024-06-01  Base         1 × 31.00   31.00
    2024-05-11 paid  2024-05-01 → 2024-05-11  Unused Base  1 × 10/31  -10.00
    2024-06-01       2024-06-01 → 2024-07-01  Base         1 × 31.00   31.00
  `);
});

test("a fixed contract that ends within a pause: the last days are given back, and it is completed (R-SUB-6, R-SUB-7)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const prices = [await story.fixed("Base", "30.00"), await story.fixed("Support", "60.00", { terms: "arrears" })];
  const terms = { contractPeriodType: "fixed", contractDuration: 3 };
  const { id } = await story.subscribe({ prices, ...terms });
  await story.act(id, "pause", { effective: "2024-06-16" });
  await story.advanceTo("2024-09-01");
  expect((await story.invoices()).slice(3)).toEqualInvoices(`
    2024-07-01  2024-06-16 → 2024-07-01  Unused Base          1 × 15/30  -15.00
                2024-06-01 → 2024-06-16  Support      1 × 60.00 × 15/30   30.00
                                                                  total   15.00
  `);
  expect(await story.api.get(`/subscriptions/${id}`)).toMatchObject({
    status: "canceled",
    completedAt: "2024-07-01T00:00:00.000Z",
    canceledAt: null,
  });
});

test("a contract renews within a pause: the new term is billed when service goes on (R-SUB-6, R-SUB-7)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const renewal = { autoRenew: true, renewalPeriodType: "fixed", renewalDuration: 3 };
  const terms = { contractPeriodType: "fixed", contractDuration: 3, ...renewal };
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "31.00")], ...terms });
  await story.act(id, "pause", { effective: "2024-07-01", resumesOn: "2024-07-11" });
  await story.advanceTo("2024-08-01");
  expect((await story.invoices()).slice(3)).toEqualInvoices(`
    2024-07-11  2024-07-11 → 2024-08-01  Base  1 × 31.00 × 21/31  21.00
    2024-08-01  2024-08-01 → 2024-09-01  Base          1 × 31.00  31.00
  `);
  expect((await story.api.get<{ renewalHistory: object[] }>(`/subscriptions/${id}`)).renewalHistory).toHaveLength(1);
});

test("a month that is paused whole has no minimum (R-SUB-6, R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const minimumSpend = { amount: "100.00", period: "month" };
  const { id } = await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })], minimumSpend });
  await story.act(id, "pause", { effective: "2024-05-01", resumesOn: "2024-06-01" });
  await story.advanceTo("2024-07-01");
  expect((await story.invoices()).map(({ billingDate, total }) => `${billingDate} ${total}`)).toEqual([
    "2024-05-01 100.00",
    "2024-07-01 100.00",
  ]);
});

test("prepaid units are fewer by the paused days, and so is their price (R-SUB-6, R-RATE-2)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const prepaidTieredPricingModel = { units: 900, tiers: parseTiers("0–900 @0.10, 901+ @0.08") };
  const price = await story.usage("Calls", { type: "prepaid_tiered", prepaidTieredPricingModel });
  const { id } = await story.subscribe({ prices: [price] });
  await story.act(id, "pause", { effective: "2024-04-11", resumesOn: "2024-04-21" });
  await story.use("calls", 400, "2024-04-05");
  await story.use("calls", 5_000, "2024-04-15"); // paused
  await story.use("calls", 250, "2024-04-25");
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  Calls         900 × 0.10   90.00
    2024-04-21 paid  2024-04-11 → 2024-04-21  Unused Calls   1 × 10/30  -30.00
    2024-05-01       2024-04-01 → 2024-05-01  Calls          50 × 0.10    5.00   // 650 − 900 × 20/30
                     2024-05-01 → 2024-06-01  Calls         900 × 0.10   90.00
                                                                 total   95.00
  `);
});

test("a price added on the first day of a pause is charged from its end, one added before it was asked for is given back (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const base = await story.fixed("Base", "30.00");
  const { id } = await story.subscribe({ prices: [base] });
  await story.advanceTo("2024-04-01T12:00");
  await story.change(id, { add: [{ priceId: await story.fixed("Early", "60.00") }] });
  await story.act(id, "pause", { effective: "2024-04-01", resumesOn: "2024-04-11" });
  await story.change(id, { add: [{ priceId: await story.fixed("Late", "90.00") }] });
  await story.advanceTo("2024-04-11");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base                  1 × 30.00   30.00
    2024-04-01  2024-04-01 → 2024-05-01  Early                 1 × 60.00   60.00
    2024-04-11  2024-04-01 → 2024-04-11  Unused Base           1 × 10/30  -10.00
                2024-04-01 → 2024-04-11  Unused Early          1 × 10/30  -20.00
                2024-04-11 → 2024-05-01  Late          1 × 90.00 × 20/30   60.00
                                                                   total   30.00
  `);
});

test("a price that was paused since it was sold, and left before it was resumed on the same day, was not billed: its return is charged (R-SUB-4, R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [base, seat] = [await story.fixed("Base", "31.00"), await story.fixed("Seat", "62.00")];
  const { id } = await story.subscribe({ prices: [base] });
  await story.act(id, "pause", { effective: "2024-04-16" });
  await story.advanceTo("2024-04-21T09:00");
  await story.change(id, { add: [{ priceId: seat }] });
  await story.advanceTo("2024-05-01T09:00");
  await story.change(id, { remove: [{ priceId: seat }], proration: "none" });
  await story.act(id, "resume");
  await story.advanceTo("2024-05-11T09:00");
  await story.change(id, { add: [{ priceId: seat }] });
  await story.advanceTo("2024-05-20");
  expect((await story.invoices()).slice(1)).toEqualInvoices(`
    2024-05-01 paid  2024-04-16 → 2024-05-01  Unused Base         1 × 15/30  -15.50
    2024-05-01       2024-05-01 → 2024-06-01  Base                1 × 31.00   31.00
    2024-05-11       2024-05-11 → 2024-06-01  Seat        1 × 62.00 × 21/31   42.00
  `);
});

test("an end that is withdrawn during a pause is billed when the pause ends (R-SUB-6)", async () => {
  const story = await scenario({ start: "2026-07-21" });
  const small = await story.fixed("Small", "62.00");
  const large = await story.fixed("Large", "310.00");
  const { id } = await story.subscribe({ prices: [small] });
  await story.advanceTo("2026-07-30T12:00");
  await story.act(id, "cancel");
  await story.replace(id, small, large);
  await story.act(id, "pause");
  await story.act(id, "cancel/withdraw");
  await story.advanceTo("2026-08-15T12:00");
  await story.act(id, "resume");
  await story.advanceTo("2026-08-22");
  expect((await story.invoices()).map(({ total }) => total)).toEqual([
    "62.00",
    "-34.00", // −62.00 × 22/31 + 310.00 × 1/31: the end was known when the price was replaced
    "60.00", // 310.00 × 6/31, from August 15 on
    "310.00",
  ]);
  await expectProved(story);
});

test("a price billed on the day its pause ended stays charged as billed when it leaves that day with nothing given back (R-SUB-4, R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [base, seat] = [await story.fixed("Base", "30.00"), await story.fixed("Seat", "60.00")];
  const { id } = await story.subscribe({ prices: [base] });
  await story.act(id, "pause", { effective: "2024-04-06" });
  await story.advanceTo("2024-04-11T09:00");
  await story.change(id, { add: [{ priceId: seat }] });
  await story.change(id, { remove: [{ priceId: seat }], effective: "2024-04-26" });
  await story.advanceTo("2024-04-16T09:00");
  await story.act(id, "resume");
  await story.change(id, { remove: [{ priceId: seat }], proration: "none" });
  await story.advanceTo("2024-05-01");
  // Seat was never served before it left, so the days from April 26 on, up to which it was billed, are not charged.
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base                 1 × 30.00   30.00
    2024-04-16  2024-04-06 → 2024-04-16  Unused Base          1 × 10/30  -10.00
                2024-04-16 → 2024-04-26  Seat         1 × 60.00 × 10/30   20.00
                                                                  total   10.00
    2024-05-01  2024-05-01 → 2024-06-01  Base                 1 × 30.00   30.00
  `);
});
