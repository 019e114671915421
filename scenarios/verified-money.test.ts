import { type BookDifference, verifyBooks } from "@counterfoil/service";
import { environment, scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

/** An organization with everything that moves money besides invoices, and the result of verify. */
let story: Story;
let owner: pg.Client;

beforeAll(async () => {
  const settings = { country: "FR", bankDetails: "IBAN: FR76 3000 6000 0112 3456 7890 189" };
  story = await scenario({ start: "2026-01-05", currency: "EUR", settings, account: { name: "Kunde" } });
  owner = new pg.Client({ connectionString: (await environment()).database.ownerUrl });
  await owner.connect();
  await story.api.post("/tax-rates", { name: "TVA", percentage: "20" });
  const issue = (...unitPrices: string[]): Promise<StoryInvoice> =>
    story.api.post("/invoices", {
      accountId: story.accountId,
      lines: unitPrices.map((unitPrice, index) => ({ description: `Item ${index + 1}`, unitPrice })),
      paymentTerms: "net_7",
      autoIssue: true,
    });
  const give = (invoice: StoryInvoice, line: number, outcome: string, amount?: string) =>
    story.api.post("/credit-notes", {
      invoiceId: invoice.id,
      reason: "Not delivered",
      lines: [{ lineItemId: invoice.lineItems[line]?.id, ...(amount === undefined ? {} : { amount }) }],
      outcome,
    });
  // 136.66 and 20 %: 163.99, of which a note takes 82.00 and another keeps 12.00.
  const twice = await issue("68.33", "68.33");
  await give(twice, 0, "apply");
  await give(twice, 1, "account_credit", "10.00");
  // 120.00 paid with 150.00: 12.00 of account credit was used, so 42.00 are over; 60.00 go back with a note, 20.00 by themselves.
  const paid = await issue("100.00");
  const payment = { amount: "150.00", method: "bank_transfer" };
  const { id: paymentId } = await story.api.post(`/invoices/${paid.id}/payments`, payment);
  await give(paid, 0, "refund", "50.00");
  await story.api.post(`/payments/${paymentId}/refunds`, { amount: "20.00", reason: "Too much" });
  // Prepaid: 50.00 of which 24.00 pay an invoice; one of 120.00 uses up the rest and 22.00 of account credit, and gives both back.
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "50.00", currency: "EUR" });
  await issue("20.00");
  const wrong = await issue("100.00");
  await story.api.post(`/invoices/${wrong.id}/void`, { reason: "Sent by mistake" });
  // Revenue that is deferred: a month in advance.
  await story.subscribe({ prices: [await story.fixed("Base", "31.00")] });
  await story.advanceTo("2026-01-20");
}, 60_000);

afterAll(() => owner.end());

async function differences(): Promise<string[]> {
  const found: BookDifference[] = [];
  const { ports } = await environment();
  const actor = { type: "command", id: "verify" } as const;
  const context = { ...ports, organizationId: story.organizationId, actor, requestId: null };
  await verifyBooks(context, { from: null, to: null, onDifference: (difference) => void found.push(difference) });
  const members = found.map(({ member }) => member.replaceAll(/\b(line|acct|grant|pay|entry)_\w+/g, "$1"));
  return [...new Set(members)].toSorted();
}

test("verify finds no difference in credit notes, payments, refunds, prepaid credit and the journal (R-VER-1)", async () => {
  expect(await differences()).toEqual([]);
  const { rows } = await owner.query<{ notes: string; refunds: string; payments: string; entries: string }>(
    `select (select count(*) from credit_note where organization_id = $1) as notes,
       (select count(*) from refund where organization_id = $1) as refunds,
       (select count(*) from payment where organization_id = $1) as payments,
       (select count(distinct kind) from account_credit_entry where organization_id = $1) as entries`,
    [story.organizationId],
  );
  expect(rows).toEqual([{ notes: "3", refunds: "2", payments: "1", entries: "5" }]);
});

/** One row that somebody changed behind the platform's back: its columns (`was` is the row before), and the members of the books that then differ. */
const tampered: [what: string, table: string, columns: string[], change: string, where: string, members: string[]][] = [
  [
    "the seller's bank details",
    "invoice",
    ["seller"],
    `seller = jsonb_set(was.seller, '{bankDetails}', '"IBAN: XX00"')`,
    "true",
    ["seller", "seller of credit note CN-2026-00001", "seller of credit note CN-2026-00002"],
  ],
  ["the buyer", "invoice", ["buyer"], `buyer = jsonb_set(was.buyer, '{name}', '"Kunde AG"')`, "total = 24", ["buyer"]],
  ["the period", "invoice", ["period_end"], "period_end = was.period_end + 1", "total = 24", ["terms"]],
  ["a free line", "invoice_line", ["description"], "description = 'Item 9'", "amount = 20", ["terms"]],
  [
    "a note's line",
    "credit_note_line",
    ["amount"],
    "amount = was.amount - 1",
    "amount = 10",
    ["lines", "base of TVA", "amount of TVA", "subtotal", "tax", "total"].map(
      (one) => `${one} of credit note CN-2026-00002`,
    ),
  ],
  [
    "a note's subtotal",
    "credit_note",
    ["subtotal"],
    "subtotal = was.subtotal - 1",
    "sequence = 3",
    ["revenue in the journal", "subtotal of credit note CN-2026-00003"],
  ],
  [
    "a note's reason",
    "credit_note",
    ["reason"],
    "reason = 'Goodwill'",
    "sequence = 3",
    ["reason of credit note CN-2026-00003"],
  ],
  [
    "a note's buyer",
    "credit_note",
    ["buyer"],
    `buyer = jsonb_set(was.buyer, '{name}', '"Kunde AG"')`,
    "sequence = 3",
    ["buyer of credit note CN-2026-00003"],
  ],
  [
    "a note's time zone",
    "credit_note",
    ["timezone"],
    "timezone = 'Pacific/Auckland'",
    "sequence = 3",
    ["timezone of credit note CN-2026-00003"],
  ],
  [
    "a place in the series of notes",
    "credit_note",
    ["sequence"],
    "sequence = 5000",
    "sequence = 2",
    ["series credit_note"],
  ],
  [
    "what is paid of an invoice",
    "invoice",
    ["amount_paid"],
    "amount_paid = was.amount_paid + 1",
    "amount_paid > 0",
    ["amountPaid", "receivable in the journal", "status"],
  ],
  [
    "what a payment paid, and kept as credit",
    "payment",
    ["applied_amount", "credited_amount"],
    "applied_amount = was.applied_amount - 1, credited_amount = was.credited_amount + 1",
    "true",
    ["amountPaid", "payments kept as account credit of acct"],
  ],
  [
    "the amount of a payment",
    "payment",
    ["amount", "applied_amount"],
    "amount = was.amount + 1, applied_amount = was.applied_amount + 1",
    "true",
    ["amount of pay", "amountPaid", "cash of acct in the journal"],
  ],
  ["a refund", "refund", ["amount"], "amount = was.amount + 1", "reason = 'Too much'", ["refundedAmount of pay"]],
  ["the amount of a grant", "credit_grant", ["amount"], "amount = was.amount + 1", "true", ["amount of grant"]],
  ["what is left of a grant", "credit_grant", ["balance"], "balance = was.balance + 1", "true", ["balance of grant"]],
  [
    "what an invoice used of a grant",
    "account_credit_entry",
    ["amount"],
    "amount = was.amount + 1",
    "credit_grant_id is not null and amount < 0",
    ["balance of grant", "lines that grant paid", "prepaid credit of acct in the journal"],
  ],
  [
    "the lines that a grant paid",
    "account_credit_entry",
    ["lines"],
    `lines = jsonb_set(was.lines, '{0,lineId}', '"line_1"')`,
    "credit_grant_id is not null and amount < 0",
    ["lines that grant paid"],
  ],
  [
    "what a grant has back of a line",
    "account_credit_entry",
    ["lines"],
    'lines = jsonb_build_array(was.lines -> 0, was.lines -> 0 || \'{"amount": "-1", "amountPaid": "-100"}\')',
    "credit_grant_id is not null and kind = 'returned'",
    ["lines that grant paid", "credit of grant on line"],
  ],
  [
    "what a note gave to the account",
    "account_credit_entry",
    ["amount"],
    "amount = was.amount + 1",
    "kind = 'credit_note' and amount = 12",
    ["account credit of acct in the journal", "credit by its ledger of credit note CN-2026-00002"],
  ],
  [
    "a posting",
    "journal_entry",
    ["amounts"],
    "amounts = array_replace(was.amounts, -20, -19)",
    "'tax' = any(codes) and -20 = any(amounts)",
    ["journal entry entry", "tax in the journal"],
  ],
  [
    "what is deferred, in place of revenue",
    "journal_entry",
    ["codes"],
    "codes = array_replace(was.codes, 'revenue', 'deferred_revenue')",
    "kind = 'revenue_recognized'",
    ["deferred_revenue in the journal"],
  ],
];

test.each(tampered)(
  "verify finds a change of %s in one row (R-VER-1)",
  async (_, table, columns, change, where, members) => {
    const { rows } = await owner.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t where organization_id = $1 and ${where} order by id limit 1`,
      [story.organizationId],
    );
    const [before] = rows;
    if (before === undefined) throw new Error("there is nothing to change");
    const update = (set: string): Promise<pg.QueryResult> =>
      owner.query(
        `update ${table} t set ${set} from jsonb_populate_record(null::${table}, $1::jsonb) as was
       where t.organization_id = was.organization_id and t.id = was.id`,
        [before.row],
      );
    await update(change);
    const found = await differences();
    await update(columns.map((column) => `${column} = was.${column}`).join(", "));
    expect(found).toEqual(members.toSorted());
  },
);

test("after all of this, verify finds no difference", async () => {
  expect(await differences()).toEqual([]);
});
