import { erasePerson, verifyAudit } from "@counterfoil/service";
import { type Environment, startEnvironment, type TestOrganization } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../people/browser.ts";
import { findEverywhere } from "./find-everywhere.ts";

// R-OPS-5: an erased person leaves only an ID that identifies no one.

let platform: Environment;
let organization: TestOrganization;
let other: TestOrganization;
let database: pg.Client;

beforeAll(async () => {
  platform = await startEnvironment();
  database = new pg.Client({ connectionString: platform.database.ownerUrl });
  await database.connect();
  organization = await platform.createOrganization();
  other = await platform.createOrganization();
  await platform.addPerson(organization.id, "boss@example.com", "owner");
});
afterAll(async () => {
  await database.end();
  await platform.stop();
});

async function signedIn(email: string) {
  const browser = openBrowser(platform);
  expect((await browser.signIn(email)).status).toBe(200);
  return browser;
}

async function faultsOf({ id: organizationId }: TestOrganization) {
  const waiting = async () =>
    (await database.query("select from audit_unsealed where organization_id = $1", [organizationId])).rowCount;
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
  const actor = { type: "system", id: "test" } as const;
  return (await verifyAudit({ ...platform.ports, organizationId, actor, requestId: null })).faults;
}

test("an owner erases a member: nothing names them, they are signed out, and their actions keep the ID", async () => {
  const email = "rosalinde@zwickel.example";
  const boss = await signedIn("boss@example.com");
  await boss.send("POST", "/invitations", { email, role: "viewer" });
  const id = await platform.addPerson(organization.id, email, "finance");
  const browser = await signedIn(email);
  await browser.send("PATCH", "/me", { name: "Rosalinde Zwickel" });
  await boss.send("PATCH", `/people/${id}`, { role: "admin" });
  expect(await faultsOf(organization)).toEqual([]);
  expect(await findEverywhere(database, email)).toContain("audit_entry.changes");

  const key = await organization.api.request("POST", `/people/${id}/erase`);
  expect([key.status, key.body["code"]]).toEqual([403, "insufficient_scope"]);
  const erased = await boss.send("POST", `/people/${id}/erase`);
  expect(erased).toMatchObject({ status: 200, body: { personId: id, kept: [{ what: "audit log, by id" }] } });

  expect(await findEverywhere(database, "zwickel")).toEqual([]);
  expect((await browser.get("/me")).status).toBe(401);
  expect((await openBrowser(platform).signIn(email)).status).toBe(401);
  expect((await boss.get(`/people/${id}`)).status).toBe(404);
  const done = await boss.get(`/audit?actorId=${id}`);
  expect(done.body["items"]).not.toEqual([]);
  expect(await faultsOf(organization)).toEqual([]);
});

test("with a member their notes go, mentions of them, and their name in the notes of others", async () => {
  const email = "adelheid@zwickel.example";
  const boss = await signedIn("boss@example.com");
  const id = await platform.addPerson(organization.id, email, "finance");
  const colleague = await platform.addPerson(organization.id, "colleague@example.com", "finance");
  const browser = await signedIn(email);
  await browser.send("PATCH", "/me", { name: "Adelheid Zwickel" });
  const { id: accountId } = await organization.api.post("/accounts", { name: "Noted" });
  const path = `/accounts/${accountId}/notes`;
  const own = await browser.send(
    "POST",
    path,
    { text: `Only I know this. @${colleague}` },
    { "Idempotency-Key": "own" },
  );
  expect(own.status).toBe(201);
  await boss.send("POST", path, { text: `@${id} knows them. Adelheid Zwickel called. @${colleague}` });
  expect(await findEverywhere(database, "Adelheid Zwickel")).toEqual(expect.arrayContaining(["notice.facts"]));

  expect((await boss.send("POST", `/people/${id}/erase`)).status).toBe(200);
  const { items } = await organization.api.get<{ items: { text: string }[] }>(path);
  expect(items.map(({ text }) => text)).toEqual([`[erased] knows them. [erased] called. @${colleague}`]);
  expect(await findEverywhere(database, "zwickel")).toEqual([]);
  expect(await findEverywhere(database, "Only I know this")).toEqual([]);
  expect(await faultsOf(organization)).toEqual([]);
});

test("only the operator can erase a person of several organizations, and no user can erase the last owner", async () => {
  const email = "kunibert@zwickel.example";
  const boss = await signedIn("boss@example.com");
  const id = await platform.addPerson(organization.id, email, "viewer");
  await platform.addPerson(other.id, "other-boss@example.com", "owner");
  await platform.addPerson(other.id, email, "owner");
  // The person has left, and the log still names them.
  const third = await platform.createOrganization();
  await platform.addPerson(third.id, "third-boss@example.com", "owner");
  await platform.addPerson(third.id, email, "viewer");
  const thirdBoss = await signedIn("third-boss@example.com");
  expect((await thirdBoss.send("DELETE", `/people/${id}`)).status).toBe(204);

  const refused = await boss.send("POST", `/people/${id}/erase`);
  expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining("other organizations") } });
  const { identity } = platform.ports;
  const ports = { ...platform.ports, identity: identity! };
  expect(await erasePerson(ports, "unknown@example.com")).toBeUndefined();
  await expect(erasePerson(ports, "boss@example.com")).rejects.toThrow(/The last owner cannot be erased/);
  expect(await erasePerson(ports, email)).toMatchObject({ personId: id });
  expect(await findEverywhere(database, email)).toEqual([]);
  for (const one of [organization, other, third]) expect(await faultsOf(one)).toEqual([]);
});
