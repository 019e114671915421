import { createTestDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finished } from "../running-command.ts";

let database: TestDatabase;
let environment: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.ownerUrl };
});
afterAll(() => database.drop());

test("migrate does nothing on a migrated database", async () => {
  expect(await finished(["migrate", "--json"], environment)).toEqual({ code: 0, output: '{"applied":[]}\n' });
});

test("creates an organization and a key with chosen scopes (R-KEY-1)", async () => {
  const none = await finished(["key", "create", "--name", "CI"], environment);
  expect(none).toMatchObject({ code: 1, output: expect.stringMatching(/There is no organization yet/) });
  const made = await finished(
    ["org", "create", "--name", "Acme", "--sandbox", "--currency", "EUR", "--json"],
    environment,
  );
  const { organizationId, apiKey } = JSON.parse(made.output) as Record<string, string>;
  expect(apiKey).toMatch(/^cf_test_/);
  const live = await finished(["org", "create", "--name", "Live"], environment);
  expect(live.output).toMatch(/API key +cf_live_/);

  const key = await finished(
    ["key", "create", "--organization", "Acme", "--name", "Meter", "--scopes", "read,ingest", "--json"],
    environment,
  );
  expect(JSON.parse(key.output)).toMatchObject({
    organizationId,
    name: "Meter",
    scopes: ["read", "ingest"],
    expiresAt: null,
  });
  expect(key.code).toBe(0);
});

test("key create requires --organization if there are several", async () => {
  const { code, output } = await finished(["key", "create", "--name", "CI"], environment);
  expect(output).toMatch(
    /There are several organizations\. Choose one with --organization:\n {2}org_\w+ {2}Acme\n {2}org_\w+ {2}Live/,
  );
  expect(code).toBe(2);
});

test("key create lists all faults at once", async () => {
  const words = ["key", "create", "--scopes", "read,fly", "--expires", "soon"];
  const { code, output } = await finished(words, environment);
  expect(output).toMatch(/--name is required[^]*Unknown scope "fly"[^]*--expires is "soon"/);
  expect(code).toBe(2);
});

test("names an unreachable server without its password", async () => {
  const { code, output } = await finished(["migrate"], {
    DATABASE_URL: "postgres://owner:hush@127.0.0.1:9/counterfoil",
  });
  expect(output).toMatch(/Cannot connect to PostgreSQL at 127\.0\.0\.1:9\/counterfoil: .*ECONNREFUSED/);
  expect(output).not.toMatch(/hush/);
  expect(code).toBe(1);
});
