import type { Json, Story } from "@counterfoil/testkit/scenario";
import { type PaidStory, paidStory } from "@counterfoil/testkit/stripe";
import { expect, test } from "vitest";

// R-INV-7: changes here or at the provider between a call and the record of its result.

const PAYMENT = "/v1/payment_intents";

async function subscribed(): Promise<PaidStory> {
  const paid = await paidStory({ start: "2024-01-01" }, { schedule: [3] });
  await paid.leaveMethod("works");
  await paid.story.subscribe({ prices: [await paid.story.fixed("Base", "35.00")], autoPayInvoices: true });
  return paid;
}

/** Lets the first payment call end without a response. Returns its invoice while the result is unknown. */
async function unknown({ story, stripe, until }: PaidStory, kind: "answer_lost" | "call_lost") {
  stripe.faults.push({ path: PAYMENT, kind }, { path: PAYMENT, kind }); // the SDK calls once more
  const arriving = story.advanceTo("2024-01-02");
  const isToldWhy = ([one]: Json[]) => typeof one?.["failureReason"] === "string";
  await until(() => firstPayments(story), isToldWhy);
  const [invoice] = await story.invoices();
  return { arriving, invoiceId: invoice?.id };
}

async function firstPayments(story: Story): Promise<Json[]> {
  const [invoice] = await story.invoices();
  return (await story.api.get<{ items: Json[] }>(`/invoices/${invoice?.id}/payments`)).items;
}

const breath = () => new Promise((resolve) => setTimeout(resolve, 200));

test("does not repeat a call that never arrived if the invoice has been voided since (R-INV-2, R-INV-7)", async () => {
  const paid = await subscribed();
  const { story, stripe, wait } = paid;
  const cash = stripe.books.cash;
  const { arriving, invoiceId } = await unknown(paid, "call_lost");
  await story.api.post(`/invoices/${invoiceId}/void`, { reason: "Wrong contract" });
  wait(16_000);
  await arriving;
  expect(await firstPayments(story)).toMatchObject([{ status: "canceled", failureCode: "no_longer_due" }]);
  expect(stripe.books.cash).toBe(cash);
});

test("collects only the rest after a partial payment in the meantime (R-INV-7)", async () => {
  const paid = await subscribed();
  const { story, stripe, wait } = paid;
  const cash = stripe.books.cash;
  const { arriving, invoiceId } = await unknown(paid, "call_lost");
  await story.api.post(`/invoices/${invoiceId}/payments`, { amount: "10.00", method: "bank_transfer" });
  wait(16_000);
  await arriving;
  expect(await firstPayments(story)).toMatchObject([
    { amount: "35.00", status: "canceled" },
    { amount: "10.00", status: "succeeded" },
    { amount: "25.00", status: "succeeded", creditedAmount: "0.00" }, // 35.00 − 10.00
  ]);
  expect(stripe.books.cash - cash).toBe(25_00);
});

test("webhooks of a refund remain valid if the response of its call is lost afterwards (R-INV-7)", async () => {
  const paid = await subscribed();
  const { story, stripe, wait, tellNews, until } = paid;
  await story.advanceTo("2024-01-02");
  await tellNews();
  const [payment] = await firstPayments(story);
  const fault = { path: "/v1/refunds", kind: "answer_lost" } as const;
  stripe.faults.push(fault, { ...fault, meanwhile: tellNews });
  await story.api.post(`/payments/${payment?.id}/refunds`, { amount: "20.00", reason: "Half was not used" });
  await until(
    () => Promise.resolve(stripe.faults.length),
    (left) => left === 0,
  );
  await breath();
  expect(await firstPayments(story)).toMatchObject([{ refunds: [{ status: "succeeded", failureReason: null }] }]);
  wait(16_000);
  await breath();
  const filters = encodeURIComponent(JSON.stringify([{ field: "type", operator: "eq", value: "payment.refunded" }]));
  expect((await story.api.get<{ items: Json[] }>(`/notifications?filters=${filters}`)).items).toHaveLength(1);
});

test("a provider that no longer knows the customer proves nothing about a payment (R-INV-7)", async () => {
  const paid = await subscribed();
  const { story, stripe, wait, until } = paid;
  const { arriving } = await unknown(paid, "answer_lost");
  const known = [...stripe.books.customers];
  stripe.books.customers.clear(); // as with the keys of another account
  const asked = () => stripe.calls.filter((call) => call === `GET ${PAYMENT}`).length;
  const before = asked();
  wait(16_000);
  await until(
    () => Promise.resolve(asked()),
    (now) => now > before,
  );
  await breath();
  expect(await firstPayments(story)).toMatchObject([{ status: "pending" }]);
  for (const [id, customer] of known) stripe.books.customers.set(id, customer);
  wait(16_000);
  await arriving;
  expect(await firstPayments(story)).toMatchObject([{ status: "succeeded" }]);
});

test("creates a customer again under another name, and at another account of the provider (R-INV-7)", async () => {
  const { story, stripe } = await paidStory({ start: "2024-01-01" });
  const begin = () => story.api.request("POST", `/accounts/${story.accountId}/payment-method/setup`);
  const fault = { path: "/v1/customers", kind: "answer_lost" } as const;
  stripe.faults.push(fault, fault);
  expect(await begin()).toMatchObject({ status: 503 });
  await story.api.patch(`/accounts/${story.accountId}`, { name: "Renamed" });
  expect(await begin()).toMatchObject({ status: 201 });
  stripe.books.customers.clear();
  stripe.forgetKeys();
  expect(await begin()).toMatchObject({ status: 201 });
  expect([...stripe.books.customers.values()].map(({ name }) => name)).toEqual(["Renamed"]);
});
