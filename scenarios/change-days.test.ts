import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("a change in the stub creates no invoice, and the first billing date bills the stub in two parts (R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-01-10" });
  const [small, large] = [await story.fixed("Small", "310.00"), await story.fixed("Large", "620.00")];
  const { id } = await story.subscribe({ prices: [small], firstBillingDate: "2024-02-01" });
  await story.advanceTo("2024-01-20T12:00");
  await story.replace(id, small, large);
  await story.advanceTo("2024-02-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-10 → 2024-01-20  Small  1 × 310.00 × 10/31  100.00
                2024-01-20 → 2024-02-01  Large  1 × 620.00 × 12/31  240.00
                2024-02-01 → 2024-03-01  Large          1 × 620.00  620.00
                                                             total  960.00
  `);
});

test("a change in the trial costs nothing, and the later price is billed when the trial ends (R-TIME-2)", async () => {
  const story = await scenario({ start: "2024-03-01" });
  const [small, large] = [await story.fixed("Small", "100.00"), await story.fixed("Large", "150.00")];
  const { id } = await story.subscribe({ prices: [small], trialPeriodDays: 14 });
  await story.advanceTo("2024-03-10T12:00");
  await story.replace(id, small, large);
  await story.advanceTo("2024-04-15");
  expect(await story.invoices()).toEqualInvoices(`
    2024-03-15  2024-03-15 → 2024-04-15  Large  1 × 150.00  150.00
    2024-04-15  2024-04-15 → 2024-05-15  Large  1 × 150.00  150.00
  `);
});

test("a change on the boundary day credits the whole new month and charges the new price in full", async () => {
  const story = await scenario({ start: "2024-01-31" });
  const [small, large] = [await story.fixed("Small", "40.00"), await story.fixed("Large", "70.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.advanceTo("2024-02-29T08:00");
  await story.replace(id, small, large);
  await story.advanceTo("2024-03-31");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-31  2024-01-31 → 2024-02-29  Small            1 × 40.00   40.00
    2024-02-29  2024-02-29 → 2024-03-31  Small            1 × 40.00   40.00
    2024-02-29  2024-02-29 → 2024-03-31  Unused Small     1 × 31/31  -40.00
                2024-02-29 → 2024-03-31  Large            1 × 70.00   70.00
                                                              total   30.00
    2024-03-31  2024-03-31 → 2024-04-30  Large            1 × 70.00   70.00
  `);
});

test("on the boundary day arrears end with the old price and begin with the new one, without a split (R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-01-31" });
  const [small, large] = [
    await story.fixed("Small", "40.00", { terms: "arrears" }),
    await story.fixed("Large", "70.00", { terms: "arrears" }),
  ];
  const { id } = await story.subscribe({ prices: [small] });
  await story.advanceTo("2024-02-29T08:00");
  await story.replace(id, small, large);
  await story.advanceTo("2024-03-31");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-29  2024-01-31 → 2024-02-29  Small  1 × 40.00  40.00
    2024-03-31  2024-02-29 → 2024-03-31  Large  1 × 70.00  70.00
  `);
});

test("a change on the last day of a month of 29 days prorates one day (R-SUB-5)", async () => {
  const story = await scenario({ start: "2024-01-31" });
  const [small, large] = [await story.fixed("Small", "29.00"), await story.fixed("Large", "58.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.advanceTo("2024-02-28T23:59:59");
  await story.replace(id, small, large);
  await story.advanceTo("2024-02-29");
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-31  2024-01-31 → 2024-02-29  Small               1 × 29.00  29.00
    2024-02-28  2024-02-28 → 2024-02-29  Unused Small         1 × 1/29  -1.00
                2024-02-28 → 2024-02-29  Large        1 × 58.00 × 1/29   2.00
                                                                 total   1.00
    2024-02-29  2024-02-29 → 2024-03-31  Large               1 × 58.00  58.00
  `);
});

test("a change at period_end takes effect at the end and splits nothing (R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "99.00"), await story.fixed("Large", "199.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.advanceTo("2024-04-10T12:00");
  const version = await story.change(id, {
    update: [{ priceId: small, newPriceId: large }],
    effective: "period_end",
  });
  expect(version).toMatchObject({ status: "published", startDate: "2024-05-01T00:00:00.000Z", endDate: null });
  await story.advanceTo("2024-06-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Small  1 × 99.00    99.00
    2024-05-01  2024-05-01 → 2024-06-01  Large  1 × 199.00  199.00
    2024-06-01  2024-06-01 → 2024-07-01  Large  1 × 199.00  199.00
  `);
});

test("a change on a future date is billed on that date (R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "99.00"), await story.fixed("Large", "199.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.advanceTo("2024-04-05T12:00");
  await story.change(id, { update: [{ priceId: small, newPriceId: large }], effective: "2024-04-21" });
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Small                 1 × 99.00   99.00
    2024-04-21  2024-04-21 → 2024-05-01  Unused Small          1 × 10/30  -33.00
                2024-04-21 → 2024-05-01  Large        1 × 199.00 × 10/30   66.33  // 1990 ÷ 30
                                                                   total   33.33
    2024-05-01  2024-05-01 → 2024-06-01  Large                1 × 199.00  199.00
  `);
});

test("a change before the last billing date is refused and leaves nothing (R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "99.00"), await story.fixed("Large", "199.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.advanceTo("2024-05-10T12:00");
  const change = { update: [{ priceId: small, newPriceId: large }], effective: "2024-04-30" };
  const answer = await story.api.request("POST", `/subscriptions/${id}/changes`, { body: change });
  expect(answer).toMatchObject({ status: 409, body: { code: "state_conflict" } });
  const { versions } = await story.api.get<{ versions: object[] }>(`/subscriptions/${id}/versions`);
  expect(versions).toHaveLength(1);
});

test("period_end is the earliest end of a current price, not of one sold before (R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [weekly, small] = [
    await story.fixed("Weekly", "7.00", { every: "weekly" }),
    await story.fixed("Small", "30.00"),
  ];
  const large = await story.fixed("Large", "60.00");
  const { id } = await story.subscribe({ prices: [weekly] });
  await story.advanceTo("2024-04-08T12:00");
  await story.replace(id, weekly, small);
  await story.advanceTo("2024-04-10T12:00");
  const version = await story.change(id, {
    update: [{ priceId: small, newPriceId: large }],
    effective: "period_end",
  });
  expect(version["startDate"]).toBe("2024-05-01T00:00:00.000Z");
});

test("a draft change takes effect when it is published, and cannot be published after its day was billed (R-SUB-3)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "30.00"), await story.fixed("Large", "60.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.advanceTo("2024-04-10T12:00");
  const path = `/subscriptions/${id}`;
  const draft = await story.api.post(`${path}/changes`, {
    update: [{ priceId: small, newPriceId: large }],
    effective: "2024-04-16",
    draft: true,
  });
  expect(draft["status"]).toBe("draft");
  await story.advanceTo("2024-04-16T12:00"); // nothing happens automatically
  expect(await story.invoices()).toHaveLength(1);
  await story.api.post(`${path}/versions/${draft.id}/publish`);
  expect((await story.invoices()).slice(1)).toEqualInvoices(`
    2024-04-16  2024-04-16 → 2024-05-01  Unused Small         1 × 15/30  -15.00
                2024-04-16 → 2024-05-01  Large        1 × 60.00 × 15/30   30.00
                                                                  total   15.00
  `);
  const late = await story.api.post(`${path}/changes`, {
    update: [{ priceId: large, newPriceId: small }],
    effective: "2024-04-20",
    draft: true,
  });
  await story.advanceTo("2024-05-02");
  expect((await story.api.request("POST", `${path}/versions/${late.id}/publish`)).status).toBe(409);
});

test("a draft published after another version of its day replaces that version (R-SUB-3)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [small, large] = [await story.fixed("Small", "30.00"), await story.fixed("Large", "60.00")];
  const { id } = await story.subscribe({ prices: [small] });
  await story.advanceTo("2024-04-10T12:00");
  const path = `/subscriptions/${id}`;
  const draft = await story.api.post(`${path}/changes`, {
    update: [{ priceId: small, newPriceId: large }],
    effective: "2024-04-16",
    draft: true,
  });
  const medium = await story.fixed("Medium", "45.00");
  await story.change(id, { update: [{ priceId: small, newPriceId: medium }], effective: "2024-04-16" });
  await story.api.post(`${path}/versions/${draft.id}/publish`);
  await story.change(id, { add: [{ priceId: await story.fixed("Extra", "20.00") }], effective: "2024-04-22" });
  await story.advanceTo("2024-05-01");
  expect((await story.invoices()).slice(1)).toEqualInvoices(`
    2024-04-16  2024-04-16 → 2024-05-01  Unused Small         1 × 15/30  -15.00
                2024-04-16 → 2024-05-01  Large        1 × 60.00 × 15/30   30.00
                                                                  total   15.00
    2024-04-22  2024-04-22 → 2024-05-01  Extra        1 × 20.00 × 9/30    6.00
    2024-05-01  2024-05-01 → 2024-06-01  Large        1 × 60.00           60.00
                2024-05-01 → 2024-06-01  Extra        1 × 20.00           20.00
                                                                  total   80.00
  `);
});

test("a price billed up to its planned end that stays after all has the rest billed on that day (R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-03-20" });
  const [base, support] = [await story.fixed("Base", "50.00"), await story.fixed("Support", "30.00")];
  const { id } = await story.subscribe({ prices: [base, support], contractStartDate: "2024-04-01" });
  await story.change(id, { remove: [{ priceId: support }], effective: "2024-04-11" });
  await story.advanceTo("2024-04-11T12:00");
  // It continues as if it had never been omitted, so `none` has no free days.
  await story.change(id, { add: [{ priceId: support }], proration: "none" });
  await story.advanceTo("2024-05-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-04-01  2024-04-01 → 2024-05-01  Base               1 × 50.00  50.00
                2024-04-01 → 2024-04-11  Support    1 × 30.00 × 10/30  10.00
                                                                total  60.00
    2024-04-11  2024-04-11 → 2024-05-01  Support    1 × 30.00 × 20/30  20.00
    2024-05-01  2024-05-01 → 2024-06-01  Base               1 × 50.00  50.00
                2024-05-01 → 2024-06-01  Support            1 × 30.00  30.00
                                                                total  80.00
  `);
});
