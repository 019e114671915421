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

test("migrate on a database of this release has nothing to do", async () => {
  expect(await finished(["migrate", "--json"], environment)).toEqual({ code: 0, output: '{"applied":[]}\n' });
});

test("An organization and a key with chosen scopes are made from the command line (R-KEY-1)", async () => {
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

test("A key for one of several organizations needs to be told which", async () => {
  const { code, output } = await finished(["key", "create", "--name", "CI"], environment);
  expect(output).toMatch(
    /Which organization\? Name one with --organization:\n {2}org_\w+ {2}Acme\n {2}org_\w+ {2}Live/,
  );
  expect(code).toBe(2);
});

test("All that is wrong with a key is said at once", async () => {
  const words = ["key", "create", "--scopes", "read,fly", "--expires", "soon"];
  const { code, output } = await finished(words, environment);
  expect(output).toMatch(/--name is needed[^]*no scope "fly"[^]*--expires is "soon"/);
  expect(code).toBe(2);
});

test("A server that is not there is named without its password", async () => {
  const { code, output } = await finished(["migrate"], {
    DATABASE_URL: "postgres://owner:hush@127.0.0.1:9/counterfoil",
  });
  expect(output).toMatch(/Cannot connect to PostgreSQL at 127\.0\.0\.1:9\/counterfoil: .*ECONNREFUSED/);
  expect(output).not.toMatch(/hush/);
  expect(code).toBe(1);
});
