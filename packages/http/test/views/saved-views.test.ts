import { type Environment, environment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { type Browser, openBrowser } from "../people/browser.ts";
import { faultsOf } from "../support/faults.ts";

// R-UI-1: saved views of lists, private to a person or shared with the organization.

let platform: Environment;
let organization: TestOrganization;
let ada: Browser;
let bob: Browser;

beforeAll(async () => {
  platform = await environment();
  organization = await platform.createOrganization();
  [ada, bob] = [await member("finance"), await member("developer")];
});

let people = 0;
async function member(role: "finance" | "developer" | "viewer"): Promise<Browser> {
  people += 1;
  const email = `views-${people}-${Math.random()}@example.com`;
  await platform.addPerson(organization.id, email, role);
  const browser = openBrowser(platform);
  await browser.signIn(email);
  return browser;
}

async function save(browser: Browser, members: object = {}) {
  const { status, body } = await browser.send("POST", "/views", { list: "invoices", name: "Overdue", ...members });
  expect(status).toBe(201);
  return body as Record<string, unknown> & { id: string };
}

async function names(browser: Browser, list = "invoices"): Promise<string[]> {
  const filters = encodeURIComponent(JSON.stringify([{ field: "list", value: list }]));
  const { body } = await browser.get(`/views?limit=100&filters=${filters}`);
  return (body["items"] as { name: string }[]).map(({ name }) => name);
}

test("a person saves filters, order and columns under a name, changes them, and deletes the view", async () => {
  const filters = { status: "overdue", q: "INV-2" };
  const columns = ["number", "due", "open"];
  const view = await save(ada, { filters, sort: "dueDate:asc", columns });
  expect(view).toMatchObject({
    list: "invoices",
    name: "Overdue",
    shared: false,
    filters,
    sort: "dueDate:asc",
    columns,
  });
  expect((await ada.get(`/views/${view.id}`)).body).toEqual(view);
  const change = { name: "Late", filters: { status: "overdue" }, columns: null };
  const { status, body } = await ada.send("PATCH", `/views/${view.id}`, change);
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...change, sort: "dueDate:asc", shared: false });
  expect((await ada.send("DELETE", `/views/${view.id}`)).status).toBe(204);
  expect((await ada.get(`/views/${view.id}`)).status).toBe(404);
  const { body: audit } = await platform.api(organization.api.token).request("GET", `/audit?objectId=${view.id}`);
  const actions = (audit["items"] as { action: string }[]).map(({ action }) => action);
  expect(new Set(actions)).toEqual(new Set(["view.created", "view.updated", "view.deleted"]));
});

test("a private view does not exist for anyone else, and a shared one exists for everyone", async () => {
  const hidden = await save(ada, { name: "Only mine" });
  const shown = await save(ada, { name: "For all", shared: true });
  expect(await names(ada)).toEqual(expect.arrayContaining(["Only mine", "For all"]));
  expect(await names(bob)).toContain("For all");
  expect(await names(bob)).not.toContain("Only mine");
  for (const [method, body] of [["GET"], ["PATCH", { name: "Taken" }], ["DELETE"]] as const) {
    expect((await bob.send(method, `/views/${hidden.id}`, body)).status).toBe(404);
    expect((await organization.api.request(method, `/views/${hidden.id}`, { body })).status).toBe(404);
  }
  expect((await bob.send("PATCH", `/views/${shown.id}`, { name: "Renamed" })).body["name"]).toBe("Renamed");
  // A view that is no longer shared belongs to the person who changed it.
  expect((await bob.send("PATCH", `/views/${shown.id}`, { shared: false })).status).toBe(200);
  expect((await bob.get(`/views/${shown.id}`)).status).toBe(200);
  expect((await ada.get(`/views/${shown.id}`)).status).toBe(404);
});

test("an API key has no private views, and another organization sees none", async () => {
  const view = await organization.api.post("/views", { list: "accounts", name: "By key" });
  expect(view["shared"]).toBe(true);
  const refused = await organization.api.request("POST", "/views", {
    body: { list: "accounts", name: "By key", shared: false },
  });
  expect(refused.status).toBe(422);
  expect(faultsOf(refused)).toEqual({ "/shared": "not_a_person" });
  const other = (await platform.createOrganization()).api;
  expect((await other.request("GET", `/views/${view.id}`)).status).toBe(404);
  expect((await other.get("/views"))["items"]).toEqual([]);
});

test("a filter or an order that the list does not have is refused, and the fault names what it accepts", async () => {
  const answer = await organization.api.request("POST", "/views", {
    body: { list: "payments", name: "Wrong", filters: { due: "before", "a/b": "c" }, sort: "dueDate:asc" },
  });
  expect(answer.status).toBe(422);
  expect(faultsOf(answer)).toEqual({
    "/filters/due": "unknown_filter",
    "/filters/a~1b": "unknown_filter",
    "/sort": "unknown_sort",
  });
  expect(answer.body["errors"]).toContainEqual({
    pointer: "/filters/due",
    code: "unknown_filter",
    detail: '"due" is not a filter of the list of payments. Use q, status, account, method.',
  });
});

test("a person who may only read cannot save views", async () => {
  const viewer = await member("viewer");
  expect((await viewer.send("POST", "/views", { list: "invoices", name: "Mine" })).status).toBe(403);
});
