import type { AddressInfo } from "node:net";
import { createServer, routes } from "@counterfoil/http";
import { connectAgent, type Environment, environment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";

// R-MCP-1: who may connect, which tools a key sees, and that any process can answer.

let platform: Environment;
let organization: TestOrganization;

beforeAll(async () => {
  platform = await environment();
  organization = await platform.createOrganization();
});

const READ_TOOLS = [
  "search",
  "list",
  "get",
  "usage",
  "compare_invoices",
  "explain_line",
  "upcoming_invoice",
  "find_operation",
  "read",
];

async function tokenWith(...scopes: readonly string[]): Promise<string> {
  return (await organization.api.post<{ id: string; token: string }>("/api-keys", { name: "Agent", scopes })).token;
}

async function toolsOf(token: string) {
  const agent = await connectAgent(platform.url, token);
  const { tools } = await agent.client.listTools();
  await agent.close();
  return tools;
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: object;
}

/** A message without the official client. */
async function send({ headers = {}, method = "POST", body = initialize() }: Sent = {}) {
  const answer = await fetch(`${platform.url}/mcp`, {
    method,
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
    ...(method === "POST" ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const initialize = (clientInfo: object = { name: "plain", version: "1" }) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
});
const write = { jsonrpc: "2.0", id: 2, method: "tools/call" };

test("a key sees only the tools that it may use (R-KEY-1)", async () => {
  const names = async (...scopes: readonly string[]) =>
    (await toolsOf(await tokenWith(...scopes))).map(({ name }) => name);
  expect(await names("read")).toEqual(READ_TOOLS);
  expect(await names("read", "billing")).toEqual([...READ_TOOLS, "preview", "write"]);
  expect(await names("write")).toEqual(["get", "find_operation", "read", "preview", "write"]);
  expect(await names("ingest")).toEqual([]);
  const reader = await connectAgent(platform.url, await tokenWith("read"));
  expect(await reader.refused("preview", { operation: "createAccount" })).toBe(
    `The API key has the scopes read, which do not allow preview. Use one of: ${READ_TOOLS.join(", ")}.`,
  );
  // What it cannot call is not found either.
  const found = await reader.call<{ use: string }[]>("find_operation", { query: "invoice" });
  expect(new Set(found.map(({ use }) => use))).toEqual(new Set(["read"]));
  await reader.close();
  const writer = await connectAgent(platform.url, await tokenWith("write"));
  expect(await writer.refused("preview", { operation: "issueInvoice", input: { id: "inv_1" } })).toContain(
    "The API key has the scopes write, but this operation needs billing.",
  );
  await writer.close();
});

test("the tools are small, and say which of them write", async () => {
  const tools = await toolsOf(organization.api.token);
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)).toEqual([
    "write",
  ]);
  expect(Math.max(...tools.map(({ description }) => description?.length ?? 0))).toBeLessThan(180);
  expect(JSON.stringify({ tools }).length).toBeLessThan(7_500);
});

test("without a valid key, the answer says what to send", async () => {
  const oauth = `resource_metadata="${platform.url}/.well-known/oauth-protected-resource/mcp", scope="read write billing"`;
  const none = await send();
  expect([none.status, none.headers.get("WWW-Authenticate")]).toEqual([401, `Bearer realm="counterfoil", ${oauth}`]);
  expect(none.body).toMatchObject({ detail: expect.stringContaining("Authorization: Bearer") as string });
  const wrong = await send({ headers: bearer("cf_test_wrong") });
  expect([wrong.status, wrong.headers.get("WWW-Authenticate")]).toEqual([
    401,
    `Bearer realm="counterfoil", error="invalid_token", ${oauth}`,
  ]);
});

test("pages of other origins are refused, also if their domain leads here", async () => {
  const { token } = organization.api;
  for (const headers of [{ Origin: "http://evil.example" }, { Origin: "http://evil.example", Host: "evil.example" }]) {
    const refused = await send({ headers: { ...bearer(token), ...headers } });
    expect([refused.status, refused.body["code"]]).toEqual([403, "cross_site_request"]);
  }
  expect((await send({ headers: { ...bearer(token), Origin: "http://localhost:6274" } })).status).toBe(200);
});

test("streams and sessions are not offered: GET and DELETE get a 405", async () => {
  for (const method of ["GET", "DELETE"]) {
    const refused = await send({ method, headers: bearer(organization.api.token) });
    expect([refused.status, refused.headers.get("Allow")]).toEqual([405, "POST"]);
  }
});

test("any process answers any message, with a token of another one", async () => {
  const other = await createServer(platform.ports);
  await other.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(other.server.address() as AddressInfo).port}`;
  const input = { name: "Elsewhere", currency: "EUR" };
  const first = await connectAgent(platform.url, organization.api.token);
  const { token } = await first.call<{ token: string }>("preview", { operation: "createAccount", input });
  await first.close();
  const second = await connectAgent(url, organization.api.token, { name: "second", version: "2" });
  const { result } = await second.call<{ result: { id: string } }>("write", {
    operation: "createAccount",
    input,
    token,
  });
  await second.close();
  await other.close();
  const audit = await organization.api.get<{ items: object[] }>(`/audit?objectId=${result.id}`);
  expect(audit.items).toMatchObject([{ action: "account.created", agent: "second 2" }]);
});

test("a session belongs to its key; without one, the agent is the User-Agent", async () => {
  const { token } = organization.api;
  const session = (await send({ headers: bearer(token) })).headers.get("Mcp-Session-Id") ?? "";
  expect(session).toMatch(/^[\x21-\x7e]+$/);
  const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
  const other = await send({ headers: { ...bearer(await tokenWith("read")), "Mcp-Session-Id": session }, body: list });
  expect([other.status, other.body["code"]]).toEqual([404, "not_found"]);
  const input = { name: "Curl", currency: "EUR" };
  const call = async (name: string, arguments_: object) => {
    const headers = { ...bearer(token), "User-Agent": "curl/8.5" };
    const { body } = await send({ headers, body: { ...write, params: { name, arguments: arguments_ } } });
    const { content } = body["result"] as { content: { text: string }[] };
    return JSON.parse(content[0]?.text ?? "") as { token: string; result: { id: string } };
  };
  const shown = await call("preview", { operation: "createAccount", input });
  const { result } = await call("write", { operation: "createAccount", input, token: shown.token });
  const audit = await organization.api.get<{ items: object[] }>(`/audit?objectId=${result.id}`);
  expect(audit.items).toMatchObject([{ agent: "curl/8.5" }]);
});

test("errors are results that say what to do", async () => {
  const agent = await connectAgent(platform.url, organization.api.token);
  expect(await agent.refused("get", { id: "acme" })).toBe(
    'acme is not an ID. Add resource, such as "accounts", or find the ID with search.',
  );
  expect(await agent.refused("get", { id: "inv_01k4129wr04emw3zh15yd0at17" })).toContain("Not found.");
  expect(await agent.refused("list", { resource: "bills" })).toContain(
    "- /resource: resource must be one of accounts, ",
  );
  expect(await agent.refused("list", { resource: "invoices", filters: { stat: "paid" } })).toContain(
    '"stat" is not a field of this list. Use one of id, number, accountId, ',
  );
  expect(await agent.refused("read", { operation: "getInvoiceBalance" })).toContain("Similar: ");
  expect(await agent.refused("read", { operation: "createInvoice" })).toBe(
    "createInvoice changes data. Call preview first, then write.",
  );
  expect(await agent.refused("preview", { operation: "createCreditNote", input: {} })).toContain(
    'Input of createCreditNote: { invoiceId: string, reason: string, lines: [{lineItemId: string, amount?: "0.00"|null}], ',
  );
  // Not for agents: people, secrets, and what a preview cannot try.
  for (const operation of ["invite", "createApiKey", "createPortalLink", "eraseAccount", "ingestEvents"]) {
    expect(await agent.refused("preview", { operation })).toContain(
      `${operation} is not an operation that tools can call.`,
    );
  }
  await agent.close();
});

test("no operation has the same name for a parameter and a member of its body", () => {
  const colliding = routes.filter(({ path, body }) => {
    const schema: { readonly properties?: object } = body ?? {};
    const members = Object.keys(schema.properties ?? {});
    return members.some((name) => path.split("/").includes(`:${name}`));
  });
  expect(routes.length).toBeGreaterThan(200);
  expect(colliding.map(({ operationId }) => operationId)).toEqual([]);
});
