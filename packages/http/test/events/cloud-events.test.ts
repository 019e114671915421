import { type Api, environment, type Environment } from "@counterfoil/testkit/scenario";
import { CloudEvent, emitterFor, HTTP, httpTransport, Mode } from "cloudevents";
import { beforeAll, expect, test } from "vitest";
import type { Lists } from "./send-stream.ts";

let platform: Environment;

beforeAll(async () => {
  platform = await environment();
});

/** An organization with the account `crm-1` and a metric that sums `n` of the event `call`. */
async function openShop(): Promise<{ api: Api; usage: () => Promise<{ quantity: string; eventCount: number }> }> {
  const { api } = await platform.createOrganization();
  await api.post("/accounts", { name: "Acme", aliases: ["crm-1"] });
  const aggregation = { method: "sum", field: "n" };
  const metric = await api.post("/metrics", { name: "Calls", eventName: "call", aggregation });
  return { api, usage: () => api.get(`/metrics/${metric.id}/usage?account=crm-1&from=2024-01-01&to=2024-02-01`) };
}

const attributes = (id: string) => ({
  specversion: "1.0",
  id,
  source: "https://gateway.example/eu",
  type: "call",
  subject: "crm-1",
  time: "2024-01-05T10:00:00Z",
});
const STRUCTURED = { "Content-Type": "application/cloudevents+json" };
const BATCH = { "Content-Type": "application/cloudevents-batch+json" };

const send = (api: Api, body: unknown, headers: Record<string, string>) =>
  api.request<Lists>("POST", "/events", { body: typeof body === "string" ? body : JSON.stringify(body), headers });

test("the official CloudEvents client posts in both modes, and an event that is sent again counts once (R-EVT-1)", async () => {
  const { api, usage } = await openShop();
  const headers = { Authorization: `Bearer ${api.token}` };
  const event = (id: string, n: number, traceparent: string) =>
    new CloudEvent({ ...attributes(id), data: { n, region: "Zürich" }, traceparent });
  for (const mode of [Mode.STRUCTURED, Mode.BINARY]) {
    const emit = emitterFor(httpTransport(`${platform.url}/events`), { binding: HTTP, mode });
    const id = `sent-${mode}`;
    const read = async (sent: CloudEvent<object>) =>
      JSON.parse(String(((await emit(sent, { headers })) as { body: string }).body)) as Lists;
    const uniqueId = `https://gateway.example/eu ${id}`;
    expect(await read(event(id, 5, "00-1"))).toEqual({ ingested: [uniqueId], failed: [], duplicates: [], errors: [] });
    // Another trace, the same event.
    expect((await read(event(id, 5, "00-2"))).duplicates).toEqual([uniqueId]);
    expect((await read(event(id, 6, "00-3"))).errors).toMatchObject([{ index: 0, uniqueId, code: "event_conflict" }]);
  }
  expect(await usage()).toMatchObject({ quantity: "10", eventCount: 2 }); // 5 + 5
});

test("structured, binary and our own form of an event are the same event", async () => {
  const { api, usage } = await openShop();
  const { time, type, subject, id, source, specversion } = attributes("1");
  const uniqueId = `${source} ${id}`;
  const own = { uniqueId, account: subject, eventName: type, timestamp: time, properties: { n: 2 } };
  expect(await api.post("/events", own)).toMatchObject({ ingested: [uniqueId] });
  expect((await send(api, { ...attributes("1"), data: { n: 2 } }, STRUCTURED)).body.duplicates).toEqual([uniqueId]);
  const headers = { "ce-id": id, "ce-source": source, "ce-type": type, "ce-subject": subject, "ce-time": time };
  const json = { ...headers, "ce-specversion": specversion, "Content-Type": "application/json" };
  expect((await send(api, { n: 2.0 }, json)).body.duplicates).toEqual([uniqueId]);
  expect(await usage()).toMatchObject({ quantity: "2", eventCount: 1 });
});

test("a batch names what is wrong with each of its events, and accepts the others (R-EVT-2)", async () => {
  const { api, usage } = await openShop();
  const without = (name: string) => Object.fromEntries(Object.entries(attributes("x")).filter(([key]) => key !== name));
  const source = "https://gateway.example/eu";
  const wrong: [unknown, string, string | null][] = [
    [7, "wrong_type", null],
    [{ ...attributes("x"), specversion: "0.3" }, "unsupported_specversion", `${source} x`],
    [without("specversion"), "required", `${source} x`],
    [without("id"), "required", null],
    [without("source"), "required", null],
    [without("type"), "required", `${source} x`],
    [{ ...attributes("x"), subject: null }, "required", `${source} x`],
    [{ ...attributes("x"), subject: 7 }, "wrong_type", `${source} x`],
    [{ ...attributes("x".repeat(250)) }, "too_long", null],
    [{ ...attributes("x"), time: "yesterday" }, "wrong_format", `${source} x`],
    [{ ...attributes("x"), data: [1] }, "wrong_type", `${source} x`],
    [{ ...attributes("x"), data: "text" }, "wrong_type", `${source} x`],
    [{ ...attributes("x"), data: { n: { deep: 1 } } }, "wrong_type", `${source} x`],
    [{ ...attributes("x"), data_base64: "AAAA" }, "wrong_content_type", `${source} x`],
    [{ ...attributes("x"), datacontenttype: "text/xml", data: "<n/>" }, "wrong_content_type", `${source} x`],
  ];
  const good = (n: number) => ({ ...attributes(`good-${n}`), datacontenttype: "application/json", data: { n: 1 } });
  const { status, body } = await send(
    api,
    wrong.flatMap(([event], index) => [event, good(index)]),
    BATCH,
  );
  expect(status).toBe(200);
  expect(body.errors.map(({ index, code, uniqueId }) => [index, code, uniqueId])).toEqual(
    wrong.map(([, code, uniqueId], index) => [2 * index, code, uniqueId]),
  );
  expect(body.ingested).toEqual(wrong.map((_, index) => `${source} good-${index}`));
  expect(await usage()).toMatchObject({ eventCount: wrong.length });

  const { body: nothing } = await send(api, { traceparent: "00-1" }, STRUCTURED);
  expect(nothing.errors.map(({ detail }) => detail).join(" ")).toBe(
    'specversion must be "1.0". id must be a non-empty string: with source it says which event this is. ' +
      "source must be a non-empty string: with id it says which event this is. type must be a non-empty string: the name of the event. " +
      "subject must be a non-empty string: the ID or an alias of the account.",
  );
});

test("null attributes count as missing, and numbers keep all their digits (R-MET-1)", async () => {
  const { api, usage } = await openShop();
  const body = JSON.stringify({ ...attributes("1"), datacontenttype: null, dataschema: null, data: {} });
  expect((await send(api, body.replace("{}", '{"n":12345678901234567890.5}'), STRUCTURED)).body.ingested).toHaveLength(
    1,
  );
  expect((await send(api, { ...attributes("2"), data: null }, STRUCTURED)).body.ingested).toHaveLength(1);
  expect(await usage()).toMatchObject({ quantity: "12345678901234567890.5" });
});

test("pairs of source and ID stay distinct even if their joined texts match", async () => {
  const { api } = await openShop();
  const pairs: [source: string, id: string][] = [
    ["a", "b c"],
    ["a b", "c"],
    ["a/b", "c"],
    ["a", "b/c"],
  ];
  const batch = pairs.map(([source, id]) => ({ ...attributes(id), source }));
  expect((await send(api, batch, BATCH)).body.ingested).toEqual(["a b c", "a%20b c", "a/b c", "a b/c"]);
});

test("unquotes and percent-decodes the headers of binary mode, and treats an empty body as no data", async () => {
  const { api } = await openShop();
  await api.post("/accounts", { name: "Zoë", aliases: ["zoë 🧾"] });
  const headers = (subject: string) => ({
    "ce-specversion": "1.0",
    "ce-id": '"quoted\\"1"',
    "ce-source": "/s",
    "ce-type": "call",
    "ce-subject": subject,
    "Content-Type": "application/json",
  });
  expect((await send(api, "", headers("zo%C3%AB%20%F0%9F%A7%BE"))).body.ingested).toEqual(['/s quoted"1']);
  const listed = await api.get<{ items: object[] }>("/events");
  expect(listed.items).toMatchObject([{ account: "zoë 🧾", accountId: expect.any(String), properties: {} }]);
  expect(await send(api, "{}", headers("%FF"))).toMatchObject({ status: 400, body: { code: "malformed_request" } });
  expect(await send(api, "{", headers("crm-1"))).toMatchObject({ status: 400, body: { code: "malformed_request" } });
});

test("refuses a body as a whole if it does not match its content type", async () => {
  const { api } = await openShop();
  expect((await send(api, [attributes("a")], STRUCTURED)).status).toBe(422);
  expect((await send(api, attributes("a"), BATCH)).status).toBe(422);
  expect((await send(api, "[", BATCH)).status).toBe(400);
  const many = Array.from({ length: 10_001 }, (_, n) => attributes(String(n)));
  expect(await send(api, many, BATCH)).toMatchObject({ status: 422, body: { errors: [{ code: "too_many" }] } });
});
