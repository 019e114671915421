import { Decimal } from "@counterfoil/engine";
import { applyPayment, type Context, transact } from "@counterfoil/service";
import { type Json, scenario, type Story, type StoryInvoice, toldCredit } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

const grant = (story: Story, members: object) => story.api.post(`/accounts/${story.accountId}/credit-grants`, members);

const invoiceOf = (story: Story, unitPrice: string, members: object = {}) =>
  story.api.post<StoryInvoice>("/invoices", {
    accountId: story.accountId,
    lines: [{ description: "Setup", unitPrice }],
    autoIssue: true,
    ...members,
  });

const balance = (story: Story) => story.api.get(`/accounts/${story.accountId}/balance`);

async function movements(story: Story, path: string): Promise<string[]> {
  const { items } = await story.api.get<{ items: Json[] }>(path);
  return items.map(({ kind, amount }) => `${String(kind)} ${String(amount)}`);
}

test("grants are used by priority, then expiry: B 150, C 100, A 100 (S25, R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const a = await grant(story, { amount: "200", priority: 10, expiresAt: "2026-06-30" });
  const b = await grant(story, { amount: "150", priority: 5, expiresAt: "2026-12-31" });
  const c = await grant(story, { amount: "100", priority: 10, expiresAt: "2026-03-31" });
  await story.advanceTo("2026-01-15");
  const invoice = await invoiceOf(story, "350.00");
  expect(invoice).toMatchObject({ status: "paid", total: "350.00", creditsApplied: "350.00", amountRemaining: "0.00" });
  expect(await movements(story, `/accounts/${story.accountId}/credit-ledger`)).toEqual([
    "granted 200.00",
    "granted 150.00",
    "granted 100.00",
    "used -150.00", // B, of priority 5
    "used -100.00", // C, which expires before A
    "used -100.00", // what is left of 350.00
  ]);
  expect(await story.api.get(`/credit-grants/${a.id}`)).toMatchObject({ balance: "100.00", status: "active" });
  expect(await story.api.get(`/credit-grants/${b.id}`)).toMatchObject({ balance: "0.00", status: "depleted" });
  expect(await movements(story, `/credit-grants/${c.id}/ledger`)).toEqual(["granted 100.00", "used -100.00"]);
  expect(await balance(story)).toMatchObject({ creditGrants: "100.00", accountCredit: "0.00", outstanding: "0.00" });

  await story.advanceTo("2026-07-01");
  expect(await story.api.get(`/credit-grants/${a.id}`)).toMatchObject({ balance: "0.00", status: "expired" });
  expect(await movements(story, `/credit-grants/${a.id}/ledger`)).toEqual([
    "granted 200.00",
    "used -100.00",
    "expired -100.00",
  ]);
  expect(await toldCredit(story)).toEqual([
    "credit.granted 200.00",
    "credit.granted 150.00",
    "credit.granted 100.00",
    "credit.expired 100.00",
    "credit.balance_depleted 0.00",
  ]);
});

test("account credit pays what grants leave of an invoice, including tax (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR", settings: { country: "FR" } });
  await story.api.post("/tax-rates", { name: "TVA", percentage: "20" });
  await invoiceOf(story, "-25.00"); // 25.00 and 20 % of tax become account credit
  expect(await balance(story)).toMatchObject({ accountCredit: "30.00" });
  await grant(story, { amount: "50" });
  const invoice = await invoiceOf(story, "100.00");
  // 120.00 − 50.00 of the grant − 30.00 of account credit
  expect(invoice).toMatchObject({ total: "120.00", creditsApplied: "80.00", amountRemaining: "40.00" });
});

test("a grant for a product pays only its lines, before a grant for everything (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const product = await story.api.post("/products", { name: "Support", feeType: "fixed" });
  const support = await grant(story, { amount: "80", productIds: [product.id] });
  const lines = [
    { description: "Support", unitPrice: "60.00", productId: product.id },
    { description: "Setup", unitPrice: "100.00" },
  ];
  expect(await invoiceOf(story, "0", { lines })).toMatchObject({ creditsApplied: "60.00", amountRemaining: "100.00" });
  expect(await story.api.get(`/credit-grants/${support.id}`)).toMatchObject({ balance: "20.00" });
  // The one for everything has the first priority, and leaves support to the grant that can pay nothing else.
  await grant(story, { amount: "100", priority: 1 });
  expect(await invoiceOf(story, "0", { lines })).toMatchObject({ creditsApplied: "120.00", amountRemaining: "40.00" });
});

test("units of a metric pay for its usage at the line's average cost (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const metric = await story.metric("API calls");
  const calls = await story.usage("Calls", { unit: "0.02" }, { metrics: [metric] });
  const { id } = await story.subscribe({ prices: [calls, await story.fixed("Base", "10.00")] });
  const units = await grant(story, { amount: "1200", metricId: metric });
  await story.use("api_calls", 1_000, "2026-01-10");
  // 1,000 × 0.02 are paid by 1,000 units; the base of February is not.
  expect(await story.upcoming(id)).toMatchObject({ total: "30.00", creditsApplied: "20.00", amountRemaining: "10.00" });
  await story.advanceTo("2026-02-01");
  expect((await story.invoices()).at(-1)).toMatchObject({ creditsApplied: "20.00", amountRemaining: "10.00" });
  await story.use("api_calls", 500, "2026-02-10");
  await story.advanceTo("2026-03-01");
  // Of 500 × 0.02 the 200 units that are left pay 4.00.
  expect((await story.invoices()).at(-1)).toMatchObject({ total: "20.00", creditsApplied: "4.00" });
  expect(await movements(story, `/credit-grants/${units.id}/ledger`)).toEqual([
    "granted 1200",
    "used -1000",
    "used -200",
  ]);
  expect(await balance(story)).toMatchObject({ creditGrants: "0.00" }); // units are no money
});

test("a void invoice returns credit to its grants (R-INV-2, R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const short = await grant(story, { amount: "40", expiresAt: "2026-02-01" });
  const long = await grant(story, { amount: "40" });
  const invoice = await invoiceOf(story, "100.00");
  expect(invoice).toMatchObject({ status: "issued", creditsApplied: "80.00" });
  await story.advanceTo("2026-02-10");
  await story.api.post(`/invoices/${invoice.id}/void`, { reason: "Wrong" });
  expect(await story.api.get(`/credit-grants/${long.id}`)).toMatchObject({ balance: "40.00", status: "active" });
  await story.advanceTo("2026-02-11");
  // What returns after the expiry expires again.
  expect(await movements(story, `/credit-grants/${short.id}/ledger`)).toEqual([
    "granted 40.00",
    "used -40.00",
    "returned 40.00",
    "expired -40.00",
  ]);
});

test("a voided grant cannot be used, and what it paid stays paid (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const { id } = await grant(story, { amount: "100", effectiveAt: "2026-01-02" });
  expect(await story.api.get(`/credit-grants/${id}`)).toMatchObject({ status: "scheduled" });
  expect(await invoiceOf(story, "10.00")).toMatchObject({ creditsApplied: "0.00" });
  await story.advanceTo("2026-01-02");
  expect(await invoiceOf(story, "10.00")).toMatchObject({ status: "paid", creditsApplied: "10.00" });
  const voided = await story.api.post(`/credit-grants/${id}/void`, { reason: "Contract ended" });
  expect(voided).toMatchObject({ status: "voided", balance: "0.00" });
  expect(await movements(story, `/credit-grants/${id}/ledger`)).toEqual([
    "granted 100.00",
    "used -10.00",
    "voided -90.00",
  ]);
  const again = await story.api.request("POST", `/credit-grants/${id}/void`, { body: { reason: "Twice" } });
  expect([again.status, again.body["detail"]]).toEqual([
    409,
    "The credit grant is voided. Only a scheduled, active or depleted grant can be voided.",
  ]);
});

test("ten concurrent invoices never use more credit than there is (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const grants = [await grant(story, { amount: "70" }), await grant(story, { amount: "30", priority: 1 })];
  const drafts = await Promise.all(Array.from({ length: 10 }, () => invoiceOf(story, "30.00", { autoIssue: false })));
  const issued = await Promise.all(
    drafts.map(({ id }) => story.api.post<StoryInvoice & { creditsApplied: string }>(`/invoices/${id}/issue`)),
  );
  // 100.00 pay three invoices of 30.00 and 10.00 of a fourth, whichever came first.
  const used = issued.map(({ creditsApplied }) => creditsApplied).toSorted();
  expect(used).toEqual([...Array.from({ length: 6 }, () => "0.00"), "10.00", "30.00", "30.00", "30.00"]);
  for (const { id } of grants) {
    expect(await story.api.get(`/credit-grants/${id}`)).toMatchObject({ balance: "0.00", status: "depleted" });
  }
});

test("a low balance is reported once and topped up with an invoice (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const settings = `/accounts/${story.accountId}/credit-settings`;
  await grant(story, { amount: "100" });
  await story.api.patch(settings, {
    lowBalanceThreshold: "50",
    topUp: { threshold: "20", amount: "200", grantsOn: "issue", expiresAfterDays: 30 },
  });
  await invoiceOf(story, "60.00");
  await invoiceOf(story, "10.00");
  expect(await toldCredit(story)).toEqual(["credit.granted 100.00", "credit.balance_low 40.00"]);
  await invoiceOf(story, "15.00");
  await story.advanceTo("2026-01-02");
  // 100.00 − 60.00 − 10.00 − 15.00 + 200.00
  expect(await balance(story)).toMatchObject({ creditGrants: "215.00", outstanding: "200.00" });
  expect((await story.invoices()).at(-1)).toMatchObject({
    status: "issued",
    total: "200.00",
    creditsApplied: "0.00",
    lineItems: [{ description: "Prepaid credit" }],
  });
  await story.advanceTo("2026-02-02");
  // 15.00 never expire; the 200.00 did after 30 days, and what is left is topped up again.
  expect(await balance(story)).toMatchObject({ creditGrants: "215.00", outstanding: "400.00" });
});

test("a top-up is granted when it is paid, and no other is created before (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  await story.api.patch(`/accounts/${story.accountId}/credit-settings`, { topUp: { threshold: "0", amount: "100" } });
  await story.advanceTo("2026-01-02");
  expect(await balance(story)).toMatchObject({ creditGrants: "0.00", outstanding: "100.00" });
  await grant(story, { amount: "10" });
  await invoiceOf(story, "10.00");
  await story.advanceTo("2026-01-03");
  expect(await balance(story)).toMatchObject({ creditGrants: "0.00", outstanding: "100.00" });
  const [topUp] = await story.invoices();
  const actor = { type: "command", id: "test" } as const;
  const context: Context = { ...story.environment.ports, organizationId: story.organizationId, actor, requestId: null };
  await transact(context, (work) => applyPayment(work, topUp?.id ?? "", Decimal.of("100")));
  expect(await balance(story)).toMatchObject({ creditGrants: "100.00", outstanding: "0.00" });
});
