import { rounds } from "@counterfoil/testkit/rounds";
import { scenario, type Story } from "@counterfoil/testkit/scenario";
import fc from "fast-check";
import { expect, test } from "vitest";

// R-INV-7: for any order of payments and refunds, money received less money returned equals what was paid on the
// invoice plus the account credit.

type Step = { invoice: number } | { pay: number; of: number } | { refund: number; of: number };

const cents = fc.integer({ min: 1, max: 20_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ invoice: cents }),
  fc.record({ pay: cents, of: fc.nat(9) }),
  fc.record({ refund: cents, of: fc.nat(9) }),
);

const written = (amount: number): string => `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`;
const inCents = (text: unknown): number => Math.round(Number(text) * 100);

async function take(story: Story, history: readonly Step[]): Promise<void> {
  const [invoices, payments]: [string[], string[]] = [[], []];
  for (const one of history) {
    if ("invoice" in one) {
      const lines = [{ description: "Work", unitPrice: written(one.invoice) }];
      const body = { accountId: story.accountId, lines, autoIssue: true };
      invoices.push((await story.api.post("/invoices", body)).id);
      continue;
    }
    const ids = "pay" in one ? invoices : payments;
    const id = ids[one.of % Math.max(ids.length, 1)];
    if (id === undefined) continue;
    const answer =
      "pay" in one
        ? await story.api.request("POST", `/invoices/${id}/payments`, {
            body: { amount: written(one.pay), method: "cash" },
          })
        : await story.api.request("POST", `/payments/${id}/refunds`, {
            body: { amount: written(one.refund), reason: "Back" },
          });
    expect([201, 409]).toContain(answer.status);
    if ("pay" in one && answer.status === 201) payments.push(answer.body.id);
    await holds(story, invoices, payments);
  }
}

async function holds(story: Story, invoiceIds: readonly string[], paymentIds: readonly string[]): Promise<void> {
  const invoices = await Promise.all(invoiceIds.map((id) => story.api.get(`/invoices/${id}`)));
  const payments = await Promise.all(paymentIds.map((id) => story.api.get(`/payments/${id}`)));
  const balance = await story.api.get(`/accounts/${story.accountId}/balance`);
  const sum = (rows: readonly Record<string, unknown>[], member: string) =>
    rows.reduce((total, row) => total + inCents(row[member]), 0);
  const kept = sum(payments, "amount") - sum(payments, "refundedAmount");
  const credit = inCents(balance["accountCredit"]);
  expect(kept).toBe(sum(invoices, "amountPaid") + sum(invoices, "creditsApplied") + credit);
  expect(credit).toBeGreaterThanOrEqual(0);
  for (const invoice of invoices) {
    expect(inCents(invoice["amountRemaining"])).toBeGreaterThanOrEqual(0);
    expect(invoice["status"] === "paid").toBe(inCents(invoice["amountRemaining"]) === 0);
  }
  for (const payment of payments) {
    expect(inCents(payment["amount"])).toBe(inCents(payment["appliedAmount"]) + inCents(payment["creditedAmount"]));
    expect(inCents(payment["refundedAmount"])).toBeLessThanOrEqual(inCents(payment["amount"]));
  }
}

test("money in less money out equals the paid amounts of invoices plus the account credit (R-INV-7, R-INV-8)", async () => {
  const histories = fc.array(step, { minLength: 4, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const story = await scenario({ start: "2024-01-01" });
      await take(story, [{ invoice: 10_000 }, ...history]);
    }),
    { numRuns: rounds({ few: 8, all: 25 }) },
  );
});
