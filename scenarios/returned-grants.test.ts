import {
  discount,
  environment,
  type Json,
  scenario,
  type Story,
  type StoryInvoice,
} from "@counterfoil/testkit/scenario";
import pg from "pg";
import { expect, test } from "vitest";
import { expectProved, grantCredit, note, noteLine, pay, post, standing, voidInvoice } from "./steps.ts";

// What is given back of a line returns to the prepaid grants that paid it (R-INV-8).

const balancesOf = (story: Story, grants: readonly Json[]) =>
  Promise.all(grants.map(async ({ id }) => (await story.api.get<Json>(`/credit-grants/${id}`))["balance"]));

/** Calls at 1.00 and texts at 0.10; grants of their units pay 100 calls and 1,000 texts of January. */
async function callsAndTexts({ texts = "1000" } = {}): Promise<{ story: Story; grants: Json[] }> {
  const story = await scenario({ start: "2026-01-01" });
  const metrics = [await story.metric("Calls"), await story.metric("Texts")] as const;
  const prices = [
    await story.usage("Calls", { unit: "1.00" }, { metrics: [metrics[0]] }),
    await story.usage("Texts", { unit: "0.10" }, { metrics: [metrics[1]] }),
  ];
  await story.subscribe({ prices });
  const grants = [
    await grantCredit(story, { amount: "100", currency: undefined, metricId: metrics[0], priority: 1 }),
    await grantCredit(story, { amount: texts, currency: undefined, metricId: metrics[1], priority: 2 }),
  ];
  await story.use("calls", 100, "2026-01-10");
  await story.use("texts", 1000, "2026-01-10");
  await story.advanceTo("2026-02-02");
  return { story, grants };
}

interface Paid {
  readonly story: Story;
  readonly products: readonly Json[];
  /** A promotion for the first product and credit for the second, in order of use. */
  readonly grants: readonly Json[];
  readonly invoice: StoryInvoice;
}

/** An invoice of X and Y for 100.00 each, with tax if terms say so, paid by two grants. */
async function paidByTwo(amounts: readonly string[], terms: object = {}, last: object = {}): Promise<Paid> {
  const story = await scenario({ start: "2026-01-05", ...terms });
  const products = [
    await story.api.post<Json>("/products", { name: "X", feeType: "fixed" }),
    await story.api.post<Json>("/products", { name: "Y", feeType: "fixed" }),
  ];
  if ("settings" in terms) await story.api.post("/tax-rates", { name: "VAT", percentage: "20", country: "FR" });
  const currency = "currency" in terms ? terms.currency : "USD";
  const grants = [
    await grantCredit(story, { currency, amount: amounts[0], productIds: [products[0]?.id], priority: 1 }),
    await grantCredit(story, { currency, amount: amounts[1], priority: 2, ...last }),
  ];
  const lines = products.map(({ id }, index) => ({
    description: index === 0 ? "X" : "Y",
    unitPrice: "100.00",
    productId: id,
  }));
  const invoice = await story.api.post<StoryInvoice>("/invoices", {
    accountId: story.accountId,
    lines,
    autoIssue: true,
  });
  return { story, products, grants, invoice };
}

const taxed = {
  currency: "EUR",
  settings: { country: "FR", taxMode: "manual" },
  account: { taxCountry: "FR" },
} as const;

test("a correction returns to the grant that paid its usage, not to the last draw", async () => {
  const { story, grants } = await callsAndTexts();
  await post(story, "/events/event-1/void"); // the calls
  await story.advanceTo("2026-03-02");
  expect([await standing(story), await balancesOf(story, grants)]).toEqual([
    "paid 200.00/0.00, paid -100.00/0.00, credit 0.00, grants 0.00",
    ["100", "0"],
  ]);
  await expectProved(story);
});

test("corrections of two lines each return to their own grant", async () => {
  const { story, grants } = await callsAndTexts();
  for (const event of ["event-1", "event-2"]) await post(story, `/events/${event}/void`);
  await story.use("calls", 30, "2026-01-11");
  await story.advanceTo("2026-03-02");
  // 70 calls less than were billed, and all texts.
  expect([await standing(story), await balancesOf(story, grants)]).toEqual([
    "paid 200.00/0.00, paid -170.00/0.00, credit 0.00, grants 0.00",
    ["70", "1000"],
  ]);
  await expectProved(story);
});

test("a note returns to the grant that paid its line", async () => {
  const { story, grants } = await callsAndTexts();
  const invoice = (await story.invoices()).at(-1);
  const which = (invoice?.lineItems ?? []).findIndex(({ description }) => description === "Calls");
  const noted = await noteLine(story, invoice, { outcome: "apply", amount: "100.00", line: which });
  expect([which, noted.body["amountReturned"], await balancesOf(story, grants)]).toEqual([0, "100.00", ["100", "0"]]);
  await expectProved(story);
});

test("a note and a correction together return all that a grant paid, in either order", async () => {
  for (const isNoteFirst of [true, false]) {
    const { story, grants } = await callsAndTexts();
    const [invoice] = await story.invoices();
    if (isNoteFirst) await note(story, { invoice, lines: [[0, "40.00"]] });
    await post(story, "/events/event-1/void");
    await story.advanceTo("2026-03-02");
    const noted = isNoteFirst ? "40.00" : await note(story, { invoice, lines: [[0, "40.00"]] });
    expect
      .soft([noted, await balancesOf(story, grants)])
      .toEqual([isNoteFirst ? "40.00" : "422 nothing_left", ["100", "0"]]);
    await note(story, { invoice, lines: [1] });
    expect.soft(await balancesOf(story, grants)).toEqual(["100", "1000"]);
    await expectProved(story);
  }
});

test("what an expired promotion paid returns to it and expires, so purchased credit does not grow", async () => {
  const story = await scenario({ start: "2026-01-05" });
  const product = await story.api.post<Json>("/products", { name: "X", feeType: "fixed" });
  const expiresAt = "2026-02-01";
  const grants = [
    await grantCredit(story, { amount: "100.00", productIds: [product.id], priority: 1, expiresAt }),
    await grantCredit(story, { amount: "100.00", priority: 2 }),
  ];
  const invoice = await story.api.post<StoryInvoice>("/invoices", {
    accountId: story.accountId,
    lines: [
      { description: "X", unitPrice: "100.00", productId: product.id },
      { description: "Y", unitPrice: "100.00" },
    ],
    autoIssue: true,
  });
  await story.advanceTo("2026-02-02");
  const ofPromotion = await noteLine(story, invoice, { outcome: "apply", amount: "100.00", line: 0 });
  await story.advanceTo("2026-02-03");
  const before = await balancesOf(story, grants);
  const ofBought = await noteLine(story, invoice, { outcome: "apply", amount: "100.00", line: 1 });
  await story.advanceTo("2026-02-04");
  expect([ofPromotion.status, before, ofBought.status, await balancesOf(story, grants)]).toEqual([
    201,
    ["0.00", "0.00"],
    201,
    ["0.00", "100.00"],
  ]);
  await expectProved(story);
});

test("with tax, partial notes of a line return to its grant to the cent", async () => {
  const { story, grants, invoice } = await paidByTwo(["120.00", "120.00"], taxed);
  const steps: unknown[] = [];
  for (const lines of [
    [[0, "33.33"]],
    [[0, "33.33"]],
    [
      [0, "33.34"],
      [1, "50.01"],
    ],
    [1],
  ] as const) {
    const total = await note(story, { invoice, lines: lines as never });
    steps.push([total, ...(await balancesOf(story, grants))]);
  }
  expect(steps).toEqual([
    ["40.00", "40.00", "0.00"],
    ["40.00", "80.00", "0.00"],
    ["100.02", "120.00", "60.02"],
    ["59.98", "120.00", "120.00"],
  ]);
  await expectProved(story);
});

test("of a line paid by two grants, the last draw is returned first", async () => {
  const { story, grants, invoice } = await paidByTwo(["60.00", "140.00"]);
  const steps: unknown[] = [];
  for (const [line, amount] of [
    [0, "50.00"],
    [1, "100.00"],
    [0, "50.00"],
  ] as const) {
    await note(story, { invoice, lines: [[line, amount]] });
    steps.push(await balancesOf(story, grants));
  }
  // The promotion paid 60.00 of X, the other 40.00.
  expect(steps).toEqual([
    ["10.00", "40.00"],
    ["10.00", "140.00"],
    ["60.00", "140.00"],
  ]);
  await expectProved(story);
});

test("money returns as credit before any grant is returned", async () => {
  const { story, grants, invoice } = await paidByTwo(["100.00", "40.00"]);
  await post(story, `/invoices/${invoice.id}/payments`, { amount: "60.00", method: "bank_transfer" });
  await note(story, { invoice, lines: [0] });
  expect([await standing(story), await balancesOf(story, grants)]).toEqual([
    "paid 200.00/0.00, credit 60.00, grants 40.00",
    ["40.00", "0.00"],
  ]);
  await note(story, { invoice, lines: [1] });
  expect(await balancesOf(story, grants)).toEqual(["100.00", "40.00"]);
  await expectProved(story);
});

test("a note with the invoice's discount returns to the grant of the line", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const prices = [await story.fixed("X", "100.00"), await story.fixed("Y", "100.00")];
  const products = await Promise.all(prices.map((id) => story.api.get<Json>(`/prices/${id}`)));
  const grants = [
    await grantCredit(story, { amount: "100.00", productIds: [products[0]?.["productId"]], priority: 1 }),
    await grantCredit(story, { amount: "100.00", priority: 2 }),
  ];
  await story.subscribe({ prices, discount: discount("10 %") });
  await story.advanceTo("2026-01-02");
  const [invoice] = await story.invoices();
  const before = [invoice?.total, await balancesOf(story, grants)];
  const total = await note(story, { invoice, lines: [0, [2, "-10.00"]] });
  expect([before, total, await balancesOf(story, grants)]).toEqual([
    // The discount takes 10.00 off each line, so the first grant pays 90.00.
    ["180.00", ["10.00", "10.00"]],
    "90.00",
    ["100.00", "10.00"],
  ]);
  await expectProved(story);
});

/** X for 310.00 and Y for 62.00 a month, paid by a grant for X and one of 60.00. */
async function twoPrices(terms: { graceHours?: number } = {}) {
  const story = await scenario({ start: "2026-01-01", ...terms });
  const prices = [await story.fixed("X", "310.00"), await story.fixed("Y", "62.00")];
  const { productId } = await story.api.get<Json>(`/prices/${prices[0]}`);
  const grants = [
    await grantCredit(story, { amount: "310.00", productIds: [productId], priority: 1 }),
    await grantCredit(story, { amount: "60.00", priority: 2 }),
  ];
  const { id } = await story.subscribe({ prices });
  return { story, id, prices, grants };
}

test("unused days return to the grant of the removed price", async () => {
  const { story, id, prices, grants } = await twoPrices();
  await pay(story, (await story.invoices())[0], "2.00");
  await story.advanceTo("2026-01-16");
  await story.change(id, { remove: [{ priceId: prices[0] }] }); // 310.00 × 16/31
  await story.advanceTo("2026-01-17");
  expect([await standing(story), await balancesOf(story, grants)]).toEqual([
    "paid 372.00/0.00, paid -160.00/0.00, credit 2.00, grants 158.00",
    ["158.00", "0.00"],
  ]);
  await expectProved(story);
});

test("an end after an upgrade paid by a grant returns each part to its grant", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const base = await story.fixed("Base", "310.00");
  const pro = await story.fixed("Pro", "620.00");
  const products = await Promise.all([base, pro].map((price) => story.api.get<Json>(`/prices/${price}`)));
  const grants = [
    await grantCredit(story, { amount: "310.00", productIds: [products[0]?.["productId"]], priority: 1 }),
    await grantCredit(story, { amount: "160.00", productIds: [products[1]?.["productId"]], priority: 2 }),
  ];
  const { id } = await story.subscribe({ prices: [base] });
  await story.advanceTo("2026-01-16");
  await story.replace(id, base, pro); // 320.00 for 16 days, less 160.00
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-17");
  // 15 days of Pro, 300.00: 160.00 of its own invoice, 140.00 of January's.
  expect([await standing(story), await balancesOf(story, grants)]).toEqual([
    "paid 310.00/0.00, paid 160.00/0.00, paid -300.00/0.00, credit 0.00, grants 300.00",
    ["140.00", "160.00"],
  ]);
  await expectProved(story);
});

test("a price's maximum shortened by an end returns to the grant of that price", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const limited = { maximumSpend: { amount: { value: "100.00" }, period: "monthly" } };
  const x = await story.fixed("X", "90.00", { every: "weekly", price: limited });
  const prices = [x, await story.fixed("Y", "10.00", { every: "weekly" })];
  const { productId } = await story.api.get<Json>(`/prices/${x}`);
  const grants = [
    await grantCredit(story, { amount: "100.00", productIds: [productId], priority: 1 }),
    await grantCredit(story, { amount: "20.00", priority: 2 }),
  ];
  const { id } = await story.subscribe({ prices });
  await story.advanceTo("2026-01-14");
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-15");
  // 100.00 × 14/31 = 45.16 for 14 days
  expect([await standing(story), await balancesOf(story, grants)]).toEqual([
    "paid 100.00/0.00, paid 20.00/0.00, paid -54.84/0.00, credit 0.00, grants 54.84",
    ["54.84", "0.00"],
  ]);
  await expectProved(story);
});

test("a rebilled invoice draws grants again, and a correction returns to these", async () => {
  const { story, grants } = await callsAndTexts({ texts: "900" });
  const [first] = await story.invoices();
  const voided = await voidInvoice(story, first, true);
  const between = await balancesOf(story, grants);
  await post(story, `/invoices/${String(voided.body["replacedByInvoiceId"])}/issue`);
  await post(story, "/events/event-1/void");
  await story.advanceTo("2026-03-02");
  // 10.00 of the rest are due and expected to be paid.
  expect([between, await balancesOf(story, grants)]).toEqual([
    ["100", "900"],
    ["90", "0"],
  ]);
  await expectProved(story);
});

test("unused days credited by a draft return to what paid the invoice rebilled meanwhile", async () => {
  const { story, id, prices, grants } = await twoPrices({ graceHours: 72 });
  await post(story, `/invoices/${(await story.invoices())[0]?.id}/issue`);
  await story.advanceTo("2026-01-16");
  await story.change(id, { remove: [{ priceId: prices[0] }] }); // 310.00 × 16/31
  const [first, draft] = await story.invoices();
  const voided = await voidInvoice(story, first, true);
  const between = await balancesOf(story, grants);
  await post(story, `/invoices/${String(voided.body["replacedByInvoiceId"])}/issue`);
  const issued = await post(story, `/invoices/${draft?.id}/issue`);
  // 2.00 of the invoice are due and expected to be paid.
  expect([between, issued.status, await standing(story), await balancesOf(story, grants)]).toEqual([
    ["310.00", "60.00"],
    200,
    "void 372.00/0.00, issued 372.00/2.00, paid -160.00/0.00, credit 2.00, grants 158.00",
    ["158.00", "0.00"],
  ]);
  await expectProved(story);
});

test("for draws of earlier releases without lines, the last draw is returned first", async () => {
  const { story, grants, invoice } = await paidByTwo(["100.00", "100.00"]);
  const owner = new pg.Client({ connectionString: (await environment()).database.ownerUrl });
  await owner.connect();
  await owner.query("update account_credit_entry set lines = null where invoice_id = $1", [invoice.id]);
  await owner.end();
  await note(story, { invoice, lines: [0] });
  const first = await balancesOf(story, grants);
  await note(story, { invoice, lines: [[1, "30.00"]] });
  expect([first, await balancesOf(story, grants)]).toEqual([
    ["0.00", "100.00"],
    ["30.00", "100.00"],
  ]);
  await expectProved(story);
});
