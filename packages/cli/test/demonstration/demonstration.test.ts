import { createTestDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDemonstration } from "../../src/demonstration/make-demonstration.ts";
import { asOwner } from "../../src/platform/owner-connection.ts";
import { openPorts, type OpenPorts } from "../../src/platform/ports.ts";

let database: TestDatabase;
let ports: OpenPorts;
let made: { name: string; apiKey: string; said: string };
beforeAll(async () => {
  database = await createTestDatabase();
  ports = openPorts(database.appUrl);
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

test("It is a sandbox with forty accounts in three currencies, and says so", async () => {
  expect(made.said).toMatch(/^Brine Analytics: 40 accounts, \d{5} events, \d{3} invoices$/);
  expect(await count("organization where sandbox")).toBe(1);
  expect(await count("account")).toBe(40);
  expect(await rows("select distinct currency from account order by 1")).toEqual([
    { currency: "EUR" },
    { currency: "GBP" },
    { currency: "USD" },
  ]);
});

test("Nothing of it failed: every invoice is decided and issued, every event has its account", async () => {
  expect(await count("subscription where billing_failure is not null")).toBe(0);
  expect(await count("invoice where issuing_failure is not null")).toBe(0);
  expect(await count("named_usage_event where account_id is null")).toBe(0);
});

test("Invoices were made in their time, over fourteen months, with numbers that have no gap (R-INV-3)", async () => {
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

test("Everything carries the time at which it would have happened, the past and never the future (R-TIME-4)", async () => {
  const [ages] = await rows<{ first: boolean; future: number }>(
    `select min(created_at) < now() - interval '13 months' as first,
            count(*) filter (where created_at > now())::int as future
     from (select created_at from account union all select created_at from subscription
           union all select created_at from invoice union all select created_at from price) made`,
  );
  expect(ages).toEqual({ first: true, future: 0 });
});

test("Usage follows a power law: the first account sends about 35 % of it, the first five about 78 %", async () => {
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

test("There is one of each: drafts, an ended pilot, a trial, a minimum, discounts, a ramp, renewals, drafts to issue by hand", async () => {
  expect(await rows("select status, count(*)::int as n from subscription group by 1 order by 1")).toEqual([
    { status: "active", n: 36 },
    { status: "canceled", n: 1 },
    { status: "draft", n: 3 },
  ]);
  expect(await count("subscription where trial_period_days > 0")).toBe(1);
  expect(await count("subscription where minimum_spend is not null")).toBe(1);
  expect(await count("subscription where discount is not null")).toBe(2);
  expect(await count("subscription where renewal_history <> '[]'")).toBeGreaterThan(0);
  expect(await count("subscription_version where status = 'published' and start_date > now()")).toBeGreaterThan(0);
  expect(await count("invoice where status = 'draft' and issues_at is null")).toBeGreaterThan(0);
  const kinds = await rows<{ kind: string }>("select distinct kind from invoice_line order by 1");
  expect(kinds.map(({ kind }) => kind)).toEqual(["discount", "minimum", "one_off", "recurring", "usage"]);
});
