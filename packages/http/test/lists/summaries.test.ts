import { type Api, environment, type Json } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";

// R-API-3, R-UI-1: each summary is compared with its list, which the test reads to the end and counts itself.

type Row = Readonly<Record<string, unknown>>;
type Filter = { readonly field: string; readonly operator?: string; readonly value: unknown };

let api: Api;
let accounts: Record<"late" | "active" | "paused" | "quoted" | "ended" | "new" | "plain", string>;
let planId: string;

beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization({ graceHours: 0, defaultCurrency: "USD" }));
  const [soon, later] = [await newClock(), await newClock()];
  const { id: productId } = await api.post("/products", { name: "Seat", feeType: "fixed" });
  const fixedPricingModel = { pricePerUnit: { value: "30" }, units: 1 };
  const price = { productId, type: "fixed", billingInterval: "monthly", fixedPricingModel };
  const { id: priceId } = await api.post("/prices", price);
  planId = (await api.post("/plans", { name: "Pro", priceGroups: [{ priceIds: [priceId] }] })).id;
  accounts = {
    late: await newAccount("Late", later),
    active: await newAccount("Active"),
    paused: await newAccount("Paused", soon),
    quoted: await newAccount("Quoted"),
    ended: await newAccount("Ended", soon),
    new: await newAccount("New"),
    plain: await newAccount("Plain"),
  };
  await fill(priceId);
  await advance(soon, "2026-01-05");
  // Invoices are due after 30 days.
  await advance(later, "2026-02-20");
});

async function newClock(): Promise<string> {
  return (await api.post("/test-clocks", { name: "Days", frozenTime: "2026-01-01T00:00:00Z" })).id;
}

async function advance(clockId: string, frozenTime: string): Promise<void> {
  await api.post(`/test-clocks/${clockId}/advance`, { frozenTime });
  const ready = async () => (await api.get(`/test-clocks/${clockId}`))["status"] === "ready";
  while (!(await ready())) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function newAccount(name: string, testClockId: string | null = null): Promise<string> {
  return (await api.post("/accounts", { name, currency: "USD", testClockId })).id;
}

async function fill(priceId: string): Promise<void> {
  const subscribe = async (accountId: string, members: object) =>
    (await api.post("/subscriptions", { accountId, name: "Contract", currency: "USD", ...members })).id;
  for (const accountId of [accounts.late, accounts.active]) {
    await api.post(`/subscriptions/${await subscribe(accountId, { planId })}/activate`);
  }
  const own = await subscribe(accounts.active, { name: "Special", priceGroups: [{ priceIds: [priceId] }] });
  await api.post(`/subscriptions/${own}/activate`);
  const paused = await subscribe(accounts.paused, { planId });
  await api.post(`/subscriptions/${paused}/activate`);
  await api.post(`/subscriptions/${paused}/pause`);
  await subscribe(accounts.quoted, { planId });
  const ended = await subscribe(accounts.ended, { planId });
  await api.post(`/subscriptions/${ended}/activate`);
  await api.post(`/subscriptions/${ended}/cancel`);
  await bill(accounts.plain, { currency: "EUR" }, ["12.50", "20.00"]);
  await bill(accounts.plain, {}, ["40.00"]);
  const [paid, part] = await bill(accounts.active, {}, ["15.00", "25.00"]);
  await api.post(`/invoices/${paid}/payments`, { amount: "15.00", method: "cash", date: "2024-05-01" });
  await api.post(`/invoices/${part}/payments`, { amount: "5.00", method: "card", date: "2024-06-01" });
  await api.post("/invoices", { accountId: accounts.plain, lines: [{ description: "Draft", unitPrice: "9" }] });
}

async function bill(accountId: string, members: object, prices: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const unitPrice of prices) {
    const invoice = { accountId, lines: [{ description: "Work", unitPrice }], autoIssue: true, ...members };
    ids.push((await api.post("/invoices", invoice)).id);
  }
  return ids;
}

function written(filters: readonly Filter[]): string {
  return `filters=${encodeURIComponent(JSON.stringify(filters))}`;
}

/** Every row of the list. */
async function all(list: string, filters: readonly Filter[], more = ""): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/${list}?limit=2&page=${page}&${written(filters)}${more}`;
    const answer = await api.get<{ items?: Row[]; data?: Row[]; pageCount: number }>(path);
    rows.push(...(answer.items ?? answer.data ?? []));
    if (page >= answer.pageCount) return rows;
  }
}

interface Summary {
  readonly count: number;
  readonly statuses: readonly { readonly status: string; readonly count: number }[];
  readonly totals: readonly Row[];
  readonly owed: readonly Row[];
  readonly paused: number;
  readonly ending: number;
}

const summaryOf = (list: string, filters: readonly Filter[]) =>
  api.get<Summary & Json>(`/summaries/${list}?${written(filters)}`);

/** In cents, so that the sum is exact. */
function sum(rows: readonly Row[], member: string): string {
  const cents = rows.reduce((total, row) => total + BigInt(String(row[member]).replace(".", "")), 0n);
  const absolute = cents < 0n ? -cents : cents;
  return `${cents < 0n ? "-" : ""}${absolute / 100n}.${String(absolute % 100n).padStart(2, "0")}`;
}

/** The counts that are not zero. */
function counts(summary: Summary): Record<string, number> {
  return Object.fromEntries(summary.statuses.filter(({ count }) => count > 0).map((one) => [one.status, one.count]));
}

function countedBy(rows: readonly Row[], status: (row: Row) => unknown): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(rows, (row) => String(status(row)))].map(([key, own]) => [key, own.length]),
  );
}

function byCurrency(rows: readonly Row[], sums: Record<string, (own: readonly Row[]) => string>): Row[] {
  return [...Map.groupBy(rows, ({ currency }) => String(currency))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, own]) => ({
      currency,
      count: own.length,
      ...Object.fromEntries(Object.entries(sums).map(([name, add]) => [name, add(own)])),
    }));
}

test.each<[string, readonly Filter[], readonly Filter[]]>([
  ["no filter", [], []],
  ["a status", [], [{ field: "status", operator: "in", value: ["issued", "overdue"] }]],
  ["a status that is excluded", [], [{ field: "status", operator: "nin", value: ["paid", "draft"] }]],
  ["a currency", [{ field: "currency", value: "EUR" }], []],
  ["a currency and a status", [{ field: "currency", value: "USD" }], [{ field: "status", value: "paid" }]],
  ["an amount", [{ field: "total", operator: "gte", value: "20" }], []],
  ["no match", [{ field: "number", operator: "contains", value: "none" }], []],
])("the summary of invoices with %s equals the list", async (_, others, status) => {
  const summary = await summaryOf("invoices", [...others, ...status]);
  const [matched, inAnyStatus] = [await all("invoices", [...others, ...status]), await all("invoices", others)];
  expect(summary.count).toBe(matched.length);
  expect(counts(summary)).toEqual(countedBy(inAnyStatus, (row) => row["status"]));
  const owed = (rows: readonly Row[]) => rows.filter((row) => /^(issued|overdue)$/.test(String(row["status"])));
  expect(summary.totals).toEqual(
    byCurrency(matched, {
      total: (rows) => sum(rows, "total"),
      amountDue: (rows) => sum(owed(rows), "amountRemaining"),
    }),
  );
});

test("the summary of invoices is not empty, so that the comparison above means something", async () => {
  const summary = await summaryOf("invoices", []);
  expect(counts(summary)).toMatchObject({ draft: 1, paid: 2 });
  expect(summary.totals.find(({ currency }) => currency === "EUR")).toEqual({
    currency: "EUR",
    count: 2,
    total: "32.50", // 12.50 + 20.00
    amountDue: "32.50",
  });
});

test.each<[string, readonly Filter[], readonly Filter[]]>([
  ["no filter", [], []],
  ["a method", [{ field: "method", value: "cash" }], []],
  ["a status", [], [{ field: "status", value: "failed" }]],
])("the summary of payments with %s equals the list", async (_, others, status) => {
  const summary = await summaryOf("payments", [...others, ...status]);
  const matched = await all("payments", [...others, ...status]);
  expect(summary.count).toBe(matched.length);
  expect(counts(summary)).toEqual(countedBy(await all("payments", others), (row) => row["status"]));
  expect(summary.totals).toEqual(
    byCurrency(matched, {
      amount: (rows) => sum(rows, "amount"),
      refundedAmount: (rows) => sum(rows, "refundedAmount"),
    }),
  );
});

test.each<[string, readonly Filter[], readonly Filter[]]>([
  ["no filter", [], []],
  [
    "paused ones",
    [],
    [
      { field: "status", value: "active" },
      { field: "pausedAt", operator: "exists", value: true },
    ],
  ],
  ["a name", [{ field: "name", value: "Special" }], []],
])("the summary of subscriptions with %s equals the list", async (_, others, status) => {
  const summary = await summaryOf("subscriptions", [...others, ...status]);
  const rows = await all("subscriptions", others);
  const active = rows.filter((row) => row["status"] === "active");
  expect(summary.count).toBe((await all("subscriptions", [...others, ...status])).length);
  expect(counts(summary)).toEqual(countedBy(rows, (row) => row["status"]));
  expect(summary.paused).toBe(active.filter((row) => row["pausedAt"] !== null).length);
  expect(summary.ending).toBe(active.filter((row) => row["cancelsAt"] !== null).length);
});

test("accounts show status, plans, recurring revenue, debts and the last payment on request", async () => {
  const rows = await all("accounts", [], "&include=billing");
  const billing = Object.fromEntries(rows.map((row) => [String(row["name"]), row["billing"] as Row]));
  expect(Object.fromEntries(Object.entries(billing).map(([name, one]) => [name, one["status"]]))).toEqual({
    Late: "overdue",
    Active: "active",
    Paused: "paused",
    Quoted: "pending",
    Ended: "ended",
    New: "none",
    Plain: "none",
  });
  expect(billing["Active"]).toMatchObject({
    plans: [
      { id: planId, name: "Pro" },
      { id: null, name: "Special" },
    ],
    recurring: [{ currency: "USD", amount: "60.00" }], // two subscriptions of 30.00
    lastPayment: { date: "2024-06-01", currency: "USD", amount: "5.00" },
  });
  expect(billing["Plain"]).toEqual({
    status: "none",
    plans: [],
    recurring: [],
    owed: [
      { currency: "EUR", amount: "32.50" },
      { currency: "USD", amount: "40.00" },
    ],
    lastPayment: null,
  });
  expect(billing["Ended"]).toMatchObject({ plans: [], recurring: [] });
  // Without the parameter, the list is as before.
  expect((await all("accounts", [])).every((row) => !("billing" in row))).toBe(true);
});

test("what an account owes is the sum of its open invoices in the list", async () => {
  for (const row of await all("accounts", [], "&include=billing")) {
    const open = [
      { field: "accountId", value: row["id"] },
      { field: "status", operator: "in", value: ["issued", "overdue"] },
    ];
    const expected = byCurrency(await all("invoices", open), { amount: (rows) => sum(rows, "amountRemaining") });
    const owed = (row["billing"] as { owed: object[] }).owed;
    expect(owed).toEqual(expected.map(({ currency, amount }) => ({ currency, amount })));
  }
});

test("accounts are filtered and counted by the same status as they show", async () => {
  const rows = await all("accounts", [], "&include=billing");
  const statusOf = (row: Row) => (row["billing"] as Row)["status"];
  for (const status of ["overdue", "active", "paused", "pending", "ended", "none"]) {
    const filter = [{ field: "status", value: status }];
    const expected = rows.filter((row) => statusOf(row) === status).map((row) => row["id"]);
    expect((await all("accounts", filter)).map((row) => row["id"])).toEqual(expected);
    const summary = await summaryOf("accounts", filter);
    expect(summary.count).toBe(expected.length);
    expect(counts(summary)).toEqual(countedBy(rows, statusOf));
  }
});

test("the summary of accounts sums the open invoices of the accounts that match", async () => {
  const filter = [{ field: "name", operator: "in", value: ["Plain", "Late"] }];
  const ids = (await all("accounts", filter)).map((row) => row["id"]);
  expect(ids).toHaveLength(2);
  const open = await all("invoices", [
    { field: "accountId", operator: "in", value: ids },
    { field: "status", operator: "in", value: ["issued", "overdue"] },
  ]);
  const expected = byCurrency(open, { amount: (rows) => sum(rows, "amountRemaining") });
  expect((await summaryOf("accounts", filter)).owed).toEqual(
    expected.map(({ currency, count, amount }) => ({ currency, invoices: count, amount })),
  );
});

test("a summary takes only filters", async () => {
  const answer = await api.request("GET", "/summaries/invoices?page=2&sort=total:asc");
  expect(answer.status).toBe(400);
  expect(answer.body["errors"]).toEqual([
    {
      pointer: "/page",
      code: "unknown_parameter",
      detail: "page is not a parameter of this list. Use filters.",
    },
    {
      pointer: "/sort",
      code: "unknown_parameter",
      detail: "sort is not a parameter of this list. Use filters.",
    },
  ]);
  const unknown = await api.request("GET", `/summaries/invoices?${written([{ field: "color", value: "red" }])}`);
  expect(unknown.status).toBe(400);
});
