import type { Json } from "@counterfoil/testkit/api";
import type { Producer } from "@platformatic/kafka";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCustomer, files, type KafkaStory, startKafkaStory, until } from "./kafka-story.ts";

let story: KafkaStory;

beforeAll(async () => {
  if ("classPath" in files) story = await startKafkaStory(files.classPath);
});
afterAll(() => story?.stop());

const kafkaTest = (name: string, run: () => Promise<void>) =>
  test(name, async ({ skip }) => {
    if ("missing" in files) return skip(files.missing);
    await run();
  });

/** A statement past the platform. */
async function asOwner<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: story.platform.database.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<Row>(text, [...values]);
  await owner.end();
  return rows;
}

interface List {
  items: Json[];
}

const call = (uniqueId: string, more: object = {}) =>
  JSON.stringify({ uniqueId, account: "acme", eventName: "call", timestamp: "2026-01-10T08:00:00Z", ...more });

async function begin(topic: string, partitions = 1, configs: Readonly<Record<string, string>> = {}) {
  const organization = await story.platform.createOrganization();
  const { accountId, metricId } = await createCustomer(organization, "acme");
  await story.createTopic(topic, partitions, configs);
  const { api } = organization;
  return {
    organization,
    accountId,
    api,
    calls: async () => {
      const usage = await api.get(`/metrics/${metricId}/usage?account=acme&from=2026-01-01&to=2026-02-01`);
      return Number(usage["quantity"]);
    },
    ids: async () =>
      (await api.get<List>("/events?limit=100")).items.map(({ uniqueId }) => String(uniqueId)).toSorted(),
    letters: async () => (await api.get<List>("/dead-letters?limit=100")).items,
  };
}

kafkaTest("events in JSON and in all modes of CloudEvents count, each once (R-STREAM-1)", async () => {
  const { organization, api, calls, ids } = await begin("formats");
  const cloudEvent = {
    specversion: "1.0",
    source: "/shop",
    type: "call",
    subject: "acme",
    time: "2026-01-10T08:00:00Z",
    data: { n: 1 },
  };
  await story.send(
    { topic: "formats", value: call("json-1", { properties: { region: "eu" } }) },
    // Structured, with the content type and without.
    {
      topic: "formats",
      value: JSON.stringify({ ...cloudEvent, id: "structured-1" }),
      headers: { "content-type": "application/cloudevents+json; charset=UTF-8" },
    },
    { topic: "formats", value: JSON.stringify({ ...cloudEvent, id: "structured-2" }) },
    {
      topic: "formats",
      value: '{"n":12345678901234567890}',
      headers: {
        ce_specversion: "1.0",
        ce_id: "binary-1",
        ce_source: "/shop",
        ce_type: "call",
        ce_subject: "acme",
        ce_time: "2026-01-10T08:00:00Z",
        "content-type": "application/json",
        traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      },
    },
    // Written twice by its producer: a duplicate.
    { topic: "formats", value: call("json-1", { properties: { region: "eu" } }) },
  );
  const consumer = story.consume({ formats: organization.id });
  await until("four events count", async () => (await calls()) === 4);
  expect(await ids()).toEqual(["/shop binary-1", "/shop structured-1", "/shop structured-2", "json-1"]);
  const binary = await api.get<{ items: Json[] }>(`/events?uniqueId=${encodeURIComponent("/shop binary-1")}`);
  expect(JSON.stringify(binary)).toContain("12345678901234567890");
  const [topic] = consumer.record.standing().topics;
  expect(topic).toEqual({
    topic: "formats",
    outcomes: { ingested: 4, duplicate: 1, dead: 0 },
    partitions: [{ partition: 0, lag: 0 }],
  });
  expect(consumer.failures).toEqual([]);
});

kafkaTest("several topics belong to several organizations, and no event reaches another one (R-STREAM-1)", async () => {
  const [one, two] = [await begin("of-one", 2), await begin("of-two", 2)];
  const accountOfTwo = two.accountId;
  await story.send(
    { topic: "of-one", value: call("a") },
    { topic: "of-one", value: call("b"), partition: 1 },
    { topic: "of-two", value: call("a") },
    // An account of the other organization: for this one it is a name that no account has.
    { topic: "of-one", value: call("c", { account: accountOfTwo }) },
    { topic: "of-one", value: call("d", { account: "not-yet" }) },
  );
  story.consume({ "of-one": one.organization.id, "of-two": two.organization.id }, { group: "two-topics" });
  await until("all are stored", async () => (await one.ids()).length === 4 && (await two.ids()).length === 1);
  expect([await one.calls(), await two.calls()]).toEqual([2, 1]);
  const unmatched = await one.api.get<List>("/events/unmatched");
  expect(new Set(unmatched.items.map(({ reason, name }) => `${String(reason)} ${String(name)}`))).toEqual(
    new Set([`unknown_account ${accountOfTwo}`, "unknown_account not-yet"]),
  );
  // As for events of a request, they count as soon as the name exists.
  await one.api.post("/accounts", { name: "Somebody", aliases: ["not-yet"] });
  await until("it is bound", async () => (await one.api.get<List>("/events/unmatched")).items.length === 1);
  expect(await one.letters()).toEqual([]);
});

kafkaTest("a record that is no event becomes a dead letter, and the others count (R-STREAM-1)", async () => {
  const { organization, api, calls, letters } = await begin("bad", 1);
  await story.send(
    { topic: "bad", value: call("first") },
    { topic: "bad", value: "not json", key: "k1", headers: { trace: "t-1" } },
    { topic: "bad" },
    { topic: "bad", value: Buffer.from([0x7b, 0xff, 0xfe, 0x00]) },
    { topic: "bad", value: JSON.stringify({ events: [JSON.parse(call("inside"))] }) },
    { topic: "bad", value: JSON.stringify({ uniqueId: "no-account", eventName: "call" }) },
    { topic: "bad", value: call("first", { properties: { other: true } }) },
    { topic: "bad", value: call("nul", { eventName: "a\0b" }) },
    { topic: "bad", value: "{}", headers: { ce_id: "1", ce_type: "call", ce_source: "/s", ce_subject: "acme" } },
    { topic: "bad", value: call("last") },
  );
  story.consume({ bad: organization.id }, { group: "bad" });
  await until("the last one counts", async () => (await calls()) === 2);
  const found = (await letters()).toSorted((a, b) => Number(a["offset"]) - Number(b["offset"]));
  expect(
    found.map(({ offset, code, uniqueId, state, isReplayable }) => [offset, code, uniqueId, state, isReplayable]),
  ).toEqual([
    [1, "malformed_record", null, "open", true],
    [2, "record_empty", null, "open", true],
    [3, "malformed_record", null, "open", true],
    [4, "wrong_type", null, "open", true],
    [5, "required", "no-account", "open", true],
    [6, "event_conflict", "first", "open", true],
    [7, "unstorable_character", "nul", "open", true],
    [8, "required", "/s 1", "open", true],
  ]);
  const first = await api.get(`/dead-letters/${found[0]?.id}`);
  expect(first).toMatchObject({
    detail: expect.stringContaining("The record is not valid JSON"),
    topic: "bad",
    partition: 0,
    key: "k1",
    headers: [{ name: "trace", value: "t-1" }],
    payload: "not json",
    payloadEncoding: "utf8",
    payloadBytes: 8,
    closedAt: null,
  });
  const binary = await api.get(`/dead-letters/${found[2]?.id}`);
  expect(binary).toMatchObject({ payload: "e//+AA==", payloadEncoding: "base64" });
  // They are reported like rejected events of a request.
  const [reported] = await asOwner<{ reasons: number }>(
    `select (select count(*)::integer from rejected_events where organization_id = $1)
       + (select count(*)::integer from notification where organization_id = $1 and type = 'event.rejected') as reasons`,
    [organization.id],
  );
  expect(reported?.reasons).toBeGreaterThan(0);
});

kafkaTest("a record from the future is refused, and can be replayed when its time has come (R-STREAM-1)", async () => {
  const { organization, api, calls, letters, ids } = await begin("future", 1, {
    // Kafka 4 itself refuses such records by default.
    "message.timestamp.after.max.ms": "9223372036854775807",
  });
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const untimed = (uniqueId: string) => JSON.stringify({ uniqueId, account: "acme", eventName: "call" });
  const records = [
    { topic: "future", value: call("tomorrow", { timestamp: inHours(24) }) },
    // The clocks of hosts differ: up to an hour is accepted.
    { topic: "future", value: call("soon", { timestamp: inHours(0.9) }) },
    // Without a timestamp, an event happened when its record was written, by the clock of its producer.
    { topic: "future", value: untimed("late"), timestamp: BigInt(Date.parse("2026-01-10T08:00:00Z")) },
    { topic: "future", value: untimed("wrong-clock"), timestamp: BigInt(Date.parse(inHours(48))) },
    { topic: "future", value: untimed("microseconds"), timestamp: BigInt(Date.now()) * 1000n },
    // The same event, sent again: a duplicate, although its record has another time.
    { topic: "future", value: untimed("late"), timestamp: BigInt(Date.parse("2026-01-11T08:00:00Z")) },
  ];
  // A batch for each: this producer miswrites times of one batch that differ by more than 24 days.
  for (const record of records) await story.send(record);
  const consumer = story.consume({ future: organization.id }, { group: "future" });
  await until("all are read", async () => consumer.record.standing().topics[0]?.outcomes.duplicate === 1);
  expect(await ids()).toEqual(["late", "soon"]);
  expect(await calls()).toBe(1);
  const refused = (await letters()).map(({ code, uniqueId }) => `${String(code)} ${String(uniqueId)}`);
  expect(refused.toSorted()).toEqual([
    "timestamp_too_far_ahead microseconds",
    "timestamp_too_far_ahead tomorrow",
    "timestamp_too_far_ahead wrong-clock",
  ]);

  const letter = (await letters()).find(({ uniqueId }) => uniqueId === "tomorrow");
  const early = await api.request("POST", `/dead-letters/${letter?.id}/replay`);
  expect(early).toMatchObject({ status: 422, body: { errors: [{ code: "timestamp_too_far_ahead" }] } });
  expect(await api.get(`/dead-letters/${letter?.id}`)).toMatchObject({ state: "open" });
  // Instead of waiting for a day, the record's time moves back.
  await asOwner("update dead_letter_record set payload = $1 where id = $2", [
    Buffer.from(call("tomorrow", { timestamp: "2026-01-12T08:00:00Z" })),
    letter?.id,
  ]);
  expect(await api.post(`/dead-letters/${letter?.id}/replay`)).toMatchObject({
    state: "replayed",
    isReplayable: false,
  });
  expect(await calls()).toBe(2);
  const again = await api.request("POST", `/dead-letters/${letter?.id}/replay`);
  expect(again).toMatchObject({ status: 409, body: { code: "state_conflict" } });

  const other = (await letters()).find(({ uniqueId }) => uniqueId === "microseconds");
  expect(await api.post(`/dead-letters/${other?.id}/discard`)).toMatchObject({ state: "discarded" });
  expect((await api.request("POST", `/dead-letters/${other?.id}/discard`)).status).toBe(409);
  const { items: audited } = await api.get<List>("/audit?limit=100");
  expect(audited.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["dead_letter.replayed", "dead_letter.discarded"]),
  );
  expect((await api.request("GET", "/dead-letters/dead_none")).status).toBe(404);
});

kafkaTest("an oversized record is kept in part, and does not stop its partition (R-STREAM-1)", async () => {
  const { organization, api, calls, letters } = await begin("large");
  await story.createTopic("larger", 1, { "max.message.bytes": String(8 * 1024 * 1024) });
  const large = call("large", { properties: { text: "x".repeat(3 * 1024 * 1024) } });
  await story.send({ topic: "larger", value: large }, { topic: "larger", value: call("after") });
  const consumer = story.consume({ larger: organization.id }, { group: "larger" });
  await until("the next one counts", async () => (await calls()) === 1);
  const [letter] = await letters();
  expect(letter).toMatchObject({ code: "record_too_large", payloadBytes: large.length, isReplayable: false });
  const opened = await api.get(`/dead-letters/${letter?.id}`);
  expect(opened["payload"]).toBe(large.slice(0, 64 * 1024));
  const refused = await api.request("POST", `/dead-letters/${letter?.id}/replay`);
  expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining("not stored completely") } });
  expect(consumer.failures).toEqual([]);
});

kafkaTest("records of aborted transactions do not count (R-STREAM-1)", async () => {
  const { organization, calls, ids } = await begin("transactions");
  const [one, two] = [story.transactional("one"), story.transactional("two")];
  const inTransaction = async (producer: Producer, ids: readonly string[], isCommitted: boolean) => {
    const transaction = await producer.beginTransaction();
    // A batch for each record, so that a transaction spans several.
    for (const id of ids) {
      await transaction.send({ messages: [story.message({ topic: "transactions", value: call(id) })] });
    }
    await (isCommitted ? transaction.commit() : transaction.abort());
  };
  await inTransaction(one, ["one-0", "one-1", "one-2"], false);
  await inTransaction(two, ["two-0", "two-1"], true);
  await inTransaction(one, ["one-3", "one-4"], false);
  await inTransaction(one, ["one-0"], true);
  await Promise.all([one.close(), two.close()]);
  const consumer = story.consume({ transactions: organization.id }, { group: "transactions" });
  await until("the committed ones count", async () => (await calls()) >= 3);
  await until("the end is reached", async () => consumer.record.standing().topics[0]?.partitions[0]?.lag === 0);
  expect(await ids()).toEqual(["one-0", "two-0", "two-1"]);
});

kafkaTest("records that Kafka deleted before they were read are reported (R-STREAM-1)", async () => {
  const { organization, calls, letters } = await begin("deleted");
  await story.send(...["a", "b", "c"].map((id) => ({ topic: "deleted", value: call(id) })));
  const consumer = story.consume({ deleted: organization.id }, { group: "deleted" });
  await until("all count", async () => (await calls()) === 3);
  await consumer.worker.stop();
  await story.send(...["d", "e", "f"].map((id) => ({ topic: "deleted", value: call(id) })));
  await story.admin().deleteRecords({ topics: [{ name: "deleted", partitions: [{ partition: 0, offset: 5n }] }] });
  story.consume({ deleted: organization.id }, { group: "deleted" });
  await until("the rest counts", async () => (await calls()) === 4);
  expect(await letters()).toEqual([
    expect.objectContaining({
      code: "records_deleted",
      offset: 3,
      isReplayable: false,
      detail: expect.stringContaining("the 2 records from offset 3 to 4"),
    }),
  ]);
});

kafkaTest("a topic that is created again is read from its beginning, and known events stay (R-STREAM-1)", async () => {
  const { organization, calls } = await begin("again");
  await story.send({ topic: "again", value: call("a") }, { topic: "again", value: call("b") });
  const before = story.consume({ again: organization.id }, { group: "again" });
  await until("both count", async () => (await calls()) === 2);
  await before.worker.stop();
  await story.admin().deleteTopics({ topics: ["again"] });
  await until("it is gone", () =>
    story.createTopic("again").then(
      () => true,
      () => false,
    ),
  );
  const records = ["a", "new"].map((id) => ({ topic: "again", value: call(id) }));
  await until("the producer knows it", () =>
    story.send(...records).then(
      () => true,
      () => false,
    ),
  );
  const after = story.consume({ again: organization.id }, { group: "again" });
  await until("the new one counts", async () => (await calls()) === 3);
  expect(after.record.standing().topics[0]?.outcomes).toEqual({ ingested: 1, duplicate: 1, dead: 0 });
});

kafkaTest("a missing topic or organization is reported by name, and the others are read (R-STREAM-1)", async () => {
  const { organization, calls } = await begin("there");
  await story.createTopic("no-organization");
  await story.send({ topic: "there", value: call("a") });
  const topics = { there: organization.id, missing: organization.id, "no-organization": "org_none" };
  const consumer = story.consume(topics, { group: "there" });
  await until("it counts", async () => (await calls()) === 1);
  expect(consumer.failures.map(String)).toEqual([
    expect.stringContaining("The Kafka topic missing does not exist"),
    expect.stringContaining("belongs to org_none, which is no organization"),
  ]);
});
