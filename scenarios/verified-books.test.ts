import { type BookDifference, type VerifiedBooks, verifyBooks } from "@counterfoil/service";
import {
  discount,
  dropEvents,
  environment,
  parseTiers,
  priceDiscount,
  scenario,
  type Story,
} from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

/** A first half of 2024 with everything that can change an amount, and its books. */
let story: Story;
let owner: pg.Client;

/** Usage of each pricing model, each with another aggregation. */
async function usagePrices(told: Story): Promise<string[]> {
  const cells = [
    { values: { region: "eu" }, pricePerUnit: { value: "0.02" } },
    { values: { region: "us" }, pricePerUnit: { value: "0.03" } },
  ];
  const volume = { percentage: { value: "2.9" }, pricePerUnit: { value: "0.30" }, fixedFee: { value: "1" } };
  const packages = { packageSize: 10, pricePerPackage: { value: "3" }, includedUnits: 5 };
  const overage = { units: 100, overageInterval: "monthly", tiers: parseTiers("0–100 @0 + 90, 101+ @0.07") };
  const requests = await told.metric("Requests", { event: "work", measure: "count" });
  const slots = await told.metric("Slots", { event: "work", measure: "max quantity" });
  const expressionPricingModel = {
    expression: "requests * each + max(0, slots - 10)",
    metrics: { requests, slots },
    constants: { each: { value: "0.5" } },
  };
  return [
    await told.usage("Sum", { unit: "0.0123" }, { event: "work", groupBy: ["region"] }),
    await told.usage("Count", { tiered: "0–5 @1 + 2, 6+ @0.50" }, { event: "work", measure: "count" }),
    await told.usage("Maximum", { graduated: "0–10 @1, 11+ @0.10 + 3" }, { event: "work", measure: "max quantity" }),
    await told.usage("Minimum", { tieredPercentage: "0–10 @5, 11+ @2" }, { event: "work", measure: "min quantity" }),
    await told.usage(
      "Mean",
      { graduatedPercentage: "0–10 @5, 11+ @2" },
      { event: "work", measure: "average quantity" },
    ),
    await told.usage("Volume", { type: "volume_percentage", volumePercentagePricingModel: volume }, { event: "work" }),
    await told.usage(
      "Latest",
      { type: "package", packagePricingModel: packages },
      { event: "work", measure: "latest quantity" },
    ),
    await told.usage("Regions", { unit: "4" }, { event: "work", measure: "count_unique region" }),
    await told.usage("Level", { unit: "0.10" }, { event: "work", measure: "weighted_sum quantity" }),
    await told.usage("Peak", { unit: "0.10" }, { event: "work", measure: "percentile quantity 95" }),
    await told.usage(
      "Matrix",
      { type: "matrix", matrixPricingModel: { dimensions: ["region"], cells, defaultPricePerUnit: { value: "0.05" } } },
      {
        event: "work",
        filters: [{ operator: "and", filters: [{ field: "quantity", operator: "greater_than", value: 3 }] }],
      },
    ),
    await told.usage(
      "Units",
      { type: "prepaid_tiered", prepaidTieredPricingModel: { units: 20, tiers: parseTiers("0–20 @1, 21+ @0.80") } },
      { event: "work" },
    ),
    await told.usage(
      "Yearly units",
      { type: "prepaid_fixed_tiered", prepaidFixedTieredPricingModel: overage },
      { event: "work", every: "yearly" },
    ),
    await told.usage("Formula", { type: "expression", expressionPricingModel }, { metrics: [requests, slots] }),
  ];
}

async function use(month: string, account: string): Promise<void> {
  for (const [index, region] of ["eu", "us", "eu", "asia"].entries()) {
    const properties = { quantity: String(7 * (index + 1) + 0.25), region };
    await story.use("work", properties, `${month}-${String(6 + index * 5).padStart(2, "0")}T10:15`, account);
  }
}

beforeAll(async () => {
  story = await scenario({ start: "2024-01-10", zone: "Europe/Berlin", currency: "EUR" });
  owner = new pg.Client({ connectionString: (await environment()).database.ownerUrl });
  await owner.connect();
  const usage = await usagePrices(story);
  const base = await story.fixed("Base", "99.00", { price: { discount: priceDiscount("15.00 for 3 months") } });
  const support = await story.fixed("Support", "31.00", { terms: "arrears", price: { trialPeriodDays: 10 } });
  const setup = await story.fixed("Setup", "250.00", { oneOff: true });
  const { id } = await story.subscribe({
    prices: [base, support, setup, ...usage],
    firstBillingDate: "2024-02-01",
    discount: discount("10 % for 4 months"),
    minimumSpend: { amount: "400.00", period: "month" },
    maximumSpend: { amount: "900.00", period: "quarter" },
  });
  // In dollars, invoiced in yen at a frozen rate, to an account in another zone.
  const far = await story.account({ timezone: "America/New_York", currency: "JPY" });
  const yen = { account: far, currency: "JPY", sourceCurrency: "EUR", conversionRate: "161.37" };
  await story.subscribe({ prices: [base, ...usage.slice(0, 3)], ...yen });
  for (const month of ["2024-01", "2024-02"]) {
    await use(month, story.accountId);
    await use(month, far);
  }
  await story.advanceTo("2024-03-05T12:00");
  await story.act(id, "pause");
  await story.advanceTo("2024-03-09T12:00");
  await story.act(id, "resume");
  await use("2024-03", story.accountId);
  const larger = await story.fixed("Larger", "199.00");
  await story.replace(id, base, larger);
  await story.advanceTo("2024-04-02");
  // Late, amended and voided after its invoice: corrected on the next, and the billed line stays.
  await story.use("work", { quantity: "500", region: "eu" }, "2024-02-20");
  await story.api.post("/events/event-1/amend", { properties: { quantity: "70", region: "us" } });
  await story.api.post("/events/event-3/void");
  await story.advanceTo("2024-05-02");
  // Its measurement cannot change any more; its name can.
  const metrics = await story.api.get<{ items: { id: string; name: string }[] }>("/metrics?limit=100");
  await story.api.patch(`/metrics/${metrics.items.find(({ name }) => name === "Count")?.id}`, { name: "Tally" });
  await story.act(id, "cancel", { reason: "pricing", effective: "2024-05-20" });
  await story.advanceTo("2024-07-01");
}, 120_000);

afterAll(() => owner.end());

async function verified(
  organizationId = story.organizationId,
): Promise<Omit<VerifiedBooks, "differences"> & { differences: BookDifference[] }> {
  const differences: BookDifference[] = [];
  const { ports } = await environment();
  const actor = { type: "command", id: "verify" } as const;
  const context = { ...ports, organizationId, actor, requestId: null };
  const range = {
    from: null,
    to: null,
    onDifference: (difference: BookDifference) => void differences.push(difference),
  };
  return { ...(await verifyBooks(context, range)), differences };
}

test("everything billed can be recomputed after late, amended and voided events and changes (R-VER-1, R-RATE-5)", async () => {
  const { differences, invoices, lines } = await verified();
  expect(differences).toEqual([]);
  expect(invoices).toBeGreaterThan(10);
  expect(lines).toBeGreaterThan(120);
  const { rows } = await owner.query<{ kind: string }>(
    "select distinct kind from invoice_line where organization_id = $1 order by kind",
    [story.organizationId],
  );
  expect(rows.map(({ kind }) => kind)).toEqual([
    "correction",
    "credit",
    "discount",
    "maximum",
    "minimum",
    "one_off",
    "recurring",
    "usage",
  ]);
});

/** One value changed directly in the database, and the fields of the books that then differ. */
const tampered: [what: string, table: string, column: string, to: string, where: string, members: string[]][] = [
  ["a line's amount", "invoice_line", "amount", "amount + 1", "description = 'Setup'", ["amount"]],
  [
    "a line's quantity",
    "invoice_line",
    "quantity",
    "quantity * 2",
    "description = 'Regions' and quantity > 0",
    ["quantity", "quantity of a line, from which it is calculated"],
  ],
  ["a line's description", "invoice_line", "description", "'Set-up'", "description = 'Setup'", ["inputsHash"]],
  [
    "the arithmetic that a line shows",
    "invoice_line",
    "explanation",
    'replace(explanation::text, \'"pricePerPackage":"3"\', \'"pricePerPackage":"4"\')::json',
    "description = 'Latest' and explanation::text like '%pricePerPackage%'",
    ["steps"],
  ],
  [
    "the share of a period",
    "invoice_line",
    "proration",
    `jsonb_set(proration, '{days}', '9')`,
    "description = 'Base' and proration is not null",
    ["amount", "exactAmount", "inputsHash", "subtotal"],
  ],
  ["a total", "invoice", "total", "total + 1", "number is not null", ["receivable in the journal", "total"]],
  [
    "a subtotal",
    "invoice",
    "subtotal",
    "subtotal + 1",
    "number is not null",
    ["revenue in the journal", "subtotal", "total"],
  ],
  ["a number", "invoice", "number", "'2024-999'", "number is not null", ["number"]],
  ["a place in the series", "invoice", "sequence", "sequence + 5000", "sequence = 3", ["series invoice"]],
  [
    "a due date",
    "invoice",
    "due_date",
    "due_date + interval '1 day'",
    "due_date is not null",
    ["dueDate", "overdueAt"],
  ],
  [
    "credit that was used up",
    "invoice",
    "credits_applied",
    "credits_applied + 1",
    "number is not null",
    ["creditsApplied", "receivable in the journal"],
  ],
  [
    "the ledger of account credit",
    "account_credit_entry",
    "amount",
    "amount - 1",
    "amount < 0",
    ["account credit of an account in the journal", "creditedTo", "creditsApplied"],
  ],
];

test.each(tampered)("verify finds a changed %s (R-VER-1)", async (_, table, column, to, where, members) => {
  const { rows } = await owner.query<{ id: string; before: string; type: string }>(
    `select id, ${column}::text as before, pg_typeof(${column}) as type from ${table}
     where organization_id = $1 and ${where} order by id limit 1`,
    [story.organizationId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("there is nothing to change");
  const change = (value: string, values: string[]) =>
    owner.query(`update ${table} set ${column} = ${value} where organization_id = $1 and id = $2`, [
      story.organizationId,
      row.id,
      ...values,
    ]);
  await change(to, []);
  const { differences } = await verified();
  await change(`$3::text::${row.type}`, [row.before]);
  const found = new Set(
    differences.map(({ member }) => member.replace(/line_\w+/, "a line").replace(/acct_\w+/, "an account")),
  );
  expect([...found].toSorted()).toEqual(members);
  expect((await verified()).differences).toEqual([]);
});

test("verify finds an event with changed properties on each line that counted it (R-VER-1)", async () => {
  const change = (from: string, to: string) =>
    owner.query(
      `update usage_event e set properties = replace(properties::text, $2, $3)::json
       from organization o where o.id = $1 and e.organization_number = o.number and e.unique_id = 'event-2'`,
      [story.organizationId, from, to],
    );
  await change("14.25", "1425");
  const { differences } = await verified();
  await change("1425", "14.25");
  const lines = [...new Set(differences.map(({ lineId }) => lineId))];
  expect(lines.length).toBeGreaterThan(5);
  const sum = differences.find(({ member, computed }) => member === "usage" && computed === "1425");
  // 14.25 in the us of January's stub; the invoice and the line are named, and both figures.
  expect(sum).toMatchObject({ billed: "14.25", computed: "1425" });
  expect(sum?.invoiceNumber).toMatch(/\d/);
  expect((await verified()).differences).toEqual([]);
});

test("verify finds a changed price or changed frozen terms on each of its lines (R-VER-1)", async () => {
  const change = async (table: string, column: string, from: string, to: string, where: string) => {
    const { rowCount } = await owner.query(
      `update ${table} set ${column} = replace(${column}::text, $2, $3)::json
       where organization_id = $1 and ${where} and ${column}::text like '%' || $2 || '%'`,
      [story.organizationId, from, to],
    );
    expect(rowCount).toBeGreaterThan(0);
  };
  await change("price", "pricing_model", "0.0123", "0.0124", "type = 'unit'");
  const price = await verified();
  await change("price", "pricing_model", "0.0124", "0.0123", "type = 'unit'");
  expect(new Set(price.differences.map(({ member }) => member))).toEqual(new Set(["price"]));
  await change("billed_terms", "price", "0.0123", "0.0124", "true");
  const terms = await verified();
  await change("billed_terms", "price", "0.0124", "0.0123", "true");
  expect(new Set(terms.differences.map(({ member }) => member))).toContain("terms");
  expect((await verified()).differences).toEqual([]);
});

test("a correction that an earlier release issued with its rated price is no difference (R-VER-1, R-INV-9)", async () => {
  const { rows } = await owner.query<{ id: string; rated: string }>(
    `select l.id, l.explanation -> 'steps' -> 0 ->> 'unitPrice' as rated from invoice_line l
     join invoice i on i.organization_id = l.organization_id and i.id = l.invoice_id and i.status <> 'draft'
     where l.organization_id = $1 and l.kind = 'correction' and l.unit_price is null and i.currency = 'EUR'
       and json_array_length(l.explanation -> 'steps') = 1 and l.explanation -> 'steps' -> 0 ->> 'kind' = 'unit_price'
       and (l.explanation -> 'steps' -> 0 ->> 'quantity')::numeric = (l.explanation -> 'usage' ->> 'quantity')::numeric`,
    [story.organizationId],
  );
  const [line] = rows;
  if (line === undefined) throw new Error("no correction shows no unit price");
  const show = (price: string | null) =>
    owner.query("update invoice_line set unit_price = $3 where organization_id = $1 and id = $2", [
      story.organizationId,
      line.id,
      price,
    ]);
  await show(line.rated);
  expect((await verified()).differences).toEqual([]);
  await show("123.45");
  expect((await verified()).differences).toMatchObject([
    { lineId: line.id, member: "unitPrice", billed: "123.45", computed: "none" },
  ]);
  await show(null);
});

test("a line whose events were dropped is computed from its stated usage (R-VER-1)", async () => {
  const before = await verified();
  await dropEvents(story);
  const { differences, invoices, linesWithoutEvents } = await verified();
  expect(differences).toEqual([]);
  expect(invoices).toBe(before.invoices);
  expect([before.linesWithoutEvents, linesWithoutEvents > 50]).toEqual([0, true]);
});
