import { discount, scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

/** The upcoming invoice, and the real one on its date. */
async function foreseen(story: Story, id: string): Promise<{ upcoming: StoryInvoice; real: StoryInvoice | undefined }> {
  const before = new Set((await story.invoices()).map((invoice) => invoice.id));
  const upcoming = await story.upcoming(id);
  await story.advanceTo(upcoming.billingDate);
  const [real] = (await story.invoices()).filter((invoice) => !before.has(invoice.id));
  return { upcoming, real };
}

/** The parts of an invoice that are the same before and after issue. */
function decided({ billingDate, currency, subtotal, total, lineItems }: StoryInvoice): object {
  const lines = lineItems.map((line) => ({ ...line, id: null }));
  return { billingDate, currency, subtotal, total, lineItems: lines };
}

async function expectForeseen(story: Story, id: string): Promise<StoryInvoice> {
  const { upcoming, real } = await foreseen(story, id);
  expect(real === undefined ? undefined : decided(real)).toEqual(decided(upcoming));
  return upcoming;
}

test("the upcoming invoice has the usage so far and grows to the real one", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const prices = [
    await story.fixed("Base", "30.00"),
    await story.usage("API calls", { graduated: "0–10 @1.00, 11+ @0.50" }),
  ];
  const limits = { minimumSpend: { amount: "60.00", period: "month" }, discount: discount("10 %") };
  const { id } = await story.subscribe({ prices, ...limits });
  await story.use("api_calls", 8, "2024-04-05");
  expect(await story.upcoming(id)).toMatchObject({ status: "draft", number: null, billingDate: "2024-05-01" });
  expect((await story.upcoming(id)).lineItems.find(({ kind }) => kind === "usage")?.totalPrice).toBe("8.00");
  await story.use("api_calls", 12, "2024-04-20");
  const upcoming = await expectForeseen(story, id);
  expect([upcoming]).toEqualInvoices(`
    2024-05-01 draft  2024-04-01 → 2024-05-01  API calls                        20  15.00   // 10 × 1.00 + 10 × 0.50
                      2024-05-01 → 2024-06-01  Base                      1 × 30.00  30.00
                      2024-04-01 → 2024-05-01  Discount 10 %                        -1.50
                      2024-05-01 → 2024-06-01  Discount 10 %                        -3.00
                      2024-04-01 → 2024-05-01  True-up to minimum spend             19.50   // 60.00 − (30.00 − 3.00 + 15.00 − 1.50)
                                                                             total  60.00
  `);
});

test("in the trial the upcoming invoice is the first one, and reading it writes nothing", async () => {
  const story = await scenario({ start: "2024-03-01" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "100.00")], trialPeriodDays: 14 });
  await story.upcoming(id);
  await story.upcoming(id);
  expect(await story.invoices()).toEqual([]);
  expect(await expectForeseen(story, id)).toMatchObject({ billingDate: "2024-03-15", total: "100.00" });
});

test("with a scheduled change the upcoming invoice is the change's", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "99.00"), await story.fixed("Large", "199.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.change(id, { update: [{ priceId: small, newPriceId: large }], effective: "2024-04-16" });
  expect(await expectForeseen(story, id)).toMatchObject({ billingDate: "2024-04-16", total: "50.00" });
  expect(await expectForeseen(story, id)).toMatchObject({ billingDate: "2024-05-01", total: "199.00" });
});

test("in a pause the upcoming invoice is the credit at its end, and with a scheduled end the last one", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const prices = [await story.fixed("Base", "30.00"), await story.fixed("Support", "60.00", { terms: "arrears" })];
  const { id } = await story.subscribe({ prices });
  await story.act(id, "pause", { effective: "2024-04-06", resumesOn: "2024-04-11" });
  expect(await expectForeseen(story, id)).toMatchObject({ billingDate: "2024-04-11", total: "-5.00" });
  await story.act(id, "cancel", { effective: "2024-04-21" });
  // −10.00 for the days after the end, and 60.00 × 15/30 in two stretches.
  expect(await expectForeseen(story, id)).toMatchObject({ billingDate: "2024-04-21", total: "20.00" });
  const answer = await story.api.request("GET", `/subscriptions/${id}/invoices/upcoming`);
  expect([404, 409]).toContain(answer.status); // nothing is upcoming
});

test("late usage is a correction on the upcoming invoice", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const { id } = await story.subscribe({ prices: [await story.usage("API calls", { unit: "0.02" })] });
  await story.use("api_calls", 300, "2024-01-15");
  await story.use("api_calls", 100, "2024-02-10");
  await story.use("api_calls", 50, "2024-01-20");
  await story.advanceTo("2024-02-11");
  expect(await expectForeseen(story, id)).toMatchObject({ billingDate: "2024-03-01", total: "3.00" });
});

test("with a yearly and a weekly price the upcoming invoice is the week's", async () => {
  const story = await scenario({ start: "2024-01-31" });
  const prices = [
    await story.fixed("Year", "366.00", { every: "yearly" }),
    await story.fixed("Week", "7.00", { every: "weekly", terms: "arrears" }),
  ];
  const { id } = await story.subscribe({ prices });
  expect(await expectForeseen(story, id)).toMatchObject({ billingDate: "2024-02-07", total: "7.00" });
  await story.advanceTo("2025-01-25");
  expect(await expectForeseen(story, id)).toMatchObject({ billingDate: "2025-01-29", total: "7.00" });
  expect(await expectForeseen(story, id)).toMatchObject({ billingDate: "2025-01-31", total: "366.00" });
});
