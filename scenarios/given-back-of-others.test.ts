import { discount, priceDiscount, type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { expectProved, overdue } from "./steps.ts";

// What an invoice gives back beyond the total of the invoice it corrects belongs to other invoices, and reduces these where they are overdue.

/** `overdue 150.00` of each invoice, and the account credit. */
async function standing(story: Story): Promise<string[]> {
  const invoices = (await story.invoices()).map(({ status, amountRemaining }) => `${status} ${amountRemaining}`);
  const { accountCredit } = await story.api.get<Json>(`/accounts/${story.accountId}/balance`);
  return [...invoices, `credit ${String(accountCredit)}`];
}

test("a discount that a credit leaves unused reduces the usage of its period, billed by another invoice (R-SUB-8, R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const base = await story.fixed("Base", "365.00", { every: "yearly" });
  const calls = await story.usage("Calls", { unit: "1.00" });
  const { id } = await story.subscribe({ prices: [base, calls], discount: discount("100.00"), ...overdue });
  await story.use("calls", 30, "2026-01-10");
  await story.advanceTo("2026-01-11");
  const [first] = await story.invoices();
  await story.api.post(`/invoices/${first?.id}/payments`, { amount: "265.00", method: "bank_transfer" });
  await story.advanceTo("2026-02-09");
  expect(await standing(story)).toEqual(["paid 0.00", "overdue 30.00", "credit 0.00"]); // 365.00 − 100.00, and 30 × 1.00
  await story.act(id, "cancel");
  await story.advanceTo("2026-02-10");
  // −325.00 for 325 of 365 days. January now charges 40.00 + 30.00, and its discount is 70.00: +30.00.
  // The first invoice gives back its 265.00; the other 30.00 are the usage that the discount covers now.
  expect((await story.invoices()).at(-1)?.total).toBe("-295.00");
  expect(await standing(story)).toEqual(["paid 0.00", "paid 0.00", "paid 0.00", "credit 265.00"]);
  await expectProved(story);
});

test("a correction reaches past an invoice that was free to the one that was charged (R-INV-8, R-INV-9)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const free = await story.fixed("A free base", "310.00", { price: { discount: priceDiscount("100 %") } });
  const calls = await story.usage("Calls", { unit: "1.00" });
  const { id } = await story.subscribe({ prices: [free, calls], ...overdue });
  await story.use("calls", 200, "2026-01-10");
  await story.advanceTo("2026-01-11");
  const paid = await story.fixed("Base", "310.00");
  await story.change(id, { add: [{ priceId: paid }] });
  await story.advanceTo("2026-01-15");
  await story.act(id, "cancel");
  // 310.00 × 21/31; then −160.00 + 160.00 for the free base, −160.00 for the other, and 200 × 1.00.
  await story.advanceTo("2026-01-18");
  expect(await standing(story)).toEqual(["paid 0.00", "overdue 210.00", "overdue 40.00", "credit 0.00"]);
  await story.api.post("/events/event-1/void");
  await story.advanceTo("2026-02-18");
  // −200.00: 40.00 of the invoice that billed the usage, and 160.00 of the one that this took back from.
  expect(await standing(story)).toEqual(["paid 0.00", "overdue 50.00", "paid 0.00", "paid 0.00", "credit 0.00"]);
  await expectProved(story);
});
