import { codeOf } from "@counterfoil/testkit/one-time-code";
import { type Environment, type Json, startEnvironment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Browser, openBrowser } from "../people/browser.ts";

// R-API-4: the same request many times at the same moment. One takes effect, the others get a refusal with the reason,
// and none fails internally because a row already existed.

const TWINS = 16;

let platform: Environment;
let shop: TestOrganization;
let accountId: string;
let priceId: string;

beforeAll(async () => {
  platform = await startEnvironment();
  shop = await platform.createOrganization();
  accountId = (await shop.api.post("/accounts", { name: "Buyer", contactEmail: "buyer@example.com" })).id;
  const product = await shop.api.post("/products", { name: "Seats", feeType: "fixed" });
  const fixedPricingModel = { pricePerUnit: { value: "10.00" }, units: 1 };
  priceId = (await shop.api.post("/prices", { productId: product.id, fixedPricingModel })).id;
});
afterAll(() => platform.stop());

/** The number of responses by status that simultaneous requests got. */
async function atOnce(send: (n: number) => Promise<{ status: number }>): Promise<Record<number, number>> {
  const answers = await Promise.all(Array.from({ length: TWINS }, (_, n) => send(n)));
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** A slow machine refuses some: they are sent again, as clients do. */
async function ask(method: string, path: string, body: object | undefined): Promise<{ status: number; body: Json }> {
  const answer = await shop.api.request<Json>(method, path, body === undefined ? {} : { body });
  return answer.body?.["code"] === "requests_overloaded" ? ask(method, path, body) : answer;
}

const many = (method: string, path: string, body?: object) => atOnce(() => ask(method, path, body));

const onlyOne = (status: number, others: number) => ({ [status]: 1, [others]: TWINS - 1 });

function refusedOnly(counts: Record<number, number>, ...allowed: number[]): void {
  expect(Object.keys(counts).filter((status) => !allowed.includes(Number(status)))).toEqual([]);
}

async function subscription(): Promise<string> {
  const made = await shop.api.post("/subscriptions", {
    accountId,
    currency: "USD",
    priceGroups: [{ priceIds: [priceId] }],
  });
  return made.id;
}

async function activeSubscription(): Promise<string> {
  const id = await subscription();
  await shop.api.post(`/subscriptions/${id}/activate`);
  return id;
}

async function issuedInvoice(): Promise<{ id: string; lineId: string }> {
  const lineItems = [{ description: "Setup", quantity: "1", unitPrice: "100.00" }];
  const made = await shop.api.request<Json>("POST", "/invoices", { body: { accountId, lineItems, autoIssue: true } });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return { id: String(made.body["id"]), lineId: String((made.body["lineItems"] as Json[])[0]?.["id"]) };
}

test("an alias belongs to one account, even if many use it at once", async () => {
  expect(await many("POST", "/accounts", { name: "Twin", aliases: ["crm-1"] })).toEqual(onlyOne(201, 422));
  const ids: string[] = [];
  for (let n = 0; n < TWINS; n += 1) ids.push((await shop.api.post("/accounts", { name: `Twin ${n}` })).id);
  const changed = await atOnce((n) =>
    shop.api.request("PATCH", `/accounts/${ids[n]}`, { body: { aliases: ["crm-2"] } }),
  );
  expect(changed).toEqual(onlyOne(200, 422));
  const contacts = [{ email: "a@example.com", isPrimary: true }];
  expect(await many("PATCH", `/accounts/${ids[0]}`, { contacts })).toEqual({ 200: TWINS });
});

test("a feature key, a payment ID and a reservation ID are each taken once", async () => {
  expect(await many("POST", "/features", { key: "seats", name: "Seats", type: "boolean" })).toEqual(onlyOne(201, 422));
  const { id } = await issuedInvoice();
  const payment = { amount: "10.00", method: "bank_transfer", externalId: "wire-1" };
  refusedOnly(await many("POST", `/invoices/${id}/payments`, payment), 200, 201, 409, 422);
  await shop.api.post("/features", { key: "calls", name: "Calls", type: "quota" }).catch(() => undefined);
  refusedOnly(
    await many("POST", `/accounts/${accountId}/entitlements/calls/check`, {
      quantity: "1",
      reserve: true,
      uniqueId: "r-1",
    }),
    200,
    201,
    404,
    409,
    422,
  );
});

test("an address has one open invitation, which is accepted once", async () => {
  const letters: string[] = [];
  expect(await many("POST", "/invitations", { email: "new@example.com", role: "viewer" })).toEqual({ 201: TWINS });
  const open = (await shop.api.get<{ items: Json[] }>("/invitations?limit=100")).items.filter(
    ({ status }) => status === "open",
  );
  expect(open).toHaveLength(1);
  const { people, letterSecrets } = platform.ports.identity!;
  const rows = await people.sql<{ id: string; token: string }>(
    "select id, token from letter where recipient = 'new@example.com'",
  );
  for (const row of rows) {
    letters.push(letterSecrets.open(row.token, { organizationId: "", holder: row.id, name: "letter_token" }));
  }
  const openOnes: string[] = [];
  for (const token of letters) {
    if ((await openBrowser(platform).send("POST", "/auth/invitation", { token })).status === 200) openOnes.push(token);
  }
  expect(openOnes).toHaveLength(1);
  const accept = { token: openOnes[0], name: "New", password: "a password of twelve" };
  const accepted = await atOnce(() => openBrowser(platform).send("POST", "/auth/invitation/accept", accept));
  refusedOnly(accepted, 200, 410, 429);
  expect(accepted[200]).toBe(1);
});

test("simultaneous changes of a person's sign-in never fail internally", async () => {
  await platform.addPerson(shop.id, "own@example.com", "owner");
  const browser = openBrowser(platform);
  await browser.signIn("own@example.com");
  const own =
    (path: string, body: object): ((n: number) => ReturnType<Browser["send"]>) =>
    () =>
      browser.send("POST", path, body);
  refusedOnly(await atOnce(own("/auth/two-factor", { password: "a password of twelve" })), 200, 409, 429);
  const begun = await browser.send("POST", "/auth/two-factor", { password: "a password of twelve" });
  if (begun.status === 200) {
    const code = codeOf(String(begun.body["uri"]));
    refusedOnly(await atOnce(own("/auth/two-factor/confirm", { code })), 204, 401, 409, 422, 429);
  }
  refusedOnly(await atOnce(() => openBrowser(platform).signIn("own@example.com")), 200, 401, 429);
});

test("one of many simultaneous calls activates, changes, pauses, ends or sends a subscription", async () => {
  const drafted = await subscription();
  refusedOnly(await many("POST", `/subscriptions/${drafted}/send`, { sendEmail: true }), 200, 201, 202, 409);
  const sent = await shop.api.post<{ token: string }>(`/subscriptions/${drafted}/send`);
  const signer = { signerName: "Ada", signerEmail: "ada@example.com" };
  refusedOnly(await many("POST", `/quotes/${sent.token}/accept`, signer), 200, 409);
  const id = await subscription();
  expect((await many("POST", `/subscriptions/${id}/activate`))[200]).toBe(1);
  const start = "2027-06-01";
  const version = { startDate: start, priceGroups: [{ priceIds: [priceId] }] };
  refusedOnly(await many("POST", `/subscriptions/${id}/versions`, version), 200, 201, 409, 422);
  const other = await activeSubscription();
  refusedOnly(
    await many("POST", `/subscriptions/${other}/changes`, {
      add: [{ priceIds: [priceId] }],
      effective: "immediately",
    }),
    200,
    201,
    409,
    422,
  );
  refusedOnly(await many("POST", `/subscriptions/${other}/pause`, {}), 200, 409, 422);
  refusedOnly(await many("POST", `/subscriptions/${other}/resume`, {}), 200, 409, 422);
  refusedOnly(await many("POST", `/subscriptions/${other}/cancel`, {}), 200, 409, 422);
  refusedOnly(await many("POST", `/subscriptions/${other}/cancel/withdraw`), 200, 409, 422);
});

test("one of many simultaneous calls issues, pays, credits, voids or links an invoice", async () => {
  const lineItems = [{ description: "Setup", quantity: "1", unitPrice: "100.00" }];
  const draft = await shop.api.post("/invoices", { accountId, lineItems });
  const issued = await many("POST", `/invoices/${draft.id}/issue`);
  expect(issued[200]).toBe(1);
  refusedOnly(issued, 200, 409);
  refusedOnly(await many("POST", `/invoices/${draft.id}/payment-link`, {}), 200, 201, 409);
  refusedOnly(await many("POST", `/invoices/${draft.id}/apply-credit`, {}), 200, 201, 409, 422);
  const note = { invoiceId: draft.id, reason: "Too much", lines: [{ lineId: "x", amount: "1.00" }], outcome: "refund" };
  refusedOnly(await many("POST", "/credit-notes", note), 201, 404, 409, 422);
  refusedOnly(await many("POST", `/invoices/${draft.id}/send`, { to: ["a@example.com"] }), 202);
  refusedOnly(await many("POST", `/invoices/${draft.id}/void`, { reason: "Wrong" }), 200, 409);
  const next = await issuedInvoice();
  refusedOnly(await many("POST", `/invoices/${next.id}/mark-uncollectible`), 200, 409);
});

test("settings, templates, secrets and images that many write at once stay consistent", async () => {
  const endpoint = await shop.api.post("/webhook-endpoints", { url: "https://example.com/hook" });
  refusedOnly(await many("POST", `/webhook-endpoints/${endpoint.id}/rotate-secret`, { overlapHours: 1 }), 200, 409);
  refusedOnly(await many("POST", `/webhook-endpoints/${endpoint.id}/test`), 200, 201, 202, 409);
  refusedOnly(await many("PUT", "/mail-templates/invoice", { subject: "{{InvoiceNumber}}", text: "Hello" }), 200, 201);
  for (const path of [
    "/organization",
    "/mail-settings",
    "/payment-settings",
    "/document-template",
    "/credit-settings",
  ]) {
    refusedOnly(await many("PATCH", path, {}), 200, 404, 405, 422);
  }
  const pixel = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const logos = await atOnce(() =>
    fetch(`${platform.url}/organization/logo`, {
      method: "PUT",
      headers: { Authorization: `Bearer ${shop.api.token}`, "Content-Type": "image/png" },
      body: pixel,
    }),
  );
  expect(logos).toEqual({ 200: TWINS });
  refusedOnly(await many("DELETE", `/webhook-endpoints/${endpoint.id}`), 204, 404);
});

test("resources without a unique field are created for each request", async () => {
  const made: Record<string, object> = {
    "/metrics": { name: "Calls", eventName: "call", aggregation: { method: "count" } },
    "/products": { name: "Seats", feeType: "fixed" },
    "/plans": { name: "Pro" },
    "/tax-rates": { name: "VAT", percentage: "19" },
    "/webhook-endpoints": { url: "https://example.com/hook" },
    "/api-keys": { name: "Key", scopes: ["read"] },
    "/test-clocks": { frozenTime: "2024-01-31" },
  };
  for (const [path, body] of Object.entries(made))
    expect([path, await many("POST", path, body)]).toEqual([path, { 201: TWINS }]);
});
