import { type Context, verifyBooks } from "@counterfoil/service";
import { bookDifferences, type Json, scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

interface Note extends Json {
  readonly number: string;
  readonly total: string;
}

/** Issues a one-off invoice with these lines. */
function issued(story: Story, ...prices: readonly string[]): Promise<StoryInvoice> {
  const lines = prices.map((unitPrice, index) => ({ description: `Item ${index + 1}`, unitPrice }));
  return story.api.post("/invoices", { accountId: story.accountId, lines, paymentTerms: "net_7", autoIssue: true });
}

interface Part {
  readonly outcome?: string;
  readonly amount?: string;
}

function body(invoice: StoryInvoice, line: number, { outcome = "apply", amount }: Part = {}): object {
  const lines = [{ lineItemId: invoice.lineItems[line - 1]?.id, ...(amount === undefined ? {} : { amount }) }];
  return { invoiceId: invoice.id, reason: "Not delivered", outcome, lines };
}

const balance = (story: Story) => story.api.get(`/accounts/${story.accountId}/balance`);

async function ledger(story: Story): Promise<string[]> {
  const { items } = await story.api.get<{ items: Json[] }>(`/accounts/${story.accountId}/credit-ledger`);
  return items.map(({ kind, amount }) => `${String(kind)} ${String(amount)}`);
}

test("2 × 68.33 with 20 % tax in two notes: the last takes the remaining tax (S22, R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-05", currency: "EUR", settings: { country: "FR" } });
  await story.api.post("/tax-rates", { name: "TVA", percentage: "20" });
  const invoice = await issued(story, "68.33", "68.33");
  expect(invoice).toMatchObject({ total: "163.99", tax: "27.33" }); // 136.66 × 20 % = 27.332
  const first = await story.api.post<Note>("/credit-notes", body(invoice, 1, { outcome: "account_credit" }));
  // 68.33 × 20 % = 13.666
  expect(first).toMatchObject({ number: "CN-2026-00001", subtotal: "68.33", tax: "13.67", total: "82.00" });
  const second = await story.api.post<Note>("/credit-notes", body(invoice, 2, { outcome: "account_credit" }));
  // 27.33 − 13.67
  expect(second).toMatchObject({ number: "CN-2026-00002", subtotal: "68.33", tax: "13.66", total: "81.99" });
  expect(await balance(story)).toMatchObject({ accountCredit: "163.99", outstanding: "163.99" });
  expect(await story.api.get(`/invoices/${invoice.id}/credit-notes`)).toMatchObject({
    items: [{ total: "82.00" }, { total: "81.99" }],
  });
  expect(await story.api.get(`/credit-notes/${first.id}`)).toEqual(first);
  const pdf = await story.api.request<string>("GET", `/credit-notes/${first.id}/pdf`);
  expect([pdf.headers.get("Content-Type"), pdf.headers.get("Content-Disposition"), pdf.body.slice(0, 5)]).toEqual([
    "application/pdf",
    'inline; filename="CN-2026-00001.pdf"',
    "%PDF-",
  ]);
});

test("a note with apply reduces the amount due, and the rest becomes account credit (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-05" });
  const invoice = await issued(story, "100.00", "50.00");
  const part = await story.api.post("/credit-notes", body(invoice, 1, { amount: "40.00" }));
  expect(part).toMatchObject({ total: "40.00", amountApplied: "40.00", amountCredited: "0.00" });
  expect(await story.api.get(`/invoices/${invoice.id}`)).toMatchObject({
    status: "issued",
    creditsApplied: "40.00",
    amountRemaining: "110.00", // 150.00 − 40.00
  });
  const rest = await story.api.post("/credit-notes", body(invoice, 1));
  expect(rest).toMatchObject({ total: "60.00", amountApplied: "60.00" }); // 100.00 − 40.00
  const last = await story.api.post("/credit-notes", body(invoice, 2));
  expect(last).toMatchObject({ total: "50.00", amountApplied: "50.00" });
  expect(await story.api.get(`/invoices/${invoice.id}`)).toMatchObject({ status: "paid", amountRemaining: "0.00" });
  expect(await ledger(story)).toEqual([
    "credit_note 40.00",
    "used -40.00",
    "credit_note 60.00",
    "used -60.00",
    "credit_note 50.00",
    "used -50.00",
  ]);

  // Account credit of 30.00 pays part of the next one, so a note of 50.00 finds only 20.00 due.
  const gift = await issued(story, "30.00");
  await story.api.post("/credit-notes", body(gift, 1, { outcome: "account_credit" }));
  const next = await issued(story, "50.00");
  expect(next).toMatchObject({ creditsApplied: "30.00", amountRemaining: "20.00" });
  expect(await story.api.post("/credit-notes", body(next, 1))).toMatchObject({
    total: "50.00",
    amountApplied: "20.00",
    amountCredited: "30.00",
  });
  expect(await balance(story)).toMatchObject({ accountCredit: "30.00", outstanding: "30.00" }); // the gift's invoice
});

test("a note never exceeds its line less earlier notes, nor the invoice (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-05" });
  const invoice = await issued(story, "100.00", "-10.00");
  await story.api.post("/credit-notes", body(invoice, 1, { amount: "30" }));
  const refused = async (part: object) => {
    const answer = await story.api.request("POST", "/credit-notes", { body: part });
    const [fault] = (answer.body["errors"] ?? []) as { pointer: string; code: string; detail: string }[];
    return [answer.status, fault?.pointer, fault?.code];
  };
  expect(await refused(body(invoice, 1, { amount: "70.01" }))).toEqual([422, "/lines/0/amount", "exceeds_line"]);
  expect(await refused(body(invoice, 1, { amount: "0.001" }))).toEqual([422, "/lines/0/amount", "too_many_decimals"]);
  expect(await refused(body(invoice, 1, { amount: "-1" }))).toEqual([422, "/lines/0/amount", "wrong_sign"]);
  expect(await refused(body(invoice, 2, { amount: "1" }))).toEqual([422, "/lines/0/amount", "wrong_sign"]);
  expect(await refused(body(invoice, 2))).toEqual([422, "/lines", "nothing_credited"]);
  // 100.00 − 30.00 are left of the line, and 90.00 − 30.00 of the invoice.
  expect(await refused(body(invoice, 1))).toEqual([422, "/lines", "exceeds_invoice"]);
  const whole = { ...body(invoice, 1), lines: invoice.lineItems.map(({ id }) => ({ lineItemId: id })) };
  expect(await story.api.post("/credit-notes", whole)).toMatchObject({ total: "60.00" }); // 70.00 − 10.00
  expect(await refused(body(invoice, 1))).toEqual([422, "/lines/0/lineItemId", "nothing_left"]);
  expect(await refused({ ...body(invoice, 1), invoiceId: "inv_none" })).toEqual([422, "/invoiceId", "unknown_invoice"]);
});

test("an impossible credit, refund or void returns an error with the reason (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-05" });
  const draft = await story.api.post<StoryInvoice>("/invoices", {
    accountId: story.accountId,
    lines: [{ description: "Item", unitPrice: "10.00" }],
  });
  const conflict = async (path: string, sent: object) => {
    const answer = await story.api.request("POST", path, { body: sent });
    return `${answer.status} ${String(answer.body["detail"])}`;
  };
  expect(await conflict("/credit-notes", body(draft, 1))).toContain(
    "409 The invoice is draft. You can credit it only while it is issued",
  );
  const invoice = await issued(story, "100.00");
  expect(await conflict("/credit-notes", body(invoice, 1, { outcome: "refund" }))).toContain(
    "409 The invoice is issued and its refundable payments are 0.00 USD, so 100.00 USD cannot be refunded",
  );
  await story.api.post("/credit-notes", body(invoice, 1, { amount: "10.00" }));
  expect(await conflict(`/invoices/${invoice.id}/void`, { reason: "Wrong" })).toContain(
    "cannot be voided because CN-2026-00001 already credits part of it",
  );
});

test("a refund note refunds the last payment first, and the invoice stays paid (R-INV-7, R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-05" });
  const invoice = await issued(story, "100.00", "50.00");
  const payments = `/invoices/${invoice.id}/payments`;
  await story.api.post(payments, { amount: "90.00", method: "cash" });
  await story.api.post(payments, { amount: "70.00", method: "cash" }); // 60.00 were due, 10.00 become account credit
  const note = await story.api.post("/credit-notes", body(invoice, 1, { outcome: "refund" }));
  expect(note).toMatchObject({
    total: "100.00",
    amountApplied: "100.00",
    amountCredited: "0.00",
    amountRefunded: "100.00",
  });
  const { items } = await story.api.get<{ items: Json[] }>(payments);
  // 60.00 of the second and 40.00 of the first.
  expect(items.map(({ refundedAmount }) => refundedAmount)).toEqual(["40.00", "60.00"]);
  expect(await story.api.get(`/invoices/${invoice.id}`)).toMatchObject({
    status: "paid",
    amountPaid: "50.00",
    creditsApplied: "100.00",
    amountRemaining: "0.00",
  });
  expect(await balance(story)).toMatchObject({ accountCredit: "10.00", outstanding: "0.00" });
  const rest = await story.api.request("POST", "/credit-notes", { body: body(invoice, 2, { outcome: "refund" }) });
  expect(rest.status).toBe(201);
  const actor = { type: "command", id: "test" } as const;
  const context: Context = { ...story.environment.ports, organizationId: story.organizationId, actor, requestId: null };
  const verified = await verifyBooks(context, { from: null, to: null, onDifference: () => undefined });
  expect(verified).toMatchObject({ invoices: 1, differences: 0 });
});

test("of ten concurrent notes for one line one is issued, and numbers have no gap (R-INV-3, R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-05", settings: { creditNoteNumberFormat: "G-{SEQ:3}" } });
  const invoice = await issued(story, "100.00", "50.00");
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => story.api.request("POST", "/credit-notes", { body: body(invoice, 1) })),
  );
  const withStatus = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  expect([withStatus(201), withStatus(422)]).toEqual([1, 9]);
  expect(await story.api.post("/credit-notes", body(invoice, 2))).toMatchObject({ number: "G-002" });
});

test("a note of a charge and of a deduction under different taxes stays within the total (R-INV-8, R-VER-1)", async () => {
  const story = await scenario({
    start: "2026-01-05",
    currency: "EUR",
    settings: { country: "FR", taxMode: "manual" },
  });
  await story.api.post("/tax-rates", { name: "Books", percentage: "10", country: "FR", taxCategory: "books" });
  const { id: productId } = await story.api.post("/products", { name: "Book", feeType: "fixed", taxCategory: "books" });
  const lines = [
    { description: "Deduction", unitPrice: "-70.00" },
    { description: "Book", unitPrice: "90.00", productId },
  ];
  const request = { accountId: story.accountId, lines, paymentTerms: "net_7", autoIssue: true };
  const invoice = await story.api.post<StoryInvoice>("/invoices", request);
  expect(invoice.total).toBe("29.00"); // −70.00 + 90.00 + 10 %
  const [deduction, book] = invoice.lineItems;
  const parts = [
    { lineItemId: deduction?.id, amount: "-0.70" },
    { lineItemId: book?.id, amount: "22.50" },
  ];
  const note = { invoiceId: invoice.id, reason: "Late", outcome: "apply", lines: parts };
  // 21.80 before tax of 20.00, but 24.05 with tax of 29.00.
  expect(await story.api.post("/credit-notes", note)).toMatchObject({ subtotal: "21.80", total: "24.05" });
  expect(await bookDifferences(story)).toEqual([]);
});
