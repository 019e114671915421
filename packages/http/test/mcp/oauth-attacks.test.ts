import { createHash } from "node:crypto";
import { forgetOauthConnections } from "@counterfoil/service";
import { CALLBACK } from "@counterfoil/testkit/oauth-program";
import { type Environment, startEnvironment, type TestOrganization } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Browser, openBrowser } from "../people/browser.ts";
import { allow, requestOf } from "./oauth-client.ts";

// R-MCP-1: attacks on connections, one by one, without the official SDK, which would not send such requests.

let now = "2026-03-01T10:00:00.000Z";
const later = (milliseconds: number) => {
  now = new Date(Date.parse(now) + milliseconds).toISOString();
};
const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000];
const VERIFIER = "a-verifier-of-43-characters-or-more-0123456789";
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

let platform: Environment;
let organization: TestOrganization;
let owner: Browser;
let resource: string;
let clientId: string;

beforeAll(async () => {
  platform = await startEnvironment({ now: () => now }, { isIdle: true });
  organization = await platform.createOrganization();
  await platform.addPerson(organization.id, "ada@example.com", "owner");
  owner = openBrowser(platform);
  await owner.signIn("ada@example.com");
  resource = `${platform.url}/mcp`;
  clientId = await register();
});
afterAll(() => platform.stop());
// Sessions of people end, too.
beforeEach(() => owner.signIn("ada@example.com"));

async function register(redirect_uris: readonly string[] = [CALLBACK]): Promise<string> {
  const { status, body } = await json("/oauth/register", { client_name: "Assistant", redirect_uris });
  expect(status).toBe(201);
  return String(body["client_id"]);
}

async function answerOf(answer: Response) {
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: (text.startsWith("{") ? JSON.parse(text) : {}) as Record<string, string>,
  };
}

const json = async (path: string, body: unknown) =>
  answerOf(
    await fetch(platform.url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );

/** The address that a program opens in the browser. */
function authorizeAddress(changed: Readonly<Record<string, string | undefined>> = {}): URL {
  const url = new URL("/oauth/authorize", platform.url);
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    state: "s",
    resource,
    ...changed,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

async function codeFor(changed: Readonly<Record<string, string | undefined>> = {}, scopes = ["read"]): Promise<string> {
  later(SECOND);
  const back = await allow(owner, authorizeAddress(changed), scopes);
  return back.searchParams.get("code") ?? "";
}

type Form = Readonly<Record<string, string>>;

async function token(form: Form) {
  return answerOf(await fetch(`${platform.url}/oauth/token`, { method: "POST", body: new URLSearchParams(form) }));
}

const exchange = (code: string, changed: Form = {}) =>
  token({
    grant_type: "authorization_code",
    code,
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    resource,
    ...changed,
  });

const refresh = (refreshToken: string, changed: Form = {}) =>
  token({ grant_type: "refresh_token", refresh_token: refreshToken, client_id: clientId, resource, ...changed });

/** Whether `/mcp` accepts a token. */
async function mcp(accessToken: string) {
  const answer = await fetch(resource, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      Authorization: `Bearer ${accessToken}`,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
  });
  return answerOf(answer);
}

async function connect() {
  const { body } = await exchange(await codeFor());
  expect((await mcp(body["access_token"] ?? "")).status).toBe(200);
  return { access: body["access_token"] ?? "", refresh: body["refresh_token"] ?? "" };
}

const refused = (error: string, description: string) => ({
  status: error === "invalid_client" ? 401 : 400,
  body: { error, error_description: expect.stringContaining(description) as string },
});

test("a code works once: the second use ends what the first one gave", async () => {
  const code = await codeFor();
  const { body } = await exchange(code);
  expect(await exchange(code)).toMatchObject(refused("invalid_grant", "used before"));
  expect((await mcp(body["access_token"] ?? "")).status).toBe(401);
  expect(await refresh(body["refresh_token"] ?? "")).toMatchObject(refused("invalid_grant", "revoked"));
});

test("of concurrent exchanges of one code, at most one gives tokens", async () => {
  const code = await codeFor();
  const answers = await Promise.all([exchange(code), exchange(code), exchange(code)]);
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  for (const { body } of answers) if (body["access_token"]) expect((await mcp(body["access_token"])).status).toBe(401);
});

test("a code is bound to its client, redirect URI, verifier and resource, and expires after a minute", async () => {
  const code = await codeFor();
  const other = await register(["https://other.example/callback"]);
  expect(await exchange(code, { client_id: other })).toMatchObject(refused("invalid_grant", "another client"));
  expect(await exchange(code, { redirect_uri: `${CALLBACK}2` })).toMatchObject(
    refused("invalid_grant", "redirect_uri"),
  );
  expect(await exchange(code, { code_verifier: `${VERIFIER}x` })).toMatchObject(
    refused("invalid_grant", "code_verifier"),
  );
  expect(await exchange(code, { resource: "https://other.example/mcp" })).toMatchObject(
    refused("invalid_target", resource),
  );
  // None of these used it.
  expect((await exchange(code)).status).toBe(200);
  const late = await codeFor();
  later(60 * SECOND);
  expect(await exchange(late)).toMatchObject(refused("invalid_grant", "expired"));
});

test("a refresh token works once: the second use ends the connection", async () => {
  const { access, refresh: first } = await connect();
  const { body } = await refresh(first);
  expect((await mcp(body["access_token"] ?? "")).status).toBe(200);
  expect(await refresh(first)).toMatchObject(refused("invalid_grant", "used before"));
  for (const dead of [access, body["access_token"] ?? ""]) expect((await mcp(dead)).status).toBe(401);
  expect((await refresh(body["refresh_token"] ?? "")).status).toBe(400);
  const list = await organization.api.get<{ items: { id: string }[] }>("/oauth-connections?sort=createdAt:desc");
  const { items } = await organization.api.get<{ items: object[] }>(`/audit?objectId=${list.items[0]?.id}`);
  expect(items).toMatchObject([
    { action: "oauth_connection.revoked", actor: { type: "system", id: "oauth" } },
    { action: "oauth_connection.granted" },
  ]);
});

test("another client, or one that asks for more, gets nothing for a refresh token", async () => {
  const { refresh: own, access } = await connect();
  const other = await register(["https://other.example/callback"]);
  expect(await refresh(own, { client_id: other })).toMatchObject(refused("invalid_grant", "another client"));
  expect(await refresh(own, { scope: "read write" })).toMatchObject(refused("invalid_scope", "write"));
  expect(await refresh(access)).toMatchObject(refused("invalid_grant", "unknown"));
  expect(await exchange(own)).toMatchObject(refused("invalid_grant", "unknown"));
  expect((await mcp(own)).status).toBe(401);
  expect((await refresh(own)).status).toBe(200);
});

test("an access token ends after an hour, and a refresh token after 60 days without use", async () => {
  const { access, refresh: first } = await connect();
  later(HOUR - SECOND);
  expect((await mcp(access)).status).toBe(200);
  later(SECOND);
  const late = await mcp(access);
  expect([late.status, late.headers.get("WWW-Authenticate")]).toEqual([
    401,
    `Bearer realm="counterfoil", error="invalid_token", resource_metadata="${platform.url}/.well-known/oauth-protected-resource/mcp", scope="read write billing"`,
  ]);
  const { body } = await refresh(first);
  later(60 * DAY);
  expect(await refresh(body["refresh_token"] ?? "")).toMatchObject(refused("invalid_grant", "expired"));
});

test("an access token is only for /mcp of this server", async () => {
  const { access } = await connect();
  const answer = await answerOf(
    await fetch(`${platform.url}/accounts`, { headers: { Authorization: `Bearer ${access}` } }),
  );
  expect([answer.status, answer.body["detail"]]).toEqual([401, "Access tokens are only for /mcp. Send an API key."]);
  // As if it had been made for another address.
  const database = new pg.Client({ connectionString: platform.database.ownerUrl });
  await database.connect();
  await database.query("update oauth_connection set resource = 'https://other.example/mcp' where revoked_at is null");
  const other = await mcp(access);
  await database.end();
  expect([other.status, other.body["detail"]]).toEqual([
    401,
    `The access token is for https://other.example/mcp, not for ${resource}.`,
  ]);
  expect((await mcp("cf_oauth_guessed")).status).toBe(401);
});

test("a code is only sent to a registered address; a loopback address may have another port", async () => {
  for (const redirect_uri of [
    `${CALLBACK}/more`,
    `${CALLBACK}?more=1`,
    "https://evil.example/callback",
    "http://assistant.example/callback",
    "https://assistant.example:8443/callback",
    "https://assistant.example@evil.example/callback",
    undefined,
  ]) {
    const client_id = redirect_uri === undefined ? await register([CALLBACK, "https://two.example/"]) : clientId;
    const answer = await fetch(authorizeAddress({ redirect_uri, client_id }), { redirect: "manual" });
    expect([redirect_uri, answer.status, answer.headers.get("Location")]).toEqual([redirect_uri, 400, null]);
  }
  const local = await register(["http://127.0.0.1/callback"]);
  const request = await requestOf(
    authorizeAddress({ client_id: local, redirect_uri: "http://127.0.0.1:43117/callback" }),
  );
  expect((await owner.send("POST", "/oauth-connections/request", { request })).body).toMatchObject({
    redirectHost: "127.0.0.1:43117",
    isLocal: true,
  });
  for (const redirect_uri of ["http://localhost:43117/callback", "http://127.0.0.1:43117/other"]) {
    const answer = await fetch(authorizeAddress({ client_id: local, redirect_uri }), { redirect: "manual" });
    expect(answer.status).toBe(400);
  }
});

test("what cannot be registered", async () => {
  for (const uri of [
    "http://assistant.example/callback",
    "javascript:alert(1)//",
    "data:text/html,hello",
    "cursor://callback",
    "https://assistant.example/#fragment",
    "https://user@assistant.example/",
    "/callback",
    7,
  ]) {
    expect(await json("/oauth/register", { redirect_uris: [uri] }), String(uri)).toMatchObject({
      status: 400,
      body: { error: "invalid_redirect_uri" },
    });
  }
  expect(await json("/oauth/register", {})).toMatchObject({ status: 400, body: { error: "invalid_redirect_uri" } });
  expect(await json("/oauth/register", [])).toMatchObject({ status: 400, body: { error: "invalid_redirect_uri" } });
});

test("errors that the program must see go to its address, with its state and our name", async () => {
  const errorOf = async (changed: Readonly<Record<string, string | undefined>>) => {
    const answer = await fetch(authorizeAddress(changed), { redirect: "manual" });
    const { origin, pathname, searchParams } = new URL(answer.headers.get("Location") ?? "");
    expect([origin + pathname, searchParams.get("state"), searchParams.get("iss")]).toEqual([
      CALLBACK,
      "s",
      platform.url,
    ]);
    return searchParams.get("error");
  };
  expect(await errorOf({ response_type: "token" })).toBe("unsupported_response_type");
  expect(await errorOf({ code_challenge: undefined })).toBe("invalid_request");
  expect(await errorOf({ code_challenge_method: "plain" })).toBe("invalid_request");
  expect(await errorOf({ resource: "https://other.example/mcp" })).toBe("invalid_target");
  expect(await errorOf({ scope: "admin ingest" })).toBe("invalid_scope");
});

test("a client ID that this server did not make is unknown, everywhere", async () => {
  const [payload = "", signature = ""] = clientId.split(".");
  const forged = `${Buffer.from(JSON.stringify(["Claude", "https://evil.example/"])).toString("base64url")}.${signature}`;
  for (const client_id of [forged, `${payload}.`, "x", ""]) {
    const shown = await answerOf(await fetch(authorizeAddress({ client_id }), { redirect: "manual" }));
    expect(shown).toMatchObject(refused("invalid_client", "unknown"));
    expect(await refresh("x", { client_id })).toMatchObject(refused("invalid_client", "unknown"));
  }
  expect(await token({ grant_type: "password", client_id: clientId })).toMatchObject(
    refused("unsupported_grant_type", "grant_type"),
  );
  expect(await token({ grant_type: "authorization_code", client_id: clientId })).toMatchObject(
    refused("invalid_request", "code is missing"),
  );
  const twice = new URLSearchParams([...new URLSearchParams({ client_id: clientId }), ["client_id", "x"]]);
  const answer = await answerOf(await fetch(`${platform.url}/oauth/token`, { method: "POST", body: twice }));
  expect(answer).toMatchObject(refused("invalid_request", "more than once"));
  expect(await json("/oauth/token", { client_id: clientId })).toMatchObject(
    refused("invalid_request", "form-urlencoded"),
  );
});

test("only what the program asked for can be granted, only by a person whose role may create keys", async () => {
  const request = await requestOf(authorizeAddress({ scope: "read admin" }));
  const grant = (browser: Browser, body: object) => browser.send("POST", "/oauth-connections", body);
  expect(await grant(owner, { request, scopes: ["read", "write"] })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: "/scopes", code: "not_allowed" }] },
  });
  expect((await grant(owner, { request, scopes: ["admin"] })).status).toBe(422);
  expect((await grant(owner, { request: `${request}x`, scopes: ["read"] })).status).toBe(422);
  for (const role of ["finance", "developer", "viewer"] as const) {
    await platform.addPerson(organization.id, `${role}@example.com`, role);
    const browser = openBrowser(platform);
    await browser.signIn(`${role}@example.com`);
    expect((await grant(browser, { request, scopes: ["read"] })).body["code"]).toBe("insufficient_scope");
  }
  // A key with all scopes is not a person.
  const byKey = await organization.api.request("POST", "/oauth-connections", { body: { request, scopes: ["read"] } });
  expect(byKey.status).toBe(403);
  // And a page of another site cannot click.
  const elsewhere = await owner.send(
    "POST",
    "/oauth-connections",
    { request, scopes: ["read"] },
    { Origin: "https://evil.example" },
  );
  expect(elsewhere.body["code"]).toBe("cross_site_request");
  later(31 * 60 * SECOND);
  expect((await grant(owner, { request, scopes: ["read"] })).body).toMatchObject({ errors: [{ code: "expired" }] });
});

test("a person who loses the role, or leaves, loses their connections at once", async () => {
  const leaver = await platform.addPerson(organization.id, "leaver@example.com", "admin");
  const browser = openBrowser(platform);
  const connectAs = async (scopes: readonly string[]) => {
    await browser.signIn("leaver@example.com");
    const back = await allow(browser, authorizeAddress(), scopes);
    return (await exchange(back.searchParams.get("code") ?? "")).body;
  };
  const [reader, writer] = [await connectAs(["read"]), await connectAs(["read", "write"])];
  await owner.send("PATCH", `/people/${leaver}`, { role: "viewer" });
  expect((await mcp(writer["access_token"] ?? "")).status).toBe(401);
  expect((await refresh(writer["refresh_token"] ?? "")).status).toBe(400);
  // A viewer may read.
  expect((await mcp(reader["access_token"] ?? "")).status).toBe(200);
  await owner.send("DELETE", `/people/${leaver}?keepKeys=true`);
  expect((await mcp(reader["access_token"] ?? "")).status).toBe(401);
  expect((await refresh(reader["refresh_token"] ?? "")).status).toBe(400);
});

test("a revoked connection ends at once, and again changes nothing", async () => {
  const { access, refresh: next } = await connect();
  const list = await organization.api.get<{ items: { id: string }[] }>("/oauth-connections?sort=createdAt:desc");
  const id = list.items[0]?.id ?? "";
  expect(await organization.api.get(`/oauth-connections/${id}`)).toMatchObject({ id, revokedAt: null });
  await organization.api.delete(`/oauth-connections/${id}`);
  await organization.api.delete(`/oauth-connections/${id}`);
  expect((await mcp(access)).status).toBe(401);
  expect((await refresh(next)).status).toBe(400);
  const { items } = await organization.api.get<{ items: object[] }>(`/audit?objectId=${id}`);
  expect(items).toMatchObject([
    { action: "oauth_connection.revoked", actor: { type: "api_key" } },
    { action: "oauth_connection.granted", actor: { type: "person" } },
  ]);
  // Another organization does not find it.
  const other = await platform.createOrganization();
  for (const method of ["GET", "DELETE"]) {
    expect((await other.api.request(method, `/oauth-connections/${id}`)).status).toBe(404);
  }
});

test("only hashes are stored, and what ended is deleted", async () => {
  const database = new pg.Client({ connectionString: platform.database.ownerUrl });
  await database.connect();
  const count = async (table: string) =>
    Number((await database.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count);
  const { access, refresh: next } = await connect();
  await codeFor();
  const { rows } = await database.query<{ row: string }>(
    "select to_json(t)::text as row from oauth_token t union all select to_json(c)::text from oauth_connection c",
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const { row } of rows) {
    for (const secret of [access, next, VERIFIER]) expect(row).not.toContain(secret);
  }
  const before = await count("oauth_connection");
  later(60 * SECOND + 1);
  await forgetOauthConnections(platform.ports.database, now);
  // The one whose program never came.
  expect(await count("oauth_connection")).toBeLessThan(before);
  expect((await mcp(access)).status).toBe(200);
  later(91 * DAY);
  await forgetOauthConnections(platform.ports.database, now);
  expect([await count("oauth_token"), await count("oauth_connection")]).toEqual([0, 0]);
  await database.end();
});
