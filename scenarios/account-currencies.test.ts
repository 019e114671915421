import { type BookDifference, verifyBooks } from "@counterfoil/service";
import { type Json, scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { expect, test } from "vitest";

const invoiceOf = (story: Story, currency: string, unitPrice: string) =>
  story.api.post<StoryInvoice>("/invoices", {
    accountId: story.accountId,
    currency,
    lines: [{ description: "Setup", unitPrice }],
    autoIssue: true,
  });

/** Credit to spend: a negative invoice. */
const credited = (story: Story, currency: string, amount: string) => invoiceOf(story, currency, `-${amount}`);

const balance = (story: Story) => story.api.get(`/accounts/${story.accountId}/balance`);

const convert = (story: Story, body: object) =>
  story.api.request<Json & { code: string; detail: string; errors: { pointer: string; code: string }[] }>(
    "POST",
    `/accounts/${story.accountId}/credit-conversions`,
    { body: { reason: "Customer now pays in euros", ...body } },
  );

async function differences(story: Story): Promise<BookDifference[]> {
  const found: BookDifference[] = [];
  const { ports } = story.environment;
  const actor = { type: "command", id: "verify" } as const;
  const context = { ...ports, organizationId: story.organizationId, actor, requestId: null };
  await verifyBooks(context, { from: null, to: null, onDifference: (difference) => found.push(difference) });
  return found;
}

test("a balance lists every currency with debt or credit, the account's currency first (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  expect(await balance(story)).toEqual({
    accountCredit: "0.00",
    creditGrants: "0.00",
    outstanding: "0.00",
    currency: "USD",
    balances: [{ currency: "USD", accountCredit: "0.00", creditGrants: "0.00", outstanding: "0.00" }],
  });
  await invoiceOf(story, "EUR", "300.00");
  await credited(story, "JPY", "1500");
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "20", currency: "CHF" });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "5", currency: "EUR" });
  // Nothing is owed in dollars, and the four fields say so.
  expect(await balance(story)).toEqual({
    accountCredit: "0.00",
    creditGrants: "0.00",
    outstanding: "0.00",
    currency: "USD",
    balances: [
      { currency: "USD", accountCredit: "0.00", creditGrants: "0.00", outstanding: "0.00" },
      { currency: "CHF", accountCredit: "0.00", creditGrants: "20.00", outstanding: "0.00" },
      { currency: "EUR", accountCredit: "0.00", creditGrants: "5.00", outstanding: "300.00" },
      { currency: "JPY", accountCredit: "1500", creditGrants: "0", outstanding: "0" },
    ],
  });
  const { token } = await story.api.post<{ token: string }>(`/accounts/${story.accountId}/portal-link`, {});
  const portal = await story.api.get<{ balance: unknown }>(`/public/portal/${token}`);
  expect(portal.balance).toEqual(await balance(story));
});

test("an account's currency cannot change while it has credit, grants, debt or thresholds, and the error names them", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const change = () =>
    story.api.request<{ code: string; detail: string }>("PATCH", `/accounts/${story.accountId}`, {
      body: { currency: "EUR" },
    });
  const granted = `/accounts/${story.accountId}/credit-grants`;
  await credited(story, "USD", "100.00");
  const grant = await story.api.post(granted, { amount: "40", effectiveAt: "2026-03-01" });
  await story.api.post(granted, { amount: "9", currency: "EUR" });
  const settings = `/accounts/${story.accountId}/credit-settings`;
  await story.api.patch(settings, { lowBalanceThreshold: "10.00" });
  const first = await change();
  expect([first.status, first.body.code]).toEqual([409, "state_conflict"]);
  expect(first.body.detail).toContain("100.00 USD of account credit");
  expect(first.body.detail).toContain("40.00 USD of credit grants"); // also one that begins in March
  expect(first.body.detail).toContain("credit settings");
  expect(first.body.detail).toContain(`/accounts/${story.accountId}/credit-conversions`);
  expect(await story.api.get(`/accounts/${story.accountId}`)).toMatchObject({ currency: "USD" });
  // Everything else can change, and the same currency is not a change.
  await story.api.patch(`/accounts/${story.accountId}`, { currency: "USD", name: "Renamed" });

  await story.api.post(`/credit-grants/${grant.id}/void`, { reason: "Moves to euros" });
  await story.api.patch(settings, { lowBalanceThreshold: null });
  const converted = await convert(story, { from: "USD", to: "EUR", rate: "0.9" });
  expect(converted.status).toBe(201);
  const owed = await invoiceOf(story, "USD", "30.00");
  const second = await change();
  expect(second.status).toBe(409);
  expect(second.body.detail).toContain("30.00 USD of open invoices");
  expect(second.body.detail).not.toContain("credit grants");
  await story.api.post(`/invoices/${owed.id}/payments`, { amount: "30.00", method: "cash" });
  expect((await change()).status).toBe(200);
  // 100.00 USD × 0.9 and the grant of 9.00 EUR: nothing is lost.
  expect(await balance(story)).toMatchObject({ currency: "EUR", accountCredit: "90.00", creditGrants: "9.00" });
});

test("credit is converted at a stated rate, rounded once, with two ledger entries that verify checks (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  await credited(story, "USD", "100.00");
  const part = await convert(story, { from: "USD", to: "JPY", amount: "10.01", rate: "151.37" });
  expect(part.status).toBe(201);
  expect(part.body).toEqual({
    id: expect.stringMatching(/^conv_/) as string,
    accountId: story.accountId,
    from: { currency: "USD", amount: "10.01" },
    to: { currency: "JPY", amount: "1515" }, // 10.01 × 151.37 = 1515.2137
    rate: "151.37",
    reason: "Customer now pays in euros",
    createdAt: "2026-01-01T00:00:00.000Z",
  });
  expect(part.headers.get("Location")).toBe(`/credit-conversions/${part.body.id}`);
  expect(await story.api.get(`/credit-conversions/${part.body.id}`)).toEqual(part.body);
  const whole = await convert(story, { from: "USD", to: "EUR", rate: "0.9215" });
  expect(whole.body).toMatchObject({
    from: { currency: "USD", amount: "89.99" }, // 100.00 − 10.01
    to: { currency: "EUR", amount: "82.93" }, // 89.99 × 0.9215 = 82.925785
  });
  const ledger = `/accounts/${story.accountId}/credit-ledger`;
  const { items } = await story.api.get<{ items: Json[] }>(ledger);
  expect(items.map(({ kind, amount, currency }) => `${String(kind)} ${String(amount)} ${String(currency)}`)).toEqual([
    "given 100.00 USD",
    "converted -10.01 USD",
    "converted 1515 JPY",
    "converted -89.99 USD",
    "converted 82.93 EUR",
  ]);
  expect(items.map(({ creditConversionId }) => creditConversionId)).toEqual([
    null,
    ...[part, part, whole, whole].map(({ body }) => body.id),
  ]);
  for (const [kind, count] of [
    ["converted", 4],
    ["given", 1],
  ] as const) {
    const filters = encodeURIComponent(JSON.stringify([{ field: "kind", operator: "eq", value: kind }]));
    expect((await story.api.get<{ items: Json[] }>(`${ledger}?filters=${filters}`)).items).toHaveLength(count);
  }
  const list = await story.api.get<{ items: Json[] }>(`/credit-conversions?sort=createdAt:asc`);
  expect(list.items.map(({ id }) => id).toSorted()).toEqual([part.body.id, whole.body.id].toSorted());
  expect(await balance(story)).toMatchObject({
    accountCredit: "0.00",
    balances: [
      { currency: "USD", accountCredit: "0.00" },
      { currency: "EUR", accountCredit: "82.93" },
      { currency: "JPY", accountCredit: "1515" },
    ],
  });
  const journal = await story.api.get<{ items: Json[] }>(`/journal?objectId=${whole.body.id}`);
  expect(
    journal.items.map(({ currency, code, amount }) => [currency, code, amount].map(String).join(" ")).toSorted(),
  ).toEqual([
    "EUR account_credit -82.93",
    "EUR credit_conversion 82.93",
    "USD account_credit 89.99",
    "USD credit_conversion -89.99",
  ]);
  const told = await story.api.get<{ items: Json[] }>("/notifications?limit=100");
  const of = told.items.filter(({ type }) => type === "credit.converted");
  expect(of.map(({ objectId }) => String(objectId)).toSorted()).toEqual([part.body.id, whole.body.id].toSorted());
  const audited = await story.api.get<{ items: Json[] }>(`/audit?objectId=${part.body.id}`);
  expect(audited.items.map(({ action }) => action)).toEqual(["credit_conversion.created"]);
  // Converted credit pays in its new currency.
  expect(await invoiceOf(story, "EUR", "100.00")).toMatchObject({ creditsApplied: "82.93", amountRemaining: "17.07" });
  expect(await differences(story)).toEqual([]);
});

test("an impossible conversion is refused by field, and two conversions never use the same credit", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const nothing = await convert(story, { from: "USD", to: "EUR", rate: "0.9" });
  expect([nothing.status, nothing.body.code]).toEqual([409, "state_conflict"]);
  await credited(story, "USD", "50.00");
  const refused = async (body: object) => {
    const { status, body: problem } = await convert(story, body);
    return [status, ...(problem.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`)];
  };
  const whole = { from: "USD", to: "EUR", rate: "0.9" };
  expect(await refused({ ...whole, amount: "50.01" })).toEqual([422, "/amount exceeds_credit"]);
  expect(await refused({ ...whole, amount: "0" })).toEqual([422, "/amount too_small"]);
  expect(await refused({ ...whole, amount: "1.001" })).toEqual([422, "/amount too_many_decimals"]);
  expect(await refused({ ...whole, to: "USD" })).toEqual([422, "/to same_currency"]);
  expect(await refused({ ...whole, from: "XXQ", to: "QXX" })).toEqual([
    422,
    "/from unknown_currency",
    "/to unknown_currency",
  ]);
  expect(await refused({ ...whole, rate: "-1" })).toEqual([422, "/rate too_small"]);
  expect(await refused({ ...whole, rate: "0.0000000000001" })).toEqual([422, "/rate too_many_decimals"]);
  expect(await refused({ ...whole, rate: "1000000001" })).toEqual([422, "/rate too_large"]);
  // 1.00 × 0.0001 rounds to 0.00, so the credit would be lost.
  expect(await refused({ ...whole, amount: "1.00", rate: "0.0001" })).toEqual([422, "/rate too_small"]);
  const both = await Promise.all([convert(story, whole), convert(story, whole)]);
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(["201", "409"]);
  expect(await differences(story)).toEqual([]);
});

test("verify finds a conversion with changed entries or rate (R-VER-1)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  await credited(story, "USD", "100.00");
  const { body } = await convert(story, { from: "USD", to: "EUR", rate: "0.9" });
  const owner = new pg.Client(story.environment.database.ownerUrl);
  await owner.connect();
  const planted = async (change: string, back: string): Promise<string[]> => {
    await owner.query(change, [body.id]);
    const found = await differences(story);
    await owner.query(back, [body.id]);
    return found.filter(({ member }) => member.includes(body.id)).map((one) => [one.billed, one.computed].join(" / "));
  };
  const set = (column: string, value: string) => `update credit_conversion set ${column} = ${value} where id = $1`;
  // 100.00 × 0.8 = 80.00, and 90.00 were booked.
  expect(await planted(set("rate", "0.8"), set("rate", "0.9"))).toEqual(["90.00 EUR / 80.00 EUR"]);
  const entry = (amount: string) =>
    `update account_credit_entry set amount = ${amount} where credit_conversion_id = $1 and currency = 'EUR'`;
  expect(await planted(entry("91.00"), entry("90.00"))).toEqual(["-100.00 USD, 91.00 EUR / -100.00 USD, 90.00 EUR"]);
  const apart = `update account_credit_entry set credit_conversion_id = null, kind = 'given' where credit_conversion_id = $1 and currency = 'EUR'`;
  // Other stories in the database also have entries of this kind.
  const back = `update account_credit_entry set credit_conversion_id = $1, kind = null
    where kind = 'given' and currency = 'EUR' and organization_id = '${story.organizationId}'`;
  expect(await planted(apart, back)).toEqual(["-100.00 USD / -100.00 USD, 90.00 EUR"]);
  expect(await differences(story)).toEqual([]);
  await owner.end();
});
