import { discount, type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { expectProved, note, pay, weeks } from "./steps.ts";

// Discounts and spend limits are given back as far as notes left them, with the taxes of their lines.

const taxed = {
  currency: "EUR",
  settings: { country: "FR", taxMode: "manual" },
  account: { taxCountry: "FR" },
} as const;

/** 300.00 under 10 % and 300.00 under 20 % in advance for April, less a discount; up to April 15. */
async function underTwoRates(off: string): Promise<{ story: Story; id: string; rate: Json }> {
  const story = await scenario({ start: "2026-04-01", ...taxed });
  const rate = await story.api.post<Json>("/tax-rates", { name: "VAT", percentage: "20", country: "FR" });
  await story.api.post("/tax-rates", { name: "Books", percentage: "10", country: "FR", taxCategory: "books" });
  const base = await story.fixed("Base", "300.00");
  const { products } = await story.api.get<{ products: Json[] }>("/products");
  for (const { id } of products) await story.api.patch(`/products/${id}`, { taxCategory: "books" });
  const other = await story.fixed("Other", "300.00");
  const { id } = await story.subscribe({ prices: [base, other], discount: discount(off) });
  await story.advanceTo("2026-04-15");
  return { story, id, rate };
}

test("notes and a later shortened maximum give back no more than was billed (R-SUB-8, R-INV-8)", async () => {
  const { story, id } = await weeks();
  const [first, second] = await story.invoices();
  expect([
    await note(story, { invoice: first, lines: [0] }),
    await note(story, { invoice: second, lines: [0, 1] }),
  ]).toEqual(["90.00", "10.00"]);
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-16");
  expect((await story.invoices()).at(-1)?.total).toBe("0.00"); // 100.00 × 15/31 = 48.39, and nothing is left
});

test("after a note for all of an invoice at its maximum, an end gives back nothing (R-SUB-8, R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const base = await story.fixed("Base", "310.00");
  const { id } = await story.subscribe({ prices: [base], maximumSpend: { amount: "200.00", period: "month" } });
  await story.advanceTo("2026-01-15");
  const [first] = await story.invoices();
  expect(await note(story, { invoice: first, lines: [[0, "200.00"]] })).toBe("200.00");
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-16");
  const { accountCredit } = await story.api.get<Json>(`/accounts/${story.accountId}/balance`);
  expect(accountCredit).toBe("200.00");
});

test("after such a note a pause that shortens the maximum gives back nothing (R-SUB-6, R-SUB-8, R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const base = await story.fixed("Base", "310.00");
  const { id } = await story.subscribe({ prices: [base], maximumSpend: { amount: "200.00", period: "month" } });
  await story.advanceTo("2026-01-02");
  const [first] = await story.invoices();
  expect(await note(story, { invoice: first, lines: [[0, "200.00"]] })).toBe("200.00");
  await story.act(id, "pause", { effective: "2026-01-11", resumesOn: "2026-01-21" });
  await story.advanceTo("2026-02-01T12:00");
  expect((await story.invoices()).slice(1).reduce((sum, one) => sum + Number(one.total), 0)).toBe(200);
});

test("after a note of the second invoice with a discount amount, a removal gives back nothing (R-SUB-8, R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const a = await story.fixed("A", "62.00");
  const b = await story.fixed("B", "155.00");
  const { id } = await story.subscribe({ prices: [a], discount: discount("100.00") });
  await story.advanceTo("2026-01-16");
  await story.change(id, { add: [{ priceId: b }] });
  const second = (await story.invoices()).at(-1);
  expect(await note(story, { invoice: second, lines: [0, 1] })).toBe("42.00");
  await story.advanceTo("2026-01-24");
  await story.change(id, { remove: [{ priceId: a }] });
  const { accountCredit } = await story.api.get<Json>(`/accounts/${story.accountId}/balance`);
  expect(accountCredit).toBe("42.00");
});

test("late usage does not take back again a true-up that a note gave back (R-SUB-8, R-INV-8, R-INV-9)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  await story.subscribe({
    prices: [await story.usage("Calls", { unit: "1.00" })],
    minimumSpend: { amount: "100.00", period: "month" },
  });
  await story.use("calls", 80, "2026-01-10");
  await story.advanceTo("2026-02-02");
  const [first] = await story.invoices();
  expect(await note(story, { invoice: first, lines: [1] })).toBe("20.00");
  await story.use("calls", 20, "2026-01-11");
  await story.use("calls", 100, "2026-02-10");
  await story.advanceTo("2026-03-02");
  expect((await story.invoices()).at(-1)?.total).toBe("120.00");
});

test("a maximum that a note gave back with its line is not taken back again (R-SUB-8, R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const a = await story.fixed("A", "310.00");
  const b = await story.fixed("B", "310.00");
  const { id } = await story.subscribe({ prices: [a], maximumSpend: { amount: "400.00", period: "month" } });
  await story.advanceTo("2026-01-16");
  await story.change(id, { add: [{ priceId: b }] });
  expect(await note(story, { invoice: (await story.invoices()).at(-1), lines: [0, 1] })).toBe("90.00");
  await story.advanceTo("2026-01-24");
  await story.change(id, { remove: [{ priceId: a }] });
  expect((await story.invoices()).at(-1)?.total).toBe("-80.00");
});

test("noted usage no longer counts for the maximum, so late usage is charged (R-SUB-8, R-INV-9)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  await story.subscribe({
    prices: [await story.usage("Calls", { unit: "1.00" })],
    maximumSpend: { amount: "400.00", period: "month" },
  });
  await story.use("calls", 600, "2026-01-10");
  await story.advanceTo("2026-02-02");
  const [first] = await story.invoices();
  expect(await note(story, { invoice: first, lines: [0, 1] })).toBe("400.00");
  await story.api.post("/events/event-1/void");
  await story.advanceTo("2026-03-02");
  await story.use("calls", 100, "2026-01-20");
  await story.advanceTo("2026-04-02");
  expect((await story.invoices()).at(-1)?.total).toBe("100.00");
});

test("an invoice whose true-up was replaced by later usage cannot be voided alone (R-INV-2, R-SUB-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  await story.subscribe({
    prices: [await story.usage("Calls", { unit: "1.00" })],
    minimumSpend: { amount: "100.00", period: "month" },
  });
  await story.use("calls", 80, "2026-01-10");
  await story.advanceTo("2026-02-02");
  await story.use("calls", 20, "2026-01-11");
  await story.use("calls", 100, "2026-02-10");
  await story.advanceTo("2026-03-02");
  const [first] = await story.invoices();
  const answer = await story.api.request<Json>("POST", `/invoices/${first?.id}/void`, { body: { reason: "Wrong" } });
  expect(answer.status).toBe(409);
});

test("a reversed discount has the taxes of its lines, after the rate changed (R-INV-6, R-SUB-8)", async () => {
  const { story, id, rate } = await underTwoRates("10 %");
  await story.api.patch(`/tax-rates/${rate.id}`, { percentage: "25" });
  await story.act(id, "cancel");
  await story.advanceTo("2026-04-16");
  expect((await story.invoices()).at(-1)?.total).toBe("-310.50");
});

test("a reversed discount of lines under two rates is shared by both (R-INV-6, R-SUB-8)", async () => {
  const { story, id } = await underTwoRates("50 %");
  await story.act(id, "cancel");
  await story.advanceTo("2026-04-16");
  expect((await story.invoices()).at(-1)?.total).toBe("-172.50");
});

test("a reversed discount keeps the old taxes next to a charge under a new rate (R-INV-6, R-SUB-8)", async () => {
  const story = await scenario({ start: "2026-04-01", ...taxed });
  const rate = await story.api.post("/tax-rates", { name: "VAT", percentage: "20", country: "FR" });
  const base = await story.fixed("Base", "300.00");
  const small = await story.fixed("Small", "150.00");
  const { id } = await story.subscribe({ prices: [base], discount: discount("50 %") });
  await story.advanceTo("2026-04-16");
  await story.api.patch(`/tax-rates/${rate.id}`, { percentage: "25" });
  await story.replace(id, base, small);
  expect((await story.invoices()).at(-1)?.total).toBe("-43.12");
});

test("a negative later part of usage has the taxes of what it corrects (R-INV-6, R-INV-9)", async () => {
  const story = await scenario({ start: "2026-01-01", ...taxed });
  const rate = await story.api.post("/tax-rates", { name: "VAT", percentage: "20", country: "FR" });
  const metric = await story.metric("API calls");
  const product = await story.api.post("/products", { name: "API calls", feeType: "metered", metricIds: [metric] });
  const price = await story.api.post("/prices", {
    productId: product.id,
    currency: "EUR",
    billingInterval: "quarterly",
    type: "prepaid_fixed_tiered",
    prepaidFixedTieredPricingModel: {
      units: 100,
      overageInterval: "monthly",
      tiers: [{ minUnits: 0, maxUnits: null, pricePerUnit: { value: "1.00" }, fixedFee: { value: "90.00" } }],
    },
  });
  await story.subscribe({ prices: [price.id] });
  await story.use("api_calls", 150, "2026-01-15");
  await story.advanceTo("2026-02-02");
  await story.api.patch(`/tax-rates/${rate.id}`, { percentage: "25" });
  await story.api.post("/events/event-1/void");
  await story.advanceTo("2026-03-02");
  expect((await story.invoices()).at(-1)?.total).toBe("-60.00");
});

test("a rebilled month below zero has the taxes of what it corrects (R-INV-2, R-INV-6)", async () => {
  const story = await scenario({ start: "2026-01-01", ...taxed });
  const rate = await story.api.post("/tax-rates", { name: "VAT", percentage: "20", country: "FR" });
  await story.subscribe({ prices: [await story.usage("Calls", { unit: "1.00" })] });
  await story.use("calls", 600, "2026-01-10");
  await story.advanceTo("2026-02-02");
  await story.use("calls", 200, "2026-01-20");
  await story.advanceTo("2026-03-02");
  await story.api.patch(`/tax-rates/${rate.id}`, { percentage: "25" });
  await story.api.post("/events/event-1/void");
  await story.api.post("/events/event-2/amend", { properties: { quantity: "100" } });
  const [first] = await story.invoices();
  const voided = await story.api.post<Json>(`/invoices/${first?.id}/void`, { reason: "Wrong", rebill: true });
  await story.api.request("POST", `/invoices/${String(voided["replacedByInvoiceId"])}/issue`);
  const again = (await story.invoices()).find(({ id }) => id === voided["replacedByInvoiceId"]);
  expect(again?.total).toBe("-120.00");
});

test.each([
  ["none", undefined, "0.00", "160.00", "160.00"],
  // Base 310.00 − 31.00; −160.00 + 320.00 − 16.00 = 144.00, which are given back; 288.00 − 144.00 are left of Pro
  ["a percentage", discount("10 %"), "31.00", "144.00", "144.00"],
])(
  "a note on an upgrade leaves an end all else of what the upgrade charged, discount: %s (R-SUB-5, R-INV-8)",
  async (_, terms, off, noted, given) => {
    const story = await scenario({ start: "2026-01-01" });
    const base = await story.fixed("Base", "310.00");
    const { id } = await story.subscribe({ prices: [base], ...(terms === undefined ? {} : { discount: terms }) });
    await story.advanceTo("2026-01-16");
    const [first] = await story.invoices();
    expect(first?.total).toBe((310 - Number(off)).toFixed(2));
    await pay(story, first, String(first?.total));
    await story.replace(id, base, await story.fixed("Pro", "620.00"));
    const upgrade = (await story.invoices()).at(-1);
    await pay(story, upgrade, String(upgrade?.total));
    const line = (upgrade?.lineItems ?? []).findIndex(({ totalPrice }) => totalPrice === "320.00");
    expect(await note(story, { invoice: upgrade, lines: [[line, noted]] })).toBe(noted);
    await story.advanceTo("2026-01-20");
    await story.act(id, "cancel");
    await story.advanceTo("2026-01-21");
    // 220.00 of Pro's 320.00 are not served, and the note left less of it
    expect((await story.invoices()).at(-1)?.total).toBe(`-${given}`);
    const { accountCredit } = await story.api.get<Json>(`/accounts/${story.accountId}/balance`);
    expect(accountCredit).toBe((Number(noted) + Number(given)).toFixed(2));
    await expectProved(story);
  },
);

test("with a manual concession, corrected usage gives back no more than was billed (R-INV-9, R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const prices = [await story.usage("Calls", { unit: "1.00" })];
  await story.subscribe({ prices, discount: discount("100.00"), autoIssueInvoices: false });
  await story.use("calls", 600, "2026-01-10");
  await story.advanceTo("2026-02-02");
  const [draft] = await story.invoices();
  await story.api.patch(`/invoices/${draft?.id}`, { lineItems: [{ description: "Concession", unitPrice: "-100" }] });
  await story.api.post(`/invoices/${draft?.id}/issue`);
  await story.api.post("/events/event-1/amend", { properties: { quantity: 50 } });
  await story.advanceTo("2026-03-02");
  const [first, second] = await story.invoices();
  expect(first?.total).toBe("400.00");
  expect(Number(second?.total)).toBeLessThan(-300);
  expect(Number(second?.total)).toBeGreaterThanOrEqual(-400);
  await expectProved(story);
});

test("small returns under a percentage and a final note give back what was billed (R-SUB-8, R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "JPY" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "93")], discount: discount("10 %") });
  for (const day of [3, 5, 7, 11, 13]) {
    const on = (one: number) => `2026-01-${String(one).padStart(2, "0")}`;
    await story.advanceTo(`${on(day - 1)}T12:00`);
    await story.act(id, "pause", { effective: on(day), resumesOn: on(day + 1) });
    await story.advanceTo(on(day + 1));
  }
  const [first] = await story.invoices();
  const back = (await story.invoices()).slice(1).reduce((sum, { total }) => sum - Number(total), 0);
  expect(first?.total).toBe("84");
  expect(back + Number(await note(story, { invoice: first, lines: [0, 1] }))).toBe(84);
});

test("a note of a credited year does not affect the months of a new year (R-SUB-8, R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const [year, other] = [await story.fixed("Year", "365.00", { every: "yearly" }), await story.fixed("Other", "31.00")];
  const { id } = await story.subscribe({ prices: [year], maximumSpend: { amount: "400.00", period: "month" } });
  await story.advanceTo("2026-03-01");
  await story.change(id, { update: [{ priceId: year, newPriceId: other }] }); // 306 of 365 days are credited
  await story.advanceTo("2026-04-01");
  await story.change(id, { add: [{ priceId: year }] }); // 275 days
  const [first] = await story.invoices();
  expect(await note(story, { invoice: first, lines: [0] })).toBe("59.00");
  await story.act(id, "cancel");
  await story.advanceTo("2026-04-02");
  const last = (await story.invoices()).at(-1);
  // By month the note is of credited days: 5.11 a month, which was once deducted from the new sale.
  expect(last?.lineItems.map(({ description, totalPrice }) => `${description} ${totalPrice}`)).toEqual([
    "Unused Year -274.00",
    "Unused Other -29.97",
    ...Array.from({ length: 4 }, () => "Reduction to maximum spend 0.01"), // the rounding by month
  ]);
  await expectProved(story);
});

test("a maximum that a correction moves gives back as much as both leave room for (R-SUB-8, R-INV-9, R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const terms = { discount: discount("20 %"), maximumSpend: { amount: "100.00", period: "month" } };
  await story.subscribe({ prices: [await story.usage("Calls", { unit: "1.00" })], ...terms });
  await story.use("calls", 140, "2026-01-10");
  await story.use("calls", 160, "2026-01-11");
  await story.advanceTo("2026-02-02");
  const [january] = await story.invoices();
  expect(january?.total).toBe("100.00"); // 300.00 − 60.00, at most 100.00
  expect(await note(story, { invoice: january, lines: [[0, "50.00"]] })).toBe("50.00");
  await story.api.post("/events/event-1/void");
  await story.advanceTo("2026-03-02");
  const [, corrected] = await story.invoices();
  // 160.00 − 32.00 are above the maximum as well, so the correction comes to nothing and asks for nothing.
  expect(corrected?.lineItems.map(({ kind, totalPrice }) => `${kind} ${totalPrice}`)).toEqual([
    "correction -140.00",
    "usage 0.00",
    "discount 28.00",
    "maximum 112.00", // to −28.00 of −140.00
  ]);
  expect(corrected?.total).toBe("0.00");
  await expectProved(story);
});
