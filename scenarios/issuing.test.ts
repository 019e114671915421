import { scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

test("a draft collects usage until its grace period ends, then it is issued and never changes (R-INV-2)", async () => {
  const story = await scenario({ start: "2024-01-01", graceHours: 24 });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "0.10" })] });
  await story.use("api_calls", 100, "2024-01-15");
  await story.advanceTo("2024-02-01T12:00");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01 draft  2024-01-01 → 2024-02-01  API calls  100 × 0.10  10.00
  `);
  await story.use("api_calls", 50, "2024-01-31T23:00"); // late, within the grace
  await story.advanceTo("2024-02-02");
  const [issued] = await story.invoices();
  expect([issued]).toEqualInvoices(`
    2024-02-01  2024-01-01 → 2024-02-01  API calls  150 × 0.10  15.00
  `);
  expect(issued?.issueDate).toBe("2024-02-02T00:00:00.000Z");
  expect(issued?.dueDate).toBe("2024-03-03T00:00:00.000Z"); // net_30 from the day of issue: 28 days to 03-01, and 2
  await story.advanceTo("2024-02-03");
  expect((await story.invoices())[0]).toEqual(issued);
});

test("without autoIssueInvoices a draft waits for manual issue and gets its number then (R-INV-2, R-INV-3)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.fixed("Base", "10.00")], autoIssueInvoices: false });
  await story.advanceTo("2024-01-20");
  const [draft] = await story.invoices();
  expect(draft).toMatchObject({ status: "draft", number: null, issueDate: null });
  await story.api.post(`/invoices/${draft?.id}/issue`);
  const [issued] = await story.invoices();
  expect(issued).toMatchObject({ status: "issued", number: "INV-2024-00001", issueDate: "2024-01-20T00:00:00.000Z" });
  const again = await story.api.request("POST", `/invoices/${draft?.id}/issue`);
  expect(again).toMatchObject({ status: 409, body: { code: "state_conflict" } });
});

test("an invoice of zero is issued or skipped by setting, and a skipped one gets no number (R-INV-4)", async () => {
  for (const [zeroAmountInvoices, expected] of [
    ["issue", ["2024-02-01 INV-2024-00001 0.00", "2024-03-01 INV-2024-00002 5.00"]],
    ["skip", ["2024-03-01 INV-2024-00001 5.00"]],
  ] as const) {
    const story = await scenario({ start: "2024-01-01", settings: { zeroAmountInvoices } });
    await story.subscribe({ prices: [await story.usage("API calls", { unit: "0.10" })] });
    await story.use("api_calls", 50, "2024-02-10");
    await story.advanceTo("2024-03-01");
    const seen = (await story.invoices()).map(({ billingDate, number, total }) => `${billingDate} ${number} ${total}`);
    expect(seen).toEqual(expected);
  }
});

test("invoices of two accounts are numbered without a gap in order of their dates (R-INV-3)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const base = await story.fixed("Base", "10.00");
  await story.subscribe({ prices: [base] });
  const other = await story.account();
  await story.subscribe({ prices: [base], account: other, contractStartDate: "2024-01-10" });
  await story.advanceTo("2024-03-15");
  const numbered = (await story.invoices()).map(({ billingDate, number }) => `${billingDate} ${number}`);
  expect(numbered).toEqual([
    "2024-01-01 INV-2024-00001",
    "2024-01-10 INV-2024-00002",
    "2024-02-01 INV-2024-00003",
    "2024-02-10 INV-2024-00004",
    "2024-03-01 INV-2024-00005",
    "2024-03-10 INV-2024-00006",
  ]);
});

test("arrears and the next advance are on one invoice (R-INV-4)", async () => {
  const story = await scenario({ start: "2026-01-31" });
  const included = { graduated: "0–1000 @0, 1001+ @0.02" };
  await story.subscribe({
    prices: [await story.fixed("Pro base", "49.00"), await story.usage("API calls", included)],
  });
  await story.use("api_calls", 1_500, "2026-02-10");
  await story.advanceTo("2026-02-28");
  expect(await story.invoices()).toEqualInvoices(`
    2026-01-31  2026-01-31 → 2026-02-28  Pro base   1 × 49.00  49.00
    2026-02-28  2026-01-31 → 2026-02-28  API calls       1500  10.00   // 500 over 1000 included × 0.02
                2026-02-28 → 2026-03-31  Pro base   1 × 49.00  49.00
                                                        total  59.00
  `);
});

test("the memo is filled in from the template, and the invoice has a PDF (R-INV-1, R-PDF-1)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const memo = { invoiceMemoTemplate: "For {BillingPeriodStart} to {BillingPeriodEnd}" };
  await story.subscribe({ prices: [await story.fixed("Base", "10.00")], ...memo });
  await story.advanceTo("2024-01-02");
  const [invoice] = await story.invoices();
  expect(invoice?.memo).toBe("For Jan 1, 2024 to Jan 31, 2024");
  const first = await story.api.request<string>("GET", `/invoices/${invoice?.id}/pdf`);
  expect(first.status).toBe(200);
  expect(first.headers.get("Content-Type")).toBe("application/pdf");
  expect(first.headers.get("Content-Disposition")).toContain("INV-2024-00001");
  expect(first.body.slice(0, 5)).toBe("%PDF-");
  const second = await story.api.request<string>("GET", `/invoices/${invoice?.id}/pdf`);
  expect(second.headers.get("ETag")).toBe(first.headers.get("ETag"));
  expect(second.body).toBe(first.body);
});
