import { fixedClock } from "@counterfoil/service";
import { beginStory, type Environment, startEnvironment, type Story } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

// Figures of the home page, each against a statement on payments, invoices and contracts instead of the journal.

let environment: Environment;
let story: Story;
let database: pg.Client;

/** Pays a part of the first invoice of an account. Returns the payment's ID. */
async function pay(account: string, amount: string): Promise<string> {
  const [invoice] = await story.invoices(account);
  return (await story.api.post(`/invoices/${invoice?.id}/payments`, { amount, method: "bank_transfer" })).id;
}

/**
 * On March 20: a yearly customer since January, a monthly one with usage since January, one since February that left in
 * March, and one since March. One of two payments is partly refunded.
 */
beforeAll(async () => {
  environment = await startEnvironment(fixedClock("2024-03-20T12:00:00Z"));
  story = await beginStory(environment, { start: "2024-01-01" });
  const monthly = await story.fixed("Base", "100.00");
  const calls = await story.usage("API calls", { unit: "0.10" });
  await story.subscribe({ prices: [await story.fixed("Year", "1200.00", { every: "yearly" })] });
  const globex = await story.account({ name: "Globex" });
  await story.subscribe({ prices: [monthly, calls], account: globex });
  const initech = await story.account({ name: "Initech" });
  await story.use("api_calls", 310, "2024-01-20", globex);
  await story.advanceTo("2024-02-10");
  const left = await story.subscribe({ prices: [monthly], account: initech, contractStartDate: "2024-02-10" });
  await story.use("api_calls", 200, "2024-02-12", globex);
  await story.advanceTo("2024-02-25");
  await pay(globex, "100.00");
  await story.advanceTo("2024-03-05");
  const payment = await pay(initech, "60.00");
  await story.api.post(`/payments/${payment}/refunds`, { amount: "15.00", reason: "Mistake" });
  await story.advanceTo("2024-03-12");
  const hooli = await story.account({ name: "Hooli" });
  await story.subscribe({ prices: [monthly], account: hooli, contractStartDate: "2024-03-12" });
  await story.act(left.id, "cancel", { effective: "2024-03-15" });
  await story.advanceTo("2024-03-20");
  database = new pg.Client({ connectionString: environment.database.ownerUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await environment.stop();
});

/** The one number of a statement about the organization `$1`. */
async function sql(text: string): Promise<number> {
  const { rows } = await database.query<{ value: string | null }>(text, [story.organizationId]);
  return Number(rows[0]?.value ?? 0);
}

type Row = Record<string, string | number | null>;
interface Figures {
  before: Row;
  items: Record<string, { value: string; before: string; change: string | null }>[];
}
const MARCH = "testClocks=include&from=2024-03-01&to=2024-03-21";
const read = <Answer>(path: string) => story.api.get<Answer>(path);

/** The monthly amount of fixed prices of the contracts that charge on a day. */
const paidOn = (day: string) => `
  from subscription s
  join subscription_version v on v.organization_id = $1 and v.subscription_id = s.id and v.status <> 'draft'
  join version_price vp on vp.organization_id = $1 and vp.version_id = v.id
  join price p on p.organization_id = $1 and p.id = vp.price_id and p.type = 'fixed'
  where s.organization_id = $1 and s.contract_start_on <= '${day}' and (s.cancels_on is null or s.cancels_on > '${day}')`;
const MONTHLY = `(p.pricing_model -> 'pricePerUnit' ->> 'value')::numeric
  / case p.billing_interval when 'yearly' then 12 else 1 end`;
const mrrOn = (day: string) => sql(`select sum(${MONTHLY}) as value ${paidOn(day)}`);
const accountsOn = (day: string) => sql(`select count(distinct s.account_id) as value ${paidOn(day)}`);
const cashIn = (from: string, to: string) => `
  select sum(amount) from (
    select p.amount, p.paid_on as day from payment p where p.organization_id = $1 and p.status = 'succeeded'
    union all
    select -r.amount, p.paid_on from refund r join payment p on p.organization_id = $1 and p.id = r.payment_id
    where r.organization_id = $1
  ) as moved where day >= '${from}' and day < '${to}'`;
const ISSUED = "i.organization_id = $1 and i.status not in ('draft', 'void')";

test("figures and the same of as many days before", async () => {
  const { items, before } = await read<Figures>(`/insights/key-figures?${MARCH}`);
  expect(before).toEqual({ from: "2024-02-10", to: "2024-03-01" }); // 20 days
  const [usd] = items;
  const mrr = await mrrOn("2024-03-20"); // 100 + 100 + 100: Initech left
  const mrrBefore = await mrrOn("2024-02-29"); // 100 + 100 + 100: Hooli was not there yet
  expect([mrr, mrrBefore]).toEqual([300, 300]);
  expect(usd?.["mrr"]).toEqual({ value: "300.00", before: "300.00", change: "0.00" });
  expect(Number(usd?.["arr"]?.value)).toBe(mrr * 12);
  expect(usd?.["accounts"]).toEqual({
    opening: await accountsOn("2024-02-29"),
    closing: await accountsOn("2024-03-20"),
    lost: 1,
    before: await accountsOn("2024-02-29"),
  });
  expect(usd?.["accountChurn"]).toEqual({ value: "33.33", before: "0.00", change: "33.33" }); // 1 of 3; 0 of 2
  expect(usd?.["netRetention"]).toEqual({ value: "66.67", before: "100.00", change: "-33.33" }); // 200 of 300
});

test("net revenue of the days, from the lines of invoices", async () => {
  const [usd] = (await read<Figures>(`/insights/key-figures?${MARCH}`)).items;
  // Every day of service counts alike, except that each month of a line is rounded to a cent.
  const revenueIn = (from: string, to: string) =>
    sql(`select sum(l.amount * greatest(0, least(l.period_end, '${to}') - greatest(l.period_start, '${from}'))
        / (l.period_end - l.period_start)) as value
      from invoice i join invoice_line l on l.organization_id = $1 and l.invoice_id = i.id where ${ISSUED}`);
  expect(Number(usd?.["netRevenue"]?.before)).toBeCloseTo(await revenueIn("2024-02-10", "2024-03-01"), 1);
  expect(Number(usd?.["netRevenue"]?.value)).toBeCloseTo(await revenueIn("2024-03-01", "2024-03-21"), 1);
});

test("cash by day is payments minus refunds, and its rows have the same total", async () => {
  const cash = await read<{ items: Row[]; totals: Row[] }>(`/insights/cash-collected?${MARCH}`);
  const received = await sql(`${cashIn("2024-03-01", "2024-03-21")}`.replace("sum(amount)", "sum(amount) as value"));
  expect(Number(cash.totals[0]?.["net"])).toBe(received); // 60.00 − 15.00
  expect(cash.items).toEqual([
    { day: "2024-03-05", currency: "USD", received: "60.00", refunded: "15.00", net: "45.00" },
  ]);
  const rows = await read<{ items: Row[]; totals: Row[] }>(`/insights/cash-collected/entries?${MARCH}`);
  expect(rows.totals).toEqual([{ currency: "USD", count: 2, amount: "45.00" }]);
  expect(rows.items.map(({ amount }) => amount)).toEqual(["60.00", "-15.00"]);
  const [usd] = (await read<Figures>(`/insights/key-figures?${MARCH}`)).items;
  expect(usd?.["cashCollected"]).toEqual({ value: "45.00", before: "100.00", change: "-55.00" });
});

test("the rows of cash by page and by account", async () => {
  const path = "/insights/cash-collected/entries?testClocks=include&from=2024-02-01&to=2024-04-01";
  const all = await read<{ items: Row[] }>(path);
  const first = await read<{ items: Row[]; nextCursor: string }>(`${path}&limit=1`);
  const second = await read<{ items: Row[]; totals: null }>(`${path}&limit=1&cursor=${first.nextCursor}`);
  expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 2));
  expect(second.totals).toBeNull();
  const months = await read<{ items: Row[] }>(
    "/insights/cash-collected?testClocks=include&interval=month&from=2024-02-10&to=2024-04-01",
  );
  expect(months.items.map(({ day, net }) => [day, net])).toEqual([
    ["2024-02-10", "100.00"],
    ["2024-03-01", "45.00"],
  ]);
  const own = await read<{ items: Row[] }>(`${path}&accountId=${String(all.items[0]?.["accountId"])}`);
  expect(own.items).toEqual(all.items.slice(0, 1));
});

test("unpaid invoices on the last day", async () => {
  const [usd] = (await read<Figures>(`/insights/key-figures?${MARCH}`)).items;
  expect(Number(usd?.["unpaid"]?.value)).toBe(
    await sql(`select sum(i.total - i.credits_applied - i.amount_paid) as value from invoice i
      where i.organization_id = $1 and i.status in ('issued', 'overdue')`),
  );
});

test("cohorts by the month of the first paid day", async () => {
  const { items } = await read<{ items: (Row & { months: Row[] })[] }>(
    "/insights/retention?testClocks=include&from=2024-01-01&to=2024-03-21",
  );
  const starts = await database.query<{ month: string; accounts: number; kept: number }>(
    `select to_char(first, 'YYYY-MM') as month, count(*)::integer as accounts, count(*) filter (where stays)::integer as kept
     from (select account_id, min(contract_start_on) as first, bool_or(cancels_on is null or cancels_on > '2024-03-20') as stays
       from subscription where organization_id = $1 group by account_id) as of_account group by 1 order by 1`,
    [story.organizationId],
  );
  expect(starts.rows).toEqual(
    items.map(({ month, accounts, months }) => ({ month, accounts, kept: months.at(-1)?.["accounts"] })),
  );
  expect(items.map(({ months }) => months.map(({ accountShare }) => accountShare))).toEqual([
    ["100.00", "100.00", "100.00"],
    ["100.00", "0.00"],
    ["100.00"],
  ]);
  expect(items[1]).toMatchObject({ mrr: "100.00", months: [{ mrr: "100.00" }, { mrr: "0.00", mrrShare: "0.00" }] });
});

test("the next three months: what contracts bill, and usage at the average of three months", async () => {
  const forecast = await read<{ items: Row[]; usageFrom: string; usageTo: string }>(
    "/insights/forecast?testClocks=include",
  );
  expect(forecast).toMatchObject({
    from: "2024-04-01",
    to: "2024-07-01",
    usageFrom: "2023-12-01",
    usageTo: "2024-03-01",
  });
  const monthly = await sql(`select sum((p.pricing_model -> 'pricePerUnit' ->> 'value')::numeric) as value
    ${paidOn("2024-04-01")} and p.billing_interval = 'monthly'`);
  const usage = await sql(`select round(sum(l.amount) / 3, 2) as value
    from invoice i join invoice_line l on l.organization_id = $1 and l.invoice_id = i.id and l.kind = 'usage'
    where ${ISSUED} and i.issue_date >= '2023-12-01' and i.issue_date < '2024-03-01'`);
  expect(monthly).toBe(200); // Globex and Hooli
  expect(usage).toBe(10.33); // 31.00 of January, invoiced in February, in three months
  expect(forecast.items).toEqual(
    ["2024-04", "2024-05", "2024-06"].map((month) => {
      return { month, currency: "USD", contracts: "200.00", usage: "10.33", total: "210.33" };
    }),
  );
});

test("usage of the last six months, each equal to the usage of its days", async () => {
  const { items } = await read<{ items: (Row & { months: Row[] })[] }>("/insights/usage/months?testClocks=include");
  const events = await database.query<{ month: string; quantity: string }>(
    `select to_char(e.timestamp at time zone 'UTC', 'YYYY-MM') as month, sum((e.properties ->> 'quantity')::numeric) as quantity
     from usage_event e join organization o on o.id = $1 and o.number = e.organization_number group by 1 order by 1`,
    [story.organizationId],
  );
  const used = items[0]?.months.filter(({ quantity }) => quantity !== "0") ?? [];
  expect(used).toEqual(events.rows);
  expect(items[0]?.months.map(({ month }) => month)).toEqual([
    "2023-10",
    "2023-11",
    "2023-12",
    "2024-01",
    "2024-02",
    "2024-03",
  ]);
});
