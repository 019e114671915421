import { inlined } from "@counterfoil/testkit/contract";
import { environment } from "@counterfoil/testkit/scenario";
import Fastify from "fastify";
import Type from "typebox";
import { expect, test } from "vitest";
import { addRoute } from "../../src/add-route.ts";
import { createAdmission } from "../../src/admission.ts";
import { type ApiVersion, API_VERSIONS, chooseVersion, NEWEST_VERSION } from "../../src/api-version.ts";
import { createRuns } from "../../src/runs/run.ts";
import { createRateLimits } from "../../src/rate-limits.ts";
import { route } from "../../src/route.ts";

// docs/api-versions.md

test("every response names the API version, for every caller and result", async () => {
  const running = await environment();
  const { api } = await running.createOrganization();
  const stranger = running.api("");
  const answers = [
    await api.request("GET", "/accounts"),
    await api.request("POST", "/accounts", { body: { name: "Versioned" } }),
    await api.request("GET", "/accounts/acct_none"),
    await api.request("POST", "/accounts", { body: { nonsense: 1 } }),
    await stranger.request("GET", "/accounts"),
    await stranger.request("GET", "/nowhere"),
    await stranger.request("DELETE", "/accounts"),
    await stranger.request("GET", "/%zz"),
    await stranger.request("GET", "/openapi.json"),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get("Counterfoil-Version")])).toEqual(
    [200, 201, 404, 422, 401, 404, 405, 400, 200].map((status) => [status, "2026-11-24"]),
  );
});

test("accepts a supported version, and refuses another one by name before doing anything", async () => {
  const { api } = await (await environment()).createOrganization();
  const ask = (version: string) =>
    api.request("POST", "/accounts", {
      body: { name: "Versioned" },
      headers: { "Counterfoil-Version": version, "Idempotency-Key": "one" },
    });
  const refused = await ask("2024-01-01");
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({
    code: "invalid_parameter",
    detail: '"2024-01-01" is not an API version. Counterfoil-Version must be one of: 2026-11-24.',
    errors: [{ pointer: "/Counterfoil-Version", code: "not_allowed" }],
  });
  for (const version of ["latest", "2026-11-24, 2026-11-24"]) expect((await ask(version)).status).toBe(400);
  expect(await api.get("/accounts")).toMatchObject({ data: [] });
  expect((await ask("2026-11-24")).status).toBe(201);
});

test("the document's version is the newest, and its parameter accepts the supported ones", async () => {
  const { api } = await (await environment()).createOrganization();
  const document = inlined(
    await api.get<{
      info: { version: string };
      paths: Record<string, Record<string, { parameters: { name: string; schema: { enum: string[] } }[] }>>;
    }>("/openapi.json"),
  );
  expect(document.info.version).toBe(NEWEST_VERSION);
  const parameter = document.paths["/accounts"]?.["get"]?.parameters.find(({ name }) => name === "Counterfoil-Version");
  expect(parameter?.schema.enum).toEqual(API_VERSIONS.map(({ name }) => name));
});

test("without a version, the oldest one responds, so that a release moves no client to a new one", () => {
  const old: ApiVersion = {
    name: "2026-11-24",
    deprecation: { deprecatedOn: "2027-03-01", sunsetOn: "2028-03-01" },
  };
  const versions = [old, { name: "2027-03-01" }] as const;
  expect(chooseVersion(undefined, versions)).toBe(old);
  expect(chooseVersion("2027-03-01", versions)).toEqual({ name: "2027-03-01" });
  expect(() => chooseVersion("", versions)).toThrow("must be one of: 2026-11-24, 2027-03-01.");
  expect(() => chooseVersion(["2026-11-24"], versions)).toThrow();
});

test("responses of deprecated operations say since when, until when, and where to read more (RFC 9745, RFC 8594)", async () => {
  const server = Fastify();
  const deprecated = route({
    method: "GET",
    path: "/old/:id",
    operationId: "getOld",
    tag: "Accounts",
    summary: "Get something old",
    scope: null,
    admit: () => Promise.resolve({ organizationId: "", actor: { type: "command", id: "test" } }),
    params: Type.Object({ id: Type.String() }),
    deprecation: { deprecatedOn: "2026-06-01", sunsetOn: "2027-06-01" },
    status: 200,
    response: Type.Object({ name: Type.String() }),
    handle: () => Promise.resolve({ name: "Old" }),
  });
  const { ports } = await environment();
  const around = {
    ports,
    limits: createRateLimits({ requests: null, usage: null }),
    admission: createAdmission(() => ports.database.connections()),
    logHooks: () => ({}),
    runs: createRuns(),
    routes: [deprecated],
  };
  addRoute(server, around, deprecated);
  const answer = await server.inject({ method: "GET", url: "/old/1" });
  expect(answer.json()).toEqual({ name: "Old" });
  expect(answer.headers).toMatchObject({
    deprecation: "@1780272000", // 2026-06-01T00:00:00Z
    sunset: "Tue, 01 Jun 2027 00:00:00 GMT",
    link: '</docs>; rel="deprecation"; type="text/html"',
  });
  await server.close();
});
