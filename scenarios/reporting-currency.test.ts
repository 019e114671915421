import { fixedClock } from "@counterfoil/service";
import { beginStory, type Environment, startEnvironment, type Story } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

// Figures of three currencies in one reporting currency, against statements on payments, invoices and contracts.

let environment: Environment;
let story: Story;
let database: pg.Client;

const RATES = [
  { fromCurrency: "USD", toCurrency: "EUR", date: "2024-01-01", rate: "0.9013" },
  { fromCurrency: "USD", toCurrency: "EUR", date: "2024-03-05", rate: "0.9527" },
  { fromCurrency: "USD", toCurrency: "EUR", date: "2024-03-21", rate: "2" }, // after all figures
  { fromCurrency: "JPY", toCurrency: "EUR", date: "2024-01-01", rate: "0.0062" },
  { fromCurrency: "JPY", toCurrency: "EUR", date: "2024-02-15", rate: "0.00613" },
  { fromCurrency: "EUR", toCurrency: "USD", date: "2024-01-01", rate: "5" }, // another pair
];

async function pay(account: string, amount: string): Promise<string> {
  const [invoice] = await story.invoices(account);
  return (await story.api.post(`/invoices/${invoice?.id}/payments`, { amount, method: "bank_transfer" })).id;
}

async function setRates(items: readonly object[]): Promise<{ id: string }[]> {
  const { status, body } = await story.api.request("PUT", "/exchange-rates", { body: { items } });
  expect(status).toBe(200);
  return body["items"] as { id: string }[];
}

/** Sells a monthly price in a currency to a new account. Returns its ID. */
async function sell(currency: string, amount: string): Promise<string> {
  const account = await story.account({ name: `Buyer in ${currency}`, currency });
  const price = await story.fixed(`Base ${currency}`, amount, { price: { currency } });
  await story.subscribe({ prices: [price], account, currency });
  return account;
}

/** On March 20: monthly customers in dollars, euros and yen since January. */
beforeAll(async () => {
  environment = await startEnvironment(fixedClock("2024-03-20T12:00:00Z"));
  story = await beginStory(environment, { start: "2024-01-01" });
  const dollars = await sell("USD", "333.33");
  const euros = await sell("EUR", "50.00");
  const yen = await sell("JPY", "10001");
  await story.advanceTo("2024-02-12");
  await pay(yen, "10001");
  await story.advanceTo("2024-02-20");
  await pay(euros, "50.00");
  await story.advanceTo("2024-03-04");
  await pay(dollars, "100.01");
  await story.advanceTo("2024-03-06");
  const payment = await pay(dollars, "100.01");
  await story.api.post(`/payments/${payment}/refunds`, { amount: "33.33", reason: "Mistake" });
  await story.advanceTo("2024-03-20");
  await story.api.patch("/organization", { reportingCurrency: "EUR" });
  await setRates(RATES);
  database = new pg.Client({ connectionString: environment.database.ownerUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await environment.stop();
});

/** What is said about one unit of `currency` in euros on a day, in SQL. */
const rateOn = (day: string, currency: string) => `case when ${currency} = 'EUR' then 1 else (
  select r.rate from exchange_rate r where r.organization_id = $1 and r.to_currency = 'EUR'
    and r.from_currency = ${currency} and r.date <= ${day} order by r.date desc limit 1) end`;

/** The one amount of a statement about the organization `$1`, with two decimals. */
async function sql(text: string): Promise<string> {
  const { rows } = await database.query<{ value: string }>(`select round((${text}), 2)::text as value`, [
    story.organizationId,
  ]);
  return rows[0]?.value ?? "";
}

/** One after the other, as they share a connection. */
async function sqlOfEach(texts: readonly string[]): Promise<string[]> {
  const amounts: string[] = [];
  for (const text of texts) amounts.push(await sql(text));
  return amounts;
}

const cashIn = (from: string, to: string) => `
  select coalesce(sum(amount * ${rateOn("day", "currency")}), 0) from (
    select p.amount, p.paid_on as day, p.currency from payment p where p.organization_id = $1 and p.status = 'succeeded'
    union all
    select -r.amount, p.paid_on, p.currency from refund r join payment p on p.organization_id = $1 and p.id = r.payment_id
    where r.organization_id = $1
  ) as moved where day >= '${from}' and day < '${to}'`;
const mrrOn = (day: string, times = 1) => `
  select sum((p.pricing_model -> 'pricePerUnit' ->> 'value')::numeric * ${times} * ${rateOn(`date '${day}'`, "p.currency")})
  from subscription s
  join subscription_version v on v.organization_id = $1 and v.subscription_id = s.id and v.status <> 'draft'
  join version_price vp on vp.organization_id = $1 and vp.version_id = v.id
  join price p on p.organization_id = $1 and p.id = vp.price_id
  where s.organization_id = $1 and s.contract_start_on <= '${day}'`;
const unpaid = `
  select sum((i.total - i.credits_applied - i.amount_paid) * ${rateOn("date '2024-03-20'", "i.currency")})
  from invoice i where i.organization_id = $1 and i.status in ('issued', 'overdue')`;

interface Totals {
  currency: string;
  rates: object[];
  missing: object[];
  total?: string | null;
  items?: Record<string, string | null>[];
}
type Compared = Record<string, { value: string | null; before: string | null; change: string | null }>;
const MARCH = "testClocks=include&from=2024-03-01&to=2024-03-21";
async function reporting<Of = object>(path: string): Promise<(Totals & Of) | null | undefined> {
  return (await story.api.get<{ reporting?: (Totals & Of) | null }>(path)).reporting;
}

test("without a reporting currency there are no totals, and they are absent unless requested", async () => {
  const other = (await environment.createOrganization()).api;
  const path = `/insights/key-figures?${MARCH}`;
  expect(await other.get(`${path}&include=reporting`)).toMatchObject({ items: [], reporting: null });
  expect(await reporting(path)).toBeUndefined();
});

test("a missing rate is named with the first day on which it is needed, and only its totals are left out", async () => {
  const [first] = RATES.filter(({ fromCurrency }) => fromCurrency === "JPY");
  const [rate] = await setRates([first!]);
  expect((await story.api.request("DELETE", `/exchange-rates/${rate?.id}`)).status).toBe(204);
  const figures = await reporting<Compared>(`/insights/key-figures?${MARCH}&include=reporting`);
  // The yen of February 12 have no rate before February 15.
  expect(figures?.missing).toEqual([{ fromCurrency: "JPY", date: "2024-02-12" }]);
  expect(figures?.["cashCollected"]).toEqual({
    value: await sql(cashIn("2024-03-01", "2024-03-21")),
    before: null,
    change: null,
  });
  expect(figures?.["mrr"]?.value).toBe(await sql(mrrOn("2024-03-20")));
  await setRates([first!]);
  expect((await reporting(`/insights/key-figures?${MARCH}&include=reporting`))?.missing).toEqual([]);
});

test("key figures at the rates of their days, each total rounded once", async () => {
  const figures = await reporting<Compared>(`/insights/key-figures?${MARCH}&include=reporting`);
  expect(figures).toMatchObject({
    currency: "EUR",
    missing: [],
    rates: [
      { fromCurrency: "JPY", date: "2024-02-15", rate: "0.00613" },
      { fromCurrency: "USD", date: "2024-03-05", rate: "0.9527" },
    ],
  });
  // 333.33 × 0.9527 + 50.00 + 10001 × 0.00613 = 317.563491 + 50 + 61.30613; before: 333.33 × 0.9013 + 50 + 61.30613.
  expect(figures?.["mrr"]).toEqual({ value: "428.87", before: "411.74", change: "4.16" });
  expect(figures?.["mrr"]?.value).toBe(await sql(mrrOn("2024-03-20")));
  expect(figures?.["mrr"]?.before).toBe(await sql(mrrOn("2024-02-29")));
  expect(figures?.["arr"]?.value).toBe(await sql(mrrOn("2024-03-20", 12)));
  // 100.01 × 0.9013 + (100.01 − 33.33) × 0.9527; before: 50.00 + 10001 × 0.0062
  expect(figures?.["cashCollected"]).toMatchObject({ value: "153.67", before: "112.01" });
  expect(figures?.["cashCollected"]?.value).toBe(await sql(cashIn("2024-03-01", "2024-03-21")));
  expect(figures?.["unpaid"]?.value).toBe(await sql(unpaid));
});

test("cash by day: each day at its own rate, and the total is not the sum of rounded days", async () => {
  const cash = await reporting(`/insights/cash-collected?${MARCH}&include=reporting`);
  expect(cash?.items).toEqual([
    { day: "2024-03-04", net: await sql(cashIn("2024-03-04", "2024-03-05")) }, // 100.01 × 0.9013
    { day: "2024-03-06", net: await sql(cashIn("2024-03-06", "2024-03-07")) }, // 66.68 × 0.9527
  ]);
  expect(cash?.total).toBe(await sql(cashIn("2024-03-01", "2024-03-21")));
  const months = await reporting(
    "/insights/cash-collected?testClocks=include&interval=month&from=2024-02-01&to=2024-03-21&include=reporting",
  );
  expect(months?.items).toEqual([
    { day: "2024-02-01", net: await sql(cashIn("2024-02-01", "2024-03-01")) },
    { day: "2024-03-01", net: await sql(cashIn("2024-03-01", "2024-04-01")) },
  ]);
});

test("MRR and net revenue by month at the rates of the last day of each month", async () => {
  const range = "testClocks=include&from=2024-01-01&to=2024-03-21&include=reporting";
  const mrr = await reporting(`/insights/mrr?${range}`);
  const ends = ["2024-01-31", "2024-02-29", "2024-03-20"];
  expect(mrr?.items?.map(({ closing }) => closing)).toEqual(await sqlOfEach(ends.map((day) => mrrOn(day))));
  const net = await story.api.get<{ items: Record<string, string>[]; reporting: Totals }>(
    `/insights/net-revenue?${range}`,
  );
  const ofMonth = (month: string, currency: string) =>
    net.items.find((item) => item["month"] === month && item["currency"] === currency)?.["net"] ?? "0";
  const converted = (day: string) =>
    ["USD", "EUR", "JPY"]
      .map((one) => `${ofMonth(day.slice(0, 7), one)} * ${rateOn(`date '${day}'`, `'${one}'`)}`)
      .join(" + ");
  const expected = await sqlOfEach(ends.map(converted));
  expect(net.reporting.items?.map((item) => item["net"])).toEqual(expected);
  const march = expected.at(-1);
  expect((await reporting<Compared>(`/insights/key-figures?${MARCH}&include=reporting`))?.["netRevenue"]?.value).toBe(
    march,
  );
});

test("unpaid by age at the rates of the day, and the forecast at the newest known rates", async () => {
  const owed = await reporting("/insights/ageing?testClocks=include&at=2024-03-20&include=reporting");
  expect(owed?.total).toBe(await sql(unpaid));
  const forecast = await reporting("/insights/forecast?testClocks=include&include=reporting");
  // 333.33 × 2 + 50.00 + 10001 × 0.00613, because the rate of March 21 is the newest for each month.
  expect(forecast?.items).toEqual(["2024-04", "2024-05", "2024-06"].map((month) => ({ month, total: "777.97" })));
});

test("one currency: totals contain only it", async () => {
  const figures = await reporting<Compared>(`/insights/key-figures?${MARCH}&currency=JPY&include=reporting`);
  expect(figures?.["mrr"]?.value).toBe("61.31"); // 10001 × 0.00613 = 61.30613
  expect(figures?.rates).toEqual([{ fromCurrency: "JPY", date: "2024-02-15", rate: "0.00613" }]);
});
