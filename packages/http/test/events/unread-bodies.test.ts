import { type Api, environment, type Environment } from "@counterfoil/testkit/scenario";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Counts, Lists } from "./send-stream.ts";

// R-EVT-2: a body without a single readable event is refused, naming its fields, in each form of a body.

let platform: Environment;
let api: Api;

beforeAll(async () => {
  platform = await environment();
});

beforeEach(async () => {
  ({ api } = await platform.createOrganization());
});

interface Refusal {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly pointer: string; readonly code: string; readonly detail: string }[];
}

const JSON_TYPE = "application/json";
const NDJSON = "application/x-ndjson";
const CLOUD_EVENT = "application/cloudevents+json";
const CLOUD_EVENT_BATCH = "application/cloudevents-batch+json";

const send = <Body = Refusal>(body: unknown, type: string, headers: Record<string, string> = {}, query = "") =>
  api.request<Body>("POST", `/events${query}`, {
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { ...headers, "Content-Type": type },
  });
const pointers = ({ errors }: Refusal) => errors.map(({ pointer, code }) => `${pointer} ${code}`);

/** An event in the format of several other services. */
const foreign = { event_name: "call", unique_id: "a", customer_id: "acme", time: "2024-01-05T10:00:00Z" };
const good = (uniqueId: string) => ({ uniqueId, account: "acme", eventName: "call" });
const named = (prefix: string) => [
  `${prefix}/event_name unknown_member`,
  `${prefix}/unique_id unknown_member`,
  `${prefix}/customer_id unknown_member`,
  `${prefix}/time unknown_member`,
  `${prefix}/uniqueId required`,
];

test("returns 422 naming the fields for events of another shape, in each JSON form and in NDJSON", async () => {
  const forms: [body: unknown, type: string, errors: string[]][] = [
    [foreign, JSON_TYPE, named("")],
    [[foreign, foreign], JSON_TYPE, [...named("/0"), ...named("/1")]],
    [{ events: [foreign] }, JSON_TYPE, named("/events/0")],
    [`${JSON.stringify(foreign)}\n\n${JSON.stringify(foreign)}\n`, NDJSON, [...named("/0"), ...named("/1")]],
    [
      "{}\nno JSON\n",
      NDJSON,
      ["/0/uniqueId required", "/0/account required", "/0/eventName required", "/1 malformed_line"],
    ],
    [[7], JSON_TYPE, ["/0 wrong_type"]],
    [
      { ...good("a"), properties: { "a/b": { deep: 1 } }, timestamp: "yesterday" },
      JSON_TYPE,
      ["/properties/a~1b wrong_type", "/timestamp wrong_format"],
    ],
  ];
  for (const [body, type, errors] of forms) {
    for (const query of ["", "?detail=counts"]) {
      const answer = await send(body, type, {}, query);
      expect([answer.status, answer.body.code, pointers(answer.body)]).toEqual([422, "validation_failed", errors]);
    }
  }
  const { body } = await send(foreign, JSON_TYPE);
  expect(body.detail).toBe(
    'The event is invalid. Nothing was stored; see errors. "event_name" is not a member of an event. Did you mean eventName?',
  );
  expect(body.errors.slice(0, 4).map(({ detail }) => /Did you mean (\w+)\?/.exec(detail)?.[1])).toEqual([
    "eventName",
    "uniqueId",
    "account",
    "timestamp",
  ]);
  expect(await api.get("/events")).toMatchObject({ items: [] });
});

test("returns 422 naming unknown attributes for CloudEvents of another shape, alone, in a batch and in headers", async () => {
  const cloudEvent = { specversion: "1.0", id: "1", source: "/s", type: "call", subject: "acme" };
  const alone = await send({ ...cloudEvent, event_name: "call", properties: { n: 1 } }, CLOUD_EVENT);
  expect([alone.status, ...pointers(alone.body)]).toEqual([
    422,
    "/event_name unknown_member",
    "/properties unknown_member",
  ]);
  const batch = await send([{ ...cloudEvent, subject: 7 }, good("a")], CLOUD_EVENT_BATCH);
  expect([batch.status, ...pointers(batch.body)]).toEqual([
    422,
    "/0/subject wrong_type",
    "/1/uniqueId unknown_member",
    "/1/eventName unknown_member",
    "/1/specversion required",
    "/1/id required",
    "/1/source required",
  ]);
  const binary = await send({ n: 1 }, JSON_TYPE, { "ce-specversion": "1.0", "ce-id": "1", "ce-source": "/s" });
  expect([binary.status, ...pointers(binary.body)]).toEqual([422, "/type required", "/subject required"]);
  // Extension attributes, and headers that a proxy adds, have no effect.
  const extended = { ...cloudEvent, traceparent: "00-1", sequence: 7, sampled: true };
  expect((await send<Lists>(extended, CLOUD_EVENT)).body.ingested).toEqual(["/s 1"]);
  const headers = { "ce-specversion": "1.0", "ce-id": "2", "ce-source": "/s", "ce-type": "call", "ce-subject": "acme" };
  expect((await send<Lists>("", JSON_TYPE, { ...headers, "ce-partition-key": "x" })).body.ingested).toEqual(["/s 2"]);
});

test("one readable event makes it a 200, and failed is a list of strings as long as errors", async () => {
  const body = [foreign, good("a"), { ...good("b"), extra: 1 }, 7, { ...good("c"), uniqueId: 5 }];
  const { status, body: answer } = await send<Lists>({ events: body }, JSON_TYPE);
  expect([status, answer.ingested, answer.failed]).toEqual([200, ["a"], ["", "b", "", ""]]);
  expect(answer.errors.map(({ index, uniqueId, code }) => [index, uniqueId, code])).toEqual([
    [0, null, "unknown_member"],
    [2, "b", "unknown_member"],
    [3, null, "wrong_type"],
    [4, null, "wrong_type"],
  ]);
  expect(Object.keys(answer.errors[0] ?? {})).toEqual(["index", "uniqueId", "code", "detail"]);
  const lines = `${JSON.stringify(foreign)}\n${JSON.stringify(good("d"))}\n`;
  expect((await send<Counts>(lines, NDJSON, {}, "?detail=counts")).body).toEqual({
    ingested: 1,
    failed: 1,
    duplicates: 0,
    errors: 1,
  });
});

test("returns 200 for events that are readable but not accepted, and for a body without events", async () => {
  await send({ ...good("a"), properties: { n: 1 } }, JSON_TYPE);
  const conflict = await send<Lists>({ ...good("a"), properties: { n: 2 } }, JSON_TYPE);
  expect([conflict.status, conflict.body.errors[0]?.code]).toEqual([200, "event_conflict"]);
  const ahead = await send<Lists>([{ ...good("b"), timestamp: "2999-01-01T00:00:00Z" }, foreign], JSON_TYPE);
  expect([ahead.status, ahead.body.errors.map(({ code }) => code)]).toEqual([
    200,
    ["timestamp_too_far_ahead", "unknown_member"],
  ]);
  for (const [body, type] of [
    ["[]", JSON_TYPE],
    ["\n", NDJSON],
    ["[]", CLOUD_EVENT_BATCH],
  ] as const) {
    expect((await send<Lists>(body, type)).body).toEqual({ ingested: [], failed: [], duplicates: [], errors: [] });
  }
});

test("refuses ten thousand events of another shape immediately, and names the first thousand faults", async () => {
  const answer = await send(
    Array.from({ length: 10_000 }, () => ({ code: "x" })),
    JSON_TYPE,
  );
  expect([answer.status, answer.body.errors.length]).toEqual([422, 1_000]);
  expect(answer.body.detail).toMatch(/^All 10000 events are invalid\. Nothing was stored/);
});

test("an Idempotency-Key keeps the response of a partly failed body, but not of a refused one (R-API-5)", async () => {
  const headers = { "Idempotency-Key": "batch 1" };
  const refused = await send([foreign], JSON_TYPE, headers);
  expect(refused.status).toBe(422);
  // The same key with the corrected body is a new attempt.
  const part = [good("a"), foreign];
  const first = await send<Lists>(part, JSON_TYPE, headers);
  expect([first.status, first.body.ingested, first.body.failed]).toEqual([200, ["a"], [""]]);
  const again = await send<Lists>(part, JSON_TYPE, headers);
  expect([again.status, again.body, again.headers.get("Idempotent-Replayed")]).toEqual([200, first.body, "true"]);
  const other = await send([good("a"), good("b")], JSON_TYPE, headers);
  expect([other.status, other.body.code]).toEqual([422, "idempotency_mismatch"]);
  // Without the key, the event IDs have the same effect: stored events are duplicates, and the corrected one is
  // accepted.
  const mended = await send<Lists>([good("a"), good("b")], JSON_TYPE);
  expect(mended.body).toMatchObject({ ingested: ["b"], duplicates: ["a"], failed: [] });
});
