import { invoicesToText, type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("S24: a cancellation at period end that is withdrawn a day before has no effect on billing (R-SUB-6)", async () => {
  const [changed, quiet] = [await scenario({ start: "2024-04-01" }), await scenario({ start: "2024-04-01" })];
  for (const story of [changed, quiet]) {
    const prices = [await story.fixed("Base", "30.00"), await story.fixed("Support", "60.00", { terms: "arrears" })];
    const { id } = await story.subscribe({ prices });
    if (story === changed) {
      await story.advanceTo("2024-04-10");
      await story.act(id, "cancel", { effective: "period_end", reason: "pricing" });
      await story.advanceTo("2024-04-30T12:00");
      const kept = await story.act(id, "cancel/withdraw");
      expect(kept).toMatchObject({ status: "active", cancelsAt: null, cancelationReason: null });
    }
    await story.advanceTo("2024-07-01");
  }
  expect(await changed.invoices()).toEqualInvoices(invoicesToText(await quiet.invoices()));
  expect((await quiet.invoices()).map(({ total }) => total)).toEqual(["30.00", "90.00", "90.00", "90.00"]);
  expect(await notified(changed)).toEqual(["subscription.cancelation_scheduled", "subscription.updated"]);
});

test("a cancellation withdrawn after a partly billed month bills the rest at once (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "31.00")] });
  await story.act(id, "cancel", { effective: "2024-05-21" });
  await story.advanceTo("2024-05-10T12:00");
  await story.act(id, "cancel/withdraw");
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base          1 × 31.00  31.00
    2024-05-01  2024-05-01 → 2024-05-21  Base  1 × 31.00 × 20/31  20.00
    2024-05-10  2024-05-21 → 2024-06-01  Base  1 × 31.00 × 11/31  11.00
    2024-06-01  2024-06-01 → 2024-07-01  Base          1 × 31.00  31.00
  `);
});

test("the rest billed at once counts as billing of its day, so a change on it counts from the next period (R-SUB-4, R-TIME-3)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const base = await story.fixed("Base", "31.00");
  const daily = await story.fixed("Daily", "2.00", { every: "daily" });
  const { id } = await story.subscribe({ prices: [base] });
  await story.advanceTo("2024-04-05T12:00");
  await story.act(id, "cancel", { effective: "2024-05-16" });
  await story.advanceTo("2024-05-10T12:00");
  await story.act(id, "cancel/withdraw");
  expect(await story.api.get(`/subscriptions/${id}`)).toMatchObject({ lastBillingDate: "2024-05-10T00:00:00.000Z" });
  await story.change(id, { add: [{ priceId: daily }], proration: "credit_only" });
  await story.advanceTo("2024-05-11");
  expect((await story.invoices()).slice(1)).toEqualInvoices(`
    2024-05-01  2024-05-01 → 2024-05-16  Base   1 × 31.00 × 15/31  15.00
    2024-05-10  2024-05-16 → 2024-06-01  Base   1 × 31.00 × 16/31  16.00
    2024-05-11  2024-05-11 → 2024-05-12  Daily           1 × 2.00   2.00
  `);
});

test("after cancel, withdraw and cancel on one day, the second end counts (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "30.00")] });
  await story.advanceTo("2024-04-10T09:00");
  await story.act(id, "cancel");
  await story.act(id, "cancel/withdraw");
  await story.advanceTo("2024-04-20T09:00");
  await story.act(id, "cancel");
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  Base         1 × 30.00   30.00
    2024-04-21 paid  2024-04-21 → 2024-05-01  Unused Base  1 × 10/30  -10.00
  `);
});

test("a cancellation within a pause credits paused days and days after the end once each (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const support = await story.fixed("Support", "60.00", { terms: "arrears" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "30.00"), support] });
  await story.act(id, "pause", { effective: "2024-04-11" });
  await story.advanceTo("2024-04-15T12:00");
  await story.act(id, "cancel");
  await story.advanceTo("2024-07-01");
  const invoices = await story.invoices();
  // Ten days were served: 30.00 × 10/30 of the advance stay, and 60.00 × 10/30 of the arrears are due.
  expect(invoices.map(({ billingDate, total }) => `${billingDate} ${total}`)).toEqual([
    "2024-04-01 30.00",
    "2024-04-16 0.00", // −5.00 for 04-11 → 04-16, −15.00 for 04-16 → 05-01, and 20.00 of arrears
  ]);
});

test("a pause that would begin after the end has no effect (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "30.00")] });
  await story.act(id, "pause", { effective: "2024-04-21", resumesOn: "2024-05-05" });
  await story.advanceTo("2024-04-15T12:00");
  await story.act(id, "cancel");
  await story.advanceTo("2024-07-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  Base         1 × 30.00   30.00
    2024-04-16 paid  2024-04-16 → 2024-05-01  Unused Base  1 × 15/30  -15.00
  `);
});

test("a ramp step after the end never starts (R-SUB-3, R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [first, second] = [await story.fixed("First", "30.00"), await story.fixed("Second", "60.00")];
  const { id } = await story.subscribe({ prices: [first] });
  await story.version(id, "2024-05-01", [second]);
  await story.advanceTo("2024-04-10");
  await story.act(id, "cancel", { effective: "period_end" });
  await story.advanceTo("2024-07-01");
  expect((await story.invoices()).map(({ total }) => total)).toEqual(["30.00"]);
});

test("after an upgrade, a cancellation in the same month credits what the upgrade charged (R-SUB-5, R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "30.00"), await story.fixed("Large", "60.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.advanceTo("2024-04-11T12:00");
  await story.replace(id, small, large);
  await story.advanceTo("2024-04-20T12:00");
  await story.act(id, "cancel");
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01       2024-04-01 → 2024-05-01  Small                1 × 30.00   30.00
    2024-04-11       2024-04-11 → 2024-05-01  Unused Small         1 × 20/30  -20.00
                     2024-04-11 → 2024-05-01  Large        1 × 60.00 × 20/30   40.00
                                                                       total   20.00
    2024-04-21 paid  2024-04-21 → 2024-05-01  Unused Large         1 × 10/20  -20.00   // 40.00 × 10/20
  `);
});

test("each impossible cancellation is refused (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const base = await story.fixed("Base", "30.00");
  const { id } = await story.subscribe({ prices: [base] });
  const draft = await story.subscribe({ prices: [base], activate: false });
  const status = async (subscription: string, action: string, body?: object) =>
    (await story.api.request("POST", `/subscriptions/${subscription}/${action}`, { body })).status;
  await story.advanceTo("2024-04-10T12:00");
  expect(await status(draft.id, "cancel", {})).toBe(409);
  expect(await status(id, "cancel/withdraw")).toBe(409);
  expect(await status(id, "cancel", { effective: "2024-04-09" })).toBe(422);
  expect(await status(id, "cancel", { effective: "contract_end" })).toBe(422); // it renews month to month
  expect(await status(id, "cancel", { effective: "period_end", invoiceNow: true })).toBe(422);
  expect(await status(id, "cancel", { reason: "bored" })).toBe(422);
  await story.act(id, "cancel");
  expect(await status(id, "cancel", {})).toBe(409);
  await story.advanceTo("2024-04-11");
  expect(await status(id, "cancel/withdraw")).toBe(409); // the end has come
});

test("a subscription is canceled from the midnight of its end, and nothing can change it (R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "30.00")] });
  await story.advanceTo("2024-04-10T12:00");
  await story.act(id, "cancel");
  await story.advanceTo("2024-04-11");
  expect(await story.api.get(`/subscriptions/${id}`)).toMatchObject({
    status: "canceled",
    canceledAt: "2024-04-11T00:00:00.000Z",
  });
  expect((await story.api.request("POST", `/subscriptions/${id}/pause`, { body: {} })).status).toBe(409);
});

async function notified(story: Story): Promise<string[]> {
  const { items } = await story.api.get<{ items: Json[] }>("/notifications?limit=100");
  return items
    .map((item) => String(item["type"]))
    .filter((type) => /\.(cancelation_scheduled|updated|canceled)$/.test(type))
    .toSorted();
}

test("a contract that ends without credit keeps what a change of the same day gave back (R-SUB-4, R-SUB-6)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const base = await story.fixed("Base", "30.00");
  const support = await story.fixed("Support", "60.00");
  const { id } = await story.subscribe({ prices: [base, support] });
  await story.advanceTo("2024-04-16T09:00");
  await story.api.post(`/subscriptions/${id}/changes`, { remove: [{ priceId: support }], effective: "now" });
  await story.act(id, "cancel", { credit: "none" });
  await story.advanceTo("2024-06-01");
  expect((await story.invoices()).slice(1)).toEqualInvoices(`
    2024-04-16 paid  2024-04-16 → 2024-05-01  Unused Support  1 × 15/30  -30.00
  `);
});
