import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-INV-7: payments that people record, and their refunds.

async function issued(story: Story, total: string): Promise<string> {
  const lines = [{ description: "Setup", unitPrice: total }];
  const body = { accountId: story.accountId, lines, paymentTerms: "net_7", autoIssue: true };
  return (await story.api.post("/invoices", body)).id;
}

const pay = (story: Story, id: string, body: object) =>
  story.api.post(`/invoices/${id}/payments`, { method: "bank_transfer", ...body });
const refused = (story: Story, path: string, body: object) =>
  story.api.request("POST", path, { body: { method: "bank_transfer", ...body } });
const balance = (story: Story) => story.api.get(`/accounts/${story.accountId}/balance`);
async function told(story: Story, type: string): Promise<unknown[]> {
  const filters = encodeURIComponent(JSON.stringify([{ field: "type", operator: "eq", value: type }]));
  return (await story.api.get<{ items: unknown[] }>(`/notifications?filters=${filters}`)).items;
}

test(
  "accepts partial payments, credits an overpayment to the account, and uses the credit for the next invoice " +
    "(R-INV-7)",
  async () => {
    const story = await scenario({ start: "2024-01-10" });
    const id = await issued(story, "100.00");
    const first = await pay(story, id, { amount: "40.00", date: "2024-01-08", note: "Half", externalId: "wire-1" });
    expect(first).toMatchObject({
      status: "succeeded",
      amount: "40.00",
      appliedAmount: "40.00",
      creditedAmount: "0.00",
      provider: "manual",
      date: "2024-01-08",
      refunds: [],
    });
    expect(await story.api.get(`/invoices/${id}`)).toMatchObject({ status: "issued", amountRemaining: "60.00" });
    const second = await pay(story, id, { amount: "75.50" }); // 60.00 due + 15.50 over
    expect(second).toMatchObject({ appliedAmount: "60.00", creditedAmount: "15.50", date: "2024-01-10" });
    expect(await story.api.get(`/invoices/${id}`)).toMatchObject({ status: "paid", amountPaid: "100.00" });
    expect(await balance(story)).toMatchObject({ accountCredit: "15.50", outstanding: "0.00" });
    expect(await story.api.get("/payments/wire-1")).toMatchObject({ id: first.id });
    const listed = await story.api.get<{ items: unknown[] }>(`/invoices/${id}/payments`);
    expect(listed.items).toMatchObject([{ id: first.id }, { id: second.id }]);
    const later = await issued(story, "20.00");
    expect(await story.api.get(`/invoices/${later}`)).toMatchObject({
      creditsApplied: "15.50",
      amountRemaining: "4.50",
    });
    expect(await told(story, "payment.created")).toHaveLength(2);
    expect(await told(story, "invoice.paid")).toHaveLength(1);
  },
);

test("names each wrong field of a payment that cannot be recorded (R-INV-7, R-API-4)", async () => {
  const story = await scenario({ start: "2024-01-10" });
  const id = await issued(story, "100.00");
  const wrong = await refused(story, `/invoices/${id}/payments`, { amount: "0.005", date: "2024-01-11" });
  expect(wrong).toMatchObject({
    status: 422,
    body: { errors: [{ code: "too_many_decimals" }, { pointer: "/date", code: "in_the_future" }] },
  });
  expect(await refused(story, `/invoices/${id}/payments`, { amount: "-1.00" })).toMatchObject({ status: 422 });
  await pay(story, id, { amount: "100.00", externalId: "wire-1" });
  const again = await refused(story, `/invoices/${id}/payments`, { amount: "1.00" });
  expect(again).toMatchObject({ status: 409, body: { code: "state_conflict" } });
  expect(again.body["detail"]).toBe(
    "The invoice is paid. You can pay it only while it is issued, overdue or uncollectible. Now you can reverse a payment, or correct it with a credit note.",
  );
  const other = await issued(story, "50.00");
  const taken = await refused(story, `/invoices/${other}/payments`, { amount: "50.00", externalId: "wire-1" });
  expect(taken).toMatchObject({ status: 409 });
  expect(await story.api.get(`/invoices/${other}`)).toMatchObject({ amountPaid: "0.00", status: "issued" });
  expect(await refused(story, "/invoices/inv_none/payments", { amount: "1.00" })).toMatchObject({ status: 404 });
});

test("of ten simultaneous payments, the amount due is paid once, and the rest is account credit or refused (R-INV-7)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const id = await issued(story, "100.00");
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => refused(story, `/invoices/${id}/payments`, { amount: "15.00" })),
  );
  const taken = answers.filter(({ status }) => status === 201);
  expect(taken).toHaveLength(7); // 6 × 15.00 = 90.00, then 10.00 of the seventh
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  expect(await story.api.get(`/invoices/${id}`)).toMatchObject({ status: "paid", amountPaid: "100.00" });
  expect(await balance(story)).toMatchObject({ accountCredit: "5.00" });
  // The last payment of 15.00 can be refunded once: 5.00 of credit and 10.00 of the invoice.
  const last = taken.find(({ body }) => body["creditedAmount"] === "5.00")?.body.id;
  const body = { amount: "6.00", reason: "Too much" };
  const refund = () => story.api.request("POST", `/payments/${last}/refunds`, { body });
  const refunds = await Promise.all(Array.from({ length: 5 }, refund));
  expect(refunds.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(refunds.filter(({ status }) => status === 409)).toHaveLength(3);
  expect(await story.api.get(`/invoices/${id}`)).toMatchObject({ status: "issued", amountPaid: "93.00" }); // 100 − 7
  expect(await balance(story)).toMatchObject({ accountCredit: "0.00" });
});

test("a refund takes credit first, then makes the invoice due again, and never exceeds what was paid (R-INV-7)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const id = await issued(story, "100.00");
  const payment = await pay(story, id, { amount: "130.00" });
  const refunds = `/payments/${payment.id}/refunds`;
  expect(await story.api.post(refunds, { amount: "50.00", reason: "Too much" })).toMatchObject({
    status: "succeeded",
    amount: "50.00",
  });
  expect(await balance(story)).toMatchObject({ accountCredit: "0.00", outstanding: "20.00" }); // 30.00 credit + 20.00
  expect(await story.api.get(`/invoices/${id}`)).toMatchObject({ status: "issued", amountPaid: "80.00" });
  await story.advanceTo("2024-01-09"); // due on the 8th
  const over = await story.api.request("POST", refunds, { body: { amount: "80.01", reason: "All" } });
  expect(over).toMatchObject({ status: 409 });
  expect(over.body["detail"]).toBe("130.00 USD was paid and 50.00 USD is already refunded. Refund at most 80.00 USD.");
  await story.api.post(refunds, { amount: "80.00", reason: "All" });
  expect(await story.api.get(`/invoices/${id}`)).toMatchObject({ status: "overdue", amountPaid: "0.00" });
  const shown = await story.api.get<{ refunds: unknown[] }>(`/payments/${payment.id}`);
  expect(shown).toMatchObject({ refundedAmount: "130.00", refunds: [{ amount: "50.00" }, { amount: "80.00" }] });
  expect(await told(story, "payment.refunded")).toHaveLength(2);
  const none = await story.api.request("POST", refunds, { body: { amount: "0.01", reason: "More" } });
  expect(none).toMatchObject({ status: 409 });
});

test("does not refund credit that has been used (R-INV-7, R-INV-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const payment = await pay(story, await issued(story, "100.00"), { amount: "130.00" });
  await issued(story, "25.00"); // uses 25.00 of the 30.00
  const refunds = `/payments/${payment.id}/refunds`;
  const over = await story.api.request("POST", refunds, { body: { amount: "105.01", reason: "All" } });
  expect(over.body["detail"]).toBe(
    "25.00 USD of the payment became account credit and has been used. Refund at most 105.00 USD.",
  );
  await story.api.post(refunds, { amount: "105.00", reason: "All" });
  expect(await balance(story)).toMatchObject({ accountCredit: "0.00", outstanding: "100.00" });
});
