import { type Api, environment } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { walkRoutes } from "../organizations/walked-routes.ts";

// R-API-6: PATCH is a merge patch, and accepts its media type (RFC 7396).

const MERGE_PATCH = { "Content-Type": "application/merge-patch+json" };
let api: Api;

beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization());
});

test("every PATCH reads a body of the type application/merge-patch+json like one of application/json", async () => {
  const patches = (await walkRoutes(api)).filter(
    ({ method, isPublic, isSession }) => method === "PATCH" && !isPublic && !isSession,
  );
  expect(patches.length).toBeGreaterThan(14);
  for (const { path } of patches) {
    const at = path.replaceAll(/\{\w+\}/g, "none");
    const body = JSON.stringify({ shoeSize: 43 });
    const [asJson, asPatch] = [
      await api.request("PATCH", at, { body, headers: { "Content-Type": "application/json" } }),
      await api.request("PATCH", at, { body, headers: MERGE_PATCH }),
    ];
    expect([path, asPatch.status, asPatch.body["errors"]]).toEqual([path, 422, asJson.body["errors"]]);
  }
});

test("a merge patch changes what it names and clears what is null", async () => {
  const account = await api.post("/accounts", { name: "Acme", taxId: "DE811569869", currency: "EUR" });
  for (const type of ["application/merge-patch+json", "application/merge-patch+json; charset=utf-8"]) {
    const body = JSON.stringify({ name: type, taxId: null });
    const answer = await api.request("PATCH", `/accounts/${account.id}`, { body, headers: { "Content-Type": type } });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ name: type, taxId: null, currency: "EUR" });
  }
  const torn = await api.request("PATCH", `/accounts/${account.id}`, { body: '{"name":', headers: MERGE_PATCH });
  expect([torn.status, torn.body["code"]]).toEqual([400, "malformed_request"]);
});

test("only PATCH accepts the type, and the document says so", async () => {
  const body = JSON.stringify({ name: "Acme" });
  const created = await api.request("POST", "/accounts", { body, headers: MERGE_PATCH });
  expect([created.status, created.body["code"]]).toEqual([415, "unsupported_media_type"]);
  const document = await api.get<{
    paths: Record<string, Record<string, { requestBody?: { required?: boolean; content: object } }>>;
  }>("/openapi.json");
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const isTaken = requestBody !== undefined && MERGE_PATCH["Content-Type"] in requestBody.content;
      expect([path, method, isTaken]).toEqual([path, method, method === "patch"]);
    }
  }
});
