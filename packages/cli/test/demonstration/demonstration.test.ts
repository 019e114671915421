import { checkTaxId, priceTypes } from "@counterfoil/engine";
import { createServer } from "@counterfoil/http";
import { type BookDifference, createSecrets, verifyBooks } from "@counterfoil/service";
import { createTestDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import { Temporal } from "temporal-polyfill";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDemonstration } from "../../src/demonstration/make-demonstration.ts";
import { asOwner } from "../../src/platform/owner-connection.ts";
import { openPorts, type OpenPorts } from "../../src/platform/ports.ts";
import { furtherMembers } from "../../../http/test/conformance/further-members.ts";
import * as tables from "../../../http/test/conformance/tables.ts";
import { unusedMembers } from "./unused-members.ts";

let database: TestDatabase;
let ports: OpenPorts;
let made: { name: string; apiKey: string; said: string };
beforeAll(async () => {
  database = await createTestDatabase();
  ports = openPorts(database.appUrl, { secrets: createSecrets(["a key of thirty-two or more letters"]) });
  made = await makeDemonstration({
    ports,
    organizationId: "org_demonstration",
    progress: { tell: () => undefined },
    signal: new AbortController().signal,
  });
});
afterAll(async () => {
  await ports.close();
  await database.drop();
});

const rows = <Row extends Record<string, unknown>>(text: string) =>
  asOwner(database.ownerUrl, (owner) => owner.rows<Row>(text));
const count = async (from: string) => Number((await rows<{ n: string }>(`select count(*) as n from ${from}`))[0]?.n);

test("creates a sandbox with 45 accounts in three currencies, and says so", async () => {
  expect(made.said).toMatch(/^Brine Analytics: 45 accounts, \d{5} events, \d{3} invoices$/);
  expect(await count("organization where sandbox")).toBe(1);
  expect(await count("account")).toBe(45);
  expect(await rows("select distinct currency from account order by 1")).toEqual([
    { currency: "EUR" },
    { currency: "GBP" },
    { currency: "USD" },
  ]);
});

test("bills and issues every invoice, and assigns every event but twelve to an account", async () => {
  expect(await count("subscription where billing_failure is not null")).toBe(0);
  expect(await count("invoice where issuing_failure is not null")).toBe(0);
  // The others were sent for customers without an account.
  expect(await count("named_usage_event where account_id is null")).toBe(12);
});

test("creates invoices over fourteen months, with numbers without gaps (R-INV-3)", async () => {
  const [issued] = await rows<{ n: number; last: number; months: number; hasty: number }>(
    `select count(*)::int as n, max(sequence)::int as last,
            count(distinct date_trunc('month', issue_date))::int as months,
            count(*) filter (where issue_date < billing_period_start or issue_date > now())::int as hasty
     from invoice where number is not null`,
  );
  expect(issued?.n).toBeGreaterThan(250);
  expect(issued?.last).toBe(issued?.n);
  expect(issued?.months).toBeGreaterThanOrEqual(14);
  expect(issued?.hasty).toBe(0);
});

test("everything has the time at which it would have happened, never in the future (R-TIME-4)", async () => {
  const [ages] = await rows<{ first: boolean; future: number }>(
    `select min(created_at) < now() - interval '13 months' as first,
            count(*) filter (where created_at > now())::int as future
     from (select created_at from account union all select created_at from subscription
           union all select created_at from invoice union all select created_at from price) made`,
  );
  expect(ages).toEqual({ first: true, future: 0 });
});

test("usage follows a power law: the first account sends about 35%, the first five about 78%", async () => {
  const shares = await rows<{ share: number }>(
    `select count(*)::float / sum(count(*)) over () as share from named_usage_event
     where event_name = 'api.requests' group by account_id order by 1 desc limit 5`,
  );
  const first = shares[0]?.share ?? 0;
  const firstFive = shares.reduce((sum, { share }) => sum + share, 0);
  expect(first).toBeGreaterThan(0.3);
  expect(first).toBeLessThan(0.48);
  expect(firstFive).toBeGreaterThan(0.7);
  expect(firstFive).toBeLessThan(0.92);
});

test("contains drafts, an ended pilot, a trial, minimums, discounts, a ramp, renewals, and drafts to issue manually", async () => {
  expect(await rows("select status, count(*)::int as n from subscription group by 1 order by 1")).toEqual([
    { status: "accepted", n: 1 },
    { status: "active", n: 40 },
    { status: "canceled", n: 2 },
    { status: "draft", n: 2 },
    { status: "sent", n: 1 },
  ]);
  expect(await count("subscription where trial_period_days > 0")).toBe(1);
  expect(await count("subscription where minimum_spend is not null")).toBe(3);
  expect(await count("subscription where discount is not null")).toBe(4);
  expect(await count("subscription where renewal_history <> '[]'")).toBeGreaterThan(0);
  expect(await count("subscription_version where status = 'published' and start_date > now()")).toBeGreaterThan(0);
  expect(await count("invoice where status = 'draft' and issues_at is null")).toBeGreaterThan(0);
  const kinds = await rows<{ kind: string }>("select distinct kind from invoice_line order by 1");
  expect(kinds.map(({ kind }) => kind)).toEqual(["credit", "discount", "minimum", "one_off", "recurring", "usage"]);
});

test("most invoices are paid, some late, some in part, and some not at all", async () => {
  const statuses = await rows<{ status: string; n: number }>(
    "select status, count(*)::int as n from invoice where number is not null group by 1",
  );
  const of = (status: string) => statuses.find((row) => row.status === status)?.n ?? 0;
  expect(of("paid")).toBeGreaterThan(200);
  expect(of("overdue")).toBeGreaterThan(4);
  expect(of("overdue")).toBeLessThan(30);
  expect(of("issued")).toBeGreaterThan(5);
  expect(await count("invoice where amount_paid > 0 and status in ('issued', 'overdue')")).toBeGreaterThan(0);
});

test("contains a refund, credit notes, used credit grants, pauses, upgrades and downgrades", async () => {
  expect(await count("refund")).toBe(1);
  expect(await count("credit_note")).toBe(2);
  expect(await count("credit_grant where balance < amount")).toBe(3);
  // One is running, and one has ended.
  expect(await rows("select state, count(*)::int as n from subscription_pause group by 1 order by 1")).toEqual([
    { state: "over", n: 1 },
    { state: "running", n: 1 },
  ]);
  expect(await count("subscription_version where change_description is not null")).toBeGreaterThanOrEqual(5);
  expect(await count("test_clock")).toBe(1);
});

test("uses the built-in tax table, and tax IDs with correct check digits (R-INV-6)", async () => {
  const ids = await rows<{ country: string; id: string }>(
    "select tax_country as country, tax_id as id from account where tax_id is not null",
  );
  expect(ids.length).toBeGreaterThan(15);
  expect(ids.filter(({ country, id }) => checkTaxId(country, id).outcome !== "well_formed")).toEqual([]);
  expect(await count("invoice where tax > 0")).toBeGreaterThan(10);
});

test("contains a disabled webhook endpoint", async () => {
  expect(await rows("select url, enabled, disabled_reason from webhook_endpoint")).toEqual([
    { url: "https://example.com/hooks/counterfoil", enabled: false, disabled_reason: "manual" },
  ]);
  expect(await count("webhook_delivery")).toBe(0);
});

/** Members that only the specification has, not the API (further-members.ts). */
const beyond = Object.entries(furtherMembers).flatMap(([resource, members]) =>
  Object.keys(members).flatMap((name) =>
    resource === "price" ? [`price.${name}`, `bundle.prices.${name}`] : [`${resource}.${name}`],
  ),
);
const isBeyond = (path: string) => beyond.some((one) => path === one || path.startsWith(`${one}.`));
/**
 * Members of an activation. They are null until the subscription ends, and the scope of a whole contract names nothing.
 */
const NEVER_HERE = [
  "activated.canceledAt",
  "activated.completedAt",
  "activated.currentVersion.thresholds.scope.ids",
  "activated.currentVersion.discounts.scope.ids",
];

test("every member of the API has a value in some record (R-API-1)", async () => {
  const server = await createServer(ports);
  const ask = async (method: "GET" | "POST", url: string) => {
    const answer = await server.inject({ method, url, headers: { Authorization: `Bearer ${made.apiKey}` } });
    expect([url, answer.statusCode]).toEqual([url, 200]);
    return answer.json<Record<string, Record<string, unknown>[]>>();
  };
  const all = async (path: string, member = "items") => {
    const found: Record<string, unknown>[] = [];
    for (let page = 1; ; page += 1) {
      const { [member]: rows = [], pageCount } = await ask("GET", `${path}?limit=100&page=${page}`);
      found.push(...rows);
      if (page >= Number(pageCount ?? 1)) return found;
    }
  };
  const ids = (records: readonly Record<string, unknown>[]) => records.map(({ id }) => String(id));
  const each = <One>(paths: readonly string[], read: (path: string) => Promise<One>) => Promise.all(paths.map(read));
  const subscriptions = await all("/subscriptions");
  const metrics = await all("/metrics");
  const bundles = ids(await all("/price-bundles"));
  const versions = await each(ids(subscriptions), (id) => ask("GET", `/subscriptions/${id}/versions`));
  // The response of an activation is read by activating what is waiting.
  const waiting = subscriptions.filter(({ status }) => status === "draft" || status === "accepted");
  const activated = await each(ids(waiting), (id) => ask("POST", `/subscriptions/${id}/activate`));
  const unused = [
    ...unusedMembers("account", tables.account, await all("/accounts", "data")),
    ...unusedMembers("metric", tables.metric, metrics),
    ...unusedMembers("product", tables.product, await all("/products", "products")),
    ...unusedMembers("price", tables.singlePrice, await all("/prices")),
    ...unusedMembers("bundle", tables.bundle, await each(bundles, (id) => ask("GET", `/price-bundles/${id}`))),
    ...unusedMembers(
      "plan",
      tables.singlePlan,
      await each(ids(await all("/plans")), (id) => ask("GET", `/plans/${id}`)),
    ),
    ...unusedMembers("subscription", tables.subscription, subscriptions),
    ...unusedMembers(
      "version",
      tables.version,
      versions.flatMap(({ versions: of }) => of ?? []),
    ),
    ...unusedMembers("activated", tables.activatedSubscription, activated),
  ];
  await server.close();
  expect(unused.filter((path) => !isBeyond(path) && !NEVER_HERE.includes(path))).toEqual([]);
});

test("its books are verified to the cent (R-VER-1)", async () => {
  const actor = { type: "command", id: "verify" } as const;
  const context = { ...ports, organizationId: "org_demonstration", actor, requestId: null };
  const differences: BookDifference[] = [];
  await verifyBooks(context, { from: null, to: null, onDifference: (one) => void differences.push(one) });
  expect(differences).toEqual([]);
});

test("sells an assistant with a good margin, a loss that was reported, and prepaid credit that runs down (R-COST-1, R-AI-2)", async () => {
  const server = await createServer(ports);
  const ask = async <Body>(path: string): Promise<Body> => {
    const answer = await server.inject({
      method: "GET",
      url: path,
      headers: { Authorization: `Bearer ${made.apiKey}` },
    });
    expect([path, answer.statusCode]).toEqual([path, 200]);
    return answer.json<Body>();
  };
  // Two whole months, so that the day of the test does not matter.
  const today = new Temporal.ZonedDateTime(BigInt(Date.now()) * 1_000_000n, "UTC").toPlainDate().with({ day: 1 });
  const from = today.subtract({ months: 2 });
  const margin = (group: string) =>
    ask<{ items: { key: string | null; name: string | null; marginPercent: string | null }[]; missing: unknown[] }>(
      `/insights/margin?from=${from}&to=${today}&groupBy=${group}`,
    );
  const byAccount = await margin("account");
  expect(byAccount.missing).toEqual([]);
  const percentOf = (name: string) => Number(byAccount.items.find((item) => item.name === name)?.marginPercent);
  // The losers first.
  expect(byAccount.items[0]?.name).toBe("Quillwork Research");
  expect(percentOf("Quillwork Research")).toBeLessThan(-20);
  expect(percentOf("Lumina Support")).toBeGreaterThan(60);
  // 1.30 of revenue for 1.00 of cost: 0.30 ÷ 1.30.
  expect(percentOf("Marlin Labs")).toBeCloseTo(23.08, 1);
  const byProduct = (await margin("product")).items.map(({ name }) => name);
  expect(byProduct).toEqual(expect.arrayContaining(["Assistant", "Assistant at cost plus 30%"]));
  const models = (await margin("property&property=model")).items.map(({ key }) => key);
  expect(models).toEqual(
    expect.arrayContaining(["gpt-5", "gpt-5-mini", "gemini-2.5-flash", "claude-opus-4-5", "claude-sonnet-4-5"]),
  );
  const told = await rows<{ name: string }>(
    `select distinct a.name from margin_low l join account a on a.id = l.account_id order by 1`,
  );
  expect(told).toEqual([{ name: "Quillwork Research" }]);
  const credit = await ask<{ balances: Record<string, string>[] }>("/accounts/marlin-labs/credit");
  expect(Number(credit.balances[0]?.["held"])).toBeGreaterThan(0);
  expect(Number(credit.balances[0]?.["drawn"])).toBeGreaterThan(0);
  expect(Number(credit.balances[0]?.["available"])).toBeGreaterThan(0);
  const unpriced = await ask<{ models: { model: string; missing: string }[] }>("/model-prices/unpriced");
  expect(unpriced.models).toMatchObject([{ model: "brine-embed-2", missing: "model" }]);
  expect(await count("event_cost")).toBeLessThan(1_000);
  await server.close();
});

test("sells, uses and bills prices of all twelve types (R-RATE-2)", async () => {
  const billed = await rows<{ type: string }>(
    `select distinct price.type from invoice_line
     join price on price.id = invoice_line.price_id join invoice on invoice.id = invoice_line.invoice_id
     where invoice.number is not null and invoice_line.amount > 0`,
  );
  expect(billed.map(({ type }) => type).toSorted()).toEqual(priceTypes.toSorted());
});
