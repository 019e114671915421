import { inlined } from "@counterfoil/testkit/contract";
import { ERRORS, createIds, openServices, systemClock } from "@counterfoil/service";
import { createServer } from "@counterfoil/http";
import { openDatabase } from "@counterfoil/storage";
import { type Answer, type Api, environment, type Environment, startEnvironment } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { walkRoutes, type WalkedRoute } from "../organizations/walked-routes.ts";
import { buildWorld, type World } from "./world.ts";

// R-API-4: every error is a problem with a code of the catalog.

let platform: Environment;
let api: Api;
let world: World;
let routes: WalkedRoute[];
/** The token of a quote, which opens the public routes. */
let quoteToken: string;
let portalToken: string;

beforeAll(async () => {
  platform = await environment();
  ({ api } = await platform.createOrganization());
  world = await buildWorld(api);
  const terms = { accountId: world.accounts.bare.id, priceGroups: [{ priceIds: [world.prices[0]?.id] }] };
  const quote = await api.post("/subscriptions", terms);
  quoteToken = (await api.post<{ token: string }>(`/subscriptions/${quote.id}/send`)).token;
  const { id } = world.accounts.bare;
  portalToken = (await api.post<{ token: string }>(`/accounts/${id}/portal-link`, { mayCancel: true })).token;
  routes = await walkRoutes(api);
  expect(routes.length).toBeGreaterThan(30);
});

interface Fault {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** Asserts that a response is a complete problem with this code by RFC 9457. Returns its faults. */
function expectProblem(answer: Answer, code: keyof typeof ERRORS, what = ""): Fault[] {
  const { status, title } = ERRORS[code];
  expect([what, answer.status, answer.body["code"]]).toEqual([what, status, code]);
  expect(answer.headers.get("Content-Type")).toContain("application/problem+json");
  expect(answer.body).toMatchObject({ title, status, type: `/docs/errors#${code}` });
  expect(answer.body["detail"]).toEqual(expect.stringMatching(/\S/));
  expect(answer.body["requestId"]).toBe(answer.headers.get("X-Request-Id"));
  const { errors = [], ...rest } = answer.body;
  expect(Object.keys(rest).toSorted()).toEqual(["code", "detail", "requestId", "status", "title", "type"]);
  return errors as Fault[];
}

/** Events are refused one by one, and webhooks of a provider are not read before their signature is verified. */
const isReadByItself = ({ path }: WalkedRoute): boolean => path === "/events" || path.includes("/webhook/");

const pointers = (faults: readonly Fault[]): string[] => faults.map((fault) => fault.pointer).toSorted();
const filled = (path: string): string =>
  path
    .replace("{token}", path.startsWith("/public/portal/") ? portalToken : quoteToken)
    .replace("{kind}", "invoice")
    .replaceAll(/\{\w+\}/g, "x_1");

/** A body that is sent exactly as written. */
const sendText = (path: string, body: string) =>
  api.request("POST", path, { body, headers: { "Content-Type": "application/json" } });

test("refuses a member named by a single backslash before it can affect how later bodies are parsed", async () => {
  const event = { uniqueId: "backslash", account: world.accounts.bare.id, eventName: "call" };
  for (const name of ["\\\\", "\\u005c", "\\u005C"]) {
    const body = `{"name": "x", "${name}" : 1}`;
    expectProblem(await sendText("/accounts", body), "malformed_request", body);
    expectProblem(
      await sendText("/events", JSON.stringify({ ...event, properties: {} }).replace("{}", body)),
      "malformed_request",
    );
    expectProblem(await api.request("GET", `/accounts?filters=${encodeURIComponent(body)}`), "invalid_parameter");
  }
  // In other places, a backslash is text.
  const properties = { a: "\\", "b\\": '\\\\":', "\\c": 1 };
  const answer = await sendText("/events", JSON.stringify({ ...event, properties }));
  expect([answer.status, answer.body["ingested"]]).toEqual([200, ["backslash"]]);
});

test("every route requires a valid key: 401 with WWW-Authenticate", async () => {
  const { token } = await api.post<{ token: string }>("/api-keys", { name: "Revoked", scopes: ["read"] });
  const keys = await api.get<{ items: { id: string; name: string }[] }>("/api-keys");
  await api.delete(`/api-keys/${keys.items.find((key) => key.name === "Revoked")?.id}`);
  const past = { name: "Past", scopes: ["read"], expiresAt: "2020-01-01T00:00:00Z" };
  const expired = await api.request<{ token?: string }>("POST", "/api-keys", { body: past });
  const wrong = ["", "nonsense", `cf_live_${"0".repeat(32)}`, token, expired.body.token ?? ""];
  for (const { method, path } of routes.filter((route) => !route.isPublic)) {
    for (const key of wrong) {
      const answer = await platform.api(key).request(method, filled(path));
      expectProblem(answer, "unauthorized", `${method} ${path}`);
      // Only a caller that sent a key learns that it is wrong (RFC 6750, 3.1).
      const challenge = 'Bearer realm="counterfoil"';
      const expected = key === "" ? challenge : `${challenge}, error="invalid_token"`;
      expect(answer.headers.get("WWW-Authenticate"), `${method} ${path}`).toBe(expected);
    }
  }
  const basic = await platform
    .api("")
    .request("GET", "/accounts", { headers: { Authorization: "Basic dXNlcjpwYXNz" } });
  expectProblem(basic, "unauthorized");
  expect(basic.headers.get("WWW-Authenticate")).toBe('Bearer realm="counterfoil"');
  const reader = await api.post<{ token: string }>("/api-keys", { name: "Reader", scopes: ["read"] });
  const narrow = await platform.api(reader.token).request("POST", "/accounts", { body: { name: "Acme" } });
  expectProblem(narrow, "insufficient_scope");
  expect(narrow.headers.get("WWW-Authenticate")).toBe('Bearer realm="counterfoil", error="insufficient_scope"');
});

interface OpenApiBody {
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, OpenApiBody>>;
}

/** The fields of a body that accept one of several words, by JSON pointer. */
function closedSets({ properties = {} }: OpenApiBody, at = ""): { pointer: string; words: readonly unknown[] }[] {
  return Object.entries(properties).flatMap(([name, member]) => [
    ...(member.enum === undefined ? [] : [{ pointer: `${at}/${name}`, words: member.enum }]),
    ...closedSets(member, `${at}/${name}`),
  ]);
}

test("an error that lists the allowed words lists neither null nor an empty word (R-API-4)", async () => {
  const document = inlined(
    await api.get<{
      paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema?: OpenApiBody }> } }>>;
    }>("/openapi.json"),
  );
  let [looked, cleared] = [0, 0];
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { requestBody }] of Object.entries(operations)) {
      for (const { pointer, words } of closedSets(requestBody?.content["application/json"]?.schema ?? {})) {
        const body = pointer
          .split("/")
          .slice(1)
          .reduceRight<unknown>((inner, name) => ({ [name]: inner }), "no such word") as object;
        const answer = await api.request(method.toUpperCase(), filled(path), { body });
        const fault = (answer.body["errors"] as Fault[] | undefined)?.find((one) => one.pointer === pointer);
        if (fault === undefined) continue;
        const listed = / one of (.+)\.$/.exec(fault.detail)?.[1]?.split(", ");
        const named = words.filter((word) => word !== null);
        expect(listed, `${method} ${path} ${pointer}: ${fault.detail}`).toEqual(named);
        looked += 1;
        if (named.length < words.length) cleared += 1;
      }
    }
  }
  expect(looked).toBeGreaterThan(40);
  expect(cleared).toBeGreaterThan(10);
});

test("exactly these routes need no key, and each opens only for its own token", async () => {
  const open = routes.filter((route) => route.isPublic);
  expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /auth/sign-in",
    "POST /auth/second-factor",
    "POST /auth/sign-out",
    "POST /auth/password-reset",
    "POST /auth/password-reset/confirm",
    "POST /auth/invitation",
    "POST /auth/invitation/accept",
    "GET /quotes/{token}",
    "GET /quotes/{token}/pdf",
    "POST /quotes/{token}/accept",
    "GET /quotes/{token}/state",
    "POST /quotes/{token}/decline",
    "GET /public/invoices/{token}",
    "GET /public/invoices/{token}/pdf",
    "POST /public/invoices/{token}/pay",
    "POST /public/invoices/{token}/new-link",
    "GET /public/portal/{token}",
    "GET /public/portal/{token}/credit",
    "GET /public/portal/{token}/usage",
    "PATCH /public/portal/{token}/billing-details",
    "POST /public/portal/{token}/subscriptions/{id}/cancel",
    "GET /public/portal/{token}/invoices/{id}/pdf",
    "POST /public/portal/{token}/invoices/{id}/payment-link",
    "POST /public/portal/{token}/payments",
    "GET /public/portal/{token}/payments/{id}/receipt",
    "POST /payment-providers/stripe/webhook/{organizationId}",
  ]);
  for (const token of ["x", quoteToken.slice(1), `${quoteToken}x`, quoteToken.toUpperCase(), "%00", api.token]) {
    for (const { method, path } of open.filter(({ path }) => path.includes("{"))) {
      const answer = await platform.api("").request(method, path.replace(/\{\w+\}/, token));
      expectProblem(answer, "not_found", `${method} ${path} with ${token}`);
      // A short token may occur in a request ID by chance.
      if (token.length > 16) expect(JSON.stringify(answer.body)).not.toContain(token.slice(1));
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
    }
  }
});

test("refuses a key that has every scope except the required one (R-KEY-1)", async () => {
  const scopes = ["read", "write", "ingest", "billing", "admin"];
  const keyed = routes.filter((route) => !route.isPublic && !route.isSession);
  for (const { method, path, scope } of keyed) {
    expect(scopes, `${method} ${path} has a scope`).toContain(scope);
  }
  for (const scope of new Set(keyed.map((route) => route.scope))) {
    const others = scopes.filter((other) => other !== scope);
    const { token } = await api.post<{ token: string }>("/api-keys", { name: `All but ${scope}`, scopes: others });
    for (const route of keyed.filter((one) => one.scope === scope)) {
      const answer = await platform.api(token).request(route.method, filled(route.path));
      expectProblem(answer, "insufficient_scope", `${route.method} ${route.path}`);
    }
  }
});

test("refuses an unknown field by its name, on every route with a body", async () => {
  const withBody = routes.filter((route) => route.takesBody && !route.isSession && !isReadByItself(route));
  expect(withBody.length).toBeGreaterThan(10);
  for (const { method, path } of withBody) {
    const answer = await api.request(method, filled(path), { body: { shoeSize: 43, "a/b": 1 } });
    const faults = expectProblem(answer, "validation_failed", `${method} ${path}`);
    const strangers = faults.filter((fault) => fault.code === "unknown_member").map((fault) => fault.pointer);
    expect(strangers.toSorted(), `${method} ${path}`).toEqual(["/a~1b", "/shoeSize"]);
  }
});

test("a body that is not JSON, is missing, has another type or is too large has its own code, on every route", async () => {
  const json = { "Content-Type": "application/json" };
  for (const { method, path } of routes.filter((one) => one.takesBody && !one.isSession && !isReadByItself(one))) {
    const send = (body: string, headers: Record<string, string> = json) =>
      api.request(method, filled(path), { body, headers });
    const what = `${method} ${path}`;
    expectProblem(await send('{"name": '), "malformed_request", what);
    expectProblem(await send(""), "malformed_request", what);
    // If the body is parsed with all digits of its numbers, this name is an ordinary, unknown name.
    const refusal = path.endsWith("/amend") ? "validation_failed" : "malformed_request";
    expectProblem(await send('{"__proto__": {"name": "x"}}'), refusal, what);
    expectProblem(
      await send("name=x", { "Content-Type": "application/x-www-form-urlencoded" }),
      "unsupported_media_type",
      what,
    );
    expectProblem(await send("<name>x</name>", { "Content-Type": "text/xml" }), "unsupported_media_type", what);
    for (const value of ["[]", "1", '"text"', "null"]) expectProblem(await send(value), "validation_failed", what);
  }
  const large = JSON.stringify({ name: "x".repeat(1_100_000) });
  expectProblem(await api.request("POST", "/accounts", { body: large, headers: json }), "payload_too_large");
  const deep = `{"name":${"[".repeat(5_000)}${"]".repeat(5_000)}}`;
  expectProblem(await api.request("POST", "/accounts", { body: deep, headers: json }), "malformed_request");
});

test("names every wrong field at once, not only the first", async () => {
  const account = await api.request("POST", "/accounts", {
    body: {
      name: "",
      currency: "usd",
      contacts: [{ email: "unknown" }, { firstName: "Ada" }],
      billingAddress: { street: "1 Main St" },
      taxCountry: "Germany",
      aliases: ["a", 7],
    },
  });
  expect(pointers(expectProblem(account, "validation_failed"))).toEqual([
    "/aliases/1",
    "/billingAddress/street",
    "/contacts/0/email",
    "/contacts/1/email",
    "/currency",
    "/name",
    "/taxCountry",
  ]);
  // Faults that the schema cannot detect are named in the same response.
  const unknown = await api.request("POST", "/accounts", {
    body: { name: "A", currency: "XXQ", timezone: "Mars/Olympus", aliases: ["crm-1", "b", "b"] },
  });
  expect(pointers(expectProblem(unknown, "validation_failed"))).toEqual([
    "/aliases/0",
    "/aliases/2",
    "/currency",
    "/timezone",
  ]);
  const subscription = await api.request("POST", "/subscriptions", {
    body: {
      accountId: world.accounts.bare.id,
      contractPeriodType: "fixed",
      minimumSpend: { amount: "-1", period: "month" },
      discount: { discountType: "percentage", amount: "101", durationType: "fixed" },
      priceGroups: [{ priceIds: ["price_none"] }],
    },
  });
  expect(pointers(expectProblem(subscription, "validation_failed"))).toEqual([
    "/contractEndDate",
    "/discount/amount",
    "/discount/durationValue",
    "/minimumSpend/amount",
    "/priceGroups/0/priceIds/0",
  ]);
});

test("names a tier that leaves a gap, overlaps another one or limits the last one (R-RATE-1)", async () => {
  const price = (tiers: object[]) => ({
    body: { productId: world.products.metered.id, type: "tiered", tieredPricingModel: { tiers } },
  });
  const tier = (minUnits: number, maxUnits: number | null) => ({ minUnits, maxUnits, pricePerUnit: { value: "1" } });
  for (const [tiers, index] of [
    [[tier(0, 100), tier(102, null)], 1], // a gap
    [[tier(0, 100), tier(90, null)], 1], // an overlap
    [[tier(0, 100), tier(101, 200)], 1], // a limited last tier
    [[tier(0, null), tier(1, null)], 0], // an unlimited tier in the middle
  ] as const) {
    const faults = expectProblem(await api.request("POST", "/prices", price([...tiers])), "validation_failed");
    expect(faults.map((fault) => fault.pointer).join()).toContain(`/tieredPricingModel/tiers/${index}`);
  }
});

/** The log of the requests themselves, and what a worker writes meanwhile when it folds usage. */
const OTHERS = "('request_log', 'account_change', 'usage_increment', 'usage_series', 'usage_total')";

/** The number of rows in every table, as the owner sees it, without those of others. */
async function rowCounts(): Promise<Record<string, string>> {
  const owner = new pg.Client({ connectionString: platform.database.ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ${OTHERS}`,
    );
    const counts: Record<string, string> = {};
    for (const { name } of rows) {
      counts[name] = (await owner.query<{ count: string }>(`select count(*) from ${name}`)).rows[0]?.count ?? "";
    }
    return counts;
  } finally {
    await owner.end();
  }
}

test("a refused write leaves no trace: no row, no new price, no entry in the audit log", async () => {
  const good = { productId: world.products.metered.id, unitPricingModel: { pricePerUnit: { value: "1" } } };
  const bad = { ...good, unitPricingModel: { pricePerUnit: { value: "one" } } };
  const account = world.accounts.bare.id;
  const draft = world.subscriptions.draft.id;
  const refused: [method: string, path: string, body?: object][] = [
    ["POST", "/accounts", { name: "A", aliases: ["new", "crm-1"], contacts: [{ email: "a@example.com" }] }],
    ["PATCH", `/accounts/${account}`, { contacts: [{ email: "a@example.com" }], timezone: "Mars/Olympus" }],
    ["POST", "/price-bundles", { name: "B", prices: [good, bad] }],
    ["POST", "/subscriptions", { accountId: account, priceGroups: [{ newPrices: [good, bad] }] }],
    ["POST", "/subscriptions", { accountId: account, priceGroups: [{ newPrices: [good] }, { priceIds: ["none"] }] }],
    ["POST", `/subscriptions/${draft}/versions`, { priceGroups: [{ newPrices: [good, bad] }] }],
    ["POST", `/subscriptions/${draft}/activate`],
    ["POST", "/plans", { name: "P", priceGroups: [{ priceIds: ["none"] }] }],
    ["POST", "/products", { name: "P", feeType: "metered", metricIds: ["none"] }],
    ["POST", "/metrics", { name: "M", eventName: "e", aggregation: { method: "sum" } }],
    ["PATCH", "/organization", { timezone: "Mars/Olympus", name: "Renamed" }],
  ];
  const before = await rowCounts();
  for (const [method, path, body] of refused) {
    const answer = await api.request(method, path, body === undefined ? {} : { body });
    const faults = expectProblem(answer, "validation_failed", `${method} ${path}`);
    expect(faults, `${method} ${path}`).not.toEqual([]);
  }
  expect(await rowCounts()).toEqual(before);
  expect((await api.get("/organization"))["name"]).toBe("Story");
});

test("activation names everything that is missing (R-SUB-2)", async () => {
  const path = `/subscriptions/${world.subscriptions.draft.id}`;
  const none = await api.request("POST", `${path}/activate`);
  expect(pointers(expectProblem(none, "validation_failed"))).toEqual(["/versions"]);
  await api.post(`${path}/versions`, {});
  await api.post(`${path}/versions`, { startDate: "2090-01-01" });
  const incomplete = await api.request("POST", `${path}/activate`);
  const faults = pointers(expectProblem(incomplete, "validation_failed"));
  // One version has neither a start nor a price, the other has no price.
  expect(faults.filter((pointer) => pointer.endsWith("/startDate"))).toHaveLength(1);
  expect(faults.filter((pointer) => pointer.endsWith("/priceGroups"))).toHaveLength(2);
});

test("returns 409 if the state does not allow an operation, and changes nothing (R-SUB-2, R-SUB-3, R-CAT-2)", async () => {
  const [price] = world.prices;
  const priceGroups = [{ priceIds: [price?.id] }];
  const subscription = await api.post("/subscriptions", { accountId: world.accounts.full.id, priceGroups });
  const path = `/subscriptions/${subscription.id}`;
  await api.post(`${path}/activate`);
  const { versions } = await api.get<{ versions: { id: string }[] }>(`${path}/versions`);
  const version = `${path}/versions/${versions[0]?.id}`;
  const before = await api.get(version);
  expectProblem(await api.request("POST", `${path}/activate`), "state_conflict");
  expectProblem(await api.request("PATCH", version, { body: { changeDescription: "x" } }), "state_conflict");
  expectProblem(await api.request("DELETE", version), "state_conflict");
  expectProblem(await api.request("POST", `${version}/publish`), "state_conflict");
  expect(await api.get(version)).toEqual(before);
});

test("unknown paths and methods", async () => {
  expectProblem(await api.request("GET", "/shoes"), "not_found");
  expectProblem(await api.request("GET", "/accounts/acct_none"), "not_found");
  const answer = await api.request("DELETE", "/accounts");
  expectProblem(answer, "method_not_allowed");
  expect(answer.headers.get("Allow")).toBe("GET, POST");
  expectProblem(await api.request("GET", "/subscriptions/sub_none/activate"), "method_not_allowed");
});

test("an internal error is a 500 that discloses nothing, and an unavailable database is a 503 to retry (R-API-4)", async () => {
  const broken = await startEnvironment();
  const owner = new pg.Client({ connectionString: broken.database.ownerUrl });
  try {
    const organization = await broken.createOrganization();
    await owner.connect();
    await owner.query("alter table account rename to secret_table");
    const answer = await organization.api.request("GET", "/accounts");
    expectProblem(answer, "internal_error");
    expect(JSON.stringify(answer.body)).not.toMatch(/secret_table|relation|select|\.ts/i);
  } finally {
    await owner.end();
    await broken.stop();
  }
  const database = openDatabase("postgres://unknown@127.0.0.1:1/nothing");
  const server = await createServer({
    ...platform.ports,
    clock: systemClock,
    ids: createIds(systemClock),
    database,
    ...openServices(database),
  });
  try {
    const headers = { authorization: `Bearer ${api.token}` };
    const answer = await server.inject({ method: "GET", url: "/accounts", headers });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, "database_unavailable"]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  } finally {
    await server.close();
    await database.close();
  }
});

test("the page of error codes lists every code of the catalog and nothing else", async () => {
  const page = await api.request<string>("GET", "/docs/errors");
  // The npm package serves the page of the documentation site.
  const shown = [...page.body.matchAll(/<(?:tr|span) id="(\w+)">/g)].map((match) => match[1]);
  expect(shown).toEqual(Object.keys(ERRORS));
});
