import { createHmac } from "node:crypto";
import { openDatabase, insertNotifications } from "@counterfoil/storage";
import { createClient, verifyWebhook } from "@counterfoil/sdk";
import { type Api, environment, type Environment } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { listen, type Told } from "../events/listen.ts";

let platform: Environment;

beforeAll(async () => {
  platform = await environment();
});

const open = (token: string, query = "", lastEventId?: string) =>
  listen(platform.url, token, query, lastEventId, "/notifications/tail");

const namesOf = (told: readonly Told[]) => told.map(({ data }) => (data["data"] as { name: string }).name);

async function createAccounts(api: Api, names: readonly string[]): Promise<void> {
  for (const name of names) await api.post("/accounts", { name });
}

test("sends notifications in the form of the list, signed like webhooks with a secret of the key (R-HOOK-1, R-CLI-2)", async () => {
  const { api } = await platform.createOrganization();
  const tail = await open(api.token);
  expect(tail.headers.get("Content-Type")).toContain("text/event-stream");
  await createAccounts(api, ["Umlaut é \u2028 “quoted”"]);
  const [told] = await tail.next(1);
  const { items } = await api.get<{ items: object[] }>("/notifications");
  const { signature, ...shown } = told!.data as Record<string, unknown> & {
    signature: { timestamp: number; value: string };
  };
  expect([shown]).toEqual(items);

  const { id, type, timestamp, data } = shown;
  const key = createHmac("sha256", api.token).update("counterfoil notification stream").digest("base64");
  const webhook = {
    body: JSON.stringify({ type, timestamp, data }),
    headers: {
      "webhook-id": String(id),
      "webhook-timestamp": String(signature.timestamp),
      "webhook-signature": signature.value,
    },
  };
  expect(await verifyWebhook({ ...webhook, secret: `whsec_${key}` })).toMatchObject({ id, type: "account.created" });
  const other = createHmac("sha256", "cf_test_other").update("counterfoil notification stream").digest("base64");
  await expect(verifyWebhook({ ...webhook, secret: `whsec_${other}` })).rejects.toThrow("No signature");
  await tail.stop();
});

test("sends only the types that were asked for, and refuses types that never happen", async () => {
  const { api } = await platform.createOrganization();
  const tail = await open(api.token, "?types=account.updated,invoice.*");
  const { id } = await api.post("/accounts", { name: "Acme" });
  await api.patch(`/accounts/${id}`, { name: "Acme Ltd" });
  expect((await tail.next(1)).map(({ data }) => data["type"])).toEqual(["account.updated"]);
  await tail.stop();

  const wrong = await api.request("GET", "/notifications/tail?types=invoice.isued");
  expect(wrong.status).toBe(400);
  expect(JSON.stringify(wrong.body)).toContain("invoice.isued");
});

test("a client that reconnects gets every notification once, also if it connects first before any", async () => {
  const { api } = await platform.createOrganization();
  await createAccounts(api, ["before"]);
  const positions: string[] = [];
  const stopped = new AbortController();
  const client = createClient({ baseUrl: platform.url, apiKey: api.token });
  // The start has a position before the first notification, so nothing is lost if the connection breaks there.
  const onPosition = (id: string) => {
    positions.push(id);
    stopped.abort();
  };
  const options = { signal: stopped.signal, onPosition };
  const first = (async () => {
    for await (const _ of client.notifications.tail({}, options));
  })();
  await expect(first).rejects.toThrow();
  expect(positions).toHaveLength(1);

  const names = Array.from({ length: 60 }, (_, n) => `account ${n}`);
  const creating = Promise.all(
    [0, 1, 2, 3].map((sender) => createAccounts(api, names.slice(sender * 15, (sender + 1) * 15))),
  );
  const told: Told[] = [];
  while (told.length < 60) {
    const tail = await open(api.token, "", told.at(-1)?.id ?? positions[0]);
    told.push(...(await tail.next(Math.min(7, 60 - told.length))));
    await tail.stop();
  }
  await creating;
  expect(namesOf(told).toSorted()).toEqual(names.toSorted());
  const all = await open(api.token, "", "0");
  expect(namesOf(await all.next(61))).toEqual(["before", ...namesOf(told)]);
  await all.stop();
});

test("does not miss a notification that commits after one with a later sequence, and delays no writer", async () => {
  const { api, id: organizationId } = await platform.createOrganization();
  const database = openDatabase(platform.database.appUrl);
  const write = (name: string) => ({
    id: `ntf_${name}`,
    type: "account.created",
    objectId: "acct_1",
    timestamp: "2026-01-05T10:00:00.000Z",
    data: { name },
  });
  const tail = await open(api.token);
  const held = Promise.withResolvers<void>();
  const inserted = Promise.withResolvers<void>();
  const early = database.transaction(organizationId, async (tx) => {
    insertNotifications(tx, [write("early")]);
    await tx.sql("select 1");
    inserted.resolve();
    await held.promise;
  });
  await inserted.promise;
  await database.transaction(organizationId, async (tx) => insertNotifications(tx, [write("late")]));
  const next = tail.next(2);
  const isEarly = await Promise.race([next.then(() => true), createAccounts(api, ["third"]).then(() => false)]);
  expect(isEarly).toBe(false);
  held.resolve();
  await early;
  expect(namesOf([...(await next), ...(await tail.next(1))])).toEqual(["early", "late", "third"]);
  await tail.stop();
  await database.close();
});

test("a revoked key receives nothing more, and no key sees another organization (R-KEY-1, R-ORG-1)", async () => {
  const { api } = await platform.createOrganization();
  const other = await platform.createOrganization();
  const { id, token } = await api.post("/api-keys", { name: "Listener", scopes: ["read"] });
  const tail = await open(String(token));
  await createAccounts(other.api, ["theirs"]);
  await createAccounts(api, ["ours"]);
  expect(namesOf(await tail.next(1))).toEqual(["ours"]);
  await api.delete(`/api-keys/${id}`);
  await createAccounts(api, ["too late"]);
  expect(await tail.untilEnd()).toEqual([]);
});
