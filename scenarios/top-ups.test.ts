import { Decimal } from "@counterfoil/engine";
import { type Context, verifyBooks } from "@counterfoil/service";
import type { Json, Story, StoryInvoice } from "@counterfoil/testkit/scenario";
import { paidStory } from "@counterfoil/testkit/stripe";
import { expect, test } from "vitest";

// R-INV-8: prepaid credit with automatic top-up, from the invoice to the journal.

async function topUp(story: Story, terms: object = {}, until = "2026-01-02"): Promise<StoryInvoice> {
  await story.api.patch(`/accounts/${story.accountId}/credit-settings`, {
    topUp: { threshold: "0", amount: "100", ...terms },
  });
  await story.advanceTo(until);
  const [invoice] = await story.invoices();
  if (invoice === undefined) throw new Error("nothing was topped up");
  return invoice;
}

/** The trial balance of all entries, compared with the books. */
async function balances(story: Story): Promise<Record<string, string>> {
  const actor = { type: "command", id: "test" } as const;
  const context: Context = { ...story.environment.ports, organizationId: story.organizationId, actor, requestId: null };
  const found: string[] = [];
  await verifyBooks(context, { from: null, to: null, onDifference: ({ member }) => found.push(member) });
  expect(found).toEqual([]);
  const { items } = await story.api.get<{ items: { code: string; balance: string }[] }>("/journal/balances");
  expect(Decimal.sum(items.map(({ balance }) => Decimal.of(balance))).isZero()).toBe(true);
  return Object.fromEntries(items.map(({ code, balance }) => [code, balance]));
}

const credit = async (story: Story) =>
  (await story.api.get<Json>(`/accounts/${story.accountId}/balance`))["creditGrants"];

test("a top-up is collected automatically, and its sale is revenue once, when it is used (R-INV-7, R-INV-8)", async () => {
  const settings = { taxMode: "manual" } as const;
  const { story, leaveMethod, stripe } = await paidStory({ start: "2026-01-01", settings });
  await story.api.post("/tax-rates", { name: "VAT", percentage: "20", inclusive: false });
  await leaveMethod("works");
  const before = stripe.books.cash;
  const invoice = await topUp(story);
  expect(invoice).toMatchObject({ status: "paid", total: "120.00" });
  expect(stripe.books.cash - before).toBe(120_00);
  expect(await credit(story)).toBe("100.00");
  // A paid top-up is a liability, not revenue.
  expect(await balances(story)).toEqual({ cash: "120.00", tax: "-20.00", prepaid_credit: "-100.00" });

  const lines = [{ description: "Setup", unitPrice: "50.00" }];
  await story.api.post("/invoices", { accountId: story.accountId, lines, autoIssue: true });
  // 100.00 − 60.00, which is 50.00 with 20 %
  expect(await balances(story)).toEqual({
    cash: "120.00",
    tax: "-30.00",
    prepaid_credit: "-40.00",
    revenue: "-50.00",
  });
});

test("without a payment method a top-up waits, and grants what notes leave of it (R-INV-8)", async () => {
  const { story } = await paidStory({ start: "2026-01-01" });
  const invoice = await topUp(story);
  expect(invoice).toMatchObject({ status: "issued" });
  expect(await story.api.get(`/invoices/${invoice.id}/payments`)).toMatchObject({ items: [] });
  expect(await balances(story)).toEqual({ receivable: "100.00", credit_sold: "-100.00" });
  const lines = [{ lineItemId: invoice.lineItems[0]?.id, amount: "40.00" }];
  const note = { invoiceId: invoice.id, reason: "Less is needed", lines, outcome: "apply" };
  await story.api.post("/credit-notes", note);
  await story.api.post(`/invoices/${invoice.id}/payments`, { amount: "60.00", method: "bank_transfer" });
  expect(await credit(story)).toBe("60.00"); // 100.00 − 40.00
  expect(await balances(story)).toEqual({ cash: "60.00", prepaid_credit: "-60.00" });
  // What is given back of it now leaves the credit as a gift.
  const rest = { ...note, lines: [{ lineItemId: invoice.lineItems[0]?.id, amount: "10.00" }], outcome: "refund" };
  await story.api.post("/credit-notes", rest);
  expect(await balances(story)).toEqual({ cash: "50.00", credit_expense: "10.00", prepaid_credit: "-60.00" });
});

test("credit granted with an invoice stays when that is voided, and becomes a gift (R-INV-2, R-INV-8)", async () => {
  const { story } = await paidStory({ start: "2026-03-28", settings: { timezone: "Europe/Berlin" } });
  const invoice = await topUp(story, { grantsOn: "issue", expiresAfterDays: 2 }, "2026-03-29");
  // From 01:00 to 01:00 two local days later, of which the second has 23 hours.
  const expiresAt = "2026-03-29T23:00:00.000Z";
  expect(await story.api.get(`/accounts/${story.accountId}/credit-grants`)).toMatchObject({ items: [{ expiresAt }] });
  expect(await balances(story)).toEqual({ receivable: "100.00", prepaid_credit: "-100.00" });
  await story.api.post(`/invoices/${invoice.id}/void`, { reason: "A courtesy" });
  expect(await credit(story)).toBe("100.00");
  expect(await balances(story)).toEqual({ credit_expense: "100.00", prepaid_credit: "-100.00" });
});
