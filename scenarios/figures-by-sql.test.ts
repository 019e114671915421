import { scenario, type Story } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

// Ten figures of the home page, each against a statement that reads invoices and contracts instead of the journal.

let story: Story;
let database: pg.Client;

/** Two accounts with 310.00 and 62.00 a month from January 16, usage of 31.00, a credit note and a payment. */
beforeAll(async () => {
  story = await scenario({ start: "2024-01-16" });
  const globex = await story.account({ name: "Globex" });
  await story.subscribe({ prices: [await story.fixed("Base", "310.00")] });
  const calls = await story.usage("API calls", { unit: "0.10" });
  await story.subscribe({ prices: [await story.fixed("Small", "62.00"), calls], account: globex });
  await story.use("api_calls", 310, "2024-01-20", globex);
  await story.advanceTo("2024-01-25");
  const [invoice] = await story.invoices(story.accountId);
  const lines = [{ lineItemId: invoice?.lineItems[0]?.id, amount: "31.00" }];
  await story.api.post("/credit-notes", { invoiceId: invoice?.id, reason: "Outage", lines, outcome: "apply" });
  const [small] = await story.invoices(globex);
  await story.api.post(`/invoices/${small?.id}/payments`, { amount: "20.00", method: "bank_transfer" });
  await story.advanceTo("2024-03-20");
  database = new pg.Client({ connectionString: story.environment.database.ownerUrl });
  await database.connect();
});
afterAll(() => database.end());

/** The one number of a statement about the organization `$1`. */
async function sql(text: string): Promise<number> {
  const { rows } = await database.query<{ value: string }>(text, [story.organizationId]);
  return Number(rows[0]?.value);
}

type Row = Record<string, string | number>;
const PERIOD = "testClocks=include&from=2024-01-16&to=2024-02-16";
const read = <Answer>(path: string) => story.api.get<Answer>(path);
const sum = (items: readonly Row[], member: string) => items.reduce((total, item) => total + Number(item[member]), 0);
const months = async (query: string) => (await read<{ items: Row[] }>(`/insights/net-revenue?${query}`)).items;
const LINES = `invoice_line l join invoice i on i.organization_id = l.organization_id and i.id = l.invoice_id
  where l.organization_id = $1 and i.status not in ('draft', 'void') and l.period_start = '2024-01-16'`;
const OWED = `from invoice where organization_id = $1 and status in ('issued', 'overdue')`;

test("net revenue, its credit notes, its usage and its lines", async () => {
  const notes = await sql("select sum(amount) as value from credit_note_line where organization_id = $1");
  const invoiced = await sql(`select sum(l.amount) as value from ${LINES}`);
  const items = await months(PERIOD);
  expect(sum(items, "net")).toBe(invoiced - notes); // 310.00 + 62.00 + 31.00 − 31.00
  expect(sum(items, "creditNotes")).toBe(notes);
  expect(sum(items, "usage")).toBe(await sql(`select sum(l.amount) as value from ${LINES} and l.kind = 'usage'`));
  const lines = await read<{ totals: Row[] }>(`/insights/net-revenue/lines?${PERIOD}`);
  expect(lines.totals).toMatchObject([{ count: await sql(`select count(*) as value from ${LINES}`) }]);
  // The first four days, before the credit note: (310.00 + 62.00 + 31.00) × 4/31
  const days = await sql(`select sum(l.amount * 4 / (l.period_end - l.period_start)) as value from ${LINES}`);
  expect(sum(await months("testClocks=include&from=2024-01-16&to=2024-01-20"), "net")).toBeCloseTo(days, 2);
});

test("the revenue of an account", async () => {
  const [top] = (await read<{ items: Row[] }>(`/insights/top-accounts?${PERIOD}`)).items;
  const ofAccount = `${LINES} and i.account_id = '${story.accountId}'`;
  expect(top?.["accountId"]).toBe(story.accountId);
  expect(Number(top?.["revenue"])).toBe((await sql(`select sum(l.amount) as value from ${ofAccount}`)) - 31);
});

test("recurring revenue and paying accounts", async () => {
  const { items } = await read<{ items: Row[] }>("/insights/mrr?testClocks=include&from=2024-03-01&to=2024-03-21");
  const sold = `from subscription s
    join subscription_version v on v.organization_id = $1 and v.subscription_id = s.id and v.status <> 'draft'
    join version_price vp on vp.organization_id = $1 and vp.version_id = v.id
    join price p on p.organization_id = $1 and p.id = vp.price_id and p.type = 'fixed'
    where s.organization_id = $1 and s.status = 'active'`;
  const closing = await sql(`select sum((p.pricing_model -> 'pricePerUnit' ->> 'value')::numeric) as value ${sold}`);
  expect(Number(items[0]?.["closing"])).toBe(closing);
  expect(items[0]?.["accounts"]).toBe(await sql(`select count(distinct s.account_id) as value ${sold}`));
});

test("unpaid invoices, and those that are overdue", async () => {
  const { items } = await read<{ items: { total: string }[] }>("/insights/ageing?testClocks=include&at=2024-03-20");
  const due = await sql(`select sum(total - credits_applied - amount_paid) as value ${OWED}`);
  expect(Number(items[0]?.total)).toBe(due);
  const { counts } = await read<{ counts: Row[] }>("/insights/attention?testClocks=include&kind=invoice_overdue");
  const overdue = await sql("select count(*) as value from invoice where organization_id = $1 and status = 'overdue'");
  expect(overdue).toBeGreaterThan(0);
  expect(counts).toEqual([{ kind: "invoice_overdue", count: overdue }]);
  const list = await read<{ totals: Row[]; items: Row[] }>(
    "/insights/attention/items?testClocks=include&kind=invoice_overdue",
  );
  expect(list.items).toHaveLength(overdue);
  expect(Number(list.totals[0]?.["amount"])).toBe(
    await sql(`select sum(total - credits_applied - amount_paid) as value ${OWED} and status = 'overdue'`),
  );
});
