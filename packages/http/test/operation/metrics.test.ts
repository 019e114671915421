import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createServer, type MetricsAccess } from "@counterfoil/http";
import {
  createKafkaRecord,
  type Database,
  openServices,
  readWaitingWork,
  systemClock,
  watchClock,
} from "@counterfoil/service";
import { type Environment, startEnvironment, type TestOrganization } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readExposition } from "./read-exposition.ts";

// R-OPS-4: metrics for the operator. R-ORG-1: they do not distinguish organizations.

let platform: Environment;
let shop: TestOrganization;
const opened: { close(): Promise<unknown> }[] = [];

beforeAll(async () => {
  platform = await startEnvironment(systemClock, { isIdle: true });
  shop = await platform.createOrganization({ name: "Hush & Sons" });
});
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()));
  await platform.stop();
});

const scrape = async (url = platform.url) => readExposition(await (await fetch(`${url}/health/metrics`)).text());

/** A separate server on the same database, which remembers no earlier scrape. */
async function ownServer(metrics?: MetricsAccess, database: Database = platform.ports.database) {
  const server = await createServer(
    { ...platform.ports, database, ...openServices(database) },
    metrics === undefined ? {} : { metrics },
  );
  opened.push(server);
  return server;
}

async function waiting() {
  const server = await ownServer();
  return readExposition((await server.inject({ url: "/health/metrics" })).body);
}

test("every family has a type and help, every histogram adds up, and no name or ID of an organization appears", async () => {
  const account = await shop.api.post("/accounts", { name: "Mallory Inc.", currency: "USD" });
  await shop.api.get(`/accounts/${account.id}`);
  await shop.api.request("GET", `/accounts/${account.id}x`);
  await shop.api.request("GET", `/nothing/${account.id}`);
  await fetch(`${platform.url}/accounts`);
  await fetch(`${platform.url}/%zz`);
  const text = await (await fetch(`${platform.url}/health/metrics`)).text();
  for (const secret of ["Hush", "Mallory", shop.id, account.id, shop.api.token, "org_", "acct_"]) {
    expect(text).not.toContain(secret);
  }
  const told = readExposition(text);
  for (const { type, help } of told.families.values()) expect([type, help].every((part) => part !== "")).toBe(true);
  const requests = (labels: Record<string, string>) => told.value("counterfoil_http_requests_total", labels);
  expect(requests({ method: "POST", route: "/accounts", status: "201" })).toBe(1);
  expect(requests({ method: "GET", route: "/accounts/:id", status: "200" })).toBe(1);
  expect(requests({ method: "GET", route: "/accounts/:id", status: "404" })).toBe(1);
  expect(requests({ method: "GET", route: "/accounts", status: "401" })).toBe(1);
  expect(requests({ route: "none", status: "404" })).toBe(1);
  expect(told.value("counterfoil_http_problems_total", { code: "unauthorized" })).toBe(1);
  expect(told.value("counterfoil_http_requests_in_progress")).toBe(1); // the scrape itself

  const duration = "counterfoil_http_request_duration_seconds";
  const ofRoute = told.samples.filter(({ labels }) => labels["route"] === "/accounts/:id");
  const buckets = ofRoute.filter(({ name }) => name === `${duration}_bucket`).map(({ value }) => value);
  expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
  expect(buckets.at(-1)).toBe(2);
  expect(told.value(`${duration}_count`, { route: "/accounts/:id" })).toBe(2);
  expect(told.value("counterfoil_database_answers")).toBe(1);
  expect(told.value("counterfoil_database_connections", { state: "most" })).toBe(10);
  expect(told.value("process_resident_memory_bytes")).toBeGreaterThan(1e6);
});

test("counts events by outcome", async () => {
  const before = await scrape();
  const event = { account: "unknown", eventName: "call", uniqueId: "1", properties: {} };
  const sent = [event, event, { ...event, uniqueId: "2" }, { ...event, properties: { other: 1 } }, { uniqueId: "3" }];
  await shop.api.post("/events", { events: sent });
  const after = await scrape();
  const grown = (outcome: string) =>
    (after.value("counterfoil_events_total", { outcome }) ?? 0) -
    (before.value("counterfoil_events_total", { outcome }) ?? 0);
  // 1 and 2 are new, the second 1 is the same, the third 1 is different, and 3 is not an event.
  expect([grown("stored"), grown("duplicate"), grown("failed"), grown("refused")]).toEqual([2, 1, 2, 0]);
  expect(after.value("counterfoil_events_waiting")).toBe(0);
});

test("shows waiting work with its age until a worker has done it", async () => {
  await shop.api.post("/webhook-endpoints", { url: "https://hooks.example.com/a", eventTypes: ["*"] });
  const told = await shop.api.post("/accounts", { name: "Told", currency: "USD" });
  await shop.api.post("/metrics", { name: "Calls", eventName: "told.call", aggregation: { method: "count" } });
  await shop.api.post("/events", { uniqueId: "told-1", account: told.id, eventName: "told.call", properties: {} });
  const owner = new pg.Client({ connectionString: platform.database.ownerUrl });
  await owner.connect();
  opened.push({ close: () => owner.end() });
  await owner.query("update webhook_delivery set happened_at = now() - interval '1 hour'");
  await owner.query("update usage_increment set stored_at = now() - interval '1 hour'");
  const before = await waiting();
  expect(before.value("counterfoil_work_waiting", { work: "webhooks" })).toBe(1);
  const age = before.value("counterfoil_work_oldest_seconds", { work: "webhooks" }) ?? 0;
  expect(age).toBeGreaterThanOrEqual(3_600);
  expect(age).toBeLessThan(3_700);
  expect(before.value("counterfoil_work_waiting", { work: "usage_increments" })).toBe(1);
  expect(before.value("counterfoil_work_oldest_seconds", { work: "usage_increments" })).toBeGreaterThanOrEqual(3_600);
  expect(before.value("counterfoil_work_waiting", { work: "audit" })).toBeGreaterThan(0);
  expect(before.value("counterfoil_worker_rounds_total", { loop: "billing" })).toBeUndefined();

  platform.startWorker();
  await expect
    .poll(
      async () => {
        const work = await readWaitingWork(platform.ports.database, systemClock.now());
        return work.filter((one) => one.waiting > 0);
      },
      { timeout: 20_000 },
    )
    .toEqual([]);
  expect((await waiting()).value("counterfoil_work_oldest_seconds", { work: "webhooks" })).toBe(0);
  await expect
    .poll(async () => (await scrape()).value("counterfoil_worker_last_round_timestamp_seconds", { loop: "billing" }), {
      timeout: 20_000,
    })
    .toBeGreaterThan(1.7e9);
});

test("the documentation names every metric of ours, and the alerts use only existing ones", async () => {
  const clockWatch = watchClock(platform.ports.database, systemClock);
  await clockWatch.look();
  const kafka = createKafkaRecord(["usage"]);
  kafka.assigned([{ topic: "usage", partition: 0 }]);
  const server = await createServer({ ...platform.ports, clockWatch }, { kafka });
  opened.push(server);
  const ofOptions = readExposition((await server.inject({ url: "/health/metrics" })).body);
  const told = new Set([...(await scrape()).families.keys(), ...ofOptions.families.keys()]);
  expect(told.size).toBeGreaterThan(20);
  const documents = join(import.meta.dirname, "../../../../docs");
  const page = await readFile(join(documents, "monitoring.md"), "utf8");
  const ours = [...told].filter((name) => name.startsWith("counterfoil_"));
  expect(ours.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
  const alerts = await readFile(join(documents, "alerts.yml"), "utf8");
  const named = [...alerts.matchAll(/(?:counterfoil|nodejs|process)_\w+/g)].map(([name]) =>
    name.replace(/_bucket$/, ""),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !told.has(name))).toEqual([]);
  const kinds = [...alerts.matchAll(/work=~?"([^"]+)"/g)].flatMap(([, list = ""]) => list.split("|"));
  const waiting = (await readWaitingWork(platform.ports.database, systemClock.now())).map(({ work }) => work);
  // Only installations with ClickHouse have these.
  const known = [...waiting, "history", "history_stopped"];
  expect(kinds.filter((kind) => !known.includes(kind))).toEqual([]);
  expect(known.filter((kind) => !page.includes(`\`${kind}\``))).toEqual([]);
});

test("queries the database once for any number of scrapes, and answers a scrape without the database too", async () => {
  let asked = 0;
  const counting: Database = {
    ...platform.ports.database,
    unscoped(text, ...rest) {
      if (text.includes("waiting_work")) asked += 1;
      return platform.ports.database.unscoped(text, ...rest);
    },
  };
  const server = await ownServer(undefined, counting);
  const answers = await Promise.all(Array.from({ length: 20 }, () => server.inject({ url: "/health/metrics" })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(asked).toBe(1);

  const failing = await ownServer(undefined, {
    ...platform.ports.database,
    unscoped: () => Promise.reject(new Error("no")),
  });
  const { statusCode, body } = await failing.inject({ url: "/health/metrics" });
  expect([statusCode, readExposition(body).value("counterfoil_database_answers")]).toEqual([200, 0]);
});

test("without a token, only this machine can read metrics, and no proxy", async () => {
  const server = await ownServer();
  const status = async (headers: Record<string, string>, remoteAddress = "127.0.0.1") =>
    (await server.inject({ url: "/health/metrics", headers, remoteAddress })).statusCode;
  expect(await status({})).toBe(200);
  expect(await status({}, "::ffff:127.0.0.1")).toBe(200);
  expect(await status({ host: "127.0.0.1:8787" })).toBe(200);
  expect(await status({}, "10.0.0.7")).toBe(401);
  expect(await status({ "X-Forwarded-For": "127.0.0.1" })).toBe(401);
  expect(await status({ Via: "1.1 proxy" })).toBe(401);
  // A page whose own domain resolves to this machine.
  expect(await status({ host: "evil.example.com" })).toBe(401);
  const behind = await ownServer({ token: null, isBehindProxy: true });
  expect((await behind.inject({ url: "/health/metrics" })).statusCode).toBe(401);
});

test("with a token, its holder can read from anywhere, but no key of an organization can (R-ORG-1)", async () => {
  const server = await ownServer({ token: "0123456789abcdef", isBehindProxy: true });
  const status = async (authorization?: string) =>
    (
      await server.inject({
        url: "/health/metrics",
        remoteAddress: "10.0.0.7",
        headers: authorization === undefined ? {} : { authorization },
      })
    ).statusCode;
  expect(await status("Bearer 0123456789abcdef")).toBe(200);
  expect(await status()).toBe(401);
  expect(await status("Bearer 0123456789abcdeg")).toBe(401);
  expect(await status("Basic 0123456789abcdef")).toBe(401);
  expect(await status(`Bearer ${shop.api.token}`)).toBe(401);
});
