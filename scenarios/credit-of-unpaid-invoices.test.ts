import { type Json, scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { endOnThe16th, expectProved, january, overdue } from "./steps.ts";

// What is given back of an overdue or written-off invoice reduces its amount due; what a grant paid returns to the grant.

/** `issued 150.00 due` of each invoice, and the account credit. */
async function standing(story: Story): Promise<string> {
  const invoices = (await story.invoices()).map(({ status, amountRemaining }) => `${status} ${amountRemaining} due`);
  const { accountCredit } = await story.api.get<Json>(`/accounts/${story.accountId}/balance`);
  return [...invoices, `credit ${String(accountCredit)}`].join(", ");
}

test("ending a subscription reduces its overdue invoice (R-SUB-6, R-INV-8)", async () => {
  const { story, id } = await january(overdue);
  await endOnThe16th(story, id);
  expect(await standing(story)).toBe("overdue 150.00 due, paid 0.00 due, credit 0.00"); // 310.00 − 160.00
  await expectProved(story);
});

test("what is given back of an invoice that is not due is credit, which pays it when it is written off (R-SUB-4, R-INV-8)", async () => {
  const { story, id } = await january();
  await endOnThe16th(story, id);
  expect(await standing(story)).toBe("issued 310.00 due, paid 0.00 due, credit 160.00");
  const [invoice] = await story.invoices();
  await story.api.post(`/invoices/${invoice?.id}/mark-uncollectible`);
  expect(await standing(story)).toBe("uncollectible 150.00 due, paid 0.00 due, credit 0.00"); // 310.00 − 160.00
  await expectProved(story);
});

test("what is given back of a partly paid overdue invoice first reduces the amount due (R-INV-8)", async () => {
  const { story, id } = await january(overdue);
  const [invoice] = await story.invoices();
  await story.api.post(`/invoices/${invoice?.id}/payments`, { amount: "200.00", method: "bank_transfer" });
  await endOnThe16th(story, id);
  expect(await standing(story)).toBe("paid 0.00 due, paid 0.00 due, credit 50.00"); // 160.00 − 110.00
  const [charge, end] = await story.invoices();
  expect(end).toMatchObject({ total: "-160.00", amountCredited: "160.00" });
  expect(end?.creditedTo).toEqual([
    { to: "invoice", amount: "110.00", invoiceId: charge?.id, invoiceNumber: charge?.number, creditGrantId: null },
    { to: "account_credit", amount: "50.00", invoiceId: null, invoiceNumber: null, creditGrantId: null },
  ]);
  await expectProved(story);
});

test("a spend limit shortened by an end reduces the month's overdue invoices (R-SUB-8, R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const week = await story.fixed("Week", "90.00", { every: "weekly" });
  const maximumSpend = { amount: "100.00", period: "month" };
  const { id } = await story.subscribe({ prices: [week], maximumSpend, ...overdue });
  await story.advanceTo("2026-01-15");
  expect((await story.invoices()).map(({ total }) => total)).toEqual(["90.00", "10.00", "0.00"]);
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-16");
  // 100.00 × 15/31 = 48.39 for 15 days: 51.61 less, all of it unpaid.
  expect((await story.invoices()).map(({ total, amountRemaining }) => [total, amountRemaining])).toEqual([
    ["90.00", "38.39"],
    ["10.00", "10.00"],
    ["0.00", "0.00"],
    ["-51.61", "0.00"],
  ]);
  expect((await standing(story)).endsWith("credit 0.00")).toBe(true);
  await expectProved(story);
});

test("what is given back of a written-off invoice reduces it instead of becoming credit (R-INV-8)", async () => {
  const { story, id } = await january();
  const [invoice] = await story.invoices();
  await story.api.post(`/invoices/${invoice?.id}/mark-uncollectible`);
  await endOnThe16th(story, id);
  expect(await standing(story)).toBe("uncollectible 150.00 due, paid 0.00 due, credit 0.00");
  await expectProved(story);
  // A later payment pays what is left, and a note reduces the amount due before it becomes credit.
  await story.api.post("/credit-notes", {
    invoiceId: invoice?.id,
    reason: "Settled",
    outcome: "account_credit",
    lines: [{ lineItemId: invoice?.lineItems[0]?.id, amount: "100.00" }],
  });
  expect(await standing(story)).toBe("uncollectible 50.00 due, paid 0.00 due, credit 0.00");
  await expectProved(story);
});

test("an invoice that gives back from a draft waits until the draft is issued (R-INV-2, R-INV-8)", async () => {
  const { story, id } = await january({ autoIssueInvoices: false });
  await endOnThe16th(story, id);
  const [charge, end] = await story.invoices();
  expect([charge?.total, end?.total]).toEqual(["310.00", "-160.00"]);
  const refused = await story.api.request<Json>("POST", `/invoices/${end?.id}/issue`);
  expect([refused.status, refused.body["detail"]]).toEqual([
    409,
    expect.stringContaining(`It gives back part of the draft ${charge?.id}. Issue that draft first.`),
  ]);
  expect(await standing(story)).toBe("draft 310.00 due, draft 0.00 due, credit 0.00");
  await story.api.post(`/invoices/${charge?.id}/issue`);
  await story.api.post(`/invoices/${end?.id}/issue`);
  expect(await standing(story)).toBe("issued 310.00 due, paid 0.00 due, credit 160.00");
  await expectProved(story);
});

test("the remaining credit of a downgrade pays a later charge (R-SUB-4, R-INV-8)", async () => {
  const { story, id, base } = await january();
  const [invoice] = await story.invoices();
  await story.api.post(`/invoices/${invoice?.id}/payments`, { amount: "310.00", method: "bank_transfer" });
  await story.advanceTo("2026-01-16");
  await story.replace(id, base, await story.fixed("Small", "62.00"));
  // −160.00 + 62.00 × 16/31 = −128.00
  expect(await standing(story)).toBe("paid 0.00 due, paid 0.00 due, credit 128.00");
  await story.advanceTo("2026-02-02");
  expect(await standing(story)).toBe("paid 0.00 due, paid 0.00 due, paid 0.00 due, credit 66.00"); // 128.00 − 62.00
  await expectProved(story);
});

/** An invoice of 100.00 that a promotion paid, which expires on February 1. */
async function promoted(): Promise<{ story: Story; invoice: StoryInvoice; grant: Json }> {
  const story = await scenario({ start: "2026-01-05" });
  const grant = await story.api.post<Json>(`/accounts/${story.accountId}/credit-grants`, {
    amount: "100.00",
    currency: "USD",
    expiresAt: "2026-02-01T00:00:00Z",
    reason: "Promotion",
  });
  const invoice = await story.api.post<StoryInvoice>("/invoices", {
    accountId: story.accountId,
    lines: [{ description: "Item", unitPrice: "100.00" }],
    autoIssue: true,
  });
  expect(invoice.status).toBe("paid");
  return { story, invoice, grant };
}

test.each(["apply", "account_credit"])(
  "what an expired promotion paid returns to it and expires, with outcome %s (R-INV-8)",
  async (outcome) => {
    const { story, invoice, grant } = await promoted();
    const note = (amount: string) =>
      story.api.post<Json>("/credit-notes", {
        invoiceId: invoice.id,
        reason: "Not delivered",
        outcome,
        lines: [{ lineItemId: invoice.lineItems[0]?.id, amount }],
      });
    expect(await note("30.00")).toMatchObject({
      total: "30.00",
      amountApplied: "0.00",
      amountCredited: "0.00",
      amountReturned: "30.00",
    });
    expect(await story.api.get(`/credit-grants/${grant.id}`)).toMatchObject({ balance: "30.00" });
    expect(await standing(story)).toBe("paid 0.00 due, credit 0.00");
    await story.advanceTo("2026-02-02"); // the 30.00 expire
    await note("70.00");
    await story.advanceTo("2026-02-03"); // and so do the 70.00 that come back
    expect(await story.api.get(`/credit-grants/${grant.id}`)).toMatchObject({ balance: "0.00" });
    expect(await standing(story)).toBe("paid 0.00 due, credit 0.00");
    await expectProved(story);
  },
);

test("an end returns money first, then what a grant paid (R-SUB-6, R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const grant = await story.api.post<Json>(`/accounts/${story.accountId}/credit-grants`, {
    amount: "250.00",
    currency: "USD",
  });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "310.00")] });
  const [invoice] = await story.invoices();
  expect(invoice?.amountRemaining).toBe("60.00"); // 310.00 − 250.00
  await story.api.post(`/invoices/${invoice?.id}/payments`, { amount: "60.00", method: "bank_transfer" });
  await endOnThe16th(story, id);
  // 160.00: 60.00 in money, 100.00 from the grant.
  expect(await standing(story)).toBe("paid 0.00 due, paid 0.00 due, credit 60.00");
  expect(await story.api.get(`/credit-grants/${grant.id}`)).toMatchObject({ balance: "100.00" });
  const end = (await story.invoices()).at(-1);
  expect(end?.creditedTo.map(({ to, amount, creditGrantId }) => [to, amount, creditGrantId])).toEqual([
    ["credit_grant", "100.00", grant.id],
    ["account_credit", "60.00", null],
  ]);
  await expectProved(story);
});

test("dunning that ends the subscription and writes off the invoice leaves no credit (R-INV-7, R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  await story.api.patch("/payment-settings", {
    provider: "manual",
    dunning: { schedule: [2], reminders: [], outcome: "cancel_subscription" },
  });
  await story.subscribe({ prices: [await story.fixed("Base", "310.00")], ...overdue });
  // Overdue on January 2; the schedule ends on the 3rd, and that day is used up: 28 of 31 days are not served.
  await story.advanceTo("2026-01-06");
  expect(await standing(story)).toBe("overdue 30.00 due, paid 0.00 due, credit 0.00"); // 310.00 − 280.00
  const [invoice] = await story.invoices();
  await story.api.post(`/invoices/${invoice?.id}/mark-uncollectible`);
  expect(await standing(story)).toBe("uncollectible 30.00 due, paid 0.00 due, credit 0.00");
  await expectProved(story);
});

test("account credit does not pay an open invoice until it is applied (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-05" });
  const issue = (unitPrice: string) =>
    story.api.post<StoryInvoice>("/invoices", {
      accountId: story.accountId,
      lines: [{ description: "Item", unitPrice }],
      autoIssue: true,
    });
  const open = await issue("100.00");
  await issue("-30.00"); // 30.00 of account credit
  expect(await standing(story)).toBe("issued 100.00 due, paid 0.00 due, credit 30.00");
  const apply = (amount?: string) =>
    story.api.request<Json>("POST", `/invoices/${open.id}/apply-credit`, {
      body: amount === undefined ? {} : { amount },
    });
  expect((await apply("10.00")).body).toMatchObject({ creditsApplied: "10.00", amountRemaining: "90.00" });
  expect((await apply("25.00")).body["detail"]).toBe(
    "The amount due is 90.00 USD and the account has 20.00 USD of account credit. Apply at most 20.00 USD.",
  );
  expect((await apply()).body).toMatchObject({ creditsApplied: "30.00", amountRemaining: "70.00" });
  expect((await apply()).body["detail"]).toBe(
    "The amount due is 70.00 USD and the account has 0.00 USD of account credit. There is nothing to apply.",
  );
  const { items } = await story.api.get<{ items: Json[] }>(`/accounts/${story.accountId}/credit-ledger`);
  expect(items.map(({ kind, amount }) => `${String(kind)} ${String(amount)}`)).toEqual([
    "given 30.00",
    "applied -10.00",
    "applied -20.00",
  ]);
  await expectProved(story);
});
