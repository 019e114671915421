import type { Json, Story } from "@counterfoil/testkit/scenario";
import { type PaidStory, paidStory } from "@counterfoil/testkit/stripe";
import { expect, test } from "vitest";

// R-INV-7: whatever is lost between here and the provider, no customer pays twice, and every payment is counted.

const PAYMENT = "/v1/payment_intents";

/** The SDK retries with the same key when a connection ends before the response: both are lost. */
function lose(paid: PaidStory, path: string, kind: "answer_lost" | "call_lost"): void {
  paid.stripe.faults.push({ path, kind }, { path, kind });
}

async function subscribed(kind: "works" | "declined" = "works"): Promise<PaidStory> {
  const paid = await paidStory({ start: "2024-01-01" }, { schedule: [3] });
  await paid.leaveMethod(kind);
  await paid.story.subscribe({ prices: [await paid.story.fixed("Base", "35.00")], autoPayInvoices: true });
  return paid;
}

async function firstPayments(story: Story): Promise<Json[]> {
  const [invoice] = await story.invoices();
  return (await story.api.get<{ items: Json[] }>(`/invoices/${invoice?.id}/payments`)).items;
}

const refundOf = (payment: Json | undefined): Json | undefined => (payment?.["refunds"] as Json[] | undefined)?.[0];

const intentsOf = (paid: PaidStory, payment: Json | undefined) =>
  [...paid.stripe.books.intents.values()].filter(({ metadata }) => metadata["counterfoil_payment"] === payment?.id);

test("queries a lost response, and counts the payment once (R-INV-7)", async () => {
  const paid = await subscribed();
  const { story, stripe, wait, until } = paid;
  lose(paid, PAYMENT, "answer_lost");
  const arriving = story.advanceTo("2024-01-05");
  const pending = await until(
    () => firstPayments(story),
    ([one]) => one?.["failureReason"] !== undefined && one["failureReason"] !== null,
  );
  expect(pending).toMatchObject([{ status: "pending", providerPaymentId: null }]);
  const called = () => stripe.calls.filter((call) => call === `POST ${PAYMENT}`).length;
  const before = called();
  wait(16_000);
  await arriving;
  const [payment] = await firstPayments(story);
  expect(payment).toMatchObject({ status: "succeeded", appliedAmount: "35.00", date: "2024-01-01" });
  expect(intentsOf(paid, payment)).toHaveLength(1);
  expect(called()).toBe(before); // queried, and not called again
});

test("repeats a lost call with its key (R-INV-7)", async () => {
  const paid = await subscribed();
  const { story, stripe, wait, until } = paid;
  lose(paid, PAYMENT, "call_lost");
  lose(paid, PAYMENT, "answer_lost");
  const arriving = story.advanceTo("2024-01-02");
  const isToldWhy = ([one]: Json[]) => typeof one?.["failureReason"] === "string";
  await until(() => firstPayments(story), isToldWhy);
  wait(16_000); // repeated, and its response is lost
  await until(
    () => Promise.resolve(stripe.faults.length),
    (left) => left === 0,
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  wait(16_000); // found
  await arriving;
  const [payment] = await firstPayments(story);
  expect(payment).toMatchObject({ status: "succeeded" });
  expect(intentsOf(paid, payment)).toHaveLength(1);
});

test("if Stripe returns 500 for a day, the payment has failed and its invoice is retried (R-INV-7)", async () => {
  const paid = await subscribed();
  const { story, stripe, wait, until } = paid;
  stripe.faults.push({ path: PAYMENT, kind: "server_error" });
  const arriving = story.advanceTo("2024-01-05");
  await until(
    () => firstPayments(story),
    ([one]) => typeof one?.["failureReason"] === "string",
  );
  wait(24 * 3_600_000);
  stripe.forgetKeys();
  await arriving;
  const [first, second] = await firstPayments(story);
  expect(first).toMatchObject({ status: "failed", failureCode: "not_received" });
  expect(second).toMatchObject({ status: "succeeded", date: "2024-01-04" }); // 3 days after the failure
  expect(intentsOf(paid, first)).toHaveLength(0);
  expect(intentsOf(paid, second)).toHaveLength(1);
});

test("a webhook settles a payment whose response was lost, and later queries change nothing (R-INV-7)", async () => {
  const paid = await subscribed();
  const { story, stripe, wait, tellNews } = paid;
  const cash = stripe.books.cash;
  lose(paid, PAYMENT, "answer_lost");
  const arriving = story.advanceTo("2024-01-02");
  await paid.until(
    () => Promise.resolve(stripe.books.cash),
    (now) => now > cash,
  );
  expect(await tellNews()).toEqual([204]);
  await arriving; // it no longer needs to wait
  const [payment] = await firstPayments(story);
  expect(payment).toMatchObject({ status: "succeeded" });
  wait(400_000);
  await story.advanceTo("2024-01-03");
  expect(await firstPayments(story)).toEqual([payment]);
  expect(stripe.books.cash - cash).toBe(35_00);
});

test("a refund whose response is lost happens once, and one that the bank returns leaves no debt (R-INV-7)", async () => {
  const paid = await subscribed();
  const { story, stripe, wait, until, tellNews } = paid;
  await story.advanceTo("2024-01-02");
  const [payment] = await firstPayments(story);
  const cash = stripe.books.cash;
  lose(paid, "/v1/refunds", "answer_lost");
  const body = { amount: "20.00", reason: "Half was not used" };
  const refund = await story.api.post(`/payments/${payment?.id}/refunds`, body);
  expect(refund).toMatchObject({ status: "pending", amount: "20.00" });
  await until(
    () => firstPayments(story),
    ([one]) => refundOf(one)?.["failureReason"] !== null,
  );
  wait(16_000);
  const settled = await until(
    () => firstPayments(story),
    ([one]) => refundOf(one)?.["status"] === "succeeded",
  );
  expect(settled).toMatchObject([{ refundedAmount: "20.00" }]);
  expect(cash - stripe.books.cash).toBe(20_00);
  const [invoice] = await story.invoices();
  expect(invoice).toMatchObject({ status: "issued", amountPaid: "15.00" });

  await tellNews();
  const [made] = [...stripe.books.refunds.values()].slice(-1);
  stripe.books.failRefund(String(made?.id));
  expect(await tellNews()).toEqual([204]);
  expect(await firstPayments(story)).toMatchObject([
    { refundedAmount: "0.00", refunds: [{ status: "failed", failureReason: "lost_or_stolen_card" }] },
  ]);
  expect((await story.invoices())[0]).toMatchObject({ status: "paid", amountPaid: "35.00" });
});

test("two workers collect twenty invoices once each (R-INV-7, R-OPS-2)", async () => {
  const paid = await paidStory({ start: "2024-01-01" });
  const { story, stripe } = paid;
  await paid.leaveMethod("works");
  const price = await story.fixed("Base", "1.00");
  const begun = Array.from({ length: 20 }, () => story.subscribe({ prices: [price], autoPayInvoices: true }));
  await Promise.all(begun);
  const cash = stripe.books.cash;
  const second = paid.environment.startWorker();
  await story.advanceTo("2024-01-02");
  await second.stop();
  expect((await story.invoices()).map(({ status }) => status)).toEqual(Array<string>(20).fill("paid"));
  expect(stripe.books.cash - cash).toBe(20_00);
});
