import { type Environment, environment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { beforeEach, expect, test } from "vitest";

// R-UI-1, R-API-1: tags and metadata of accounts.

let platform: Environment;
let organization: TestOrganization;

beforeEach(async () => {
  platform = await environment();
  organization = await platform.createOrganization();
});

async function makeAccount(name: string, tags: readonly string[] = []): Promise<string> {
  const { id } = await organization.api.post("/accounts", { name });
  if (tags.length > 0) await organization.api.request("PUT", `/accounts/${id}/tags`, { body: { tags } });
  return id;
}

async function namesWhere(filter: object): Promise<string[]> {
  const filters = encodeURIComponent(JSON.stringify([{ field: "tags", ...filter }]));
  const { body } = await organization.api.request("GET", `/accounts?filters=${filters}`);
  return (body["data"] as { name: string }[]).map(({ name }) => name);
}

async function actionsOn(id: string): Promise<string[]> {
  const { body } = await organization.api.request("GET", `/audit?objectId=${id}`);
  return (body["items"] as { action: string }[]).map(({ action }) => action);
}

test("tags are set, added and removed, without spaces and repetitions", async () => {
  const id = await makeAccount("Acme");
  const path = `/accounts/${id}/tags`;
  const set = await organization.api.request("PUT", path, { body: { tags: [" VIP ", "Pilot", "VIP"] } });
  expect(set).toMatchObject({ status: 200, body: { tags: ["Pilot", "VIP"] } });
  const changed = await organization.api.request("POST", path, { body: { add: ["EU"], remove: ["Pilot", "Unknown"] } });
  expect(changed).toMatchObject({ status: 200, body: { tags: ["EU", "VIP"] } });
  expect((await organization.api.request("GET", path)).body).toEqual({ tags: ["EU", "VIP"] });
  const before = await actionsOn(id);
  expect(before.filter((action) => action === "account.tagged")).toHaveLength(2);
  // A request without an effect is not audited.
  await organization.api.request("POST", path, { body: { add: ["VIP"] } });
  expect(await actionsOn(id)).toEqual(before);
});

test("two users who add tags at the same time both succeed", async () => {
  const id = await makeAccount("Busy");
  const added = Array.from({ length: 8 }, (_, index) => `tag ${index}`);
  await Promise.all(
    added.map((tag) => organization.api.request("POST", `/accounts/${id}/tags`, { body: { add: [tag] } })),
  );
  expect((await organization.api.request("GET", `/accounts/${id}/tags`)).body["tags"]).toEqual(added);
});

test("refuses the 51st tag, an empty tag and one that is too long", async () => {
  const id = await makeAccount(
    "Full",
    Array.from({ length: 50 }, (_, index) => `tag ${index}`),
  );
  const path = `/accounts/${id}/tags`;
  const full = await organization.api.request("POST", path, { body: { add: ["one more"] } });
  expect(full).toMatchObject({ status: 422, body: { errors: [{ pointer: "/add", code: "too_many_tags" }] } });
  expect(
    (await organization.api.request("POST", path, { body: { add: ["one more"], remove: ["tag 0"] } })).status,
  ).toBe(200);
  for (const tag of ["", "  ", "x".repeat(51)]) {
    expect((await organization.api.request("PUT", path, { body: { tags: [tag] } })).status, tag).toBe(422);
  }
});

test("the list of accounts filters by tags, and shows them only if they are asked for", async () => {
  await makeAccount("Both", ["VIP", "EU"]);
  await makeAccount("One", ["VIP"]);
  await makeAccount("None");
  expect(await namesWhere({ value: "VIP" })).toEqual(["Both", "One"]);
  expect(await namesWhere({ operator: "ne", value: "VIP" })).toEqual(["None"]);
  expect(await namesWhere({ operator: "in", value: ["EU"] })).toEqual(["Both"]);
  expect(await namesWhere({ operator: "exists", value: false })).toEqual(["None"]);
  expect(await namesWhere({ value: "vip" })).toEqual([]);
  const rows = async (query: string) =>
    (await organization.api.request("GET", `/accounts${query}`)).body["data"] as Record<string, unknown>[];
  expect((await rows("?include=tags")).map(({ tags }) => tags)).toEqual([["EU", "VIP"], ["VIP"], []]);
  const [both] = await rows("?include=billing,tags");
  expect(both).toMatchObject({ tags: ["EU", "VIP"], billing: { status: "none" } });
  const [plain] = await rows("");
  expect(Object.keys(plain ?? {})).not.toContain("tags");
  const filters = encodeURIComponent(JSON.stringify([{ field: "tags", value: "VIP" }]));
  expect((await organization.api.request("GET", `/summaries/accounts?filters=${filters}`)).body["count"]).toBe(2);
});

test("lists the tags in use with the number of accounts, of this organization only", async () => {
  const id = await makeAccount("A", ["VIP", "EU"]);
  await makeAccount("B", ["VIP"]);
  const other = await platform.createOrganization();
  const list = async (api = organization.api) => (await api.request("GET", "/account-tags")).body["items"];
  expect(await list()).toEqual([
    { tag: "EU", accounts: 1 },
    { tag: "VIP", accounts: 2 },
  ]);
  expect(await list(other.api)).toEqual([]);
  for (const [method, body] of [["GET"], ["PUT", { tags: [] }], ["POST", { add: ["x"] }]] as const) {
    expect((await other.api.request(method, `/accounts/${id}/tags`, { body })).status, method).toBe(404);
  }
  const { token } = await organization.api.post<{ id: string; token: string }>("/api-keys", {
    name: "Reader",
    scopes: ["read"],
  });
  const refused = await platform.api(token).request("PUT", `/accounts/${id}/tags`, { body: { tags: [] } });
  expect([refused.status, refused.body["code"]]).toEqual([403, "insufficient_scope"]);
});

test("metadata is set and removed key by key, and the audit log has no values", async () => {
  const id = await makeAccount("Meta");
  const path = `/accounts/${id}/metadata`;
  expect((await organization.api.request("GET", path)).body).toEqual({ metadata: {} });
  const first = await organization.api.request("PATCH", path, {
    body: { metadata: { crm: "4711", owner: "Grace Quill" } },
  });
  expect(first).toMatchObject({ status: 200, body: { metadata: { crm: "4711", owner: "Grace Quill" } } });
  const second = await organization.api.request("PATCH", path, {
    body: { metadata: { owner: null, crm: "4712", "": null } },
  });
  expect(second).toMatchObject({ status: 200, body: { metadata: { crm: "4712" } } });
  expect(second.body["metadata"]).toEqual({ crm: "4712" });
  const { body } = await organization.api.request("GET", `/audit?objectId=${id}`);
  expect(JSON.stringify(body)).toContain("removedKeys");
  expect(JSON.stringify(body)).not.toContain("Grace Quill");
});

test("refuses metadata beyond 50 keys, 40 characters of a key and 500 of a value", async () => {
  const id = await makeAccount("Limits");
  const path = `/accounts/${id}/metadata`;
  const of = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "v"]));
  expect((await organization.api.request("PATCH", path, { body: { metadata: of(50) } })).status).toBe(200);
  const many = await organization.api.request("PATCH", path, { body: { metadata: { more: "v" } } });
  expect(many).toMatchObject({ status: 422, body: { errors: [{ pointer: "/metadata", code: "too_many_keys" }] } });
  expect((await organization.api.request("PATCH", path, { body: { metadata: { more: "v", k0: null } } })).status).toBe(
    200,
  );
  const wrong = { ["k".repeat(41)]: "v", k1: null, more: "v".repeat(501) };
  const refused = await organization.api.request("PATCH", path, { body: { metadata: wrong } });
  expect(refused).toMatchObject({
    status: 422,
    body: {
      errors: [
        { pointer: `/metadata/${"k".repeat(41)}`, code: "invalid_key" },
        { pointer: "/metadata/more", code: "too_long" },
      ],
    },
  });
});
