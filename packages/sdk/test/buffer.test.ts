import type { ServerResponse } from "node:http";
import { createClient, createEventBuffer, type EventIntake, type UsageEventInput } from "@counterfoil/sdk";
import { expect, test } from "vitest";
import { type FaultyAnswer, faultyServer, hangUp, json, problem } from "./support/faulty-server.ts";

type Sent = { events: UsageEventInput[] };
const call = { account: "acme", eventName: "call" };
const answered = json(200, { ingested: [], duplicates: [], failed: [], errors: [] });

async function intake(...answers: readonly FaultyAnswer[]) {
  const { url, seen } = await faultyServer(...answers);
  const batches = () => seen.map(({ body }) => (JSON.parse(body) as Sent).events);
  return { events: createClient({ baseUrl: url, apiKey: "key" }).events as EventIntake, seen, batches };
}

const noRequest = { method: "", url: "", headers: {}, body: "" };
const never = () => expect.unreachable("nothing is rejected");

test("sends full batches, and the rest after a delay", async () => {
  const { events, batches } = await intake(answered);
  const buffer = createEventBuffer(events, { onRejected: never, batchEvents: 3, flushMilliseconds: 30 });
  for (let k = 0; k < 7; k += 1) await buffer.send({ ...call, uniqueId: `e${k}` });
  await expect.poll(() => buffer.size).toBe(0);
  expect(batches().map((batch) => batch.map(({ uniqueId }) => uniqueId))).toEqual([
    ["e0", "e1", "e2"],
    ["e3", "e4", "e5"],
    ["e6"],
  ]);
  expect(await buffer.close()).toEqual([]);
});

test("sends a failed batch again with the same events, until it is answered (R-EVT-2)", async () => {
  const failures: unknown[] = [];
  const { events, seen, batches } = await intake(hangUp, problem(503, "ingestion_overloaded"), answered);
  const buffer = createEventBuffer(events, { onRejected: never, onFailure: (error) => failures.push(error) });
  await buffer.send(call);
  await buffer.send({ ...call, timestamp: new Date("2026-05-01T10:00:00Z") });
  await buffer.flush();
  const [first, second, third] = batches();
  expect(failures).toHaveLength(2);
  expect(first).toHaveLength(2);
  expect([second, third]).toEqual([first, first]);
  expect(first?.[1]?.timestamp).toBe("2026-05-01T10:00:00.000Z");
  expect(first?.[0]?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(seen[0]?.headers["idempotency-key"]).toBeUndefined();
  await buffer.close();
});

test("a sender that is faster than the server has to wait", async () => {
  const asked: ServerResponse[] = [];
  const { events } = await intake((_seen, response) => asked.push(response));
  const buffer = createEventBuffer(events, { onRejected: never, capacity: 2, flushMilliseconds: 0 });
  await buffer.send(call);
  await buffer.send(call);
  expect(buffer.trySend(call)).toBe(false);
  let isTaken = false;
  const third = buffer.send(call).then(() => (isTaken = true));
  await expect.poll(() => asked.length).toBe(1);
  expect(isTaken).toBe(false);
  answered(noRequest, asked[0]!);
  await third;
  const closing = buffer.close();
  await expect.poll(() => asked.length).toBe(2);
  expect(buffer.size).toBe(1);
  answered(noRequest, asked[1]!);
  expect(await closing).toEqual([]);
});

test("finds and reports an event that invalidates a batch, and sends the others", async () => {
  const rejected: string[] = [];
  const picky: FaultyAnswer = (seen, response) =>
    (seen.body.includes("spoilt") ? problem(400, "malformed_request") : answered)(seen, response);
  const { events, batches } = await intake(picky);
  const onRejected = ({ uniqueId }: UsageEventInput, { code }: { code: string }) =>
    rejected.push(`${uniqueId} ${code}`);
  const buffer = createEventBuffer(events, { onRejected });
  for (const uniqueId of ["a", "b", "spoilt", "d"]) await buffer.send({ ...call, uniqueId });
  await buffer.flush();
  expect(rejected).toEqual(["spoilt malformed_request"]);
  // abcd → ab, (spoilt d → spoilt, d)
  expect(batches().map((batch) => batch.map(({ uniqueId }) => uniqueId).join(" "))).toEqual([
    "a b spoilt d",
    "a b",
    "spoilt d",
    "spoilt",
    "d",
  ]);
  await buffer.close();
});

test("close returns the events that could not be sent", async () => {
  const { events } = await intake(problem(503, "database_unavailable", { "Retry-After": "30" }));
  const buffer = createEventBuffer(events, { onRejected: never, flushMilliseconds: 0 });
  await buffer.send({ ...call, uniqueId: "kept" });
  const left = await buffer.close(50);
  expect(left.map(({ uniqueId }) => uniqueId)).toEqual(["kept"]);
  expect(() => buffer.trySend(call)).toThrow("closed");
});
