import { Decimal } from "@counterfoil/engine";
import { applyPayment, type Context, takeBackPayment, transact } from "@counterfoil/service";
import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-INV-2, R-INV-7: payments change the invoice's status and never exceed the amount due.

function payments(story: Story) {
  const actor = { type: "command", id: "test" } as const;
  const context: Context = { ...story.environment.ports, organizationId: story.organizationId, actor, requestId: null };
  return {
    pay: (id: string, amount: string) => transact(context, (work) => applyPayment(work, id, Decimal.of(amount))),
    takeBack: (id: string, amount: string) =>
      transact(context, (work) => takeBackPayment(work, id, Decimal.of(amount))),
  };
}

async function issued(story: Story, total: string): Promise<string> {
  const lines = [{ description: "Setup", unitPrice: total }];
  const body = { accountId: story.accountId, lines, paymentTerms: "net_7", autoIssue: true };
  return (await story.api.post("/invoices", body)).id;
}

test("an invoice is paid when nothing is due, and due again when a payment is reversed (R-INV-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const { pay, takeBack } = payments(story);
  const id = await issued(story, "100.00");
  expect(await pay(id, "40.00")).toMatchObject({ status: "issued", amountPaid: "40.00", amountRemaining: "60.00" });
  await expect(pay(id, "60.01")).rejects.toThrow("its amount due is 60.00 USD");
  expect(await pay(id, "60.00")).toMatchObject({ status: "paid", amountRemaining: "0.00" });
  await expect(pay(id, "0.01")).rejects.toThrow("The invoice is paid");
  await story.advanceTo("2024-01-05");
  expect(await takeBack(id, "60.00")).toMatchObject({ status: "issued", amountRemaining: "60.00" });
  await story.advanceTo("2024-01-09"); // due on the 8th
  expect(await story.api.get(`/invoices/${id}`)).toMatchObject({ status: "overdue" });
  expect(await pay(id, "60.00")).toMatchObject({ status: "paid" });
  expect(await takeBack(id, "100.00")).toMatchObject({ status: "overdue", amountPaid: "0.00" });
  await expect(takeBack(id, "0.01")).rejects.toThrow("At most that amount can be taken back");
});

test("accepts a payment of an uncollectible invoice (R-INV-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const { pay } = payments(story);
  const id = await issued(story, "100.00");
  await story.api.post(`/invoices/${id}/mark-uncollectible`);
  expect(await pay(id, "30.00")).toMatchObject({ status: "uncollectible", amountRemaining: "70.00" });
  expect(await pay(id, "70.00")).toMatchObject({ status: "paid" });
});

test("accepts at most 100.00 of ten simultaneous payments of an invoice of 100.00 (R-INV-7)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const { pay } = payments(story);
  const id = await issued(story, "100.00");
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => pay(id, "15.00")));
  expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBe(6); // 6 × 15.00 = 90.00
  expect(await story.api.get(`/invoices/${id}`)).toMatchObject({ amountPaid: "90.00", status: "issued" });
});
