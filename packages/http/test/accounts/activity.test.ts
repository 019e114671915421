import { type Environment, environment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { openBrowser } from "../people/browser.ts";

// R-UI-1: what happened with an account, in one feed.

interface Activity {
  readonly id: string;
  readonly kind: string;
  readonly type: string;
  readonly at: string;
  readonly objectId: string;
  readonly title: string | null;
  readonly text: string | null;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly changedFields: readonly string[];
  readonly actor: { type: string; id: string | null; name: string | null } | null;
}

interface Page {
  readonly items: readonly Activity[];
  readonly limit: number;
  readonly nextCursor: string | null;
}

let platform: Environment;
let organization: TestOrganization;
let accountId: string;
let invoiceId: string;

beforeAll(async () => {
  platform = await environment();
  organization = await platform.createOrganization();
  const { api } = organization;
  accountId = (await api.post("/accounts", { name: "Acme", currency: "EUR", contactEmail: "pay@acme.example" })).id;
  await api.patch(`/accounts/${accountId}`, { name: "Acme Inc." });
  await api.request("PUT", `/accounts/${accountId}/tags`, { body: { tags: ["VIP"] } });
  await api.post(`/accounts/${accountId}/notes`, { text: "Pays by check" });
  const item = { description: "Consulting", quantity: "1", unitPrice: "100.00" };
  invoiceId = (await api.post("/invoices", { accountId, lineItems: [item] })).id;
  await api.post(`/invoices/${invoiceId}/issue`);
  await api.post(`/invoices/${invoiceId}/payments`, { amount: "100.00", method: "bank_transfer" });
  // Nothing of another account is shown.
  const other = (await api.post("/accounts", { name: "Other" })).id;
  await api.post(`/accounts/${other}/notes`, { text: "Elsewhere" });
});

async function feed(query = "", api = organization.api): Promise<Page> {
  const { status, body } = await api.request("GET", `/accounts/${accountId}/activity?limit=100${query}`);
  expect(status).toBe(200);
  return body as unknown as Page;
}

async function readerOf(of: TestOrganization) {
  const scopes = ["read"];
  const { token } = await of.api.post<{ id: string; token: string }>("/api-keys", { name: "Reader", scopes });
  return platform.api(token);
}

test("shows notes, invoices, payments, emails and changes of the account, newest first", async () => {
  const { items, limit, nextCursor } = await feed();
  expect([limit, nextCursor]).toEqual([100, null]);
  expect(items.map(({ at }) => at)).toEqual(
    items
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  const types = items.map(({ kind, type }) => `${kind} ${type}`);
  for (const expected of [
    "note note.created",
    "invoice invoice.issued",
    "invoice invoice.paid",
    "payment payment.created",
    "mail invoice",
    "change account.created",
    "change account.updated",
    "change account.tagged",
  ]) {
    expect(
      types.filter((type) => type === expected),
      `${expected} in ${types.join(", ")}`,
    ).toHaveLength(1);
  }
  expect(items.find(({ type }) => type === "invoice.paid")).toMatchObject({
    objectId: invoiceId,
    amount: expect.stringMatching(/^100/),
    currency: "EUR",
  });
  expect(items.find(({ type }) => type === "invoice.issued")).toMatchObject({ actor: { type: "api_key" } });
  expect(items.find(({ kind }) => kind === "mail")).toMatchObject({ title: "pay@acme.example" });
  expect(items.find(({ type }) => type === "account.updated")?.changedFields).toEqual(["name"]);
  expect(JSON.stringify(items)).not.toContain("Elsewhere");
});

test("returns one kind, or several pages that together are the feed", async () => {
  const all = (await feed()).items;
  for (const kind of ["note", "invoice", "payment", "mail", "change", "notification"]) {
    expect((await feed(`&kind=${kind}`)).items, kind).toEqual(all.filter((item) => item.kind === kind));
  }
  const paged: Activity[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const { body } = await organization.api.request("GET", `/accounts/${accountId}/activity?limit=3${query}`);
    const page = body as unknown as Page;
    expect(page.items.length).toBeLessThanOrEqual(3);
    paged.push(...page.items);
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(all);
});

test("a caller without the scope admin sees no audit log: neither its changes nor the actors", async () => {
  const { items } = await feed("", await readerOf(organization));
  const types = items.map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(["note.created", "account.updated", "invoice.paid"]));
  expect(types).not.toContain("account.tagged");
  expect(items.filter(({ actor }) => actor !== null).map(({ kind }) => kind)).toEqual(["note"]);
  expect(items.flatMap(({ changedFields }) => changedFields)).toEqual([]);
  const email = "viewer@activity.example";
  await platform.addPerson(organization.id, email, "viewer");
  const browser = openBrowser(platform);
  await browser.signIn(email);
  const { body } = await browser.get(`/accounts/${accountId}/activity?limit=100`);
  expect((body as unknown as Page).items).toEqual(items);
});

test("refuses a wrong cursor and an unknown kind, and finds nothing of another organization", async () => {
  const path = `/accounts/${accountId}/activity`;
  for (const query of ["cursor=nonsense", "kind=gossip", "limit=0"]) {
    const { status, body } = await organization.api.request("GET", `${path}?${query}`);
    expect([status, body["code"]], query).toEqual([400, "invalid_parameter"]);
  }
  const other = await platform.createOrganization();
  expect((await other.api.request("GET", path)).status).toBe(404);
});
