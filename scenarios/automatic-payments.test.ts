import type { Json, Story } from "@counterfoil/testkit/scenario";
import { paidStory } from "@counterfoil/testkit/stripe";
import { expect, test } from "vitest";

// R-INV-7: automatic collection and dunning, by the official SDK against a Stripe substitute that keeps books.

const DUNNING = { schedule: [3, 5, 7], reminders: [2, 6], outcome: "uncollectible" };

async function told(story: Story): Promise<string[]> {
  const { items } = await story.api.get<{ items: Json[] }>("/notifications?limit=100");
  return items
    .filter(({ type }) => /^payment|reminder|overdue|paid/.test(String(type)))
    .map(({ type, timestamp }) => `${String(timestamp).slice(0, 10)} ${String(type)}`);
}

async function payments(story: Story, invoiceId: string | undefined): Promise<Json[]> {
  return (await story.api.get<{ items: Json[] }>(`/invoices/${invoiceId}/payments`)).items;
}

test("each invoice of a year is collected once, when it is issued (R-INV-7, R-TIME-5)", async () => {
  const { story, stripe, leaveMethod } = await paidStory({ start: "2024-01-31" });
  await leaveMethod("works");
  const before = stripe.books.cash;
  await story.subscribe({ prices: [await story.fixed("Base", "35.00")], autoPayInvoices: true });
  await story.advanceTo("2025-01-30");
  const invoices = await story.invoices();
  expect(invoices).toHaveLength(12);
  expect(invoices.map(({ status }) => status)).toEqual(Array<string>(12).fill("paid"));
  expect(stripe.books.cash - before).toBe(420_00); // 12 × 35.00
  expect(await payments(story, invoices[1]?.id)).toMatchObject([
    { amount: "35.00", status: "succeeded", method: "card", provider: "stripe", date: "2024-02-29" },
  ]);
  expect(await story.api.get(`/accounts/${story.accountId}/payment-method`)).toMatchObject({
    paymentMethod: { type: "card", brand: "visa", last4: "4242" },
  });
});

test("a declined card is retried on days 3, 5 and 7, then the invoice is uncollectible (R-INV-7)", async () => {
  const terms = { start: "2024-01-01", settings: { defaultPaymentTerms: "on_issue" as const } };
  const { story, stripe, leaveMethod } = await paidStory(terms, DUNNING);
  await leaveMethod("declined");
  const before = stripe.books.cash;
  await story.subscribe({ prices: [await story.fixed("Base", "35.00")], autoPayInvoices: true });
  await story.advanceTo("2024-01-15");
  const [invoice] = await story.invoices();
  expect(invoice).toMatchObject({ status: "uncollectible", amountPaid: "0.00" });
  expect(await told(story)).toEqual([
    "2024-01-01 payment.failed",
    "2024-01-02 invoice.overdue", // due on the 1st
    "2024-01-03 invoice.reminder", // 2 days after the due date
    "2024-01-04 payment.failed", // 3 days after the first failure
    "2024-01-06 payment.failed", // 5
    "2024-01-07 invoice.reminder", // 6 days after the due date
    "2024-01-08 payment.failed", // 7, the last
  ]);
  const [first] = await payments(story, invoice?.id);
  expect(first).toMatchObject({ failureCode: "generic_decline", failureReason: "Your card was declined." });
  expect(stripe.books.cash).toBe(before);
});

test("a new card pays at the next retry, and dunning ends (R-INV-7)", async () => {
  const { story, leaveMethod } = await paidStory({ start: "2024-01-01" }, DUNNING);
  await leaveMethod("insufficient_funds");
  await story.subscribe({ prices: [await story.fixed("Base", "35.00")], autoPayInvoices: true });
  await story.advanceTo("2024-01-02");
  await leaveMethod("works");
  await story.advanceTo("2024-01-20");
  const [invoice] = await story.invoices();
  expect(invoice).toMatchObject({ status: "paid" });
  expect(await told(story)).toEqual([
    "2024-01-01 payment.failed",
    "2024-01-04 invoice.paid",
    "2024-01-04 payment.created",
  ]);
});

test("without a payment method each attempt fails, and the subscription ends if the settings say so (R-INV-7, R-SUB-6)", async () => {
  const { story } = await paidStory({ start: "2024-01-01" }, { schedule: [2], outcome: "cancel_subscription" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "31.00")], autoPayInvoices: true });
  await story.advanceTo("2024-01-10");
  const [invoice] = await story.invoices();
  expect((await payments(story, invoice?.id)).map(({ failureCode }) => failureCode)).toEqual([
    "no_payment_method",
    "no_payment_method",
  ]);
  expect(await story.api.get(`/subscriptions/${id}`)).toMatchObject({
    status: "canceled",
    cancelsAt: "2024-01-04T00:00:00.000Z", // the day of the last attempt is charged
    cancelationReason: "other",
  });
});

test("an unpaid bank transfer gets reminders, and is written off at the end of the schedule (R-INV-7)", async () => {
  const { story } = await paidStory({ start: "2024-01-01" }, DUNNING);
  await story.api.patch("/payment-settings", { provider: "manual" });
  const lines = [{ description: "Setup", unitPrice: "100.00" }];
  const body = { accountId: story.accountId, lines, paymentTerms: "net_7", autoIssue: true };
  const paid = (await story.api.post("/invoices", body)).id;
  const unpaid = (await story.api.post("/invoices", body)).id;
  await story.advanceTo("2024-01-11T12:00");
  await story.api.post(`/invoices/${paid}/payments`, { amount: "100.00", method: "bank_transfer" });
  await story.advanceTo("2024-02-01");
  expect(await story.api.get(`/invoices/${paid}`)).toMatchObject({ status: "paid" });
  expect(await story.api.get(`/invoices/${unpaid}`)).toMatchObject({ status: "uncollectible" });
  expect(await told(story)).toEqual([
    "2024-01-09 invoice.overdue", // due on the 8th
    "2024-01-09 invoice.overdue",
    "2024-01-10 invoice.reminder", // 2 days after the due date
    "2024-01-10 invoice.reminder",
    "2024-01-11 invoice.paid",
    "2024-01-11 payment.created",
    "2024-01-14 invoice.reminder", // 6; written off on the 15th
  ]);
});

test("a processing debit blocks further attempts, and a returned one is retried (R-INV-7)", async () => {
  const { story, stripe, leaveMethod, tellNews, until } = await paidStory({ start: "2024-01-01" }, DUNNING);
  await leaveMethod("takes_days");
  await story.subscribe({ prices: [await story.fixed("Base", "35.00")], autoPayInvoices: true });
  await story.advanceTo("2024-01-05");
  const [invoice] = await story.invoices();
  const [begun] = await payments(story, invoice?.id);
  expect(begun).toMatchObject({ status: "processing", method: "direct_debit" });
  stripe.books.settle(String(begun?.["providerPaymentId"]), false);
  expect(await tellNews()).toEqual([204, 204]); // that it is on its way comes late
  await until(
    () => payments(story, invoice?.id),
    ([one]) => one?.["status"] === "failed",
  );
  // It cannot be paid later.
  expect(stripe.books.intent(String(begun?.["providerPaymentId"])).status).toBe("canceled");
  await leaveMethod("works");
  await story.advanceTo("2024-01-09"); // 3 days after the 5th
  expect((await story.invoices())[0]).toMatchObject({ status: "paid" });
});

test("a payment that arrives for a voided invoice becomes account credit (R-INV-7, R-INV-8)", async () => {
  const { story, stripe, leaveMethod, tellNews } = await paidStory({ start: "2024-01-01" });
  await leaveMethod("takes_days");
  await story.subscribe({ prices: [await story.fixed("Base", "35.00")], autoPayInvoices: true });
  await story.advanceTo("2024-01-02");
  const [invoice] = await story.invoices();
  await story.api.post(`/invoices/${invoice?.id}/void`, { reason: "Wrong contract" });
  const [begun] = await payments(story, invoice?.id);
  stripe.books.settle(String(begun?.["providerPaymentId"]), true);
  await tellNews();
  expect(await payments(story, invoice?.id)).toMatchObject([
    { status: "succeeded", appliedAmount: "0.00", creditedAmount: "35.00" },
  ]);
  expect(await story.api.get(`/accounts/${story.accountId}/balance`)).toMatchObject({ accountCredit: "35.00" });
  await story.advanceTo("2024-02-02"); // the next invoice uses it up
  expect((await story.invoices())[1]).toMatchObject({ creditsApplied: "35.00", status: "paid" });
});

test("reminders and receipts are mailed if the subscription asks for them (R-INV-7, R-MAIL-1)", async () => {
  const terms = { start: "2024-01-01", settings: { defaultPaymentTerms: "on_issue" as const } };
  const { story, leaveMethod } = await paidStory(terms, { schedule: [3], reminders: [2] });
  await story.api.patch(`/accounts/${story.accountId}`, { billingEmail: "ada@example.com" });
  await leaveMethod("declined");
  await story.subscribe({
    prices: [await story.fixed("Base", "35.00")],
    autoPayInvoices: true,
    sendReceiptsToCustomer: true,
  });
  await story.advanceTo("2024-01-03T12:00");
  await leaveMethod("works");
  await story.advanceTo("2024-01-05");
  const { items } = await story.api.get<{ items: Json[] }>("/mails");
  expect(items.map(({ kind }) => kind).filter((kind) => kind !== "invoice")).toEqual(["overdue", "receipt"]);
});
