import { type Api, type Environment, environment } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";

let platform: Environment;
let api: Api;

beforeAll(async () => {
  platform = await environment();
});

interface Ingestion {
  ingested: string[];
  failed: string[];
  duplicates: string[];
  errors: { index: number; uniqueId: string | null; code: string; detail: string }[];
}

/** An organization with the account `crm-1` and a metric that sums `n` of the event `call`. */
async function openShop(): Promise<{ api: Api; accountId: string; metricId: string }> {
  ({ api } = await platform.createOrganization());
  const account = await api.post("/accounts", { name: "Acme", aliases: ["crm-1"] });
  const metric = await api.post("/metrics", {
    name: "Calls",
    eventName: "call",
    aggregation: { method: "sum", field: "n" },
  });
  return { api, accountId: account.id, metricId: metric.id };
}

const send = (body: unknown): Promise<Ingestion> => api.post<Ingestion>("/events", body);
const sendText = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  api.request<Ingestion>("POST", "/events", { body, headers: { "Content-Type": "application/json", ...headers } });

const call = (uniqueId: string, members: object = {}) => ({
  uniqueId,
  account: "crm-1",
  eventName: "call",
  timestamp: "2024-01-05T10:00:00Z",
  properties: { n: 1 },
  ...members,
});

const usage = (metricId: string, range = "from=2024-01-01&to=2024-02-01") =>
  api.get<{ quantity: string; eventCount: number }>(`/metrics/${metricId}/usage?account=crm-1&${range}`);

test("accepts all JSON forms of a body: a batch, an array, one event (R-EVT-1)", async () => {
  const { metricId, accountId } = await openShop();
  expect(await send({ events: [call("a"), call("b")] })).toEqual({
    ingested: ["a", "b"],
    failed: [],
    duplicates: [],
    errors: [],
  });
  expect((await send([call("c")])).ingested).toEqual(["c"]);
  expect((await send(call("d", { account: accountId }))).ingested).toEqual(["d"]);
  expect(await send({ events: [] })).toEqual({ ingested: [], failed: [], duplicates: [], errors: [] });
  expect(await usage(metricId)).toMatchObject({ quantity: "4", eventCount: 4, accountId });
});

test("?detail=counts returns numbers (R-EVT-2)", async () => {
  await openShop();
  const answer = await api.post("/events?detail=counts", [call("a"), call("a"), call("b"), { uniqueId: "c" }]);
  expect(answer).toEqual({ ingested: 2, failed: 1, duplicates: 1, errors: 1 });
  expect((await api.request("POST", "/events?detail=all", { body: [] })).status).toBe(400);
});

test("confirmed events are counted by the next reading, and listed (R-EVT-7)", async () => {
  const { metricId, accountId } = await openShop();
  for (let count = 1; count <= 20; count += 1) {
    await send(call(`event-${count}`, { properties: { n: count } }));
    expect(await usage(metricId)).toMatchObject({ eventCount: count, quantity: String((count * (count + 1)) / 2) });
  }
  const filters = encodeURIComponent(JSON.stringify([{ field: "uniqueId", operator: "eq", value: "event-7" }]));
  expect(await api.get(`/events?filters=${filters}`)).toEqual({
    items: [
      {
        uniqueId: "event-7",
        account: "crm-1",
        accountId,
        eventName: "call",
        properties: { n: 7 },
        timestamp: "2024-01-05T10:00:00.000Z",
        receivedAt: expect.any(String),
        cost: null,
      },
    ],
    pageCount: 1,
    limit: 10,
  });
  const sorted = await api.get<{ items: { uniqueId: string }[] }>("/events?sort=uniqueId:desc&limit=2&page=2");
  expect(sorted.items.map((item) => item.uniqueId)).toEqual(["event-7", "event-6"]);
});

test("the same ID with the same content is a duplicate, in any order of fields and notation of numbers (R-EVT-3)", async () => {
  const { metricId } = await openShop();
  await sendText(
    '{"uniqueId":"a","account":"crm-1","eventName":"call","timestamp":"2024-01-05T10:00:00Z","properties":{"n":1,"m":"x"}}',
  );
  const again = await sendText(
    '{"properties":{"m":"x","n":1.000000000000000000},"timestamp":"2024-01-05T11:00:00.000+01:00","eventName":"call","account":"crm-1","uniqueId":"a"}',
  );
  expect(again.body).toEqual({ ingested: [], failed: [], duplicates: ["a"], errors: [] });
  expect(
    (await sendText(`[${JSON.stringify(call("big", { properties: {} })).replace("{}", '{"n":1e21}')}]`)).body.ingested,
  ).toEqual(["big"]);
  const written = JSON.stringify(call("big", { properties: {} })).replace("{}", '{"n":1000000000000000000000}');
  expect((await sendText(written)).body.duplicates).toEqual(["big"]);
  expect((await usage(metricId)).quantity).toBe("1000000000000000000001");
});

test("the same bytes are a duplicate although the default timestamp has moved on (R-EVT-3)", async () => {
  await openShop();
  const event = { uniqueId: "now", account: "crm-1", eventName: "call", properties: { n: 1 } };
  expect((await send(event)).ingested).toEqual(["now"]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect((await send(event)).duplicates).toEqual(["now"]);
});

test("the same ID with another content is a conflict, with any timestamp, and the first event stays (S21, R-EVT-3)", async () => {
  const { metricId } = await openShop();
  await send(call("a", { properties: { n: 5 } }));
  const others = [
    call("a", { properties: { n: 6 } }),
    call("a", { properties: { n: "5,0" } }),
    call("a", { properties: { n: true } }),
    call("a", { properties: { n: 5, m: 1 } }),
    call("a", { properties: { n: 5 }, timestamp: "2023-01-05T10:00:00Z" }),
    call("a", { properties: { n: 5 }, eventName: "other" }),
    call("a", { properties: { n: 5 }, account: "crm-2" }),
  ];
  for (const other of others) {
    const answer = await send([other, call("a", { properties: { n: 5 } })]);
    expect(answer).toMatchObject({
      ingested: [],
      failed: ["a"],
      duplicates: ["a"],
      errors: [{ index: 0, uniqueId: "a", code: "event_conflict" }],
    });
  }
  expect(await usage(metricId, "from=2020-01-01&to=2025-01-01")).toMatchObject({ quantity: "5", eventCount: 1 });
});

test(
  "a number and the text of the same decimal are the same content, in any notation, in one body and later " +
    "(R-EVT-3, R-MET-1)",
  async () => {
    const { metricId } = await openShop();
    const written = (id: string, n: string) =>
      JSON.stringify(call(id, { properties: {} })).replace("{}", `{"n":${n},"plan":"pro","isTrial":false}`);
    const writings = ["5", '"5"', "5.0", '"5.00"', "5e0", '"+5"', '"0.5e1"'];
    const oneBody = await sendText(`[${writings.map((n) => written("a", n)).join()}]`);
    expect(oneBody.body).toMatchObject({
      ingested: ["a"],
      duplicates: Array.from({ length: 6 }, () => "a"),
      failed: [],
    });
    for (const n of writings) {
      expect((await sendText(written("a", n))).body, n).toMatchObject({ duplicates: ["a"], failed: [] });
    }
    // A text first, and the number later. Text that is not a decimal and booleans compare unchanged.
    await sendText(written("b", '"5"'));
    expect((await sendText(written("b", "5"))).body.duplicates).toEqual(["b"]);
    const rivals = [written("b", "5").replace('"pro"', '"Pro"'), written("b", "5").replace("false", '"false"')];
    for (const rival of [...rivals, written("b", "6"), written("b", "5.000000000000000000001")]) {
      expect((await sendText(rival)).body.errors, rival).toMatchObject([{ code: "event_conflict" }]);
    }
    // The first event stays as stored: 5 + 5.
    expect((await usage(metricId)).quantity).toBe("10");
    expect(await api.get("/events/b")).toMatchObject({ properties: { n: "5" } });
  },
);

test(
  "after an amendment, another notation of the first content is still a conflict, and its bytes are a duplicate " +
    "(R-EVT-3, R-EVT-6)",
  async () => {
    await openShop();
    const first = call("a", { properties: { n: 5 } });
    await send(first);
    await api.post("/events/a/amend", { properties: { n: 7 } });
    expect((await send(first)).duplicates).toEqual(["a"]);
    expect((await send(call("a", { properties: { n: "7" } }))).errors).toMatchObject([{ code: "event_conflict" }]);
    // Without an amendment also for a void event: its row is still what was sent.
    await send(call("v", { properties: { n: 5 } }));
    await api.post("/events/v/void", {});
    expect((await send(call("v", { properties: { n: "5.0" } }))).duplicates).toEqual(["v"]);
  },
);

test("inside one body, the first event of an ID counts, its copies are duplicates and its rivals conflicts", async () => {
  const { metricId } = await openShop();
  const answer = await send([call("a"), call("b"), call("a"), call("a", { properties: { n: 2 } }), call("a")]);
  expect(answer).toMatchObject({ ingested: ["a", "b"], duplicates: ["a", "a"], failed: ["a"] });
  expect(answer.errors).toEqual([expect.objectContaining({ index: 3, code: "event_conflict" })]);
  expect((await usage(metricId)).quantity).toBe("2");
});

test("in a body that needs several transactions, the first event of an ID counts, in all of 40 tries (R-EVT-3)", async () => {
  const { metricId } = await openShop();
  const wrong: number[] = [];
  for (let attempt = 0; attempt < 40; attempt += 1) {
    // Small transactions commit before large ones: without protection, a rival alone in the second or third would win.
    const rivals = attempt % 2 === 0 ? [1_000] : [1_000, 2_000];
    const body = Array.from({ length: (rivals.at(-1) ?? 0) + 1 }, (_, n) =>
      n === 0 || rivals.includes(n)
        ? call(`first-${attempt}`, { properties: { n: n === 0 ? 1 : 1_000_000 } })
        : call(`other-${attempt}-${n}`, { properties: { n: 0 } }),
    );
    const { errors } = await send(body);
    const places = errors.map(({ index, code }) => (code === "event_conflict" ? index : -1));
    if (JSON.stringify(places) !== JSON.stringify(rivals)) wrong.push(attempt);
  }
  expect(wrong).toEqual([]);
  // 40 × 1. A rival that counted would add a million.
  expect(await usage(metricId, "from=2020-01-01&to=2025-01-01")).toMatchObject({ quantity: "40" });
}, 60_000);

test("names all faults of an invalid event, which does not affect its neighbors (R-EVT-2)", async () => {
  const { metricId } = await openShop();
  const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, n]));
  const bad: [unknown, string][] = [
    [null, "wrong_type"],
    ["text", "wrong_type"],
    [[], "wrong_type"],
    [call("x", { uniqueId: undefined }), "required"],
    [call("x", { uniqueId: "" }), "empty"],
    [call("x", { uniqueId: 7 }), "wrong_type"],
    [call("x", { uniqueId: "x".repeat(256) }), "too_long"],
    [call("x", { uniqueId: "nul\0" }), "unstorable_character"],
    [call("x", { account: "half\ud83d" }), "unstorable_character"],
    [call("x", { account: null }), "wrong_type"],
    [call("x", { eventName: undefined }), "required"],
    [call("x", { eventName: "x".repeat(256) }), "too_long"],
    [call("x", { properties: [] }), "wrong_type"],
    [call("x", { properties: null }), "wrong_type"],
    [call("x", { properties: { n: null } }), "wrong_type"],
    [call("x", { properties: { n: { deep: 1 } } }), "wrong_type"],
    [call("x", { properties: { n: [1] } }), "wrong_type"],
    [call("x", { properties: { "": 1 } }), "wrong_name"],
    [call("x", { properties: { "a\0": 1 } }), "wrong_name"],
    [call("x", { properties: { n: "a\0" } }), "unstorable_character"],
    [call("x", { properties: { n: "\udc00" } }), "unstorable_character"],
    [call("x", { properties: { n: "x".repeat(10_001) } }), "too_long"],
    [call("x", { properties: pairs(51) }), "too_many"],
    [call("x", { timestamp: "yesterday" }), "wrong_format"],
    [call("x", { timestamp: "2024-01-05" }), "wrong_format"],
    [call("x", { timestamp: "2024-01-05T10:00:00" }), "wrong_format"],
    [call("x", { timestamp: "2023-02-29T10:00:00Z" }), "wrong_format"],
    [call("x", { timestamp: 1_704_448_800 }), "wrong_format"],
    [call("x", { timestamp: null }), "wrong_format"],
    [call("x", { quantity: 3 }), "unknown_member"],
    [call("x", { timestamp: new Date(Date.now() + 3_660_000).toISOString() }), "timestamp_too_far_ahead"],
  ];
  const events = bad.flatMap(([event], index) => [event, call(`good-${index}`)]);
  const answer = await send({ events });
  expect(answer.ingested).toEqual(bad.map((_, index) => `good-${index}`));
  expect(answer.errors.map(({ index, code }) => [index, code])).toEqual(
    bad.map(([, code], index) => [2 * index, code]),
  );
  expect(answer.failed).toHaveLength(bad.length);
  expect(answer.failed.slice(0, 4)).toEqual(["", "", "", ""]);
  expect(await usage(metricId)).toMatchObject({ eventCount: bad.length });

  const many = await send([{ uniqueId: "", color: "red", properties: { n: null } }, call("valid")]);
  expect(many.errors[0]?.detail).toBe(
    '"color" is not a member of an event. uniqueId must have 1 to 255 characters. account is required. ' +
      'eventName is required. The property "n" must be a string, a number or a boolean. Objects, lists and null are not allowed.',
  );
});

test("accepts an event up to one hour ahead, and any time in the past (R-EVT-4)", async () => {
  const { metricId } = await openShop();
  const soon = new Date(Date.now() + 3_540_000).toISOString();
  const answer = await send([
    call("soon", { timestamp: soon }),
    call("old", { timestamp: "1999-12-31T23:59:59.999Z" }),
  ]);
  expect(answer.ingested).toEqual(["soon", "old"]);
  expect(await usage(metricId, "from=1999-12-31&to=2000-01-01")).toMatchObject({ eventCount: 1 });
});

test("on a test clock, now is its frozen time, for the limit and for the default (R-EVT-4, R-TIME-4)", async () => {
  const { metricId } = await openShop();
  const clock = await api.post("/test-clocks", { frozenTime: "2030-05-10T12:00:00Z" });
  await api.post("/accounts", { name: "Future", aliases: ["future"], testClockId: clock.id });
  const answer = await send([
    call("default", { account: "future", timestamp: undefined }),
    call("hour", { account: "future", timestamp: "2030-05-10T13:00:00Z" }),
    call("beyond", { account: "future", timestamp: "2030-05-10T13:00:00.001Z" }),
    call("real", { timestamp: "2030-05-10T12:00:00Z" }),
  ]);
  expect(answer.ingested).toEqual(["default", "hour"]);
  expect(answer.failed).toEqual(["beyond", "real"]);
  const inMay = await api.get(`/metrics/${metricId}/usage?account=future`);
  expect(inMay).toMatchObject({ from: "2030-05-01T00:00:00.000Z", to: "2030-06-01T00:00:00.000Z", eventCount: 2 });
});

test("numbers keep all their digits and are never floats (R-MET-1)", async () => {
  const { metricId } = await openShop();
  const event = (id: string, n: string) => JSON.stringify(call(id, { properties: {} })).replace("{}", `{"n":${n}}`);
  const numbers = ["0.1", "0.2", "12345678901234567890.123456789", "-0.000000000000000000001", '"7.00"', "1e-7"];
  const answer = await sendText(`[${numbers.map((n, index) => event(String(index), n)).join()}]`);
  expect(answer.body.ingested).toHaveLength(numbers.length);
  // 0.1 + 0.2 + 12345678901234567890.123456789 − 10⁻²¹ + 7 + 10⁻⁷
  expect((await usage(metricId)).quantity).toBe("12345678901234567897.423456888999999999999");

  const refused = await sendText(`[${event("huge", "1e400")},${event("fine", "1e-2000")},${event("ok", "1")}]`);
  expect(refused.body).toMatchObject({ ingested: ["ok"], failed: ["huge", "fine"] });
  expect(refused.body.errors.map((error) => error.code)).toEqual(["number_out_of_range", "number_out_of_range"]);
});

test("accepts names that have a special meaning in JavaScript objects", async () => {
  await openShop();
  const event = JSON.stringify(call("__proto__", { properties: {} })).replace(
    "{}",
    '{"__proto__":1,"constructor":"x"}',
  );
  expect((await sendText(event)).body.ingested).toEqual(["__proto__"]);
  const listed = await api.request("GET", "/events");
  expect(Object.entries((listed.body as unknown as { items: [{ properties: object }] }).items[0].properties)).toEqual(
    expect.arrayContaining([["__proto__", 1]]),
  );
  expect((await sendText('{"__proto__":{"uniqueId":"x"}}')).body.errors[0]?.code).toBe("unknown_member");
});

test("refuses an invalid body as a whole, and stores none of it", async () => {
  const { metricId } = await openShop();
  const status = async (body: string | Uint8Array, headers?: Record<string, string>) =>
    (await sendText(body, headers)).status;
  const one = JSON.stringify(call("a"));
  expect(await status("")).toBe(400);
  expect(await status(`[${one}`)).toBe(400);
  expect(await status(`${one}\n${one}`)).toBe(400);
  expect(await status(Buffer.concat([Buffer.from(`[${one},"`), Buffer.from([0xc3, 0x28]), Buffer.from('"]')]))).toBe(
    400,
  );
  expect(await status("[".repeat(200_000))).toBe(400);
  expect(await status("7")).toBe(422);
  expect(await status("null")).toBe(422);
  expect(await status('{"events":{}}')).toBe(422);
  expect(await status('{"events":null}')).toBe(422);
  expect(await status(`{"events":[${one}],"mode":"fast"}`)).toBe(422);
  expect(await status(one, { "Content-Type": "application/x-www-form-urlencoded" })).toBe(415);
  expect(await status(one, { "Content-Type": "text/plain" })).toBe(415);
  const tooMany = Array.from({ length: 10_001 }, (_, n) => call(`many-${n}`));
  const refused = await api.request<{ errors: unknown }>("POST", "/events", { body: { events: tooMany } });
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: "/events", code: "too_many" }] } });
  expect(await status(`["${"x".repeat(32 * 1024 * 1024)}"]`)).toBe(413);
  expect((await usage(metricId)).eventCount).toBe(0);
});

test("accepts ten thousand events and more than 2 MiB in one body (R-EVT-1)", async () => {
  const { metricId } = await openShop();
  const note = "x".repeat(200);
  const events = Array.from({ length: 10_000 }, (_, n) => call(`event-${n}`, { properties: { n: 1, note } }));
  const answer = await api.post("/events?detail=counts", { events });
  expect(answer).toEqual({ ingested: 10_000, failed: 0, duplicates: 0, errors: 0 });
  expect(await usage(metricId)).toMatchObject({ quantity: "10000", eventCount: 10_000 });
});

test("stores events of an unknown account, and counts them once the account or its alias exists (R-EVT-5)", async () => {
  const { metricId } = await openShop();
  const answer = await send([call("early", { account: "crm-9" }), call("mine")]);
  expect(answer.ingested).toEqual(["early", "mine"]);
  expect((await usage(metricId)).quantity).toBe("1");
  const unmatched = encodeURIComponent(JSON.stringify([{ field: "accountId", operator: "exists", value: false }]));
  expect((await api.get<{ items: unknown[] }>(`/events?filters=${unmatched}`)).items).toHaveLength(1);

  const late = await api.post("/accounts", { name: "Late", aliases: ["crm-9"] });
  const read = (id: string) =>
    api.get<{ quantity: string }>(`/metrics/${metricId}/usage?account=${id}&from=2024-01-01`);
  expect((await read(late.id)).quantity).toBe("1");
  // Sent again after the binding: the same bytes are still a duplicate.
  expect((await send(call("early", { account: "crm-9" }))).duplicates).toEqual(["early"]);

  await send(call("renamed", { account: "crm-10" }));
  await api.patch(`/accounts/${late.id}`, { aliases: ["crm-10"] });
  expect((await read("crm-10")).quantity).toBe("2");
});

test("events need the scope ingest, and nothing else (R-KEY-1)", async () => {
  await openShop();
  const { token } = await api.post<{ token: string }>("/api-keys", { name: "Gateway", scopes: ["ingest"] });
  const sender = platform.api(token);
  expect((await sender.request("POST", "/events", { body: call("a") })).status).toBe(200);
  expect((await sender.request("GET", "/events")).status).toBe(403);
});

test("two organizations can use the same IDs without affecting each other (R-ORG-1)", async () => {
  const first = await openShop();
  await send(call("shared", { properties: { n: 1 } }));
  const second = await openShop();
  expect((await send(call("shared", { properties: { n: 2 } }))).ingested).toEqual(["shared"]);
  expect((await usage(second.metricId)).quantity).toBe("2");
  api = first.api;
  expect((await usage(first.metricId)).quantity).toBe("1");
});

test("measures usage between instants, half-open, or on local days of the account", async () => {
  const { metricId, accountId } = await openShop();
  await api.patch(`/accounts/${accountId}`, { timezone: "America/New_York" });
  // The 5th in New York begins at 05:00 UTC.
  await send([call("a", { timestamp: "2024-01-05T04:59:59.999Z" }), call("b", { timestamp: "2024-01-05T05:00:00Z" })]);
  expect(await usage(metricId, "from=2024-01-05&to=2024-01-06")).toMatchObject({
    eventCount: 1,
    from: "2024-01-05T05:00:00.000Z",
    to: "2024-01-06T05:00:00.000Z",
  });
  expect((await usage(metricId, "from=2024-01-05T04:59:59.999Z&to=2024-01-05T05:00:00Z")).eventCount).toBe(1);
  const wrong = ["from=2024-01-06&to=2024-01-05", "from=tomorrow", "window=week", "timezone=Mars/Base"];
  for (const range of wrong) {
    expect((await api.request("GET", `/metrics/${metricId}/usage?account=crm-1&${range}`)).status).toBe(400);
  }
  expect((await api.request("GET", `/metrics/${metricId}/usage`)).status).toBe(400);
  expect((await api.request("GET", `/metrics/${metricId}/usage?account=unknown`)).status).toBe(404);
  expect((await api.request("GET", "/metrics/metric_none/usage?account=crm-1")).status).toBe(404);
});
