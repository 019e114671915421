import { type Environment, PASSWORD, startEnvironment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Browser, openBrowser } from "./browser.ts";

// R-USER-1, R-KEY-1: a person who was removed or lost permissions cannot continue with their keys.

let platform: Environment;
let organization: TestOrganization;
let owner: Browser;
let people = 0;

beforeAll(async () => {
  platform = await startEnvironment();
  organization = await platform.createOrganization();
  await platform.addPerson(organization.id, "owner@example.com", "owner");
  owner = openBrowser(platform);
  await owner.signIn("owner@example.com", PASSWORD);
});
afterAll(() => platform.stop());

interface Made {
  readonly id: string;
  readonly token: string;
  readonly createdBy: string | null;
}

async function admin(): Promise<{ id: string; browser: Browser; make(scopes: string[]): Promise<Made> }> {
  people += 1;
  const email = `admin-${people}@example.com`;
  await platform.addPerson(organization.id, email, "admin");
  const browser = openBrowser(platform);
  await browser.signIn(email);
  const id = String((await browser.get("/me")).body["id"]);
  const make = async (scopes: string[]) =>
    (await browser.send("POST", "/api-keys", { name: "Key", scopes })).body as unknown as Made;
  return { id, browser, make };
}

const opens = async ({ token }: Made) => (await platform.api(token).request("GET", "/products")).status;
const madeBy = (key: Made, scopes: string[]) =>
  platform.api(key.token).post("/api-keys", { name: "Further", scopes }) as unknown as Promise<Made>;

test("revokes the keys of a removed administrator and keys made with them, but no others", async () => {
  const [leaving, staying] = [await admin(), await admin()];
  const first = await leaving.make(["read", "admin"]);
  expect(first.createdBy).toBe(leaving.id);
  const second = await madeBy(first, ["read", "admin"]);
  expect(second.createdBy).toBe(first.id);
  const third = await madeBy(second, ["read"]);
  const others = [await staying.make(["read"]), { id: "", token: organization.api.token, createdBy: null }];
  expect((await owner.send("DELETE", `/people/${leaving.id}`)).status).toBe(204);
  for (const key of [first, second, third]) expect(await opens(key)).toBe(401);
  for (const key of others) expect(await opens(key)).toBe(200);
  const { body } = await owner.get("/audit?action=api_key.revoked&limit=3");
  const entries = body["items"] as { objectId: string; actor: { type: string } }[];
  expect(new Set(entries.map(({ objectId }) => objectId))).toEqual(new Set([first.id, second.id, third.id]));
});

test("keys made with a key still end if their maker had revoked it before", async () => {
  const leaving = await admin();
  const first = await leaving.make(["admin"]);
  const second = await madeBy(first, ["read"]);
  await leaving.browser.send("DELETE", `/api-keys/${first.id}`);
  expect(await opens(second)).toBe(200);
  expect((await leaving.browser.send("POST", "/me/leave")).status).toBe(204);
  expect(await opens(second)).toBe(401);
});

test("a person with fewer permissions keeps the keys that do not exceed them", async () => {
  const { id, make } = await admin();
  const [all, some] = [await make(["read", "admin"]), await make(["read", "ingest"])];
  expect((await owner.send("PATCH", `/people/${id}`, { role: "developer" })).status).toBe(200);
  expect([await opens(all), await opens(some)]).toEqual([401, 200]);
  expect((await owner.send("PATCH", `/people/${id}`, { role: "finance" })).status).toBe(200);
  expect(await opens(some)).toBe(401); // finance does not send events
});

test("keeps the keys if the request says so", async () => {
  const { id, make } = await admin();
  const key = await make(["read"]);
  expect((await owner.send("DELETE", `/people/${id}?keepKeys=maybe`)).status).toBe(400);
  expect((await owner.send("DELETE", `/people/${id}?keepKeys=true`)).status).toBe(204);
  expect(await opens(key)).toBe(200);
});

test("an erased person's keys end with them", async () => {
  const { id, make } = await admin();
  const key = await make(["read"]);
  expect((await owner.send("POST", `/people/${id}/erase`)).status).toBe(200);
  expect(await opens(key)).toBe(401);
});
