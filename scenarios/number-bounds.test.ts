import { verifyBooks } from "@counterfoil/service";
import { type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { expect, test } from "vitest";

// All sent numbers have bounds, so that sums and products of allowed numbers can be stored and read (R-MET-1, R-RATE-2).

/** 10³⁰ − 10⁻⁴⁰ and 10³⁰ − 10⁻³⁰: the largest value of an event, and a price with most digits. */
const LARGEST = `${"9".repeat(30)}.${"9".repeat(40)}`;
const DEAREST = `${"9".repeat(30)}.${"9".repeat(30)}`;
const RANGE = /at most (15|30) digits before the point and 40 after it/;

const use = (story: Story, name: string, id: string, quantity: unknown) => ({
  uniqueId: id,
  account: story.accountId,
  eventName: name,
  timestamp: "2026-01-10T10:00:00Z",
  properties: { quantity },
});

/** Pages that must not fail. */
async function lookAround(story: Story, invoices: readonly FullInvoice[]): Promise<void> {
  const { token } = await portalOf(story);
  const paths = [
    "/journal/balances",
    "/journal",
    "/journal.csv",
    "/insights/usage?testClocks=include",
    "/insights/revenue?testClocks=include",
    "/insights/ageing?testClocks=include",
    "/insights/top-accounts?testClocks=include",
    "/insights/net-revenue?testClocks=include",
    "/events/unmatched",
    `/accounts/${story.accountId}/usage?from=2026-01-01&to=2026-02-01&window=day`,
    `/accounts/${story.accountId}/balance`,
    `/accounts/${story.accountId}/credit-ledger`,
    `/public/portal/${token}`,
    ...invoices.flatMap(({ id, lineItems }) => [
      `/invoices/${id}`,
      `/invoices/${id}/pdf`,
      ...lineItems.map((line) => `/invoices/${id}/lines/${line.id}/explain`),
    ]),
  ];
  for (const path of paths) expect((await story.api.request("GET", path)).status, path).toBe(200);
}

async function portalOf(story: Story): Promise<{ token: string }> {
  const link = await story.api.post<Json>(`/accounts/${story.accountId}/portal-link`, {});
  return { token: String(link["url"]).split("/").at(-1) ?? "" };
}

/** An invoice with its pages. */
interface FullInvoice {
  id: string;
  lineItems: { id: string; quantity: string; totalPrice: string }[];
}

async function fullInvoices(story: Story): Promise<FullInvoice[]> {
  const { items } = await story.api.get<{ items: { id: string }[] }>("/invoices?limit=100");
  return Promise.all(items.map(({ id }) => story.api.get<FullInvoice>(`/invoices/${id}`)));
}

test("200 events of the largest value at a price with most digits are exact on every page and document", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const unit = { type: "unit", unitPricingModel: { pricePerUnit: { value: DEAREST } } };
  const prices = [await story.usage("Calls", unit), await story.usage("Peak", unit, { measure: "max quantity" })];
  await story.subscribe({ prices });
  await story.advanceTo("2026-01-20");
  const events = Array.from({ length: 200 }, (_, n) => use(story, "calls", `call-${n}`, LARGEST));
  await story.api.post("/events", [...events, use(story, "peak", "peak", LARGEST)]);
  // 200 × (10³⁰ − 10⁻⁴⁰) = 2 × 10³² − 2 × 10⁻³⁸
  const quantity = `1${"9".repeat(32)}.${"9".repeat(37)}8`;
  const usage = await story.api.get<{ metrics: { quantity: string }[] }>(
    `/accounts/${story.accountId}/usage?from=2026-01-01&to=2026-02-01`,
  );
  expect(usage.metrics.map((metric) => metric.quantity).toSorted()).toEqual([quantity, LARGEST].toSorted());
  await story.advanceTo("2026-02-03");
  const invoices = await fullInvoices(story);
  const lines = invoices.flatMap(({ lineItems }) =>
    lineItems.map(({ quantity: of, totalPrice }) => `${of}: ${totalPrice}`),
  );
  expect(lines.toSorted()).toEqual([
    // 200 × (10³⁰ − 10⁻⁴⁰) × (10³⁰ − 10⁻³⁰) = 2 × 10⁶² − 200 − 0.00000002 …
    `${quantity}: 1${"9".repeat(59)}800.00`,
    // (10³⁰ − 10⁻⁴⁰) × (10³⁰ − 10⁻³⁰) = 10⁶⁰ − 1 − 0.0000000001 …
    `${LARGEST}: ${"9".repeat(60)}.00`,
  ]);
  await lookAround(story, invoices);
  expect(await differences(story)).toEqual([]);
});

async function differences(story: Story): Promise<unknown[]> {
  const { organizationId, environment } = story;
  const actor = { type: "system", id: "verify" } as const;
  const found: unknown[] = [];
  const onDifference = (difference: unknown) => found.push(difference);
  await verifyBooks(
    { ...environment.ports, organizationId, actor, requestId: null },
    { from: null, to: null, onDifference },
  );
  return found;
}

test("numbers of 999 digits are refused by every operation, with the field's name and range", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const metricId = await story.metric("Calls");
  const productId = (await story.api.post("/products", { name: "Setup", feeType: "fixed" })).id;
  const invoice = await story.api.post("/invoices", invoiceBody(story, "10.00"));
  const long = "9".repeat(999);
  const account = `/accounts/${story.accountId}`;
  const price = (members: object) => ({ productId, currency: "USD", billingInterval: "monthly", ...members });
  const plan = (members: object) => ({ name: "Plan", currency: "USD", priceGroups: [], ...members });
  const fixed = (value: string, units: unknown = 1) => ({ fixedPricingModel: { pricePerUnit: { value }, units } });
  const tier = (members: object) => ({
    tieredPricingModel: { tiers: [{ minUnits: 0, maxUnits: null, pricePerUnit: { value: "1" }, ...members }] },
  });
  const doors: [method: "POST" | "PATCH", path: string, body: object, pointer: string][] = [
    ["POST", `${account}/credit-grants`, { amount: long }, "/amount"],
    ["POST", `${account}/credit-grants`, { amount: "1000000000000000" }, "/amount"],
    ["POST", `${account}/credit-grants`, { amount: long, metricId }, "/amount"],
    ["POST", `${account}/credit-grants`, { amount: "1e1001", metricId }, "/amount"],
    ["PATCH", `${account}/credit-settings`, { lowBalanceThreshold: long }, "/lowBalanceThreshold"],
    ["POST", "/invoices", invoiceBody(story, long), "/lines/0/unitPrice"],
    ["POST", "/invoices", invoiceBody(story, "1", long), "/lines/0/quantity"],
    ["POST", `/invoices/${invoice.id}/payments`, { amount: long, method: "bank_transfer" }, "/amount"],
    ["POST", "/prices", price(fixed("9".repeat(31))), "/fixedPricingModel/pricePerUnit/value"],
    ["POST", "/prices", price(fixed("1", `${"9".repeat(31)}`)), "/fixedPricingModel/units"],
    ["POST", "/prices", price(fixed("1", 1e-300)), "/fixedPricingModel/units"],
    [
      "POST",
      "/prices",
      price(tier({ fixedFee: { value: "9".repeat(31) } })),
      "/tieredPricingModel/tiers/0/fixedFee/value",
    ],
    [
      "POST",
      "/prices",
      price({ ...fixed("1"), minimumSpend: { amount: { value: long }, period: "monthly" } }),
      "/minimumSpend/amount/value",
    ],
    [
      "POST",
      "/prices",
      price({ ...fixed("1"), discount: { discountType: "amount", amount: { value: long } } }),
      "/discount/amount/value",
    ],
    ["POST", "/plans", plan({ minimumSpend: { amount: long, period: "month" } }), "/minimumSpend/amount"],
    [
      "POST",
      "/plans",
      plan({ discount: { discountType: "amount", amount: long, durationType: "forever" } }),
      "/discount/amount",
    ],
    [
      "POST",
      "/usage-alerts",
      { name: "A", metricId, measure: "quantity", period: "month", thresholds: [long] },
      "/thresholds/0",
    ],
  ];
  for (const [method, path, body, pointer] of doors) {
    const answer = await story.api.request<{ errors: { pointer: string; code: string; detail: string }[] }>(
      method,
      path,
      {
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json" },
      },
    );
    expect(answer.status, `${path} ${pointer}`).toBe(422);
    const named = answer.body.errors.find((error) => error.pointer === pointer);
    expect(named, `${path} ${JSON.stringify(answer.body.errors)}`).toMatchObject({ code: "out_of_range" });
    expect(named?.detail).toMatch(RANGE);
  }
  expect((await story.api.request("GET", "/journal/balances")).status).toBe(200);
});

const invoiceBody = (story: Story, unitPrice: string, quantity = "1") => ({
  accountId: story.accountId,
  lines: [{ description: "Setup", unitPrice, quantity }],
  autoIssue: true,
});

test("a payment of 10²⁰ on 10.00 is refused with the bound, and one of 25.00 leaves 15.00 of account credit (R-INV-7)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const { id } = await story.api.post("/invoices", invoiceBody(story, "10.00"));
  const pay = (amount: string) =>
    story.api.request<Json>("POST", `/invoices/${id}/payments`, {
      body: JSON.stringify({ amount, method: "bank_transfer" }),
      headers: { "Content-Type": "application/json" },
    });
  for (const amount of ["100000000000000000000", "1e20", "1000000000000000"]) {
    expect(await pay(amount), amount).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            pointer: "/amount",
            code: "out_of_range",
            detail: "amount must have at most 15 digits before the point and 40 after it.",
          },
        ],
      },
    });
  }
  expect((await pay("25.00")).status).toBe(201);
  expect(await story.api.get(`/accounts/${story.accountId}/balance`)).toMatchObject({ accountCredit: "15.00" });
  // The largest accepted amounts, several times: the books hold their sum.
  const grants = Array.from({ length: 5 }, () =>
    story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "999999999999999.99" }),
  );
  await Promise.all(grants);
  // 5 × 999,999,999,999,999.99
  expect(await story.api.get(`/accounts/${story.accountId}/balance`)).toMatchObject({
    creditGrants: "4999999999999999.95",
  });
  await lookAround(story, await fullInvoices(story));
});

test("stored values out of bounds count for nothing, are listed, and break no page or invoice", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const prices = [
    await story.usage("Calls", { unit: "0.10" }),
    await story.usage("Seats", { unit: "1" }, { measure: "max quantity" }),
    await story.usage("Mean", { unit: "1" }, { measure: "average quantity" }),
    await story.usage("Level", { unit: "1" }, { measure: "weighted_sum quantity" }),
  ];
  await story.subscribe({ prices });
  await story.advanceTo("2026-01-20");
  const names = ["calls", "seats", "mean", "level"];
  await story.api.post(
    "/events",
    names.flatMap((name) => [use(story, name, `${name}-old`, 7777), use(story, name, `${name}-new`, 20)]),
  );
  await story.api.post("/events", [use(story, "calls", "calls-older", 8888)]);
  await asEarlierReleaseStored(story, "7777", `0.${"0".repeat(999)}1`);
  await asEarlierReleaseStored(story, "8888", "9".repeat(1_000));

  const before = await story.api.get<{ items: Json[]; eventCount: number }>("/events/unmatched");
  expect(before.eventCount).toBe(5);
  expect(new Set(before.items.map(({ reason }) => reason))).toEqual(new Set(["value_out_of_range"]));
  const usage = await story.api.get<{ metrics: { name: string; quantity: string; eventCount: number }[] }>(
    `/accounts/${story.accountId}/usage?from=2026-01-01&to=2026-02-01`,
  );
  expect(
    usage.metrics.filter(({ name }) => name !== "Level").map(({ quantity, eventCount }) => [quantity, eventCount]),
  ).toEqual([
    ["20", 1],
    ["20", 1],
    ["20", 1],
  ]);
  await lookAround(story, []);
  // Voiding and amending works as for any event.
  await story.api.post("/events/calls-old/void", {});
  await story.api.post("/events/calls-older/amend", { timestamp: "2026-01-11T00:00:00Z" });
  await story.api.post("/events/seats-old/amend", { properties: { quantity: 30 } });
  await story.advanceTo("2026-02-03");
  const invoices = await fullInvoices(story);
  expect(await story.invoices()).toEqualInvoices(`
    2026-02-01  2026-01-01 → 2026-02-01  Calls  20 × 0.10   2.00
                2026-01-01 → 2026-02-01  Seats  30 × 1.00     30.00
                2026-01-01 → 2026-02-01  Mean   20 × 1.00     20.00
                2026-01-01 → 2026-02-01  Level  13.924731182795698925 × 1.00  13.92   // 20 from 10:00 on the 10th: 20 × 518/744
                                                     total 65.92
  `);
  await lookAround(story, invoices);
  expect(await differences(story)).toEqual([]);
  expect(await story.api.get("/events/unmatched")).toMatchObject({ eventCount: 3 });
});

/** Replaces a value as an earlier release without bounds would have stored it: in the event and in its total. */
async function asEarlierReleaseStored(story: Story, marker: string, value: string): Promise<void> {
  const owner = new pg.Client({ connectionString: story.environment.database.ownerUrl });
  await owner.connect();
  const replaced = await owner.query(
    `update usage_event set properties = replace(properties::text, $2, $3)::json
     where organization_number = (select number from organization where id = $1) and properties::text like '%' || $2 || '%'`,
    [story.organizationId, marker, value],
  );
  expect(replaced.rowCount).toBeGreaterThan(0);
  // For a sum or a maximum, the earlier release stored the long value in the total.
  await owner.query(
    `update usage_increment set totals = regexp_replace(totals::text, '"value":"[0-9]*(7797|7777|8888|16665)"', '"value":"' || $2 || '"', 'g')::json
     where organization_number = (select number from organization where id = $1)`,
    [story.organizationId, value],
  );
  await owner.query(
    `update usage_total set value = $2::numeric where value in (7777, 7797, 8888, 16665)
       and organization_number = (select number from organization where id = $1)`,
    [story.organizationId, value],
  );
  await owner.end();
}
