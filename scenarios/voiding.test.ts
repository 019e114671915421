import { discount, scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-INV-2: an issued invoice never changes; a wrong one is voided, and rebilled if it is still owed.

async function voided(story: Story, invoice: StoryInvoice | undefined, body: object) {
  return story.api.post(`/invoices/${invoice?.id}/void`, { reason: "Wrong usage", ...body });
}

test("a void invoice keeps its number, is no longer owed, and returns its credit (R-INV-2)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [large, small] = [await story.fixed("Large", "60.00"), await story.fixed("Small", "15.00")];
  const { id } = await story.subscribe({ prices: [large] });
  await story.advanceTo("2024-04-16");
  await story.replace(id, large, small); // −60.00 × 15/30 + 15.00 × 15/30 = −22.50, which becomes account credit
  await story.advanceTo("2024-05-01");
  const may = (await story.invoices()).find(({ billingDate }) => billingDate === "2024-05-01");
  expect(may).toMatchObject({ total: "15.00", creditsApplied: "15.00", status: "paid" }); // 22.50 − 15.00 = 7.50 left
  await story.advanceTo("2024-06-01");
  const june = (await story.invoices()).find(({ billingDate }) => billingDate === "2024-06-01");
  expect(june).toMatchObject({ total: "15.00", creditsApplied: "7.50", amountRemaining: "7.50", status: "issued" });
  const balance = () => story.api.get(`/accounts/${story.accountId}/balance`);
  // April's 60.00 is overdue, and 7.50 of June.
  expect(await balance()).toMatchObject({ accountCredit: "0.00", outstanding: "67.50" });
  expect(await voided(story, june, {})).toMatchObject({
    status: "void",
    number: june?.number,
    voidReason: "Wrong usage",
    voidedAt: "2024-06-01T00:00:00.000Z",
    amountRemaining: "0.00",
    replacedByInvoiceId: null,
  });
  expect(await balance()).toMatchObject({ accountCredit: "7.50", outstanding: "60.00" });
});

test("account credit of a void invoice is used by the rebilled one (R-INV-2, R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [large, small] = [await story.fixed("Large", "60.00"), await story.fixed("Small", "45.00")];
  const { id } = await story.subscribe({ prices: [large] });
  await story.advanceTo("2024-04-16");
  await story.replace(id, large, small); // −30.00 + 22.50 = −7.50
  await story.advanceTo("2024-05-01");
  const may = (await story.invoices()).find(({ billingDate }) => billingDate === "2024-05-01");
  expect(may).toMatchObject({ creditsApplied: "7.50", amountRemaining: "37.50" });
  await story.api.patch(`/accounts/${story.accountId}`, { name: "Acme Europe" });
  const { replacedByInvoiceId } = await voided(story, may, { rebill: true });
  const path = `/invoices/${String(replacedByInvoiceId)}`;
  const balance = () => story.api.get(`/accounts/${story.accountId}/balance`);
  expect(await story.api.get(path)).toMatchObject({ status: "draft", total: "45.00", creditsApplied: "0.00" });
  expect(await balance()).toMatchObject({ accountCredit: "7.50", outstanding: "60.00" });
  const again = await story.api.post<StoryInvoice>(`${path}/issue`);
  expect(again).toMatchObject({ creditsApplied: "7.50", amountRemaining: "37.50", number: "INV-2024-00004" });
  expect(await balance()).toMatchObject({ accountCredit: "0.00", outstanding: "97.50" });
});

test("rebilling counts usage again with discount and true-up, to the cent (R-INV-2, R-SUB-8)", async () => {
  const story = await scenario({ start: "2024-01-01", graceHours: 24 });
  const calls = await story.usage("API calls", { unit: "0.10" });
  const base = await story.fixed("Base", "20.00");
  const minimum = { minimumSpend: { amount: "40.00", period: "month" } };
  await story.subscribe({ prices: [base, calls], discount: discount("10 %"), ...minimum });
  await story.use("api_calls", 100, "2024-01-15");
  await story.use("api_calls", 50, "2024-01-20");
  await story.advanceTo("2024-02-03");
  const february = (await story.invoices()).at(-1);
  expect([february]).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls  150 × 0.10               15.00
                2024-02-01 → 2024-03-01  Base         1 × 20.00              20.00
                2024-01-01 → 2024-02-01  Discount 10 %                       -1.50
                2024-02-01 → 2024-03-01  Discount 10 %                       -2.00
                2024-01-01 → 2024-02-01  True-up to minimum spend             8.50   // 40.00 − 18.00 − 13.50
                                                                     total   40.00
  `);
  await story.api.post("/events/event-2/void");
  const answer = await voided(story, february, { rebill: true });
  const drafts = (await story.invoices()).filter(({ status }) => status === "draft");
  expect(drafts.map(({ id }) => id)).toEqual([answer["replacedByInvoiceId"]]);
  expect(drafts).toEqualInvoices(`
    2024-02-01 draft  2024-01-01 → 2024-02-01  API calls  100 × 0.10         10.00
                      2024-02-01 → 2024-03-01  Base         1 × 20.00        20.00
                      2024-01-01 → 2024-02-01  Discount 10 %                 -1.00
                      2024-02-01 → 2024-03-01  Discount 10 %                 -2.00
                      2024-01-01 → 2024-02-01  True-up to minimum spend      13.00   // 40.00 − 18.00 − 9.00
                                                                     total   40.00
  `);
  await story.use("api_calls", 40, "2024-01-31"); // within the grace period of the new draft
  await story.advanceTo("2024-02-05");
  const [again] = (await story.invoices()).filter(({ id }) => id === answer["replacedByInvoiceId"]);
  expect(again).toMatchObject({
    status: "issued",
    issueDate: "2024-02-04T00:00:00.000Z",
    replacesInvoiceId: february?.id,
  });
  expect([again]).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls  140 × 0.10               14.00
                2024-02-01 → 2024-03-01  Base         1 × 20.00              20.00
                2024-01-01 → 2024-02-01  Discount 10 %                       -1.40
                2024-02-01 → 2024-03-01  Discount 10 %                       -2.00
                2024-01-01 → 2024-02-01  True-up to minimum spend             9.40   // 40.00 − 18.00 − 12.60
                                                                     total   40.00
  `);
});

test("rebilling a month deducts what was billed late since (R-INV-9)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("API calls", { graduated: "0–100 @0.10, 101+ @0.05" })] });
  await story.use("api_calls", 80, "2024-01-15");
  await story.advanceTo("2024-02-02");
  await story.use("api_calls", 40, "2024-01-20"); // late
  await story.advanceTo("2024-03-02");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls                                            80 × 0.10  8.00
    2024-03-01  2024-01-01 → 2024-02-01  Late usage of 2024-01-01 to 2024-01-31: API calls           40  3.00   // 100 × 0.10 + 20 × 0.05 − 8.00
                2024-02-01 → 2024-03-01  API calls                                                    0 × 0.10  0.00
                                                                                                  total  3.00
  `);
  const [january] = await story.invoices();
  const { replacedByInvoiceId } = await voided(story, january, { rebill: true });
  const again = await story.api.get<StoryInvoice>(`/invoices/${String(replacedByInvoiceId)}`);
  // 120 calls are 11.00, of which March's invoice holds 3.00.
  expect(again).toMatchObject({ total: "8.00", status: "draft" });
  await story.use("api_calls", 20, "2024-01-25");
  await story.api.post(`/invoices/${again.id}/issue`);
  expect(await story.api.get(`/invoices/${again.id}`)).toMatchObject({ total: "9.00" }); // 140 calls are 12.00
  await story.advanceTo("2024-04-02");
  const total = (await story.invoices())
    .filter(({ status }) => status !== "void")
    .reduce((cents, invoice) => cents + Math.round(Number(invoice.total) * 100), 0);
  expect(total).toBe(12_00);
});

test("usage of a month voided without rebilling is not billed, late or not (R-EVT-4)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })] });
  await story.use("api_calls", 5, "2024-01-15");
  await story.advanceTo("2024-02-02");
  await story.use("api_calls", 7, "2024-01-20"); // late, and recorded when the clock moves
  await story.advanceTo("2024-02-03");
  await voided(story, (await story.invoices())[0], {});
  await story.use("api_calls", 2, "2024-01-21");
  await story.advanceTo("2024-03-02");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01 void  2024-01-01 → 2024-02-01  API calls  5 × 1.00  5.00
    2024-03-01 paid  2024-02-01 → 2024-03-01  API calls  0 × 1.00  0.00
  `);
});

test("late usage of a rebilled draft waits for it and is on no invoice in between (R-INV-2, R-INV-9)", async () => {
  const story = await scenario({ start: "2024-01-01", graceHours: 24 });
  const calls = await story.usage("API calls", { unit: "0.10" });
  const seats = await story.fixed("Seats", "29.00", { terms: "arrears" });
  const flag = await story.fixed("Set-up", "5.00", { oneOff: true });
  const { id } = await story.subscribe({ prices: [calls, seats] });
  await story.use("api_calls", 100, "2024-01-15");
  await story.advanceTo("2024-02-03");
  await story.use("api_calls", 50, "2024-01-20"); // late: recorded for the next invoice
  await story.advanceTo("2024-02-03T12:00");
  await voided(story, (await story.invoices())[0], { rebill: true }); // the draft counts it: 150
  await story.use("api_calls", 20, "2024-01-21"); // within the draft's grace
  await story.change(id, { add: [{ priceId: flag }] });
  await story.advanceTo("2024-02-05");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01 void  2024-01-01 → 2024-02-01  API calls  100 × 0.10  10.00
                     2024-01-01 → 2024-02-01  Seats       1 × 29.00  29.00
                                                              total  39.00
    2024-02-01       2024-01-01 → 2024-02-01  API calls  170 × 0.10  17.00
                     2024-01-01 → 2024-02-01  Seats       1 × 29.00  29.00
                                                              total  46.00
    2024-02-03       2024-02-03 → 2024-02-04  Set-up       1 × 5.00   5.00
  `);
});

test("overage in parts: rebilling a month leaves the quarter's total unchanged (R-RATE-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const model = {
    type: "prepaid_fixed_tiered",
    prepaidFixedTieredPricingModel: {
      units: 100,
      overageInterval: "monthly",
      tiers: [
        { minUnits: 0, maxUnits: 200, pricePerUnit: { value: "1.00" }, fixedFee: { value: "90.00" } },
        { minUnits: 201, maxUnits: null, pricePerUnit: { value: "0.50" }, fixedFee: { value: "0" } },
      ],
    },
  };
  const metric = await story.metric("API calls");
  const product = await story.api.post("/products", { name: "API calls", feeType: "metered", metricIds: [metric] });
  const price = await story.api.post("/prices", { productId: product.id, billingInterval: "quarterly", ...model });
  await story.subscribe({ prices: [price.id] });
  await story.use("api_calls", 150, "2024-01-15");
  await story.use("api_calls", 100, "2024-02-15");
  await story.advanceTo("2024-03-02");
  const [, january, february] = await story.invoices();
  expect([january?.total, february?.total]).toEqual(["50.00", "75.00"]); // 50 × 1.00; 50 × 1.00 + 50 × 0.50
  await story.use("api_calls", 20, "2024-01-20");
  await voided(story, january, { rebill: true });
  await story.advanceTo("2024-04-02");
  const owed = (await story.invoices()).filter(
    ({ status, billingDate }) => status !== "void" && billingDate < "2024-04-01",
  );
  const lines = (await story.invoices())
    .filter(({ status }) => status !== "void")
    .flatMap(({ lineItems }) => lineItems)
    .filter(({ kind }) => kind === "usage" || kind === "correction");
  expect(owed.length).toBeGreaterThan(2);
  const cents = lines.reduce((sum, line) => sum + Math.round(Number(line.totalPrice) * 100), 0);
  expect(cents).toBe(135_00); // 270 − 100 = 170 above the units: 100 × 1.00 + 70 × 0.50
});

test("an invoice of which a shortened spend limit gave something back cannot be voided alone (R-INV-2, R-SUB-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const week = await story.fixed("Week", "90.00", { every: "weekly" });
  const maximumSpend = { amount: "100.00", period: "month" };
  const { id } = await story.subscribe({ prices: [week], maximumSpend });
  await story.advanceTo("2026-01-15");
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-16");
  const [first, , , end] = await story.invoices();
  expect(end?.total).toBe("-51.61"); // 100.00 × 15/31 = 48.39
  const refused = await story.api.request("POST", `/invoices/${first?.id}/void`, { body: { reason: "Wrong" } });
  expect([refused.status, refused.body["detail"]]).toEqual([409, expect.stringContaining(end?.number ?? "none")]);
});

test("an invoice of which another gives something back cannot be voided alone (R-INV-2)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [large, small] = [await story.fixed("Large", "60.00"), await story.fixed("Small", "30.00")];
  const { id } = await story.subscribe({ prices: [large] });
  await story.advanceTo("2024-04-16");
  await story.replace(id, large, small); // −30.00 + 15.00
  const [april, change] = await story.invoices();
  const refused = await story.api.request("POST", `/invoices/${april?.id}/void`, { body: { reason: "Wrong" } });
  expect(refused).toMatchObject({ status: 409, body: { code: "state_conflict" } });
  expect(refused.body["detail"]).toContain(change?.number ?? "none");
  const answer = await voided(story, april, { rebill: true });
  const again = await story.api.get<StoryInvoice>(`/invoices/${String(answer["replacedByInvoiceId"])}`);
  expect([again]).toEqualInvoices(`2024-04-01 draft  2024-04-01 → 2024-05-01  Large  1 × 60.00  60.00`);
});

test("charges voided without rebilling stay unbilled when their day is billed again, in advance, in arrears and once (R-INV-2, R-SUB-4)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const [base, setup, extra] = [
    await story.fixed("Base", "31.00"),
    await story.fixed("Setup", "50.00", { oneOff: true }),
    await story.fixed("Extra", "62.00"),
  ];
  const calls = await story.usage("Calls", { unit: "1.00" });
  const { id } = await story.subscribe({ prices: [base, calls] });
  await story.use("calls", 10, "2026-01-10");
  await story.advanceTo("2026-02-01");
  await story.change(id, { add: [{ priceId: setup }] });
  const [january, february, once] = await story.invoices();
  expect([january, february, once].map((invoice) => invoice?.total)).toEqual(["31.00", "41.00", "50.00"]);
  for (const invoice of [february, once]) await voided(story, invoice, {});
  await story.change(id, { add: [{ priceId: extra }] });
  expect((await story.invoices()).slice(3).map(({ total, lineItems }) => [total, lineItems.length])).toEqual([
    ["62.00", 1],
  ]);
  await story.advanceTo("2026-03-01");
  expect((await story.invoices()).slice(4).map(({ total }) => total)).toEqual(["93.00"]); // 31.00 + 62.00
});
