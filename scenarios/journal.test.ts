import { Decimal } from "@counterfoil/engine";
import { type Context, verifyBooks } from "@counterfoil/service";
import { environment, type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { expect, test } from "vitest";

interface Posting {
  entryId: string;
  kind: string;
  day: string;
  code: string;
  amount: string;
  invoiceId: string;
  lineId: string | null;
}

function contextOf(story: Story): Context {
  const actor = { type: "command", id: "test" } as const;
  return { ...story.environment.ports, organizationId: story.organizationId, actor, requestId: null };
}

async function journal(story: Story, query = ""): Promise<Posting[]> {
  return (await story.api.get<{ items: Posting[] }>(`/journal?limit=100${query}`)).items;
}

async function balances(story: Story, at: string): Promise<Record<string, string>> {
  const { items } = await story.api.get<{ items: { code: string; balance: string }[] }>(`/journal/balances?at=${at}`);
  expect(Decimal.sum(items.map(({ balance }) => Decimal.of(balance))).isZero()).toBe(true);
  return Object.fromEntries(items.map(({ code, balance }) => [code, balance]));
}

async function differences(story: Story): Promise<string[]> {
  const found: string[] = [];
  await verifyBooks(contextOf(story), {
    from: null,
    to: null,
    onDifference: ({ member, billed, computed }) => found.push(`${member}: ${billed}, not ${computed}`),
  });
  return found;
}

test("a month from the 15th is receivable at once, deferred, and revenue by the days of each month (R-INV-2)", async () => {
  const story = await scenario({ start: "2024-01-15" });
  await story.subscribe({ prices: [await story.fixed("Base", "93.00")] });
  await story.advanceTo("2024-01-16");
  const [invoice] = await story.invoices();
  const lineId = invoice?.lineItems[0]?.id;
  expect(await journal(story)).toMatchObject([
    { kind: "invoice_issued", day: "2024-01-15", code: "receivable", amount: "93.00", invoiceId: invoice?.id },
    { kind: "invoice_issued", day: "2024-01-15", code: "deferred_revenue", amount: "-93.00", lineId },
    { kind: "revenue_recognized", day: "2024-01-31", code: "deferred_revenue", amount: "51.00", lineId }, // × 17/31
    { kind: "revenue_recognized", day: "2024-01-31", code: "revenue", amount: "-51.00", lineId },
    { kind: "revenue_recognized", day: "2024-02-14", code: "deferred_revenue", amount: "42.00", lineId }, // × 14/31
    { kind: "revenue_recognized", day: "2024-02-14", code: "revenue", amount: "-42.00", lineId },
  ]);
  expect(await balances(story, "2024-01-30")).toEqual({ receivable: "93.00", deferred_revenue: "-93.00" });
  expect(await balances(story, "2024-01-31")).toEqual({
    receivable: "93.00",
    deferred_revenue: "-42.00",
    revenue: "-51.00",
  });
  expect(await journal(story, `&code=revenue&from=2024-02-01&to=2024-03-01`)).toHaveLength(1);
  expect(await journal(story, `&objectId=${lineId}`)).toHaveLength(5);
  expect(await journal(story, `&accountId=${story.accountId}&currency=EUR`)).toEqual([]);
  expect(await differences(story)).toEqual([]);
});

test("usage is revenue of the days of use, though invoiced later (R-INV-2)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.usage("Calls", { unit: "0.50" })] });
  await story.use("calls", 100, "2024-01-20");
  await story.advanceTo("2024-02-02");
  // Invoiced on February 1: at the end of January it is earned, but not receivable.
  expect(await balances(story, "2024-01-31")).toEqual({ deferred_revenue: "50.00", revenue: "-50.00" });
  expect(await balances(story, "2024-02-01")).toEqual({ receivable: "50.00", revenue: "-50.00" });
  expect(await differences(story)).toEqual([]);
});

test("the journal of an invoice that is partly paid, written off, paid, refunded and voided (R-INV-2, R-INV-7)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const lines = [{ description: "Setup", unitPrice: "100.00" }];
  const { id } = await story.api.post("/invoices", { accountId: story.accountId, lines, autoIssue: true });
  const pay = (amount: string) => story.api.post(`/invoices/${id}/payments`, { amount, method: "bank_transfer" });
  const giveBack = (paid: Json, amount: string) =>
    story.api.post(`/payments/${paid.id}/refunds`, { amount, reason: "Mistake" });
  const today = async () => {
    expect(await differences(story)).toEqual([]);
    return balances(story, "2024-01-31");
  };
  const first = await pay("40.00");
  expect(await today()).toEqual({ receivable: "60.00", cash: "40.00", revenue: "-100.00" });
  await story.api.post(`/invoices/${id}/mark-uncollectible`);
  expect(await today()).toEqual({ bad_debt: "60.00", cash: "40.00", revenue: "-100.00" });
  // 60.00 written off, and 15.00 in excess
  const second = await pay("75.00");
  expect(await today()).toEqual({ cash: "115.00", account_credit: "-15.00", revenue: "-100.00" });
  await giveBack(second, "75.00");
  expect(await today()).toEqual({ receivable: "60.00", cash: "40.00", revenue: "-100.00" });
  await giveBack(first, "40.00");
  expect(await today()).toEqual({ receivable: "100.00", revenue: "-100.00" });
  await story.api.post(`/invoices/${id}/void`, { reason: "Mistake" });
  expect(await today()).toEqual({});
  const kinds = new Set((await journal(story, `&objectId=${id}`)).map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual([
    "invoice_issued",
    "invoice_uncollectible",
    "invoice_voided",
    "payment_applied",
    "payment_credited",
    "payment_taken_back",
    "revenue_recognized",
  ]);
});

test("credit for unused days becomes account credit, and using it reduces that (R-SUB-4)", async () => {
  const story = await scenario({ start: "2024-04-01" });
  const [large, small] = [await story.fixed("Large", "60.00"), await story.fixed("Small", "15.00")];
  const { id } = await story.subscribe({ prices: [large] });
  await story.advanceTo("2024-04-16");
  await story.replace(id, large, small); // −60.00 × 15/30 + 15.00 × 15/30 = −22.50
  await story.advanceTo("2024-04-17");
  expect(await balances(story, "2024-04-30")).toEqual({
    receivable: "60.00",
    account_credit: "-22.50",
    revenue: "-37.50", // 60.00 × 15/30 + 15.00 × 15/30
  });
  await story.advanceTo("2024-05-02");
  expect(await balances(story, "2024-05-01")).toEqual({
    receivable: "60.00",
    account_credit: "-7.50", // 22.50 − 15.00
    deferred_revenue: "-15.00",
    revenue: "-37.50",
  });
  const [may] = (await story.invoices()).filter(({ billingDate }) => billingDate === "2024-05-01");
  expect(may).toMatchObject({ status: "paid", creditsApplied: "15.00" });
  expect(await differences(story)).toEqual([]);
});

test("inclusive tax is not revenue (R-INV-6)", async () => {
  const story = await scenario({ start: "2024-01-01", settings: { taxMode: "manual" } });
  await story.api.post("/tax-rates", { name: "VAT", percentage: "20", inclusive: true });
  const lines = [{ description: "Setup", unitPrice: "100.00" }];
  await story.api.post("/invoices", { accountId: story.accountId, lines, autoIssue: true });
  // 100.00 × 20/120 = 16.67
  expect(await balances(story, "2024-01-01")).toEqual({ receivable: "100.00", tax: "-16.67", revenue: "-83.33" });
  expect(await differences(story)).toEqual([]);
});

test("pages of the journal equal its CSV, and each cursor continues its own list", async () => {
  const story = await scenario({ start: "2024-01-15" });
  await story.subscribe({ prices: [await story.fixed("Base", "93.00")] });
  await story.advanceTo("2024-03-16");
  const all = await journal(story);
  expect(all).toHaveLength(18); // 3 invoices × 6
  const walked: Posting[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    type Page = { items: Posting[]; nextCursor: string | null };
    const page: Page = await story.api.get<Page>(`/journal?limit=7${cursor === "" ? "" : `&cursor=${cursor}`}`);
    walked.push(...page.items);
    cursor = page.nextCursor;
  }
  expect(walked).toEqual(all);
  const exported = await story.api.request<string>("GET", "/journal.csv?code=revenue");
  expect(exported.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const csv = exported.body;
  expect(csv.split("\r\n")).toHaveLength(1 + 6 + 1); // two months for each invoice, and the end of the last line
  expect(csv).toContain(",revenue_recognized,2024-01-31,");
  const first = await story.api.get<{ nextCursor: string }>("/journal?limit=7");
  await expect(story.api.get(`/journal?code=cash&cursor=${first.nextCursor}`)).rejects.toThrow("400");
  await expect(story.api.get("/journal?from=2024-02-01&to=2024-02-01")).rejects.toThrow("400");
  await expect(story.api.get("/journal?accountId=unknown")).rejects.toThrow("404");
  await expect(story.api.get("/journal.csv?from=2024-02-01&to=2024-02-01")).rejects.toThrow("400");
  await expect(story.api.get("/journal.csv?accountId=unknown")).rejects.toThrow("404");
});

/** Removes the first posting of an invoice: the receivable. */
const SHORTEN = `update journal_entry set codes = codes[2:], amounts = amounts[2:], line_ids = line_ids[2:]
  where organization_id = $1 and codes[1] = 'receivable'`;

test("verify finds removed journal entries, and the platform cannot remove them (R-VER-1)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  await story.subscribe({ prices: [await story.fixed("Base", "31.00")] });
  await story.advanceTo("2024-01-02");
  const { database } = await environment();
  const app = new pg.Client({ connectionString: database.appUrl });
  await app.connect();
  await expect(app.query("delete from journal_entry")).rejects.toThrow("permission denied");
  await expect(app.query("update journal_entry set amounts = amounts")).rejects.toThrow("permission denied");
  await app.end();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(SHORTEN, [story.organizationId]);
  await owner.end();
  expect(await differences(story)).toEqual([
    expect.stringMatching(/^journal entry entry_\w+: -31.00 USD, not 0 USD$/),
    "receivable in the journal: 0 USD, not 31.00 USD",
  ]);
});

test("a credit note reduces the receivable, and reverses revenue by the line's days (R-INV-8)", async () => {
  const story = await scenario({ start: "2024-01-15" });
  await story.subscribe({ prices: [await story.fixed("Base", "93.00")] });
  await story.advanceTo("2024-02-03");
  const [invoice] = await story.invoices();
  const lines = [{ lineItemId: invoice?.lineItems[0]?.id, amount: "31.00" }];
  await story.api.post("/credit-notes", { invoiceId: invoice?.id, reason: "service", lines, outcome: "apply" });
  expect(await balances(story, "2024-02-03")).toEqual({
    receivable: "62.00", // 93.00 − 31.00
    deferred_revenue: "-28.00", // (93.00 − 31.00) × 14/31
    revenue: "-34.00", // (93.00 − 31.00) × 17/31
  });
  expect(await balances(story, "2024-02-14")).toEqual({ receivable: "62.00", revenue: "-62.00" });
  expect(await differences(story)).toEqual([]);
});

test("a credit note of a paid invoice reduces cash or becomes account credit (R-INV-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const body = { accountId: story.accountId, lines: [{ description: "Setup", unitPrice: "100.00" }], autoIssue: true };
  const { id, lineItems } = await story.api.post<{ id: string; lineItems: { id: string }[] }>("/invoices", body);
  await story.api.post(`/invoices/${id}/payments`, { amount: "100.00", method: "bank_transfer" });
  const note = (amount: string, outcome: string) =>
    story.api.post("/credit-notes", {
      invoiceId: id,
      reason: "service",
      lines: [{ lineItemId: lineItems[0]?.id, amount }],
      outcome,
    });
  await note("30.00", "refund");
  expect(await balances(story, "2024-01-01")).toEqual({ cash: "70.00", revenue: "-70.00" });
  await note("20.00", "account_credit");
  expect(await balances(story, "2024-01-01")).toEqual({ cash: "70.00", account_credit: "-20.00", revenue: "-50.00" });
  expect(await differences(story)).toEqual([]);
});

test("prepaid credit is a liability until it is used, and returns with a void (R-INV-8)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const grant = await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "50.00" });
  expect(await balances(story, "2024-01-01")).toEqual({ credit_expense: "50.00", prepaid_credit: "-50.00" });
  const lines = [{ description: "Setup", unitPrice: "80.00" }];
  const { id } = await story.api.post("/invoices", { accountId: story.accountId, lines, autoIssue: true });
  const used = { receivable: "30.00", credit_expense: "50.00", revenue: "-80.00" };
  expect(await balances(story, "2024-01-01")).toEqual(used);
  await story.api.post(`/invoices/${id}/void`, { reason: "Mistake" });
  expect(await balances(story, "2024-01-01")).toEqual({ credit_expense: "50.00", prepaid_credit: "-50.00" });
  await story.api.post(`/credit-grants/${grant.id}/void`, { reason: "Mistake" });
  expect(await balances(story, "2024-01-01")).toEqual({});
  expect(await differences(story)).toEqual([]);
});
