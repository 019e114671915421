import type { Database } from "@counterfoil/storage";
import { type Api, type Environment, startEnvironment, watchReads } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

// R-KEY-1: a read begins while the database is asked whether its key is still valid, and answers only if it is.

let platform: Environment;
let admin: Api;
let accountId: string;
/** Another process. */
let owner: pg.Client;
/** Lookups of keys that wait, while `isHeld`. */
const held: (() => void)[] = [];
let isHeld = false;
/** Statements about accounts that were answered so far. */
let read = 0;

beforeAll(async () => {
  platform = await startEnvironment(undefined, {
    isIdle: true,
    isSilent: true,
    wrapDatabase: (database): Database => ({
      ...watchReads(database, (text) => {
        if (/\bfrom account\b/.test(text)) read += 1;
      }),
      async unscoped(text, values, name) {
        if (name === "find-api-key" && isHeld) await new Promise<void>((resolve) => held.push(resolve));
        return database.unscoped(text, values, name);
      },
    }),
  });
  owner = new pg.Client(platform.database.ownerUrl);
  await owner.connect();
  admin = (await platform.createOrganization()).api;
  accountId = (await admin.post<{ id: string }>("/accounts", { name: "Example" })).id;
});
afterAll(async () => {
  await owner.end();
  await platform.stop();
});

/** A key that this process has seen. */
async function usedKey(): Promise<{ id: string; api: Api }> {
  const { id, token } = await admin.post<{ id: string; token: string }>("/api-keys", {
    name: "Reader",
    scopes: ["read", "write"],
  });
  const api = platform.api(token);
  await api.get("/accounts");
  return { id, api };
}

async function waitFor(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const READS = [
  ["GET", "/accounts", undefined],
  ["GET", "/accounts/:id", undefined],
  ["GET", "/accounts/acct_unknown", undefined],
  ["GET", "/accounts?limit=many", undefined],
  ["POST", "/accounts/:id/credit/check", { events: [{ eventName: "call", properties: {} }] }],
  ["POST", "/accounts/:id/credit/check", { events: "none" }],
] as const;

test.each(READS)("%s %s refuses a key that was revoked after the process last saw it", async (method, path, body) => {
  const { id, api } = await usedKey();
  await owner.query("update api_key set revoked_at = now() where id = $1", [id]);
  for (const time of ["first", "second"]) {
    const answer = await api.request(method, path.replace(":id", accountId), { body });
    expect([time, answer.status, answer.body["code"]]).toEqual([time, 401, "unauthorized"]);
    expect(answer.headers.get("ETag")).toBeNull();
  }
});

test("a read whose work ends before its key is confirmed waits for it, and sends not even a 304 if it was revoked", async () => {
  const { id, api } = await usedKey();
  const tag = (await api.request("GET", `/accounts/${accountId}`)).headers.get("ETag") ?? "";
  isHeld = true;
  const before = read;
  const asked = ["/accounts", `/accounts/${accountId}`].map((path) =>
    api.request("GET", path, { headers: { "If-None-Match": tag } }),
  );
  await waitFor(() => held.length > 0 && read >= before + 2);
  await owner.query("update api_key set revoked_at = now() where id = $1", [id]);
  isHeld = false;
  for (const go of held.splice(0)) go();
  for (const { status, body } of await Promise.all(asked)) {
    expect([status, body["code"]]).toEqual([401, "unauthorized"]);
  }
});

test("what a revoked key asked is not in the log of requests", async () => {
  const { id, api } = await usedKey();
  await owner.query("update api_key set revoked_at = now() where id = $1", [id]);
  expect((await api.request("GET", "/prices")).status).toBe(401);
  await admin.get("/prices");
  const logged = async () => {
    const { items } = await admin.get<{ items: { path: string; actor: { id: string } }[] }>("/request-log");
    return items.filter(({ path }) => path === "/prices").map(({ actor }) => actor.id);
  };
  // It is written a moment after the answer.
  while ((await logged()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await logged()).not.toContain(id);
});

test("a key without the scope is refused only if it is still valid", async () => {
  const { id, token } = await admin.post<{ id: string; token: string }>("/api-keys", {
    name: "Gateway",
    scopes: ["ingest"],
  });
  const api = platform.api(token);
  for (let time = 1; time <= 2; time += 1) expect((await api.request("GET", "/accounts")).status).toBe(403);
  await owner.query("update api_key set revoked_at = now() where id = $1", [id]);
  expect((await api.request("GET", "/accounts")).status).toBe(401);
});

test("a key that has expired is refused, and no read begins with it", async () => {
  const { id, api } = await usedKey();
  await owner.query("update api_key set expires_at = now() - interval '1 s' where id = $1", [id]);
  const first = read;
  expect((await api.request("GET", "/accounts")).status).toBe(401);
  // The process did not know the new date: the read began, and may end after the refusal.
  await waitFor(() => read > first);
  const before = read;
  for (let time = 1; time <= 5; time += 1) expect((await api.request("GET", "/accounts")).status).toBe(401);
  expect(read).toBe(before);
});

test("a write waits until its key is confirmed", async () => {
  const { api } = await usedKey();
  isHeld = true;
  const made = api.request("POST", "/accounts", { body: { name: "Written late" } });
  await waitFor(() => held.length > 0);
  const { rows: names } = await owner.query<{ name: string }>("select name from account");
  isHeld = false;
  for (const go of held.splice(0)) go();
  expect(names.map(({ name }) => name)).not.toContain("Written late");
  expect((await made).status).toBe(201);
});
