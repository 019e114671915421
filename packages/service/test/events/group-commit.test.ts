import { expect, test } from "vitest";
import type { CheckedEvent, EventOutcome } from "../../src/events/event.ts";
import { createGroupCommit, type GroupCommitOptions } from "../../src/events/group-commit.ts";

let made = 0;

function events(count: number, properties = "{}"): CheckedEvent[] {
  return Array.from({ length: count }, () => {
    made += 1;
    return {
      uniqueId: `event-${made}`,
      account: "crm-1",
      eventName: "call",
      properties,
      values: {},
      timestamp: null,
      contentHash: "00",
      receivedAt: "2024-01-01T00:00:00.000Z",
    };
  });
}

interface Batch {
  readonly organizationId: string;
  readonly ids: readonly string[];
  commit(): void;
  fail(error: Error): void;
}

/** A writer whose batches end when the test says so, like a slow database. */
function slowStore(options: Partial<GroupCommitOptions> = {}) {
  const batches: Batch[] = [];
  const queue = createGroupCommit((organizationId, given) => {
    const { promise, resolve, reject } = Promise.withResolvers<EventOutcome[]>();
    const commit = () => resolve(given.map(() => ({ kind: "ingested" })));
    batches.push({ organizationId, ids: given.map((event) => event.uniqueId), commit, fail: reject });
    return promise;
  }, options);
  return { queue, batches };
}

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

test("requests that arrive while the writers are busy form one batch, and each resolves after its commit", async () => {
  const { queue, batches } = slowStore({ writers: 1 });
  const first = queue.submit("org_a", events(1));
  await turn();
  const answers = [2, 3, 4].map((count) => queue.submit("org_a", events(count)));
  await turn();
  expect(batches.map((batch) => batch.ids.length)).toEqual([1]);
  batches[0]?.commit();
  expect(await first).toHaveLength(1);
  await turn();
  expect(batches.map((batch) => batch.ids.length)).toEqual([1, 9]);
  batches[1]?.commit();
  expect((await Promise.all(answers)).map((outcomes) => outcomes.length)).toEqual([2, 3, 4]);
});

test("a few events wait for their organization's running transaction, many get another one", async () => {
  const { queue, batches } = slowStore({ writers: 2, furtherEvents: 10 });
  const answers = [queue.submit("org_a", events(1))];
  await turn();
  // 4 + 5 events of org_a are too few. org_b comes after them and gets a transaction at once.
  answers.push(queue.submit("org_a", events(4)), queue.submit("org_a", events(5)), queue.submit("org_b", events(3)));
  await turn();
  batches[1]?.commit();
  await turn();
  answers.push(queue.submit("org_a", events(2)));
  await turn();
  expect(batches.map((batch) => [batch.organizationId, batch.ids.length])).toEqual([
    ["org_a", 1],
    ["org_b", 3],
    ["org_a", 11],
  ]);
  for (const batch of batches) batch.commit();
  expect((await Promise.all(answers)).map((outcomes) => outcomes.length)).toEqual([1, 4, 5, 3, 2]);
});

test("organizations take turns and never share a batch", async () => {
  const { queue, batches } = slowStore({ writers: 1, batchEvents: 10 });
  const answers = [
    queue.submit("org_a", events(10)),
    queue.submit("org_b", events(1)),
    queue.submit("org_a", events(12)),
    queue.submit("org_c", events(1)),
    queue.submit("org_a", events(1)),
  ];
  for (let index = 0; index < 6; index += 1) {
    await turn();
    batches[index]?.commit();
  }
  await Promise.all(answers);
  expect(batches.map((batch) => [batch.organizationId, batch.ids.length])).toEqual([
    ["org_a", 10],
    ["org_b", 1],
    ["org_c", 1],
    ["org_a", 12],
    ["org_a", 1],
  ]);
});

test("never splits a body: the whole body goes into a new batch or one with room left", async () => {
  const { queue, batches } = slowStore({ writers: 1, batchEvents: 10 });
  const [small, large, next] = [events(9), events(25), events(30)];
  const answers = [small, large, next].map((body) => queue.submit("org_a", body));
  await turn();
  expect(batches.map((batch) => batch.ids.length)).toEqual([34]);
  batches[0]?.commit();
  await turn();
  batches[1]?.commit();
  expect((await Promise.all(answers)).map((outcomes) => outcomes.length)).toEqual([9, 25, 30]);
  expect(batches[0]?.ids).toEqual([...small, ...large].map((event) => event.uniqueId));
});

test("small bodies go ahead of large ones, but never ahead of the oldest", async () => {
  const { queue, batches } = slowStore({ writers: 1, batchEvents: 10 });
  const sizes = [5, 8, 7, 1, 2, 9];
  const bodies = sizes.map((size) => events(size));
  const first = queue.submit("org_a", events(1));
  await turn();
  const answers = bodies.map((body) => queue.submit("org_a", body));
  for (let index = 0; index < 4; index += 1) {
    await turn();
    batches[index]?.commit();
  }
  await Promise.all([first, ...answers]);
  // 5, then 1 and 2, then 7, the next smallest. 8 is the oldest then, and 9 has room after it.
  const [five, eight, seven, one, two, nine] = bodies.map((body) => body.map((event) => event.uniqueId));
  const expected = [
    [...(five ?? []), ...(one ?? []), ...(two ?? []), ...(seven ?? [])],
    [...(eight ?? []), ...(nine ?? [])],
  ];
  expect(batches.slice(1).map((batch) => batch.ids)).toEqual(expected);
});

test("a failed batch fails only its requests", async () => {
  const { queue, batches } = slowStore({ writers: 1, batchEvents: 2 });
  const [lost, stored] = [queue.submit("org_a", events(2)), queue.submit("org_a", events(2))];
  await turn();
  batches[0]?.fail(new Error("the connection is lost"));
  await expect(lost).rejects.toThrow("the connection is lost");
  await turn();
  batches[1]?.commit();
  expect(await stored).toHaveLength(2);
});

test("refuses events if too many wait, by number and by size, until there is room", async () => {
  const { queue, batches } = slowStore({ writers: 1, batchEvents: 5, waitingEvents: 10, waitingCharacters: 1_000 });
  const taken = [queue.submit("org_a", events(5))];
  await turn();
  taken.push(queue.submit("org_a", events(11)));
  expect(() => queue.submit("org_a", events(1))).toThrow(expect.objectContaining({ code: "ingestion_overloaded" }));
  expect(() => queue.submit("org_b", events(1))).toThrow(expect.objectContaining({ code: "ingestion_overloaded" }));
  for (let index = 0; index < 4; index += 1) {
    batches[index]?.commit();
    await turn();
  }
  taken.push(queue.submit("org_b", events(1)));
  await turn();
  taken.push(queue.submit("org_a", events(4, `"${"x".repeat(300)}"`)));
  expect(() => queue.submit("org_b", events(1))).toThrow(expect.objectContaining({ status: 503 }));
  for (const batch of batches) batch.commit();
  await turn();
  for (const batch of batches) batch.commit();
  expect((await Promise.all(taken)).map((outcomes) => outcomes.length)).toEqual([5, 11, 1, 4]);
});

test("reads only small bodies while most of the room is taken", async () => {
  const { queue, batches } = slowStore({ writers: 1, batchEvents: 5, waitingEvents: 10 });
  const taken = [queue.submit("org_a", events(5))];
  await turn();
  expect(queue.isCrowded(1_000_000)).toBe(false);
  taken.push(queue.submit("org_a", events(9)));
  expect([1_000_000, 9_000, 8_000, 0].map(queue.isCrowded)).toEqual([true, true, false, false]);
  batches[0]?.commit();
  await turn();
  expect(queue.isCrowded(1_000_000)).toBe(false);
  batches[1]?.commit();
  await Promise.all(taken);
});
