import { checkSecrets, forgetOldWebhooks, type WebhookSender } from "@counterfoil/service";
import { type Environment, type Json, startEnvironment } from "@counterfoil/testkit/scenario";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type LocalReceiver, startReceiver, type TakenRequest } from "./local-receiver.ts";
import { openToldShop, sender, targets, type ToldShop } from "./told-shop.ts";

// Webhooks over real HTTP, on a clock that the tests move. No worker runs; the tests call each delivery. The clock
// starts at the present, because published libraries reject signatures older than five minutes.

const BEGINNING = Date.now();
let now = BEGINNING;
let platform: Environment;
let receiver: LocalReceiver;

beforeAll(async () => {
  const clock = { now: () => new Date(now).toISOString() };
  platform = await startEnvironment(clock, { isIdle: true, webhookTargets: targets });
});
afterAll(() => platform.stop());
beforeEach(async () => {
  now = BEGINNING;
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

const at = (seconds: number) => new Date(BEGINNING + seconds * 1_000).toISOString();
const passes = (seconds: number) => void (now += seconds * 1_000);
const secondsUntil = (instant: string | null) => (Date.parse(instant ?? "") - now) / 1_000;
const said = (requests: readonly TakenRequest[]) =>
  requests.map(({ said: { type, data } }) => `${type} ${String(data["name"])}`);

async function auditedActions({ api, endpoint }: ToldShop): Promise<string[]> {
  const { id: organizationId } = await api.get("/organization");
  const rows = await platform.ports.database.read(organizationId, (tx) =>
    tx.sql<{ action: string }>(
      "select action from audit_entry where organization_id = $1 and object_id = $2 order by id",
      [organizationId, endpoint.id],
    ),
  );
  return rows.map(({ action }) => action);
}

test("published libraries verify the signature, and the content is what the API showed at that time (R-HOOK-1)", async () => {
  const shop = await openToldShop(platform, receiver.url, { eventTypes: ["account.created", "invoice.*"] });
  const account = await shop.api.post("/accounts", { name: "Käufer\u2028😀", currency: "EUR" });
  const shown = await shop.api.get(`/accounts/${account.id}`);
  // A later change, to which the endpoint is not subscribed, does not alter the notification.
  await shop.api.patch(`/accounts/${account.id}`, { name: "Another" });
  expect(await shop.deliver()).toBe(1);
  const [request] = receiver.taken;
  const { body, headers } = request!;
  expect(new StandardWebhook(shop.endpoint.secret).verify(body, headers)).toEqual(request!.said);
  new SvixWebhook(shop.endpoint.secret).verify(body, headers);
  expect(() => new SvixWebhook(shop.endpoint.secret).verify(`${body} `, headers)).toThrowError();
  expect(() => new StandardWebhook(shop.endpoint.secret).verify(`${body} `, headers)).toThrowError();
  expect(request!.said).toEqual({ type: "account.created", timestamp: at(0), data: shown });
  expect(headers["content-type"]).toBe("application/json");
  const [notification] = (await shop.api.get<{ items: Json[] }>("/notifications")).items;
  expect(headers["webhook-id"]).toBe(notification!.id);
  for (const name of ["id", "timestamp", "signature"]) {
    expect([name, headers[`svix-${name}`]]).toEqual([name, headers[`webhook-${name}`]]);
  }
  const log = await shop.api.get(`${shop.path}/deliveries/${notification!.id}`);
  expect(log).toMatchObject({
    status: "delivered",
    attempts: 1,
    lastStatusCode: 204,
    endedAt: at(0),
    requestBody: body,
    log: [{ number: 1, beganAt: at(0), statusCode: 204, failure: null, responseBody: "", url: receiver.url }],
  });
  expect(await shop.deliver()).toBe(0);
});

test("a failed delivery delays only later notifications of the same object, in order (R-HOOK-2)", async () => {
  const shop = await openToldShop(platform, receiver.url);
  const ada = await shop.api.post("/accounts", { name: "Ada 1" });
  const bob = await shop.api.post("/accounts", { name: "Bob 1" });
  await shop.api.patch(`/accounts/${ada.id}`, { name: "Ada 2" });
  await shop.api.patch(`/accounts/${bob.id}`, { name: "Bob 2" });
  receiver.answers((request) => (request.said.data["id"] === ada.id ? 503 : 200));
  await shop.deliver();
  expect(said(receiver.taken).toSorted()).toEqual([
    "account.created Ada 1",
    "account.created Bob 1",
    "account.updated Bob 2",
  ]);
  const [failed, , waiting] = await shop.deliveries();
  expect(failed).toMatchObject({ status: "pending", attempts: 1, lastFailure: "The endpoint answered 503." });
  expect(waiting).toMatchObject({ type: "account.updated", status: "pending", attempts: 0, nextAttemptAt: null });
  // 30 s, up to a fifth shorter or longer.
  expect(secondsUntil(failed!.nextAttemptAt)).toBeGreaterThanOrEqual(24);
  expect(secondsUntil(failed!.nextAttemptAt)).toBeLessThanOrEqual(36);
  receiver.answers(() => 200);
  await shop.api.patch(`/accounts/${ada.id}`, { name: "Ada 3" });
  expect(await shop.deliver()).toBe(0);
  passes(36);
  receiver.taken.length = 0;
  expect(await shop.deliver()).toBe(3);
  expect(said(receiver.taken)).toEqual(["account.created Ada 1", "account.updated Ada 2", "account.updated Ada 3"]);
});

test("retries for three days with growing waits, then disables the endpoint, and redelivers on request", async () => {
  const shop = await openToldShop(platform, receiver.url);
  await shop.api.post("/accounts", { name: "Ada" });
  receiver.answers(() => (response) => response.writeHead(500).end("out of order\u0000"));
  const waits: number[] = [];
  for (let [delivery] = await shop.deliveries(); delivery?.status === "pending"; [delivery] = await shop.deliveries()) {
    if (delivery.nextAttemptAt !== null) {
      waits.push(secondsUntil(delivery.nextAttemptAt));
      now = Date.parse(delivery.nextAttemptAt);
    }
    expect(await shop.deliver()).toBe(1);
  }
  // 30 s, 1 min, 2 min and so on up to an hour, each up to a fifth shorter or longer.
  waits.forEach((wait, index) => {
    const planned = Math.min(30 * 2 ** index, 3_600);
    expect(Math.abs(wait - planned)).toBeLessThanOrEqual(planned / 5 + 1);
  });
  expect((now - BEGINNING) / 3_600_000).toBeGreaterThanOrEqual(72);
  expect((now - BEGINNING) / 3_600_000).toBeLessThan(73.3);
  const [given] = await shop.deliveries();
  expect(given).toMatchObject({ status: "failed", attempts: waits.length + 1, nextAttemptAt: null });
  const { log } = await shop.api.get<Json & { log: Json[] }>(`${shop.path}/deliveries/${given!.id}`);
  expect(log).toHaveLength(waits.length + 1);
  expect(log[0]).toMatchObject({ statusCode: 500, responseBody: "out of order\ufffd" });

  expect(await shop.api.get(shop.path)).toMatchObject({
    enabled: false,
    disabledReason: "failing",
    disabledAt: new Date(now).toISOString(),
    failingSince: at(0),
  });
  expect(await auditedActions(shop)).toEqual(["webhook_endpoint.created", "webhook_endpoint.disabled"]);
  const { items: mails } = await shop.api.get<{ items: Json[] }>("/mails");
  expect(mails).toMatchObject([{ kind: "webhook_disabled", to: "hello@teller.example", accountId: null }]);
  // Later events are not queued for a disabled endpoint, and nothing can be sent to it.
  await shop.api.post("/accounts", { name: "Bob" });
  expect(await shop.deliveries()).toHaveLength(1);
  const redeliver = `${shop.path}/redeliver`;
  expect((await shop.api.request("POST", redeliver, { body: { from: at(0) } })).status).toBe(409);

  passes(60);
  await shop.api.patch(shop.path, { enabled: true });
  receiver.answers(() => 200);
  receiver.taken.length = 0;
  expect(await shop.api.post(redeliver, { from: at(0), eventTypes: ["invoice.*"] })).toEqual({ queued: 0 });
  expect(await shop.api.post(redeliver, { from: at(0) })).toEqual({ queued: 2 });
  await shop.deliver();
  expect(said(receiver.taken).toSorted()).toEqual(["account.created Ada", "account.created Bob"]);
  expect(receiver.taken.map(({ headers }) => headers["webhook-id"])).toContain(given!.id);
  expect(await shop.api.get(shop.path)).toMatchObject({ enabled: true, disabledReason: null, failingSince: null });
  // Delivered notifications are not redelivered, unless requested.
  expect(await shop.api.post(redeliver, { from: at(0) })).toEqual({ queued: 0 });
  expect(await shop.api.post(redeliver, { from: at(0), to: at(1), includeDelivered: true })).toEqual({ queued: 1 });
});

test("an endpoint that responds 410 gets nothing until it is enabled, and then what was waiting", async () => {
  const shop = await openToldShop(platform, receiver.url);
  receiver.answers(() => 410);
  await shop.api.post("/accounts", { name: "Ada" });
  await shop.deliver();
  expect(await shop.api.get(shop.path)).toMatchObject({ enabled: false, disabledReason: "gone" });
  passes(7_200);
  expect(await shop.deliver()).toBe(0);
  receiver.answers(() => 200);
  await shop.api.patch(shop.path, { enabled: true });
  expect(await shop.deliver()).toBe(1);
  expect(receiver.taken).toHaveLength(2);
});

test("during the rotation of a secret, receivers may verify with the old or the new one", async () => {
  const shop = await openToldShop(platform, receiver.url);
  const rotated = await shop.api.post<{ secret: string }>(`${shop.path}/rotate-secret`, { overlapHours: 1 });
  await shop.api.post("/accounts", { name: "Ada" });
  await shop.deliver();
  const [both] = receiver.taken;
  expect(both!.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  for (const secret of [shop.endpoint.secret, rotated.secret]) {
    expect(new StandardWebhook(secret).verify(both!.body, both!.headers)).toEqual(both!.said);
    new SvixWebhook(secret).verify(both!.body, both!.headers);
  }
  // The platform's key may change too: `doctor --secrets` finds both secrets.
  const { id: organizationId } = await shop.api.get("/organization");
  const context = {
    ...platform.ports,
    organizationId,
    actor: { type: "system", id: "test" },
    requestId: null,
  } as const;
  expect(await checkSecrets(context, { repairs: false })).toEqual({ secrets: 2, underOlderKey: [], unreadable: [] });
  passes(3_600);
  await shop.api.post(`${shop.path}/test`);
  await shop.deliver();
  const [, one] = receiver.taken;
  expect(one!.said).toMatchObject({ type: "webhook_endpoint.test", data: { id: shop.endpoint.id } });
  expect(JSON.stringify(one!.said)).not.toContain("whsec_");
  expect(one!.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
});

test("a delivery that was sent but not recorded is sent again with the same ID", async () => {
  const shop = await openToldShop(platform, receiver.url);
  const { id } = await shop.api.post("/accounts", { name: "Ada" });
  await shop.api.patch(`/accounts/${id}`, { name: "Ada 2" });
  const dies: WebhookSender = {
    async send(request) {
      await sender.send(request);
      throw new Error("the process ended here");
    },
  };
  await expect(shop.deliver(dies)).rejects.toThrowError("ended here");
  // For a minute, no other worker claims it or any later one.
  passes(59);
  expect(await shop.deliver()).toBe(0);
  passes(1);
  expect(await shop.deliver()).toBe(2);
  expect(said(receiver.taken)).toEqual(["account.created Ada", "account.created Ada", "account.updated Ada 2"]);
  const [first, second] = receiver.taken.map(({ headers }) => headers["webhook-id"]);
  expect(second).toBe(first);
});

test("respects Retry-After", async () => {
  const shop = await openToldShop(platform, receiver.url);
  await shop.api.post("/accounts", { name: "Ada" });
  receiver.answers(() => (response) => response.writeHead(429, { "Retry-After": "900" }).end());
  await shop.deliver();
  const [delivery] = await shop.deliveries();
  expect(secondsUntil(delivery!.nextAttemptAt)).toBe(900);
});

test("a sandbox sends nothing outside unless requested (R-ORG-2)", async () => {
  const shop = await openToldShop(platform, receiver.url, { sandbox: true });
  await shop.api.post("/accounts", { name: "Ada" });
  expect(await shop.deliver()).toBe(0);
  const [caught] = await shop.deliveries();
  expect(caught).toMatchObject({ type: "account.created", status: "caught", attempts: 0 });
  await shop.api.patch(shop.path, { sendFromSandbox: true });
  await shop.api.post(`${shop.path}/deliveries/${caught!.id}/redeliver`);
  expect(await shop.deliver()).toBe(1);
  expect(receiver.taken).toHaveLength(1);
});

test("deliveries are deleted 30 days after they ended, and can still be redelivered", async () => {
  const shop = await openToldShop(platform, receiver.url);
  await shop.api.post("/accounts", { name: "Ada" });
  await shop.deliver();
  passes(30 * 86_400 - 1);
  expect(await forgetOldWebhooks(platform.ports.database, new Date(now).toISOString())).toBe(0);
  passes(1);
  expect(await forgetOldWebhooks(platform.ports.database, new Date(now).toISOString())).toBeGreaterThan(0);
  expect(await shop.deliveries()).toEqual([]);
  expect(await shop.api.post(`${shop.path}/redeliver`, { from: at(0) })).toEqual({ queued: 1 });
});
