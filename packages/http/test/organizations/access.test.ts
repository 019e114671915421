import { accessTable, createServer, refuseUnlisted, routes } from "@counterfoil/http";
import { ROLES, SCOPES } from "@counterfoil/service";
import { environment, type Environment, type TestOrganization } from "@counterfoil/testkit/scenario";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../people/browser.ts";
import { walkRoutes } from "./walked-routes.ts";

// R-KEY-1, R-USER-1: checks the access table: each route with each single scope, each role, and without credentials.

let platform: Environment;
let organization: TestOrganization;
let server: FastifyInstance;
/** The headers of a key with one scope, of a session with one role, and without credentials. */
const callers: Record<string, Record<string, string>> = { anonymous: {} };

beforeAll(async () => {
  platform = await environment();
  organization = await platform.createOrganization();
  server = await createServer(platform.ports);
  for (const scope of SCOPES) {
    const { token } = await organization.api.post<{ token: string }>("/api-keys", { name: scope, scopes: [scope] });
    callers[`key ${scope}`] = { authorization: `Bearer ${token}` };
  }
  for (const role of ROLES) {
    const browser = openBrowser(platform);
    await platform.addPerson(organization.id, `${role}@access.example.com`, role);
    await browser.signIn(`${role}@access.example.com`);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    callers[`role ${role}`] = { cookie, "sec-fetch-site": "same-origin" };
  }
});
afterAll(() => server.close());

const table = accessTable(routes);

function expectedOf({ needs, roles }: (typeof table)[number], caller: string): string {
  const [kind, word = ""] = caller.split(" ");
  if (needs === "public") return "admitted";
  if (kind === "anonymous") return "401 unauthorized";
  if (kind === "key" && needs === "session") return "401 unauthorized";
  const isAllowed = kind === "key" ? word === needs : roles.some((role) => role === word);
  return isAllowed ? "admitted" : "403 insufficient_scope";
}

test("every route admits exactly the callers in the table", async () => {
  let walked = 0;
  for (const access of table) {
    const [method = "", path = ""] = access.route.split(" ");
    for (const [caller, headers] of Object.entries(callers)) {
      // An unknown parameter is refused after the caller is identified and before anything is done.
      const url = `${path.replaceAll(/:\w+/g, "x_1")}?no_such_parameter=1`;
      const answer = await server.inject({ method: method as "GET", url, headers });
      const { code } = answer.headers["content-type"]?.includes("json")
        ? answer.json<{ code: string }>()
        : { code: "" };
      const said = [401, 403].includes(answer.statusCode) ? `${answer.statusCode} ${code}` : "admitted";
      expect([access.route, caller, said]).toEqual([access.route, caller, expectedOf(access, caller)]);
      expect(answer.statusCode, `${access.route} did something`).toBeGreaterThanOrEqual(400);
      walked += 1;
    }
  }
  expect(walked).toBeGreaterThan(100 * 11);
});

test("the access table lists exactly the operations of the API", async () => {
  const documented = (await walkRoutes(organization.api)).map(
    ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
  );
  expect(table.map(({ route }) => route).toSorted()).toEqual(documented.toSorted());
});

test("security headers allow no scripts except those of the pages below /docs", async () => {
  const policyOf = async (url: string) => {
    const { headers } = await server.inject({ method: "GET", url });
    expect([url, headers["x-content-type-options"], headers["x-frame-options"]]).toEqual([url, "nosniff", "DENY"]);
    return String(headers["content-security-policy"]);
  };
  for (const url of ["/accounts", "/nowhere", "/openapi.json", "/health/live"]) {
    expect(await policyOf(url)).toBe("default-src 'none'; frame-ancestors 'none'");
  }
  for (const url of ["/docs/reference/", "/docs/errors"]) {
    const policy = await policyOf(url);
    expect(policy).toMatch(/default-src 'none'; .*frame-ancestors 'none'; script-src 'self'/);
    expect(/script-src [^;]*/.exec(policy)?.[0]).not.toMatch(/unsafe|\*|http/);
  }
  expect(await policyOf("/docs/reference/")).toContain("'sha256-");
});

test("without the documentation site, a link to a page says where to read it", async () => {
  const pageAt = async (url: string, accept = "text/html") => {
    const { statusCode, body, headers } = await server.inject({ method: "GET", url, headers: { accept } });
    return { statusCode, body, policy: String(headers["content-security-policy"]) };
  };
  expect(await pageAt("/docs/recipes/seats/")).toMatchObject({
    statusCode: 404,
    body: expect.stringContaining("docs/recipes/seats.md"),
    policy: expect.stringContaining("style-src"),
  });
  expect((await pageAt("/docs/%3Cscript%3E")).body).toContain("docs/README.md");
  expect((await pageAt("/docs/recipes/seats/", "application/json")).body).toContain("not_found");
});

test("does not serve a path that is neither in the table nor known to be open", () => {
  const known = new Set(routes.map(({ path }) => path));
  expect(() => refuseUnlisted("/debug/accounts", known)).toThrow("/debug/accounts is not in the table");
  expect(() => refuseUnlisted("/accounts/:id/secret", known)).toThrow();
  for (const path of ["/accounts/:id", "/health/live", "/docs/*", "/openapi.json"]) refuseUnlisted(path, known);
});
