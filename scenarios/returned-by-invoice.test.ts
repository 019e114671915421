import {
  discount,
  type Json,
  priceDiscount,
  scenario,
  type Story,
  type StoryInvoice,
} from "@counterfoil/testkit/scenario";
import { describe, expect, test } from "vitest";
import { expectProved, overdue } from "./steps.ts";

// What a new invoice takes back of a discount or limit belongs to the invoice whose lines it reduced.

/** `overdue 100.00` of each invoice, and the account credit. */
async function standing(story: Story): Promise<string[]> {
  const invoices = (await story.invoices()).map(({ status, amountRemaining }) => `${status} ${amountRemaining}`);
  const { accountCredit } = await story.api.get<Json>(`/accounts/${story.accountId}/balance`);
  return [...invoices, `credit ${String(accountCredit)}`];
}

/** Gives back all that is left of these lines, or this amount of each. */
function noteOf(
  story: Story,
  { id: invoiceId }: StoryInvoice,
  lines: readonly { readonly id: string }[],
  amount?: string,
): Promise<Json> {
  const given = lines.map(({ id }) => ({ lineItemId: id, ...(amount === undefined ? {} : { amount }) }));
  return story.api.post("/credit-notes", { invoiceId, reason: "Complaint", outcome: "apply", lines: given });
}

/** A of 300.00 from April 1, and B of 150.00 from April 11, at 50 % off: invoices of 150.00 and 50.00. */
async function twoInvoices(terms: object) {
  const story = await scenario({ start: "2026-04-01" });
  const [a, b] = [await story.fixed("A", "300.00"), await story.fixed("B", "150.00")];
  const { id } = await story.subscribe({ prices: [a], discount: discount("50 %"), ...terms });
  await story.advanceTo("2026-04-11");
  await story.change(id, { add: [{ priceId: b }] });
  return { story, id };
}

describe("an end gives back 10 of 30 days of two discounted invoices: 100.00 − 50.00 of the first, 50.00 − 25.00 of the second", () => {
  test("the first is overdue and the second was paid (R-INV-8)", async () => {
    const { story, id } = await twoInvoices(overdue);
    await story.advanceTo("2026-04-13");
    const [, second] = await story.invoices();
    await story.api.post(`/invoices/${second?.id}/payments`, { amount: "50.00", method: "bank_transfer" });
    await story.advanceTo("2026-04-20");
    await story.act(id, "cancel");
    await story.advanceTo("2026-04-21");
    expect(await standing(story)).toEqual(["overdue 100.00", "paid 0.00", "paid 0.00", "credit 25.00"]);
    await expectProved(story);
  });

  test("a credit note can give back all that is left of each (R-INV-8)", async () => {
    const { story, id } = await twoInvoices({});
    await story.advanceTo("2026-04-20");
    await story.act(id, "cancel");
    await story.advanceTo("2026-04-21");
    const totals = [];
    for (const invoice of (await story.invoices()).slice(0, 2)) {
      totals.push((await noteOf(story, invoice, invoice.lineItems.slice(0, 2))).total);
    }
    expect(totals).toEqual(["100.00", "25.00"]); // 200.00 − 100.00, and 50.00 − 25.00
    await expectProved(story);
  });

  test("a grant gets back what it paid, and money becomes account credit (R-INV-8)", async () => {
    const story = await scenario({ start: "2026-04-01" });
    await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "150.00" });
    const [a, b] = [await story.fixed("A", "300.00"), await story.fixed("B", "150.00")];
    const { id } = await story.subscribe({ prices: [a], discount: discount("50 %") });
    await story.advanceTo("2026-04-11");
    await story.change(id, { add: [{ priceId: b }] });
    const [, second] = await story.invoices();
    await story.api.post(`/invoices/${second?.id}/payments`, { amount: "50.00", method: "bank_transfer" });
    await story.advanceTo("2026-04-20");
    await story.act(id, "cancel");
    await story.advanceTo("2026-04-21");
    const balance = await story.api.get<Json>(`/accounts/${story.accountId}/balance`);
    expect([balance["creditGrants"], balance["accountCredit"]]).toEqual(["50.00", "25.00"]);
    await expectProved(story);
  });
});

test("a discount of one price reduces what is given back of its invoice only (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-04-01" });
  const a = await story.fixed("A", "300.00", { price: { discount: priceDiscount("50 %") } });
  const b = await story.fixed("B", "150.00");
  const { id } = await story.subscribe({ prices: [a], ...overdue });
  await story.advanceTo("2026-04-11");
  await story.change(id, { add: [{ priceId: b }] });
  await story.advanceTo("2026-04-13");
  const [, second] = await story.invoices();
  await story.api.post(`/invoices/${second?.id}/payments`, { amount: "100.00", method: "bank_transfer" });
  await story.advanceTo("2026-04-20");
  await story.act(id, "cancel");
  await story.advanceTo("2026-04-21");
  // 100.00 − 50.00 of A reduce 150.00 to 100.00. 50.00 of B were paid.
  expect(await standing(story)).toEqual(["overdue 100.00", "paid 0.00", "paid 0.00", "credit 50.00"]);
  await expectProved(story);
});

test("a maximum that shrinks belongs to the invoice of its period (R-SUB-8, R-INV-9)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const maximumSpend = { amount: { value: "400.00" }, period: "monthly" };
  const calls = await story.usage("Calls", { unit: "1.00" }, { price: { maximumSpend } });
  await story.subscribe({ prices: [calls], ...overdue });
  await story.use("calls", 300, "2026-01-10");
  await story.use("calls", 300, "2026-01-11");
  await story.use("calls", 200, "2026-02-10");
  await story.advanceTo("2026-03-02");
  const [, february] = await story.invoices();
  await story.api.post(`/invoices/${february?.id}/payments`, { amount: "200.00", method: "bank_transfer" });
  await story.api.post("/events/event-1/void");
  await story.api.post("/events/event-3/void");
  await story.advanceTo("2026-04-02");
  // January: 600.00 with a maximum of 400.00 becomes 300.00, so 100.00 are given back. February: all of its 200.00.
  expect(await standing(story)).toEqual(["overdue 300.00", "paid 0.00", "paid 0.00", "credit 200.00"]);
  await expectProved(story);
});

test("tax goes with what is given back of each invoice (R-INV-8, R-INV-6)", async () => {
  const story = await scenario({ start: "2026-04-01", settings: { country: "FR", taxMode: "manual" } });
  const rate = await story.api.post<Json & { id: string }>("/tax-rates", { name: "VAT", percentage: "20" });
  const [a, b] = [await story.fixed("A", "300.00"), await story.fixed("B", "150.00")];
  const { id } = await story.subscribe({ prices: [a], discount: discount("50 %"), ...overdue });
  await story.advanceTo("2026-04-11");
  await story.api.patch(`/tax-rates/${rate.id}`, { percentage: "10" });
  await story.change(id, { add: [{ priceId: b }] });
  await story.advanceTo("2026-04-13");
  const [, second] = await story.invoices();
  await story.api.post(`/invoices/${second?.id}/payments`, { amount: "55.00", method: "bank_transfer" });
  await story.advanceTo("2026-04-20");
  await story.act(id, "cancel");
  await story.advanceTo("2026-04-21");
  // 50.00 + 20 % of the first, 25.00 + 10 % of the second.
  expect(await standing(story)).toEqual(["overdue 120.00", "paid 0.00", "paid 0.00", "credit 27.50"]);
  await expectProved(story);
});

describe("when everything of prices that include tax is given back, no revenue is left (R-INV-8, R-INV-2)", () => {
  async function revenueOf(story: Story): Promise<Record<string, string>> {
    const { items } = await story.api.get<{ items: { code: string; balance: string }[] }>(
      "/journal/balances?at=2026-04-30",
    );
    const shown = items.filter(({ code }) => ["revenue", "deferred_revenue", "rounding", "tax"].includes(code));
    return Object.fromEntries(shown.map(({ code, balance }) => [code, balance]));
  }

  test("by ten notes of 0.10 of 1.00", async () => {
    const story = await scenario({ start: "2026-04-01", settings: { country: "DE", taxMode: "manual" } });
    await story.api.post("/tax-rates", { name: "VAT", percentage: "19", inclusive: true });
    await story.subscribe({ prices: [await story.fixed("A", "1.00")] });
    await story.advanceTo("2026-04-02");
    const [invoice] = await story.invoices();
    if (invoice === undefined) throw new Error("there is no invoice");
    for (let note = 0; note < 10; note += 1) await noteOf(story, invoice, invoice.lineItems, "0.10");
    await story.advanceTo("2026-05-01");
    expect(await revenueOf(story)).toEqual({});
    await expectProved(story);
  });

  test("by an end and a note, after the invoice was rebilled under another rate", async () => {
    const story = await scenario({ start: "2026-04-01", settings: { country: "FR", taxMode: "manual" } });
    const rate = await story.api.post("/tax-rates", { name: "VAT", percentage: "20", inclusive: true });
    const { id } = await story.subscribe({ prices: [await story.fixed("A", "300.00")] });
    await story.advanceTo("2026-04-10");
    await story.act(id, "cancel"); // −200.00, of them 33.33 tax
    await story.advanceTo("2026-04-11");
    await story.api.patch(`/tax-rates/${rate.id}`, { percentage: "14" });
    const [first] = await story.invoices();
    const voided = await story.api.post(`/invoices/${first?.id}/void`, { reason: "Wrong rate", rebill: true });
    const rebilled = await story.api.post<StoryInvoice>(`/invoices/${String(voided["replacedByInvoiceId"])}/issue`);
    // 300.00 with 14 % less 200.00 with 20 %: 263.16 − 166.67, and 36.84 − 33.33.
    expect(await noteOf(story, rebilled, rebilled.lineItems)).toMatchObject({ subtotal: "96.49", tax: "3.51" });
    await story.advanceTo("2026-05-01");
    expect(await revenueOf(story)).toEqual({});
    await expectProved(story);
  });

  test("by notes of a charge and its discount in parts, each line by what it gives back", async () => {
    const story = await scenario({ start: "2026-04-01", settings: { country: "DE", taxMode: "manual" } });
    await story.api.post("/tax-rates", { name: "VAT", percentage: "19", inclusive: true });
    const price = { discount: priceDiscount("99 %") };
    const { id } = await story.subscribe({ prices: [await story.fixed("A", "100.00", { price })] });
    await story.advanceTo("2026-04-02");
    await story.act(id, "cancel", { credit: "none" });
    const [invoice] = await story.invoices();
    const [charge, off] = invoice?.lineItems ?? [];
    if (invoice === undefined || charge === undefined || off === undefined) throw new Error("two lines are missing");
    for (let note = 0; note < 2; note += 1) {
      const lines = [
        { lineItemId: charge.id, amount: "33.35" },
        { lineItemId: off.id, amount: "-33.01" },
      ];
      await story.api.post("/credit-notes", { invoiceId: invoice.id, reason: "Complaint", outcome: "apply", lines });
    }
    await noteOf(story, invoice, [charge, off]);
    await story.advanceTo("2026-05-01");
    expect(await revenueOf(story)).toEqual({});
    const { items } = await story.api.get<{ items: Json[] }>("/journal?limit=100");
    const given = items.filter(({ kind, code, lineId }) => {
      return kind === "credit_note_issued" && code === "deferred_revenue" && lineId !== null;
    });
    // 33.35 − 33.01 with 19 % is 0.29 + 0.05. The lines are 28.02 and 27.74 by their shares, so the larger one has a cent more.
    expect(given.slice(0, 2).map(({ amount }) => String(amount))).toEqual(["28.03", "-27.74"]);
    await expectProved(story);
  });
});
