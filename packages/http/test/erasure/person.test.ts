import { erasePerson, verifyAudit } from "@counterfoil/service";
import { type Environment, startEnvironment, type TestOrganization } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../people/browser.ts";
import { findEverywhere } from "./find-everywhere.ts";

// R-OPS-5: somebody who signed in leaves nothing behind but an id that leads to nobody.

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

test("An owner erases a member: nothing names them any more, they are signed out, and what they did still has its id", async () => {
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

test("Who belongs to another organization too is erased by the operator, who the last owner is by nobody", async () => {
  const email = "kunibert@zwickel.example";
  const boss = await signedIn("boss@example.com");
  const id = await platform.addPerson(organization.id, email, "viewer");
  await platform.addPerson(other.id, "other-boss@example.com", "owner");
  await platform.addPerson(other.id, email, "owner");
  // Left, and still named in the log.
  const third = await platform.createOrganization();
  await platform.addPerson(third.id, "third-boss@example.com", "owner");
  await platform.addPerson(third.id, email, "viewer");
  const thirdBoss = await signedIn("third-boss@example.com");
  expect((await thirdBoss.send("DELETE", `/people/${id}`)).status).toBe(204);

  const refused = await boss.send("POST", `/people/${id}/erase`);
  expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining("other organizations too") } });
  const { identity } = platform.ports;
  const ports = { ...platform.ports, identity: identity! };
  expect(await erasePerson(ports, "nobody@example.com")).toBeUndefined();
  await expect(erasePerson(ports, "boss@example.com")).rejects.toThrow(/The last owner stays/);
  expect(await erasePerson(ports, email)).toMatchObject({ personId: id });
  expect(await findEverywhere(database, email)).toEqual([]);
  for (const one of [organization, other, third]) expect(await faultsOf(one)).toEqual([]);
});
