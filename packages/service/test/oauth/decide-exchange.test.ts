import type { FoundOauthToken } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { isAccessToken, isOauthScope, makeOauthToken, sha256, toConnection } from "../../src/oauth/connection.ts";
import { decideExchange, type Exchange } from "../../src/oauth/decide-exchange.ts";

// R-MCP-1: when a code or a refresh token gives new tokens.

const now = "2026-03-01T10:00:00.000Z";
const resource = "https://billing.example.com/mcp";
const code: FoundOauthToken = {
  organizationId: "org_1",
  connectionId: "conn_1",
  personId: "person_1",
  role: "owner",
  clientHash: sha256("client"),
  clientName: "Assistant",
  scopes: ["read"],
  resource,
  lastUsedAt: null,
  kind: "code",
  redirectUri: "https://assistant.example/callback",
  codeChallenge: sha256("verifier").toString("base64url"),
  expiresAt: "2026-03-01T10:00:00.001Z",
  usedAt: null,
};
const asked: Exchange = {
  kind: "code",
  clientId: "client",
  resource,
  code: "code",
  redirectUri: "https://assistant.example/callback",
  codeVerifier: "verifier",
};
const refresh: FoundOauthToken = { ...code, kind: "refresh", redirectUri: null, codeChallenge: null };
const again: Exchange = { kind: "refresh", clientId: "client", resource, refreshToken: "token", scopes: null };

const refused = (error: string, description: string) => ({
  kind: "refused",
  error,
  description: expect.stringContaining(description) as string,
});

test("a code gives tokens to its own client, once, and until it expires", () => {
  expect(decideExchange(code, asked, now)).toEqual({ kind: "granted" });
  expect(decideExchange({ ...code, usedAt: now }, asked, now)).toEqual({ kind: "reused" });
  expect(decideExchange({ ...code, expiresAt: now }, asked, now)).toEqual(refused("invalid_grant", "expired"));
  expect(decideExchange(undefined, asked, now)).toEqual(refused("invalid_grant", "unknown"));
  expect(decideExchange(code, { ...asked, clientId: "other" }, now)).toEqual(
    refused("invalid_grant", "another client"),
  );
  expect(decideExchange(code, { ...asked, redirectUri: "https://x.example/" }, now)).toEqual(
    refused("invalid_grant", "redirect_uri"),
  );
  expect(decideExchange(code, { ...asked, codeVerifier: "guess" }, now)).toEqual(
    refused("invalid_grant", "code_verifier"),
  );
  expect(decideExchange(code, { ...asked, resource: "https://x.example/mcp" }, now)).toEqual(
    refused("invalid_target", resource),
  );
});

test("what another client presents does not end the connection, even if it was used", () => {
  const used = { ...code, usedAt: now };
  expect(decideExchange(used, { ...asked, clientId: "other" }, now).kind).toBe("refused");
  expect(decideExchange(used, { ...asked, codeVerifier: "guess" }, now).kind).toBe("refused");
  expect(decideExchange({ ...refresh, usedAt: now }, { ...again, clientId: "other" }, now).kind).toBe("refused");
});

test("a refresh token is no code, and gives no more scopes than were granted", () => {
  expect(decideExchange(refresh, again, now)).toEqual({ kind: "granted" });
  expect(decideExchange(refresh, asked, now).kind).toBe("refused");
  expect(decideExchange(code, again, now).kind).toBe("refused");
  expect(decideExchange(refresh, { ...again, scopes: ["read"] }, now)).toEqual({ kind: "granted" });
  expect(decideExchange(refresh, { ...again, scopes: ["read", "write"] }, now)).toEqual(
    refused("invalid_scope", "write"),
  );
});

test("tokens are random, differ from API keys, and only their hash is stored", () => {
  const [one, other] = [makeOauthToken("access"), makeOauthToken("access")];
  expect(one.token).not.toBe(other.token);
  expect(one.hash.equals(sha256(one.token))).toBe(true);
  expect([
    isAccessToken(one.token),
    isAccessToken(makeOauthToken("refresh").token),
    isAccessToken("cf_live_x"),
  ]).toEqual([true, false, false]);
  expect(["read", "write", "billing", "admin", "ingest"].filter(isOauthScope)).toEqual(["read", "write", "billing"]);
});

test("the API shows neither hashes nor scopes that no one can grant", () => {
  const row = {
    organizationId: "org_1",
    id: "conn_1",
    personId: "person_1",
    personName: "Ada",
    clientHash: sha256("client"),
    clientName: "Assistant",
    redirectHost: "assistant.example",
    scopes: ["read", "unknown"],
    resource,
    connectedAt: null,
    lastUsedAt: null,
    expiresAt: now,
    revokedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  const shown = toConnection(row);
  expect(shown.scopes).toEqual(["read"]);
  expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(["clientHash"]));
});
