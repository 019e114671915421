import type { MailMessage } from "@counterfoil/service";
import { type Environment, PASSWORD, startEnvironment, type TestOrganization } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Browser, openBrowser } from "./browser.ts";

// R-USER-1, R-ORG-1: people join by invitation, act by their role, and only for their organizations.

let platform: Environment;
let organization: TestOrganization;
let owner: Browser;
let ownerId: string;
let owners = 0;
const letters: MailMessage[] = [];

beforeAll(async () => {
  const send = (message: MailMessage) => {
    letters.push(message);
    return Promise.resolve({ kind: "accepted" } as const);
  };
  platform = await startEnvironment(undefined, {
    mail: { publicUrl: "https://billing.example.com", mailer: { send } },
  });
});
afterAll(() => platform.stop());

beforeEach(async () => {
  organization = await platform.createOrganization();
  owners += 1;
  ownerId = await platform.addPerson(organization.id, `owner-${owners}@example.com`, "owner");
  owner = await signedIn(`owner-${owners}@example.com`);
});

async function signedIn(email: string): Promise<Browser> {
  const browser = openBrowser(platform);
  expect((await browser.signIn(email)).status).toBe(200);
  return browser;
}

async function tokenTo(email: string): Promise<string> {
  const found = () => letters.findLast(({ to, text }) => to.address === email && text.includes("#"));
  await expect.poll(found, { timeout: 10_000 }).toBeDefined();
  return /#(\S+)/.exec(found()?.text ?? "")?.[1] ?? "";
}

const visit = (path: string, body: object) => openBrowser(platform).send("POST", path, body);

test("an invitation goes only to the address, works once, and creates a member with its role", async () => {
  const made = await owner.send("POST", "/invitations", { email: "Ada@Example.com", role: "finance" });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ email: "ada@example.com", role: "finance", status: "open", invitedBy: ownerId });
  const token = await tokenTo("ada@example.com");
  expect(JSON.stringify(made.body)).not.toContain(token);
  const read = await visit("/auth/invitation", { token });
  expect(read.body).toMatchObject({ organizationName: "Story", email: "ada@example.com", role: "finance" });
  const accept = () => visit("/auth/invitation/accept", { token, name: "Ada", password: PASSWORD });
  expect([(await accept()).status, (await accept()).status]).toEqual([200, 410]);
  const ada = await signedIn("ada@example.com");
  expect((await ada.get("/me")).body).toMatchObject({ name: "Ada", organization: { role: "finance" } });
  // Finance can bill and read, but not manage people.
  expect((await ada.get("/invoices")).status).toBe(200);
  expect((await ada.get("/people")).body).toMatchObject({ status: 403, code: "insufficient_scope" });
  const people = (await owner.get("/people")).body["items"] as { email: string; role: string }[];
  expect(people.map(({ email, role }) => [email, role])).toEqual([
    [`owner-${owners}@example.com`, "owner"],
    ["ada@example.com", "finance"],
  ]);
});

test("a revoked, replaced or expired invitation opens nothing", async () => {
  const { body } = await owner.send("POST", "/invitations", { email: "bob@example.com", role: "viewer" });
  const first = await tokenTo("bob@example.com");
  const again = await owner.send("POST", "/invitations", { email: "bob@example.com", role: "developer" });
  await expect.poll(() => tokenTo("bob@example.com"), { timeout: 10_000 }).not.toBe(first);
  const second = await tokenTo("bob@example.com");
  expect((await visit("/auth/invitation", { token: first })).status).toBe(410);
  expect((await owner.get(`/invitations/${String(body["id"])}`)).body).toMatchObject({ status: "revoked" });
  const database = new pg.Client({ connectionString: platform.database.ownerUrl });
  await database.connect();
  await database.query("update invitation set expires_at = now() where id = $1", [again.body["id"]]);
  await database.end();
  expect((await visit("/auth/invitation", { token: second })).status).toBe(410);
  expect((await visit("/auth/invitation", { token: "no such token" })).status).toBe(404);
});

test("a renewed invitation has a new link, and the old one opens nothing (R-USER-1)", async () => {
  const { body } = await owner.send("POST", "/invitations", { email: "eve@example.com", role: "viewer" });
  const first = await tokenTo("eve@example.com");
  const path = `/invitations/${String(body["id"])}/renew`;
  const renewed = await owner.send("POST", path);
  expect(renewed.body).toMatchObject({ id: body["id"], email: "eve@example.com", status: "open", link: null });
  await expect.poll(() => tokenTo("eve@example.com"), { timeout: 10_000 }).not.toBe(first);
  const second = await tokenTo("eve@example.com");
  expect((await visit("/auth/invitation", { token: first })).status).toBe(404);
  expect((await visit("/auth/invitation", { token: second })).status).toBe(200);
  expect((await owner.send("DELETE", `/invitations/${String(body["id"])}`)).status).toBe(204);
  expect((await owner.send("POST", path)).body).toMatchObject({ status: 409, code: "state_conflict" });
  expect((await owner.send("POST", "/invitations/invite_unknown/renew")).status).toBe(404);
});

test("only an owner renews the invitation of an owner, because the link makes its holder an owner", async () => {
  const { body } = await owner.send("POST", "/invitations", { email: "olga@example.com", role: "owner" });
  await platform.addPerson(organization.id, "adam@example.com", "admin");
  const adam = await signedIn("adam@example.com");
  const refused = await adam.send("POST", `/invitations/${String(body["id"])}/renew`);
  expect(refused.body).toMatchObject({ status: 403 });
  expect((await owner.send("POST", `/invitations/${String(body["id"])}/renew`)).status).toBe(200);
});

test("an existing person accepts with their own password, and belongs to both organizations", async () => {
  const other = await platform.createOrganization();
  await platform.addPerson(other.id, "cleo@example.com", "viewer");
  await owner.send("POST", "/invitations", { email: "cleo@example.com", role: "admin" });
  const token = await tokenTo("cleo@example.com");
  const accept = (password: string) => visit("/auth/invitation/accept", { token, name: "Mallory", password });
  expect((await accept("not their password")).body).toMatchObject({ status: 401, code: "sign_in_failed" });
  expect((await accept(PASSWORD)).status).toBe(200);
  const cleo = await signedIn("cleo@example.com");
  const inOther = { "Counterfoil-Organization": other.id };
  const inOurs = { "Counterfoil-Organization": organization.id };
  expect((await cleo.get("/organization", inOurs)).body["id"]).toBe(organization.id);
  expect((await cleo.get("/organization", inOther)).body["id"]).toBe(other.id);
  expect([(await cleo.get("/people", inOurs)).status, (await cleo.get("/people", inOther)).status]).toEqual([200, 403]);
  // The session stays with the organization that it switched to.
  expect((await cleo.get("/organization")).body["id"]).toBe(other.id);
  expect((await cleo.send("PUT", "/me/organization", { organizationId: organization.id })).status).toBe(200);
  expect((await cleo.get("/organization")).body["id"]).toBe(organization.id);
  // An organization that they do not belong to is not found (R-API-4).
  const foreign = (await platform.createOrganization()).id;
  expect((await cleo.get("/organization", { "Counterfoil-Organization": foreign })).status).toBe(404);
  expect((await cleo.send("PUT", "/me/organization", { organizationId: foreign })).status).toBe(404);
});

test("a removed person loses access immediately, and keeps their other organizations", async () => {
  const id = await platform.addPerson(organization.id, "dan@example.com", "developer");
  const dan = await signedIn("dan@example.com");
  expect((await dan.get("/accounts")).status).toBe(200);
  expect((await owner.send("PATCH", `/people/${id}`, { role: "viewer" })).body).toMatchObject({ role: "viewer" });
  expect((await dan.send("POST", "/accounts", { name: "A" })).body).toMatchObject({ code: "insufficient_scope" });
  expect((await owner.send("DELETE", `/people/${id}`)).status).toBe(204);
  expect((await dan.get("/accounts")).status).toBe(403);
  expect((await dan.get("/me")).body).toMatchObject({ organization: null, organizations: [] });
});

test("the last owner stays, and only a signed-in owner can make a person an owner", async () => {
  const adminId = await platform.addPerson(organization.id, `admin-${owners}@example.com`, "admin");
  const admin = await signedIn(`admin-${owners}@example.com`);
  const role = (who: Browser, id: string, to: string) => who.send("PATCH", `/people/${id}`, { role: to });
  expect((await role(admin, adminId, "owner")).body).toMatchObject({ status: 403, code: "insufficient_scope" });
  expect((await role(admin, ownerId, "viewer")).status).toBe(403);
  expect((await admin.send("DELETE", `/people/${ownerId}`)).status).toBe(403);
  expect((await admin.send("POST", "/invitations", { email: "e@example.com", role: "owner" })).status).toBe(403);
  // A key with every scope is not an owner.
  const byKey = await organization.api.request("PATCH", `/people/${adminId}`, { body: { role: "owner" } });
  expect(byKey.status).toBe(403);
  expect((await role(owner, ownerId, "admin")).body).toMatchObject({ status: 409, code: "state_conflict" });
  expect((await owner.send("POST", "/me/leave")).status).toBe(409);
  expect((await role(owner, adminId, "owner")).status).toBe(200);
  // Of two owners who leave at the same time, one stays.
  const left = await Promise.all([owner.send("POST", "/me/leave"), admin.send("POST", "/me/leave")]);
  expect(left.map(({ status }) => String(status)).toSorted()).toEqual(["204", "409"]);
  expect((await organization.api.request("POST", "/me/leave")).status).toBe(409);
});

test("the audit log shows who did what, and contains no secrets (R-AUDIT-1)", async () => {
  const { headers } = await owner.send("POST", "/accounts", { name: "Acme" });
  const requestId = headers.get("X-Request-Id") ?? "";
  const entries = async (query: string) => (await owner.get(`/audit?${query}`)).body["items"] as object[];
  expect(await entries(`requestId=${requestId}`)).toMatchObject([
    {
      actor: { type: "person", id: ownerId },
      requestId,
      action: "account.created",
      changes: { name: { before: null, after: "Acme" } },
    },
  ]);
  await owner.send("POST", "/invitations", { email: "fay@example.com", role: "viewer" });
  const token = await tokenTo("fay@example.com");
  const key = await owner.send("POST", "/api-keys", { name: "K", scopes: ["read"] });
  await owner.send("POST", "/auth/password", { currentPassword: PASSWORD, newPassword: "another password" });
  expect(await entries("action=person.*&limit=100")).toMatchObject([
    { action: "person.password_changed", objectId: ownerId },
    { action: "person.signed_in", objectId: ownerId },
    { action: "person.joined", actor: { type: "command", id: "test" } },
  ]);
  const whole = JSON.stringify(await entries("limit=100"));
  for (const secret of [
    token,
    key.body["token"],
    PASSWORD,
    "another password",
    owner.cookies.get("counterfoil.session_token"),
  ]) {
    expect(whole).not.toContain(secret);
  }
});
