import { bookDifferences, discount, scenario, type Json, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import {
  endOnThe16th,
  expectStanding,
  giveUp,
  grantCredit,
  january,
  noteLine,
  oneOff,
  overdue,
  pay,
  post,
  standing,
  voidInvoice,
  weeks,
} from "./steps.ts";

// Credit of an unpaid invoice cannot be spent for free: it pays that invoice.

test("a note does not give back again what a shortened maximum gave back (R-INV-8, R-SUB-8)", async () => {
  const { story, id } = await weeks();
  const [first] = await story.invoices();
  await pay(story, first, "90.00");
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-16");
  const steps = [await standing(story)];
  const noted = await noteLine(story, first, { outcome: "apply" });
  steps.push(await standing(story));
  expect([steps[1], noted.status]).toEqual([steps[0], 422]); // 38.39 are left
});

test("a shortened maximum does not give back again what notes gave back (R-INV-8, R-SUB-8)", async () => {
  const { story, id } = await weeks(overdue);
  for (const one of (await story.invoices()).slice(0, 2)) {
    for (const [index] of one.lineItems.entries()) {
      if (one.lineItems.length === 1) await noteLine(story, one, { outcome: "apply", line: index });
    }
  }
  const steps = [await standing(story)];
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-16");
  steps.push(await standing(story));
  expect(steps[1]?.split(", ").slice(-2)).toEqual(["credit 0.00", "grants 0.00"]);
});

test("an end after an unpaid upgrade reduces the upgrade and then the month before (R-INV-8)", async () => {
  const { story, id, base } = await january(overdue);
  await story.advanceTo("2026-01-16");
  await story.replace(id, base, await story.fixed("Pro", "620.00")); // −160 + 320 = 160
  await story.advanceTo("2026-01-20");
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-21"); // 620 × 11/31 = 220: 160 of the upgrade, 60 of Base
  await expectStanding(story, "overdue 310.00/250.00, paid 160.00/0.00, paid -220.00/0.00, credit 0.00, grants 0.00");
});

test("an end waits for the draft that an issued upgrade gave back from (R-INV-8)", async () => {
  const { story, id, base } = await january({ ...overdue, autoIssueInvoices: false });
  await story.advanceTo("2026-01-16");
  await story.replace(id, base, await story.fixed("Pro", "620.00"));
  const upgrade = (await story.invoices()).find(({ total }) => total === "160.00");
  await post(story, `/invoices/${upgrade?.id}/issue`);
  await story.advanceTo("2026-01-20");
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-21");
  const end = (await story.invoices()).find(({ total }) => total === "-220.00");
  const answer = await post(story, `/invoices/${end?.id}/issue`);
  expect([answer.status, await standing(story)]).toEqual([
    409,
    "draft 310.00/310.00, overdue 160.00/160.00, draft -220.00/0.00, credit 0.00, grants 0.00",
  ]);
});

test("an end after a written-off upgrade and month reduces both (R-INV-8)", async () => {
  const { story, id, base } = await january();
  await story.advanceTo("2026-01-16");
  await story.replace(id, base, await story.fixed("Pro", "620.00"));
  for (const one of await story.invoices()) await giveUp(story, one);
  await story.advanceTo("2026-01-20");
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-21");
  await oneOff(story, "60.00"); // without any payment
  await expectStanding(
    story,
    "uncollectible 310.00/250.00, paid 160.00/0.00, paid -220.00/0.00, issued 60.00/60.00, credit 0.00, grants 0.00",
  );
});

test("late usage of a negative final invoice reduces the month that the end gave back from (R-INV-8, R-INV-9)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const base = await story.fixed("Base", "310.00");
  const { id } = await story.subscribe({ prices: [base, await story.usage("Calls", { unit: "1.00" })], ...overdue });
  await story.use("calls", 50, "2026-01-10");
  await endOnThe16th(story, id);
  const steps = [await standing(story)]; // 310 − 110 = 200 due
  await post(story, "/events/event-1/void");
  await story.advanceTo("2026-03-05");
  steps.push(await standing(story));
  expect(steps[1]).toBe("overdue 310.00/150.00, paid -110.00/0.00, paid -50.00/0.00, credit 0.00, grants 0.00");
});

test("usage paid by the credit of an unpaid month is given back of that month (R-INV-8, R-INV-9)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const base = await story.fixed("Base", "310.00");
  const { id } = await story.subscribe({ prices: [base, await story.usage("Calls", { unit: "1.00" })] });
  await story.use("calls", 200, "2026-01-10");
  await endOnThe16th(story, id);
  const steps = [await standing(story)]; // 310 and −160 + 200 = 40
  for (const one of await story.invoices()) await giveUp(story, one);
  await post(story, "/events/event-1/void");
  await story.advanceTo("2026-03-05");
  steps.push(await standing(story));
  await oneOff(story, "160.00");
  steps.push(await standing(story));
  expect(steps[1]).toBe("uncollectible 310.00/150.00, paid 40.00/0.00, paid -200.00/0.00, credit 0.00, grants 0.00");
});

test("a write-off takes back credit of a partly paid invoice (R-INV-8)", async () => {
  const { story, id } = await january();
  const [a] = await story.invoices();
  await pay(story, a, "200.00");
  await endOnThe16th(story, id);
  await giveUp(story, a);
  await expectStanding(story, "paid 310.00/0.00, paid -160.00/0.00, credit 50.00, grants 0.00");
});

test("a write-off takes back credit after a partial refund (R-INV-8)", async () => {
  const { story, id } = await january();
  const [a] = await story.invoices();
  const payment = await pay(story, a, "310.00");
  await endOnThe16th(story, id);
  await post(story, `/payments/${payment.body.id}/refunds`, { amount: "100.00", reason: "Bounced" });
  await giveUp(story, a);
  await expectStanding(story, "paid 310.00/0.00, paid -160.00/0.00, credit 60.00, grants 0.00");
});

test("a write-off takes back credit of a rebilled invoice and of a note (R-INV-2, R-INV-8)", async () => {
  const { story, id } = await january();
  await endOnThe16th(story, id);
  const [a] = await story.invoices();
  const answer = await voidInvoice(story, a, true);
  const again = await story.api.post<StoryInvoice>(`/invoices/${String(answer.body["replacedByInvoiceId"])}/issue`);
  const steps = [await standing(story)];
  const noted = await noteLine(story, again, { outcome: "account_credit", amount: "150.00" });
  await giveUp(story, again);
  steps.push(await standing(story));
  expect([noted.status, steps[1]]).toEqual([
    201,
    "void 310.00/0.00, paid 310.00/0.00, paid -160.00/0.00, credit 0.00, grants 0.00",
  ]);
});

test("a refund of an overdue invoice takes back its credit (R-INV-7, R-INV-8)", async () => {
  const { story, id } = await january(overdue);
  const [a] = await story.invoices();
  const payment = await pay(story, a, "310.00");
  await endOnThe16th(story, id);
  await post(story, `/payments/${payment.body.id}/refunds`, { amount: "310.00", reason: "Bounced" });
  await oneOff(story, "160.00");
  await giveUp(story, a);
  expect([await standing(story), (await bookDifferences(story)).length]).toEqual([
    "uncollectible 310.00/150.00, paid -160.00/0.00, issued 160.00/160.00, credit 0.00, grants 0.00",
    0,
  ]);
});

test("what was given back of a void invoice is taken back of the rebilled one (R-INV-2, R-INV-8)", async () => {
  // a draft of the other invoice: voided with rebill while it was paid in part by credit of an unpaid one
  const { story, id } = await january();
  await endOnThe16th(story, id);
  const [a] = await story.invoices();
  await voidInvoice(story, a, true); // the draft asks for 310 again; 160 are credit
  const b = await oneOff(story, "160.00");
  const again = (await story.invoices()).find(({ status }) => status === "draft");
  await post(story, `/invoices/${again?.id}/issue`);
  await noteLine(story, b, { outcome: "apply" });
  await giveUp(story, again);
  expect((await standing(story)).includes("credit 0.00")).toBe(true);
});

test("a rebilled invoice of which a limit gave something back cannot be voided (R-INV-2, R-SUB-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const week = await story.fixed("Week", "90.00", { every: "weekly" });
  const maximumSpend = { amount: "100.00", period: "month" };
  const { id } = await story.subscribe({ prices: [week], maximumSpend });
  await story.advanceTo("2026-01-15");
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-16");
  const steps = [await standing(story)];
  const [first] = await story.invoices();
  const refused = await voidInvoice(story, first, false);
  const answer = await voidInvoice(story, first, true);
  steps.push(await standing(story));
  const againId = String(answer.body["replacedByInvoiceId"]);
  const issued = await post(story, `/invoices/${againId}/issue`);
  steps.push(await standing(story));
  const second = await voidInvoice(story, { id: againId }, false);
  steps.push(await standing(story));
  expect([refused.status, issued.status, second.status]).toEqual([409, 200, 409]);
});

test("a grant gets credit back only when the invoice no longer expects a payment (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  await grantCredit(story, { amount: "150.00", reason: "Promotion" });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "310.00")] });
  await endOnThe16th(story, id);
  const before = await standing(story);
  await giveUp(story, (await story.invoices())[0]);
  expect([before, await standing(story), (await bookDifferences(story)).length]).toEqual([
    before,
    "paid 310.00/0.00, paid -160.00/0.00, credit 0.00, grants 0.00",
    0,
  ]);
});

test("a manual negative line reduces what an end gives back (R-SUB-5, R-INV-8)", async () => {
  const { story, id } = await january({ ...overdue, autoIssueInvoices: false });
  const [draft] = await story.invoices();
  await story.api.patch(`/invoices/${draft?.id}`, { lineItems: [{ description: "Concession", unitPrice: "-300" }] });
  await post(story, `/invoices/${draft?.id}/issue`);
  await endOnThe16th(story, id);
  const end = (await story.invoices()).at(-1);
  await post(story, `/invoices/${end?.id}/issue`);
  await expectStanding(story, "paid 10.00/0.00, paid -10.00/0.00, credit 0.00, grants 0.00");
});

test("a top-up reduced by a note grants only what was paid (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  await story.api.patch(`/accounts/${story.accountId}/credit-settings`, { topUp: { threshold: "0", amount: "100" } });
  await story.advanceTo("2026-01-02");
  const [topUp] = await story.invoices();
  await pay(story, topUp, "60.00");
  await noteLine(story, topUp, { outcome: "apply", amount: "40.00" });
  await story.advanceTo("2026-01-03");
  await expectStanding(story, "paid 100.00/0.00, credit 0.00, grants 60.00");
});

test("a voided and rebilled top-up grants when it is paid (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  await story.api.patch(`/accounts/${story.accountId}/credit-settings`, { topUp: { threshold: "0", amount: "100" } });
  await story.advanceTo("2026-01-02");
  const [topUp] = await story.invoices();
  const answer = await voidInvoice(story, topUp, true);
  const again = await story.api.post<StoryInvoice>(`/invoices/${String(answer.body["replacedByInvoiceId"])}/issue`);
  await pay(story, again, "100.00");
  await expectStanding(story, "void 100.00/0.00, paid 100.00/0.00, credit 0.00, grants 100.00");
});

test("a conversion stays within 15 digits (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  await oneOff(story, "-999999999999999");
  const conversion = { from: "USD", to: "EUR", rate: "1000000000", reason: "Moves" };
  const refused = await post(story, `/accounts/${story.accountId}/credit-conversions`, conversion);
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: "/rate", code: "too_large" }] } });
});

test("credit given back of an unpaid invoice cannot be converted (R-INV-8)", async () => {
  const { story, id } = await january();
  await endOnThe16th(story, id);
  const conversion = { from: "USD", to: "EUR", rate: "1.00", reason: "Moves" };
  const convert = () => post(story, `/accounts/${story.accountId}/credit-conversions`, conversion);
  const refused = await convert();
  expect([refused.status, refused.body["detail"]]).toEqual([409, expect.stringContaining("160.00 USD")]);
  await pay(story, (await story.invoices())[0], "310.00");
  expect((await convert()).status).toBe(201);
});

test("of two negative invoices issued together, the second accounts for the first (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01", graceHours: 24 });
  await grantCredit(story, { amount: "200.00" });
  const [one, two] = [await story.fixed("One", "62.00"), await story.fixed("Two", "62.00")];
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "186.00"), one, two], ...overdue });
  await story.advanceTo("2026-01-02T06:00");
  await pay(story, (await story.invoices())[0], "60.00"); // 310.00 − 200.00 − 60.00 = 50.00 are due
  await story.advanceTo("2026-01-05");
  for (const priceId of [one, two]) await story.change(id, { remove: [{ priceId }] }); // 62.00 × 27/31 = 54.00 each
  await story.advanceTo("2026-01-07");
  // 50.00 reduce what is due; 4.00 and 54.00 were paid with money.
  await expectStanding(story, "paid 310.00/0.00, paid -54.00/0.00, paid -54.00/0.00, credit 58.00, grants 0.00");
});

test("a draft that waits for an empty draft is issued when that is skipped (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01", settings: { zeroAmountInvoices: "skip" } });
  const week = await story.fixed("Week", "90.00", { every: "weekly" });
  const { id } = await story.subscribe({ prices: [week], maximumSpend: { amount: "100.00", period: "month" } });
  await story.advanceTo("2026-01-14");
  await story.api.patch("/organization", { graceHours: 72 });
  await story.advanceTo("2026-01-15");
  await story.api.patch("/organization", { graceHours: 0 });
  await story.act(id, "cancel");
  await story.advanceTo("2026-02-20");
  const { items } = await story.api.get<{ items: Json[] }>("/invoices?limit=100");
  expect(items.map(({ status, total }) => `${String(status)} ${String(total)}`).toSorted()).toEqual([
    "overdue 10.00",
    "overdue 90.00",
    "paid -51.61",
  ]);
});

test.each([
  ["620.00", "160.00", "310.00"],
  ["62.00", "-128.00", "182.00"],
])(
  "an invoice nets its own lines, and what it gives back beyond them is of the unpaid one: %s (R-SUB-5)",
  async (price, total, remaining) => {
    const { story, id, base } = await january();
    const [first] = await story.invoices();
    await giveUp(story, first);
    await story.advanceTo("2026-01-16");
    await story.replace(id, base, await story.fixed("Other", price));
    const change = (await story.invoices()).at(-1);
    // 16 of 31 days: −160.00 and half of the new price; what is owed in all is 150.00 for Base and the rest of the new one
    expect(change?.total).toBe(total);
    const owed = Number(price) * (16 / 31) + 150;
    expect(Math.max(Number(total), 0) + Number(remaining)).toBe(owed);
    await expectStanding(
      story,
      `uncollectible 310.00/${remaining}, ${total === "160.00" ? "issued 160.00/160.00" : "paid -128.00/0.00"}, credit 0.00, grants 0.00`,
    );
  },
);

// A for January, 62.00; B from the 16th, 80.00 of 155.00; A ends on the 24th, which gives back 16.00. In all 100.00 are taken off, and then
// 42.00 of 142.00 and 26.00 of 126.00 are left.
test.each([
  ["unpaid, it is reduced", undefined, "overdue 42.00/26.00, paid -16.00/0.00, credit 0.00"],
  ["paid, it is credit", "42.00", "paid 42.00/0.00, paid -16.00/0.00, credit 16.00"],
  ["paid in part, it is reduced first", "20.00", "overdue 42.00/6.00, paid -16.00/0.00, credit 0.00"],
])(
  "a discount that one invoice needs less goes to the other invoice of its month: %s (R-INV-8, R-SUB-8)",
  async (_, paid, expected) => {
    const story = await scenario({ start: "2026-01-01" });
    const [a, b] = [await story.fixed("A", "62.00"), await story.fixed("B", "155.00")];
    const { id } = await story.subscribe({ prices: [a], discount: discount("100.00"), ...overdue });
    await story.advanceTo("2026-01-16");
    await story.change(id, { add: [{ priceId: b }] });
    await story.advanceTo("2026-01-24");
    if (paid !== undefined) await pay(story, (await story.invoices())[1], paid);
    await story.change(id, { remove: [{ priceId: a }] });
    await expectStanding(story, `paid 0.00/0.00, ${expected}, grants 0.00`);
  },
);

test("the part of a maximum that one invoice no longer needs moves to the other as separate lines (R-INV-8, R-SUB-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const [a, b] = [await story.fixed("A", "62.00"), await story.fixed("B", "155.00")];
  const maximumSpend = { amount: "42.00", period: "month" };
  const { id } = await story.subscribe({ prices: [a], maximumSpend, ...overdue });
  await story.advanceTo("2026-01-16");
  await story.change(id, { add: [{ priceId: b }] });
  await story.advanceTo("2026-01-24");
  await story.change(id, { remove: [{ priceId: a }] });
  await expectStanding(story, "overdue 42.00/42.00, paid 0.00/0.00, paid 0.00/0.00, credit 0.00, grants 0.00");
});
