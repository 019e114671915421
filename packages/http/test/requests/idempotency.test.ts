import { type Answer, type Api, environment, type Environment, type Json } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildWorld } from "../conformance/world.ts";
import { walkRoutes } from "../organizations/walked-routes.ts";
import { sendTwice } from "./send-twice.ts";

// R-API-5: one effect and one response, regardless of how often a request is sent.

let platform: Environment;
let api: Api;
/** Direct access to the database for the test. */
let owner: pg.Client;

beforeAll(async () => {
  platform = await environment();
  ({ api } = await platform.createOrganization());
  owner = new pg.Client(platform.database.ownerUrl);
  await owner.connect();
});

afterAll(() => owner.end());

const write = (key: string, path: string, body?: unknown, by = api): Promise<Answer> =>
  by.request("POST", path, { body, headers: { "Idempotency-Key": key } });
const isReplayed = (answer: Answer): boolean => answer.headers.get("Idempotent-Replayed") === "true";
const named = async (name: string): Promise<number> =>
  (await api.get<{ data: Json[] }>(`/accounts?filters=[{"field":"name","value":"${name}"}]`)).data.length;

test("eight identical requests at once create one account and get the same response (R-API-5)", async () => {
  const body = { name: "Twin", currency: "EUR" };
  const answers = await Promise.all(Array.from({ length: 8 }, () => write("twins", "/accounts", body)));
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 201));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.headers.get("Location"))).size).toBe(1);
  expect(answers.filter(isReplayed).length).toBe(7);
  expect(await named("Twin")).toBe(1);
});

test("a payment of 40.00 sent three times pays 40.00 of 100.00", async () => {
  const account = await api.post("/accounts", { name: "Payer", currency: "USD" });
  const lines = [{ description: "Work", unitPrice: "100.00" }];
  const invoice = await api.post("/invoices", { accountId: account.id, lines, autoIssue: true });
  for (const expected of [false, true, true]) {
    const answer = await write("pay-40", `/invoices/${invoice.id}/payments`, { amount: "40.00", method: "cash" });
    expect([answer.status, answer.body["amount"], isReplayed(answer)]).toEqual([201, "40.00", expected]);
  }
  // 100.00 − 40.00
  expect(await api.get(`/invoices/${invoice.id}`)).toMatchObject({ amountPaid: "40.00", amountRemaining: "60.00" });
});

test("the same key with another body or route is a 422; fields in another order are the same body", async () => {
  const first = await write("once", "/accounts", { name: "Order", currency: "USD" });
  const turned = await write("once", "/accounts", { currency: "USD", name: "Order" });
  expect([turned.status, turned.body, isReplayed(turned)]).toEqual([201, first.body, true]);
  for (const [path, body] of [
    ["/accounts", { name: "Other", currency: "USD" }],
    ["/plans", { name: "Order", currency: "USD" }],
  ] as const) {
    const answer = await write("once", path, body);
    expect([answer.status, answer.body["code"]]).toEqual([422, "idempotency_mismatch"]);
  }
  const { api: others } = await platform.createOrganization();
  const elsewhere = await write("once", "/accounts", { name: "Other", currency: "USD" }, others);
  expect([elsewhere.status, isReplayed(elsewhere)]).toEqual([201, false]);
});

test("a refused attempt leaves no trace: the key works for the next request, with any body", async () => {
  const refused = await write("second-try", "/accounts", { name: "Second", currency: "XXQ" });
  expect(refused.status).toBe(422);
  // The use case refuses the alias in the middle of its transaction.
  await api.post("/accounts", { name: "Holder", aliases: ["held"] });
  expect((await write("second-try", "/accounts", { name: "Second", aliases: ["held"] })).status).toBe(422);
  const answer = await write("second-try", "/accounts", { name: "Second", currency: "USD" });
  expect([answer.status, isReplayed(answer)]).toEqual([201, false]);
  expect(await named("Second")).toBe(1);
});

test("after 24 hours the key is free again, and the worker deletes the stored responses", async () => {
  const age = (hours: number) =>
    owner.query(
      `update idempotency_record set created_at = created_at - make_interval(hours => ${hours}) where key = 'daily'`,
    );
  const first = await write("daily", "/plans", { name: "Daily" });
  await age(23);
  expect((await write("daily", "/plans", { name: "Daily" })).body.id).toBe(first.body.id);
  await age(2);
  const next = await write("daily", "/plans", { name: "Daily" });
  expect([next.status, isReplayed(next), next.body.id === first.body.id]).toEqual([201, false, false]);
  await age(25);
  await platform.ports.database.unscoped("select forget_idempotency_records(now() - interval '24 hours', 1000)");
  const { rowCount } = await owner.query("select from idempotency_record where key = 'daily'");
  expect(rowCount).toBe(0);
});

test("an API key is shown again only to its requester, and the database does not contain it", async () => {
  const body = { name: "Shown", scopes: ["read"] };
  const first = await write("secret", "/api-keys", body);
  const again = await write("secret", "/api-keys", body);
  expect([again.status, again.body["token"], isReplayed(again)]).toEqual([201, first.body["token"], true]);
  const token = String(first.body["token"]);
  const [record] = (await owner.query<{ body: Buffer }>("select body from idempotency_record where key = 'secret'"))
    .rows;
  expect(record?.body.length).toBeGreaterThan(token.length);
  expect(record?.body.includes(token)).toBe(false);
  const other = await api.post<{ token: string }>("/api-keys", { name: "Admin", scopes: ["admin"] });
  const asked = await write("secret", "/api-keys", body, platform.api(other.token));
  expect([asked.status, asked.body["code"]]).toEqual([422, "idempotency_mismatch"]);
});

test("usage events keep their own IDs: the header replays the response, and a stream counts each event once", async () => {
  const events = [{ uniqueId: "use-1", account: "acme", eventName: "call" }];
  const first = await write("events", "/events", { events });
  const again = await write("events", "/events", { events });
  expect([again.status, again.body, isReplayed(again)]).toEqual([200, first.body, true]);
  const stream = () =>
    api.request("POST", "/events", {
      body: `${JSON.stringify({ ...events[0], uniqueId: "use-2" })}\n`,
      headers: { "Content-Type": "application/x-ndjson", "Idempotency-Key": "stream" },
    });
  expect((await stream()).body["ingested"]).toEqual(["use-2"]);
  expect((await stream()).body["duplicates"]).toEqual(["use-2"]);
});

test("waits for a dead attempt with several transactions, and runs it again once its time is over", async () => {
  const send = () => write("held", "/events", { uniqueId: "held-1", account: "acme", eventName: "call" });
  expect((await send()).body["ingested"]).toEqual(["held-1"]);
  await owner.query(
    `update idempotency_record set status = null, attempt_id = 'req_died', reserved_until = now() + interval '1 hour'
     where key = 'held'`,
  );
  const held = await send();
  expect([held.status, held.body["code"], held.headers.get("Retry-After")]).toEqual([
    409,
    "idempotency_in_progress",
    "1",
  ]);
  await owner.query("update idempotency_record set reserved_until = now() where key = 'held'");
  // Its effect was committed before it died, and does not happen again.
  expect((await send()).body["duplicates"]).toEqual(["held-1"]);
});

test("every POST, PATCH and DELETE of the API accepts the header, and refuses an invalid key", async () => {
  const routes = (await walkRoutes(api)).filter(({ method }) => ["POST", "PATCH", "DELETE"].includes(method));
  expect(routes.length).toBeGreaterThan(50);
  for (const { method, path, takesBody } of routes.filter((route) => !route.isPublic && !route.isSession)) {
    const filled = path.replaceAll(/\{\w+\}/g, "x_1");
    const headers = { "Idempotency-Key": "k".repeat(256) };
    const answer = await api.request(method, filled, { headers, ...(takesBody ? { body: {} } : {}) });
    expect([`${method} ${path}`, answer.status, answer.body["errors"]]).toEqual([
      `${method} ${path}`,
      400,
      [expect.objectContaining({ pointer: "/Idempotency-Key" })],
    ]);
  }
});

test("a whole business is written with every request sent twice, and nothing exists twice", async () => {
  const { api: once } = await platform.createOrganization({ graceHours: 0 });
  const twice = sendTwice(once);
  const world = await buildWorld(twice);
  const accountId = world.accounts.bare.id;
  await twice.patch(`/accounts/${accountId}`, { name: "Renamed" });
  await twice.patch(`/products/${world.products.fixed.id}`, { description: "Seats" });
  await twice.post(`/products/${world.products.fixed.id}/archive`);
  await twice.post(`/products/${world.products.fixed.id}/unarchive`);
  const lines = [{ description: "Setup", unitPrice: "10.00" }];
  const draft = await twice.post("/invoices", { accountId, lines });
  await twice.patch(`/invoices/${draft.id}`, { memo: "Thanks" });
  await twice.delete(`/invoices/${draft.id}`);
  const issued = await twice.post<Json & { lineItems: Json[] }>("/invoices", { accountId, lines, autoIssue: true });
  const payment = await twice.post(`/invoices/${issued.id}/payments`, { amount: "4.00", method: "cash" });
  await twice.post(`/payments/${payment.id}/refunds`, { amount: "1.00", reason: "Half done" });
  await twice.post(`/invoices/${issued.id}/payment-link`, {});
  await twice.post("/credit-notes", {
    invoiceId: issued.id,
    reason: "Late",
    outcome: "apply",
    lines: [{ lineItemId: issued.lineItems[0]?.id, amount: "2.00" }],
  });
  await twice.post(`/accounts/${accountId}/credit-grants`, { amount: "5.00" });
  const given = [{ description: "Credit", unitPrice: "-10.00" }];
  await twice.post("/invoices", { accountId, currency: "EUR", lines: given, autoIssue: true });
  const conversion = { from: "EUR", to: "CHF", rate: "0.95", reason: "Moves" };
  await twice.post(`/accounts/${accountId}/credit-conversions`, conversion);
  const quote = { accountId, priceGroups: [{ priceIds: [world.prices[0]?.id] }] };
  const sent = await twice.post("/subscriptions", quote);
  const { token } = await twice.post<{ token: string }>(`/subscriptions/${sent.id}/send`);
  await twice.post(`/quotes/${token}/accept`, { signerName: "Ada", signerEmail: "ada@example.com" });
  const contract = await twice.post("/subscriptions", quote);
  await twice.post(`/subscriptions/${contract.id}/activate`);
  await twice.post(`/subscriptions/${contract.id}/pause`, {});
  await twice.post(`/subscriptions/${contract.id}/resume`, {});
  await twice.post(`/subscriptions/${contract.id}/changes/preview`, { add: [{ priceId: world.prices[1]?.id }] });
  await twice.post(`/subscriptions/${contract.id}/cancel`, {});
  expect([...twice.sent].length).toBeGreaterThan(25);
  // 10.00 − 4.00 + 1.00 − 2.00: each of the movements happened once.
  expect(await once.get(`/invoices/${issued.id}`)).toMatchObject({ amountPaid: "3.00", amountRemaining: "5.00" });
  const audits = await owner.query(
    `select action || ' ' || object_id as twice from audit_entry where organization_id = $1 and action like '%.created'
     and action <> 'subscription.version.created' group by 1 having count(*) > 1`,
    [String(contract["organizationId"])],
  );
  expect(audits.rows).toEqual([]);
}, 60_000);
