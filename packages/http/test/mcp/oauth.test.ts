import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CALLBACK, makeOauthProgram } from "@counterfoil/testkit/oauth-program";
import { connectAgent, environment, type Environment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { type Browser, openBrowser } from "../people/browser.ts";
import { allow, requestOf } from "./oauth-client.ts";

// R-MCP-1: a program that accepts only OAuth connects with the address alone. The official SDK discovers, registers and
// takes tokens; the person's clicks are those of a browser.

let platform: Environment;
let organization: TestOrganization;
let owner: Browser;
let ownerId: string;
let address: URL;

beforeAll(async () => {
  platform = await environment();
  organization = await platform.createOrganization({ name: "Northwind" });
  ownerId = await platform.addPerson(organization.id, "ada@northwind.example", "owner");
  owner = openBrowser(platform);
  await owner.signIn("ada@northwind.example");
  address = new URL("/mcp", platform.url);
});

/** Connects a program, allowed by a person. */
async function connected(scopes: readonly string[] = ["read", "write", "billing"], browser = owner) {
  const program = makeOauthProgram(platform.url);
  await program.finish(await allow(browser, await program.ask(), scopes));
  return program;
}

const connections = () =>
  organization.api
    .get<{ items: Record<string, unknown>[] }>("/oauth-connections?sort=createdAt:desc")
    .then(({ items }) => items);

test("a program finds the server by its address, asks, and calls tools as the person", async () => {
  const program = makeOauthProgram(platform.url, "Claude");
  const client = new Client({ name: "claude-ai", version: "1.0" });
  const first = new StreamableHTTPClientTransport(address, { authProvider: program.provider });
  await expect(client.connect(first)).rejects.toThrow("Unauthorized");
  const asked = program.opened();
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    response_type: "code",
    code_challenge_method: "S256",
    redirect_uri: CALLBACK,
    scope: "read write billing",
    resource: address.href,
  });

  const shown = await owner.send("POST", "/oauth-connections/request", { request: await requestOf(asked) });
  expect(shown.body).toEqual({
    clientName: "Claude",
    redirectHost: "assistant.example",
    isLocal: false,
    scopes: ["read", "write", "billing"],
    refuseTo: expect.stringMatching(/^https:\/\/assistant\.example\/callback\?error=access_denied&/) as string,
  });

  const back = await allow(owner, asked, ["read", "write"]);
  expect(back.href.startsWith(`${CALLBACK}?code=`)).toBe(true);
  expect(back.searchParams.get("state")).toBe("state of the program");
  expect(back.searchParams.get("iss")).toBe(platform.url);
  await first.finishAuth(back.searchParams.get("code") ?? "");
  expect(program.tokens()).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "read write" });

  await client.connect(new StreamableHTTPClientTransport(address, { authProvider: program.provider }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["search", "preview", "write"]));
  await client.close();

  const agent = await connectAgent(platform.url, program.tokens().access_token, { name: "claude-ai", version: "1.0" });
  const input = { name: "Granted", currency: "EUR" };
  const { token } = await agent.call<{ token: string }>("preview", { operation: "createAccount", input });
  const { result } = await agent.call<{ result: { id: string } }>("write", {
    operation: "createAccount",
    input,
    token,
  });
  // The person did not allow billing.
  expect(await agent.refused("preview", { operation: "issueInvoice", input: { id: "inv_1" } })).toContain(
    "The connection has the scopes read, write, but this operation needs billing.",
  );
  const { items } = await organization.api.get<{ items: object[] }>(`/audit?objectId=${result.id}`);
  expect(items).toMatchObject([{ actor: { type: "person", id: ownerId }, agent: "claude-ai 1.0" }]);

  const [connection] = await connections();
  expect(connection).toMatchObject({
    clientName: "Claude",
    redirectHost: "assistant.example",
    scopes: ["read", "write"],
    personId: ownerId,
    personName: expect.any(String) as string,
    revokedAt: null,
  });
  const granted = await organization.api.get<{ items: object[] }>(`/audit?objectId=${String(connection?.["id"])}`);
  expect(granted.items).toMatchObject([{ action: "oauth_connection.granted", actor: { type: "person", id: ownerId } }]);
  // The request log names the program like a key.
  await expect
    .poll(async () => {
      const log = await organization.api.get<{ items: { actor: object; path: string }[] }>(
        `/request-log?actorId=${String(connection?.["id"])}`,
      );
      return log.items.map(({ actor }) => actor);
    })
    .toContainEqual({ type: "oauth_connection", id: connection?.["id"], name: "Claude" });
  await agent.close();
});

test("the refresh token gives the next tokens, and rotates", async () => {
  const program = await connected(["read"]);
  const before = program.tokens();
  await program.refresh();
  const after = program.tokens();
  expect(after.refresh_token).not.toBe(before.refresh_token);
  expect(after.access_token).not.toBe(before.access_token);
  const agent = await connectAgent(platform.url, after.access_token);
  expect((await agent.client.listTools()).tools.map(({ name }) => name)).not.toContain("write");
  await agent.close();
});

test("what programs discover", async () => {
  const read = async (path: string) => (await fetch(platform.url + path)).json();
  expect(await read("/.well-known/oauth-protected-resource/mcp")).toEqual({
    resource: address.href,
    authorization_servers: [platform.url],
    scopes_supported: ["read", "write", "billing"],
    bearer_methods_supported: ["header"],
    resource_name: "Counterfoil",
    resource_documentation: `${platform.url}/docs/mcp`,
  });
  expect(await read("/.well-known/oauth-protected-resource")).toMatchObject({ resource: address.href });
  expect(await read("/.well-known/oauth-authorization-server")).toMatchObject({
    issuer: platform.url,
    authorization_endpoint: `${platform.url}/oauth/authorize`,
    token_endpoint: `${platform.url}/oauth/token`,
    registration_endpoint: `${platform.url}/oauth/register`,
    revocation_endpoint: `${platform.url}/oauth/revoke`,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    authorization_response_iss_parameter_supported: true,
  });
});

test("a token is bound to its connection: another connection of the same person cannot use a preview", async () => {
  const [one, other] = [await connected(), await connected()];
  const first = await connectAgent(platform.url, one.tokens().access_token);
  const second = await connectAgent(platform.url, other.tokens().access_token);
  const input = { name: "Bound", currency: "EUR" };
  const { token } = await first.call<{ token: string }>("preview", { operation: "createAccount", input });
  expect(await second.refused("write", { operation: "createAccount", input, token })).toContain("not valid");
  await first.call("write", { operation: "createAccount", input, token });
  await first.close();
  await second.close();
});

test("the program can give its token back, which ends the connection", async () => {
  const program = await connected();
  const information = await program.provider.clientInformation();
  const form = new URLSearchParams({
    token: program.tokens().refresh_token ?? "",
    client_id: information?.client_id ?? "",
  });
  const answer = await fetch(`${platform.url}/oauth/revoke`, { method: "POST", body: form });
  expect(answer.status).toBe(200);
  await expect(connectAgent(platform.url, program.tokens().access_token)).rejects.toThrow();
  const [connection] = await connections();
  expect(connection).toMatchObject({ revokedAt: expect.any(String) as string });
  const { items } = await organization.api.get<{ items: object[] }>(`/audit?objectId=${String(connection?.["id"])}`);
  expect(items).toMatchObject([
    { action: "oauth_connection.revoked", agent: "Assistant" },
    { action: "oauth_connection.granted" },
  ]);
});

test("a connection that has changed since it was read is not revoked with If-Match", async () => {
  await connected();
  const [connection] = await connections();
  const path = `/oauth-connections/${String(connection?.["id"])}`;
  const tag = (await organization.api.request("GET", path)).headers.get("ETag") ?? "";
  const stale = await organization.api.request("DELETE", path, { headers: { "If-Match": '"earlier"' } });
  expect([stale.status, stale.body["code"]]).toEqual([412, "precondition_failed"]);
  expect((await organization.api.request("DELETE", path, { headers: { "If-Match": tag } })).status).toBe(204);
});
