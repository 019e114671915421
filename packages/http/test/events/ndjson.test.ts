import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { readNdjson, type SentEvent } from "@counterfoil/service";
import { type Api, environment, type Environment } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { type Counts, type Lists, openStream } from "./send-stream.ts";

let platform: Environment;

beforeAll(async () => {
  platform = await environment();
});

/** An organization with the account `crm-1` and a metric that sums `n` of the event `call`. */
async function openShop(): Promise<{ api: Api; organizationId: string; usage: () => Promise<Usage> }> {
  const { api, id } = await platform.createOrganization();
  await api.post("/accounts", { name: "Acme", aliases: ["crm-1"] });
  const aggregation = { method: "sum", field: "n" };
  const metric = await api.post("/metrics", { name: "Calls", eventName: "call", aggregation });
  const usage = () => api.get<Usage>(`/metrics/${metric.id}/usage?account=crm-1&from=2024-01-01&to=2024-02-01`);
  return { api, organizationId: id, usage };
}

interface Usage {
  quantity: string;
  eventCount: number;
}

const call = (uniqueId: string, properties: object = { n: 1 }) => ({
  uniqueId,
  account: "crm-1",
  eventName: "call",
  timestamp: "2024-01-05T10:00:00Z",
  properties,
});
const line = (uniqueId: string, properties?: object) => `${JSON.stringify(call(uniqueId, properties))}\n`;

const send = <Body = Lists>(api: Api, body: string | Uint8Array, path = "/events", headers = {}) =>
  api.request<Body>("POST", path, { body, headers: { "Content-Type": "application/x-ndjson", ...headers } });

test("accepts one event per line, with any line endings, blank lines, and no line ending at the end (R-EVT-1, R-EVT-2)", async () => {
  const { api, usage } = await openShop();
  const body = `\n${line("a")}\r\n${line("b").trim()}\r\n   \n${line("a")}${line("c", { n: 5 }).trim()}`;
  const answer = await send(api, body);
  expect([answer.status, answer.body]).toEqual([
    200,
    { ingested: ["a", "b", "c"], failed: [], duplicates: ["a"], errors: [] },
  ]);
  expect(await usage()).toMatchObject({ quantity: "7", eventCount: 3 }); // 1 + 1 + 5
  expect((await send(api, "")).body).toEqual({ ingested: [], failed: [], duplicates: [], errors: [] });
  expect((await send<Counts>(api, body, "/events?detail=counts")).body).toEqual({
    ingested: 0,
    failed: 0,
    duplicates: 4,
    errors: 0,
  });
});

test("names an unreadable line by its position among the events, and stores the others (R-EVT-2)", async () => {
  const { api, usage } = await openShop();
  const long = JSON.stringify(call("long", { note: "x".repeat(1024 * 1024) }));
  const body = Buffer.concat([
    Buffer.from(`${line("a")}{"uniqueId": "open\n\n`), // 0, 1
    Buffer.from([0x22, 0xc3, 0x28, 0x22, 0x0a]), // 2: not UTF-8
    Buffer.from(`${line("b")}${long}\n7\n[]\n`), // 3, 4, 5, 6
    Buffer.from(`{"uniqueId":"x","\\\\":1}\n`), // 7
    Buffer.from(`${line("c")}${"[".repeat(500_000)}\n${line("a", { n: 2 })}`), // 8, 9, 10
  ]);
  const { status, body: answer } = await send(api, body);
  expect(status).toBe(200);
  expect(answer.ingested).toEqual(["a", "b", "c"]);
  expect(answer.errors.map(({ index, uniqueId, code }) => [index, uniqueId, code])).toEqual([
    [1, null, "malformed_line"],
    [2, null, "not_utf8"],
    [4, null, "line_too_long"],
    [5, null, "wrong_type"],
    [6, null, "wrong_type"],
    [7, null, "malformed_line"],
    [9, null, "malformed_line"],
    [10, "a", "event_conflict"],
  ]);
  expect(answer.failed).toEqual(["", "", "", "", "", "", "", "a"]);
  expect(await usage()).toMatchObject({ quantity: "3", eventCount: 3 });
});

test("of two lines with one ID the first counts, at any distance and however they are stored (R-EVT-3)", async () => {
  const { api } = await openShop();
  const note = "x".repeat(9_000);
  for (let round = 0; round < 8; round += 1) {
    // The lines between them exceed what is stored together.
    const between = Array.from({ length: 130 }, (_, n) => line(`between-${round}-${n}`, { note })).join("");
    const { body } = await send(api, Buffer.from(`${line(`a-${round}`)}${between}${line(`a-${round}`, { n: 2 })}`));
    expect([body.ingested[0], body.errors]).toMatchObject([`a-${round}`, [{ index: 131, code: "event_conflict" }]]);
  }
});

/** What `readNdjson` returns for bytes that arrive in chunks of this size. */
async function readInChunks(bytes: Uint8Array, size: number): Promise<SentEvent[]> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  }
  const events: SentEvent[] = [];
  for await (const piece of readNdjson(chunks())) events.push(...piece.events);
  return events;
}

test("chunks may end anywhere: in a line, in a line ending, in the middle of a character", async () => {
  const note = "Zoë 東京 🧾 café";
  const good = `${line("é1", { note })}\r\n\n${line("東2", { note })}{"broken\n`;
  const bytes = Buffer.concat([Buffer.from(good), Buffer.from([0xf0, 0x9f, 0x0a]), Buffer.from(line("🧾3").trim())]);
  const whole = await readInChunks(bytes, bytes.length);
  expect(whole.map(({ event, fault }) => fault?.code ?? (event as { uniqueId: string }).uniqueId)).toEqual([
    "é1",
    "東2",
    "malformed_line",
    "not_utf8",
    "🧾3",
  ]);
  for (let size = 1; size < 120; size += 1) expect(await readInChunks(bytes, size)).toEqual(whole);
});

test("a line that is too long uses no memory, and the lines after it are read", async () => {
  let held = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const chunk = Buffer.alloc(64 * 1024, 0x78);
    const before = process.memoryUsage().arrayBuffers;
    for (let sent = 0; sent < 4_096; sent += 1) {
      yield Buffer.from(chunk); // 256 MiB without a line ending
      if (sent % 256 === 0) {
        await pause(0);
        held = Math.max(held, process.memoryUsage().arrayBuffers - before);
      }
    }
    yield Buffer.from(`\n${line("after")}`);
  }
  const events: SentEvent[] = [];
  for await (const piece of readNdjson(chunks())) events.push(...piece.events);
  expect(events.map(({ fault }) => fault?.code)).toEqual(["line_too_long", undefined]);
  expect(held).toBeLessThan(200 * 1024 * 1024);
});

test("counts each of 40,000 events in one body once, and returns complete lists in order (R-EVT-1)", async () => {
  const { api, usage } = await openShop();
  const ids = Array.from({ length: 40_000 }, (_, n) => `event-${n}`);
  const { sender, answer } = openStream(platform.url, api.token);
  // In chunks of 10,007 bytes, which end at every position of a line.
  const bytes = Buffer.from(ids.map((id) => line(id, { n: 2, é: "é" })).join(""));
  for (let start = 0; start < bytes.length; start += 10_007) {
    if (!sender.write(bytes.subarray(start, start + 10_007))) await once(sender, "drain");
  }
  sender.end();
  const { status, body } = await answer;
  expect([status, body.ingested.length, body.errors]).toEqual([200, 40_000, []]);
  expect(body.ingested).toEqual(ids);
  expect(await usage()).toMatchObject({ quantity: "80000", eventCount: 40_000 }); // 40,000 × 2
}, 120_000);

test("stores the events of a slow sender as they arrive, long before the response", async () => {
  const { api, usage } = await openShop();
  const { sender, answer } = openStream(platform.url, api.token);
  for (let count = 1; count <= 3; count += 1) {
    sender.write(line(`slow-${count}`));
    for (let stored = 0; stored < count;) {
      await pause(10);
      stored = (await usage()).eventCount;
    }
  }
  sender.end(line("slow-4"));
  expect((await answer).body.ingested).toEqual(["slow-1", "slow-2", "slow-3", "slow-4"]);
});

test("makes a sender that is faster than the database wait, without using our memory", async () => {
  const { api, organizationId, usage } = await openShop();
  // A transaction holds one of the first IDs: another one with the same ID waits until it ends.
  const owner = new pg.Client({ connectionString: platform.database.ownerUrl });
  await owner.connect();
  await owner.query("begin");
  await owner.query(
    `insert into usage_event_key (organization_number, unique_id, content_hash, sequence)
     select o.number, 'event-' || n, '\\x00', n from generate_series(0, 20000) as n, organization o where o.id = $1`,
    [organizationId],
  );
  const { sender, answer } = openStream<Counts>(platform.url, api.token, "/events?detail=counts");
  const note = "x".repeat(2_000);
  let [sent, next] = [0, 0];
  // 20,000 events are 43 MB. Writes until nothing is accepted for a second.
  for (let isTaken = true; isTaken && next < 20_000;) {
    const text = line(`event-${next}`, { n: 1, note });
    next += 1;
    sent += text.length;
    if (sender.write(text)) continue;
    isTaken = await Promise.race([once(sender, "drain").then(() => true), pause(1_000).then(() => false)]);
  }
  // Four slices of 1 MiB, and the buffers of both ends of the connection.
  expect(sent).toBeLessThan(24 * 1024 * 1024);
  await owner.query("rollback");
  await owner.end();
  for (; next < 20_000; next += 1) {
    if (!sender.write(line(`event-${next}`, { n: 1, note }))) await once(sender, "drain");
  }
  sender.end();
  expect((await answer).body).toEqual({ ingested: 20_000, failed: 0, duplicates: 0, errors: 0 });
  expect(await usage()).toMatchObject({ eventCount: 20_000 });
}, 120_000);

test("when the connection breaks, committed events stay, and the whole body can be sent again (R-EVT-3)", async () => {
  const { api, usage } = await openShop();
  const ids = Array.from({ length: 3_000 }, (_, n) => `event-${n}`);
  const { sender, answer } = openStream(platform.url, api.token);
  // The last line is cut in the middle: it is not an event.
  sender.write(
    ids
      .slice(0, 2_000)
      .map((id) => line(id))
      .join("") + line("half").slice(0, 40),
  );
  for (let stored = 0; stored === 0;) {
    await pause(10);
    stored = (await usage()).eventCount;
  }
  sender.destroy();
  await expect(answer).rejects.toThrow();
  const again = await send(api, ids.map((id) => line(id)).join(""));
  expect(again.body.failed).toEqual([]);
  expect(again.body.duplicates.length).toBeGreaterThan(0);
  expect(again.body.ingested.length + again.body.duplicates.length).toBe(3_000);
  expect(await usage()).toMatchObject({ quantity: "3000", eventCount: 3_000 });
});

test("losing the database in the middle returns 503, and sending again neither loses nor duplicates events", async () => {
  const { api, organizationId, usage } = await openShop();
  const owner = new pg.Client({ connectionString: platform.database.ownerUrl });
  await owner.connect();
  await owner.query("begin");
  await owner.query(
    `insert into usage_event_key (organization_number, unique_id, content_hash, sequence)
     select number, 'event-2500', '\\x00', 1 from organization where id = $1`,
    [organizationId],
  );
  const {
    rows: [blocker],
  } = await owner.query<{ pid: number }>("select pg_backend_pid() as pid");
  const body = Array.from({ length: 5_000 }, (_, n) => line(`event-${n}`)).join("");
  const refused = send(api, body);
  const killer = new pg.Client({ connectionString: platform.database.ownerUrl });
  await killer.connect();
  for (let killed = 0; killed === 0;) {
    const { rowCount } = await killer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and $1 = any(pg_blocking_pids(pid))`,
      [blocker?.pid],
    );
    killed = rowCount ?? 0;
  }
  await killer.end();
  expect(await refused).toMatchObject({ status: 503, body: { code: "database_unavailable" } });
  await owner.query("rollback");
  await owner.end();
  const again = await send<Counts>(api, body, "/events?detail=counts");
  expect(again.body.ingested + again.body.duplicates).toBe(5_000);
  expect(await usage()).toMatchObject({ eventCount: 5_000 });
});

test("accepts gzip for bodies of every form, and refuses invalid or incomplete gzip and other encodings", async () => {
  const { api, usage } = await openShop();
  const packed = { "Content-Encoding": "gzip" };
  const json = { ...packed, "Content-Type": "application/json" };
  const body = Array.from({ length: 2_000 }, (_, n) => line(`event-${n}`)).join("");
  expect((await send(api, gzipSync(body), "/events", packed)).body.ingested).toHaveLength(2_000);
  expect((await send(api, gzipSync(JSON.stringify([call("j")])), "/events", json)).body.ingested).toEqual(["j"]);
  for (const headers of [packed, json]) {
    const plain = await send(api, line("p"), "/events", headers);
    expect(plain).toMatchObject({ status: 400, body: { code: "malformed_request" } });
    const half = gzipSync(line("h", { note: body })).subarray(0, 200);
    expect(await send(api, half, "/events", headers)).toMatchObject({
      status: 400,
      body: { code: "malformed_request" },
    });
    const other = await send(api, line("o"), "/events", { ...headers, "Content-Encoding": "br" });
    expect(other).toMatchObject({ status: 415, body: { code: "unsupported_media_type" } });
  }
  // 33 MiB in 33 kB.
  const bomb = gzipSync(`["${"x".repeat(33 * 1024 * 1024)}"]`);
  expect(await send(api, bomb, "/events", json)).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
  expect(await usage()).toMatchObject({ eventCount: 2_001 });
});

test("refuses another content type, and names the accepted ones", async () => {
  const { api } = await openShop();
  const answer = await send(api, line("a"), "/events", { "Content-Type": "text/csv" });
  expect(answer).toMatchObject({ status: 415, body: { code: "unsupported_media_type" } });
  expect((answer.body as unknown as { detail: string }).detail).toContain("application/x-ndjson");
});

// The server runs in this process, and an unhandled error would end it.
test("survives a body that is neither gzip nor of a known form, or ends within gzip after it was refused", async () => {
  const { api } = await openShop();
  const asText = { "Content-Encoding": "gzip", "Content-Type": "text/csv" };
  expect(await send(api, line("a"), "/events", asText)).toMatchObject({ status: 415 });
  const asJson = { "Content-Encoding": "gzip", "Content-Type": "application/json" };
  const tooLarge = gzipSync(`["${"x".repeat(33 * 1024 * 1024)}"]`);
  expect(await send(api, Buffer.concat([tooLarge, tooLarge.subarray(20)]), "/events", asJson)).toMatchObject({
    status: 413,
  });
  expect(await send(api, line("b"), "/events")).toMatchObject({ status: 200 });
});
