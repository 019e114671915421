import { createServer } from "@counterfoil/http";
import { openServices } from "@counterfoil/service";
import {
  type Api,
  environment,
  type Environment,
  type Json,
  type TestOrganization,
} from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findEverywhere } from "../erasure/find-everywhere.ts";
import { openBrowser } from "../people/browser.ts";

// R-API-12: the log of the requests of the last 30 days.

let platform: Environment;
let owner: pg.Client;

beforeAll(async () => {
  platform = await environment();
  owner = new pg.Client({ connectionString: platform.database.ownerUrl });
  await owner.connect();
});
afterAll(() => owner.end());

interface Logged extends Json {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly requestId: string;
}

const listed = async (api: Api, query = "") => (await api.get<{ items: Logged[] }>(`/request-log?${query}`)).items;
const told = ({ method, path, status }: Logged) => `${method} ${path} ${status}`;

/** The log once it has this many requests, latest first. */
async function logged(api: Api, count: number): Promise<Logged[]> {
  let items: Logged[] = [];
  await expect.poll(async () => (items = await listed(api, "limit=100")).length, { timeout: 10_000 }).toBe(count);
  return items;
}

/** The logged request of a response. */
async function exchangeOf(api: Api, answer: { readonly headers: Headers }): Promise<Json> {
  const query = `requestId=${answer.headers.get("X-Request-Id")}`;
  await expect.poll(async () => (await listed(api, query)).length, { timeout: 10_000 }).toBe(1);
  return api.get(`/request-log/${(await listed(api, query))[0]?.id}`);
}

const keyWith = async ({ api }: TestOrganization, ...scopes: string[]) =>
  platform.api((await api.post<{ token: string }>("/api-keys", { name: "Other", scopes })).token);

test("logs the requests of keys with their responses, and finds them by status, method, path, error, key, request and time", async () => {
  const { api } = await platform.createOrganization();
  const product = await api.post("/products", { name: "Seats", feeType: "fixed" });
  await api.get(`/products/${product.id}?x=1`).catch(() => undefined);
  const refused = await api.request("POST", "/products", { body: { name: "Seats" } });
  await api.request("GET", "/products/prod_missing");
  await fetch(`${platform.url}/products`, { method: "HEAD", headers: { Authorization: `Bearer ${api.token}` } });
  const all = await logged(api, 5);
  expect(all.map(told)).toEqual([
    "HEAD /products 200",
    "GET /products/prod_missing 404",
    "POST /products 422",
    `GET /products/${product.id} 400`,
    "POST /products 201",
  ]);
  const [key] = (await api.get<{ items: { id: string; name: string }[] }>("/api-keys")).items;
  const { id: _, at, durationMs, ...rest } = all[2] ?? ({} as Logged);
  expect(rest).toEqual({
    method: "POST",
    path: "/products",
    route: "/products",
    status: 422,
    errorCode: "validation_failed",
    actor: { type: "api_key", id: key?.id, name: key?.name },
    requestId: refused.headers.get("X-Request-Id"),
    idempotencyKey: null,
    requestBytes: 16,
    responseBytes: JSON.stringify(refused.body).length,
  });
  expect(durationMs).toBeGreaterThanOrEqual(0);
  expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000);

  const found = async (query: string) => (await listed(api, query)).map(told);
  expect(await found("status=4xx&limit=2")).toEqual(["GET /products/prod_missing 404", "POST /products 422"]);
  expect(await found("status=422")).toEqual(["POST /products 422"]);
  expect(await found("method=post&status=2xx")).toEqual(["POST /products 201"]);
  expect(await found(`path=${product.id}`)).toEqual([`GET /products/${product.id} 400`]);
  expect(await found("errorCode=not_found")).toEqual(["GET /products/prod_missing 404"]);
  expect(await found(`requestId=${refused.headers.get("X-Request-Id")}`)).toEqual(["POST /products 422"]);
  expect(await found("actorId=key_other")).toEqual([]);
  expect(await found(`actorId=${key?.id}&status=5xx`)).toEqual([]);
  expect(await found("to=2020-01-01")).toEqual([]);
  expect(await found("from=2090-01-01")).toEqual([]);
  const bad = await api.request("GET", "/request-log?status=4x");
  expect([bad.status, bad.body["detail"]]).toEqual([
    400,
    '"4x" is not a status. Use a number, such as 404, or a class, such as 4xx.',
  ]);

  const pages: string[] = [];
  let cursor = "";
  do {
    const page = await api.get<{ items: Logged[]; nextCursor: string | null }>(
      `/request-log?path=/products&limit=2${cursor}`,
    );
    pages.push(...page.items.map(told));
    cursor = page.nextCursor === null ? "" : `&cursor=${page.nextCursor}`;
  } while (cursor !== "");
  expect(pages).toEqual(all.map(told));
  expect(await exchangeOf(api, refused)).toMatchObject({
    query: "",
    requestBody: '{"name":"Seats"}',
    responseBody: JSON.stringify(refused.body),
    isCut: false,
  });
  expect((await api.request("GET", "/request-log/log_missing")).status).toBe(404);
});

test("a log neither shows nor stores secrets, personal data, emails, or the properties of usage", async () => {
  const organization = await platform.createOrganization();
  const { api } = organization;
  const secrets = [
    "Thusnelda",
    "Federspiel",
    "thusnelda@federspiel.example",
    "Lerchengasse",
    "DE811907980",
    "ultra-hidden",
  ];
  const [firstName, lastName, email, line1, taxId, property] = secrets;
  const contacts = [{ email, firstName, lastName, emailPreferences: ["billing"] }];
  const body = {
    name: `${lastName} & Co`,
    contacts,
    billingAddress: { line1, city: "Ulm" },
    taxId,
    aliases: [`${lastName}-1`],
  };
  const account = await api.request("POST", "/accounts", { body, headers: { "Idempotency-Key": `for ${email}` } });
  expect(account.status).toBe(201);
  await api.request("POST", "/accounts", { body: { ...body, currency: "XXQ" } });
  await api.request("GET", `/accounts/${email}`);
  const filters = encodeURIComponent(JSON.stringify([{ field: "name", value: lastName }]));
  await api.get(`/accounts?filters=${filters}`);
  await api.get(`/search?query=${lastName}`);
  const endpoint = await api.post<{ id: string; secret: string }>("/webhook-endpoints", {
    url: "https://hooks.example.com/in",
    eventTypes: ["*"],
  });
  const key = await api.post<{ id: string; token: string }>("/api-keys", { name: "New", scopes: ["read"] });
  const link = await api.post<{ url: string }>(`/accounts/${account.body.id}/portal-link`, {});
  const event = { account: account.body.id, eventName: "call", uniqueId: "1", properties: { property } };
  await api.request("POST", "/events", { body: event });
  await api.request("POST", "/events", { body: { ...event, uniqueId: 7 } });
  await logged(api, 10);
  const { rows } = await owner.query<{ row: string }>(
    "select r::text as row from request_log r where organization_id = $1",
    [organization.id],
  );
  const text = rows.map(({ row }) => row).join("\n");
  for (const secret of [...secrets, endpoint.secret, key.token, api.token, link.url.split("/").at(-1) ?? "?"]) {
    expect([secret, text.includes(secret)]).toEqual([secret, false]);
  }
  // What helps a developer stays.
  expect(text).toContain("https://hooks.example.com/in");
  expect(text).toContain(account.body.id);
  expect(text).toContain("[redacted]");
});

test("people are logged when they write or fail, without what they only look at", async () => {
  const organization = await platform.createOrganization();
  await platform.addPerson(organization.id, "log@example.com", "admin");
  const person = openBrowser(platform);
  await person.signIn("log@example.com");
  await person.get("/products");
  await person.get("/products/prod_missing");
  await person.send("POST", "/products", { name: "Seats", feeType: "fixed" });
  const items = await logged(organization.api, 2);
  expect(items.map(told)).toEqual(["POST /products 201", "GET /products/prod_missing 404"]);
  expect(items[0]?.["actor"]).toMatchObject({ type: "person", name: "log@example.com" });
});

test("a refusal for want of a scope is logged, an unknown key is not, and only administrators read the log", async () => {
  const organization = await platform.createOrganization();
  const reader = await keyWith(organization, "read");
  const refused = await reader.request("POST", "/products", { body: { name: "No", feeType: "fixed" } });
  await platform.api("cf_test_unknown").request("GET", "/products");
  expect(await exchangeOf(organization.api, refused)).toMatchObject({ status: 403, errorCode: "insufficient_scope" });
  const asked = await reader.request("GET", "/request-log");
  expect([asked.status, asked.body["code"]]).toEqual([403, "insufficient_scope"]);
  const { api: others } = await platform.createOrganization();
  expect(await listed(others)).toEqual([]);
  const own = await listed(organization.api);
  expect((await others.request("GET", `/request-log/${own[0]?.id}`)).status).toBe(404);
});

test("of usage, one request a second is logged, and every refused one", async () => {
  const { api } = await platform.createOrganization();
  const event = (uniqueId: unknown) => ({ account: "a", eventName: "call", uniqueId, properties: {} });
  for (let sent = 0; sent < 20; sent += 1) await api.request("POST", "/events", { body: event(String(sent)) });
  const refused = await api.request("POST", "/events", { body: "{", headers: { "Content-Type": "application/json" } });
  expect(await exchangeOf(api, refused)).toMatchObject({ status: 400, requestBody: null });
  const passed = await listed(api, "status=2xx&limit=100");
  expect(passed.length).toBeGreaterThanOrEqual(1);
  expect(passed.length).toBeLessThan(20);
});

test("a flood of one organization is logged in part, and counted", async () => {
  const { ports } = platform;
  const services = openServices(ports.database);
  const server = await createServer({ ...ports, ...services });
  const { api } = await platform.createOrganization();
  const headers = { Authorization: `Bearer ${api.token}` };
  // A slow computer gets room for more entries while it sends, so it sends until some are left out.
  let sent = 0;
  for (let round = 0; round < 50 && services.requestLog.standing().skipped === 0; round += 1) {
    const requests = Array.from({ length: 100 }, () => server.inject({ url: "/tax-rates?limit=1", headers }));
    sent += (await Promise.all(requests)).length;
  }
  await server.inject({ url: "/tax-rates/tax_missing", headers });
  const { stored, skipped } = await standing();
  expect(stored + skipped).toBe(sent + 1);
  expect(stored).toBeGreaterThanOrEqual(200);
  expect(skipped).toBeGreaterThan(0);
  // Successful requests do not crowd out the one that failed.
  expect((await listed(api, "status=4xx")).map(told)).toEqual(["GET /tax-rates/tax_missing 404"]);
  await server.close();

  async function standing() {
    await services.requestLog.flush();
    return services.requestLog.standing();
  }
});

test("a database that takes no entries fails no request, and closing the server writes what waits", async () => {
  const { ports } = platform;
  const organization = await platform.createOrganization();
  const headers = { Authorization: `Bearer ${organization.api.token}` };
  const broken = {
    ...ports.database,
    transaction: () => Promise.reject(new Error("the disk is full")),
  } as typeof ports.database;
  const deaf = openServices(broken);
  const without = await createServer({ ...ports, requestLog: deaf.requestLog });
  expect((await without.inject({ url: "/products", headers })).statusCode).toBe(200);
  await without.close();
  expect(deaf.requestLog.standing()).toEqual({ stored: 0, skipped: 0, failed: 1 });

  const services = openServices(ports.database);
  const server = await createServer({ ...ports, ...services });
  await server.inject({ url: "/products", headers });
  await server.close();
  expect(services.requestLog.standing()).toEqual({ stored: 1, skipped: 0, failed: 0 });
  expect((await listed(organization.api)).map(told)).toEqual(["GET /products 200"]);
});

test("a long body is cut, and a longer one is left out", async () => {
  const { api } = await platform.createOrganization();
  const create = (length: number) =>
    api.request("POST", "/products", { body: { name: "Long", feeType: "fixed", description: "é".repeat(length) } });
  const cut = await exchangeOf(api, await create(20_000));
  expect([cut["isCut"], String(cut["requestBody"]).length]).toEqual([true, 8_000]);
  expect(cut["requestBytes"]).toBeGreaterThan(40_000);
  expect(await exchangeOf(api, await create(40_000))).toMatchObject({ isCut: false, requestBody: null });
});

test("the worker deletes requests after 30 days, and of one organization those beyond the latest", async () => {
  const [first, second] = [await platform.createOrganization(), await platform.createOrganization()];
  for (const { api } of [first, second]) for (const _ of [1, 2, 3, 4]) await api.get("/products");
  await logged(first.api, 4);
  await logged(second.api, 4);
  await owner.query(
    `update request_log set at = at - interval '31 days' where organization_id = $1
     and id in (select id from request_log where organization_id = $1 order by id limit 1)`,
    [first.id],
  );
  const forget = async (kept: number) =>
    (
      await owner.query<{ count: number }>("select forget_requests(now() - interval '30 days', $1, 100) as count", [
        kept,
      ])
    ).rows[0]?.count;
  expect(await forget(100_000)).toBe(1);
  expect((await listed(first.api)).length).toBe(3);
  expect((await listed(second.api)).length).toBe(4);
  // Organizations of other tests have surplus requests, too.
  while ((await forget(2)) !== 0);
  expect((await listed(first.api)).length).toBe(2);
  expect((await listed(second.api)).length).toBe(2);
});

test("erasing an account removes what the log has of it", async () => {
  const { api, id } = await platform.createOrganization();
  const alias = "Bartholomew";
  const account = await api.post("/accounts", { name: "Acme", aliases: [alias], currency: "USD" });
  await api.get(`/accounts/${account.id}`);
  await logged(api, 2);
  expect(await findEverywhere(owner, account.id)).toContain("request_log.response_body");
  await api.post(`/accounts/${account.id}/erase`);
  await logged(api, 3);
  const { rows } = await owner.query<{ request_body: string | null; response_body: string | null }>(
    "select request_body, response_body from request_log where organization_id = $1 and path not like '%/erase'",
    [id],
  );
  expect(rows).toEqual([
    { request_body: null, response_body: null },
    { request_body: null, response_body: null },
  ]);
});
