import { scenario, sendQuote } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

interface Attention {
  counts: { kind: string; count: number }[];
  items: Record<string, unknown>[];
}

test("attention lists each item with its amount, its start and the request that resolves it", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const free = (total: string, members: object) =>
    story.api.post("/invoices", {
      accountId: story.accountId,
      lines: [{ description: "Setup", unitPrice: total }],
      ...members,
    });
  const due = await free("100.00", { paymentTerms: "net_7", autoIssue: true });
  await story.api.post(`/invoices/${due.id}/payments`, { amount: "25.00", method: "bank_transfer" });
  const draft = await free("40.00", {});
  const [base, yearly] = [
    await story.fixed("Base", "30.00"),
    await story.fixed("Yearly", "600.00", { every: "yearly" }),
  ];
  const trial = await story.subscribe({ prices: [base], trialPeriodDays: 14, contractStartDate: "2024-01-01" });
  const term = { contractPeriodType: "fixed", contractDuration: 1 };
  const ending = await story.subscribe({ prices: [yearly], ...term });
  const renewal = { autoRenew: true, renewalPeriodType: "fixed", renewalDuration: 1 };
  const renewing = await story.subscribe({ prices: [base], ...term, ...renewal });
  const open = await story.subscribe({ prices: [base] }); // runs on
  await story.act(open.id, "cancel", { effective: "2024-03-01" }); // too far ahead
  const quote = await story.subscribe({ prices: [base], activate: false });
  await sendQuote(story.api, quote.id, "2024-01-12T00:00:00Z");
  await story.send([story.event("unheard_of", 1, "2024-01-01")]);
  await story.advanceTo("2024-01-09");
  const { counts, items } = await story.api.get<Attention>("/insights/attention?testClocks=include");
  expect(Object.fromEntries(counts.map(({ kind, count }) => [kind, count]))).toEqual({
    invoice_failed: 0,
    subscription_failed: 0,
    invoice_to_approve: 1,
    payment_failed: 0,
    invoice_overdue: 1,
    e_invoice_incomplete: 0,
    e_credit_note_incomplete: 0,
    event_unmatched: 1,
    model_unpriced: 0,
    usage_billed_twice: 0,
    mail_failed: 0,
    quote_expiring: 1,
    trial_ending: 1,
    contract_ending: 1,
    contract_renewing: 1,
  });
  const common = { accountId: story.accountId, currency: "USD" };
  expect(items).toMatchObject([
    {
      kind: "invoice_to_approve",
      objectId: draft.id,
      amount: "40.00",
      since: "2024-01-01T00:00:00.000Z",
      ...common,
      action: { method: "POST", path: `/invoices/${draft.id}/issue` },
    },
    {
      // 100.00 − 25.00, since the end of the eighth
      kind: "invoice_overdue",
      objectId: due.id,
      amount: "75.00",
      since: "2024-01-09T00:00:00.000Z",
      ...common,
      dueOn: "2024-01-08",
      action: { method: "POST", path: `/invoices/${due.id}/payments` },
    },
    { kind: "event_unmatched", objectId: "unheard_of", detail: "no_metric", amount: null },
    { kind: "quote_expiring", objectId: quote.id, dueOn: "2024-01-12", since: "2024-01-05T00:00:00.000Z" },
    // Its monthly amount from then on
    {
      kind: "trial_ending",
      objectId: trial.id,
      dueOn: "2024-01-15",
      amount: "30.00",
      since: "2024-01-08T00:00:00.000Z",
    },
    // 600.00 ÷ 12, up to the end
    { kind: "contract_ending", objectId: ending.id, dueOn: "2024-02-01", amount: "50.00", ...common },
    { kind: "contract_renewing", objectId: renewing.id, dueOn: "2024-02-01", amount: "30.00", ...common },
  ]);
  const one = await story.api.get<Attention>("/insights/attention?kind=invoice_overdue&testClocks=include");
  expect([one.counts.length, one.items.length]).toEqual([1, 1]);
});
