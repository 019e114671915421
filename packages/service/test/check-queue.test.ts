import { expect, onTestFinished, test, vi } from "vitest";
import { createCheckQueue } from "../src/check-queue.ts";
import { DomainError } from "../src/errors/domain-error.ts";

/** Writes that wait until the test ends them, with the checks that each of them took. */
function heldWrites() {
  const batches: { organizationId: string; checks: readonly number[]; end: (error?: Error) => void }[] = [];
  const write = (organizationId: string, checks: readonly number[]) =>
    new Promise<string[]>((resolve, reject) => {
      const end = (error?: Error) => (error === undefined ? resolve(checks.map((check) => `${check}`)) : reject(error));
      batches.push({ organizationId, checks, end });
    });
  return { batches, write };
}

/** Timers and the clock stand until the test advances them. */
function holdTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("checks that arrive while a writer is busy form the next transaction, and organizations take turns", async () => {
  const { batches, write } = heldWrites();
  const queue = createCheckQueue(write, { writers: 1, batchChecks: 3 });
  const first = [queue.submit("a", 1), queue.submit("a", 2)];
  await turn();
  const later = [3, 4, 5, 6].map((check) => queue.submit("a", check));
  const other = queue.submit("b", 7);
  for (let ended = 0; ended < batches.length || ended < 4; ended += 1) {
    batches[ended]?.end();
    await turn();
  }
  expect(await Promise.all([...first, ...later, other])).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
  expect(batches.map(({ organizationId, checks }) => [organizationId, checks])).toEqual([
    ["a", [1, 2]],
    ["a", [3, 4, 5]],
    ["b", [7]],
    ["a", [6]],
  ]);
});

test("a failed transaction fails only its checks, and the writer continues", async () => {
  const { batches, write } = heldWrites();
  const queue = createCheckQueue(write, { writers: 1, batchChecks: 2 });
  const outcomes = [1, 2, 3].map((check) => queue.submit("a", check).catch((error: Error) => error.message));
  await turn();
  batches[0]?.end(new Error("the database is unavailable"));
  await turn();
  batches[1]?.end();
  expect(await Promise.all(outcomes)).toEqual(["the database is unavailable", "the database is unavailable", "3"]);
});

test("refuses a check if too many wait", async () => {
  const { batches, write } = heldWrites();
  const queue = createCheckQueue(write, { writers: 1, batchChecks: 1, waitingChecks: 2 });
  const taken = [queue.submit("a", 1), queue.submit("a", 2)];
  expect(() => queue.submit("a", 3)).toThrow(DomainError);
  await turn();
  batches[0]?.end();
  await turn();
  batches[1]?.end();
  expect(await Promise.all(taken)).toEqual(["1", "2"]);
});

test("few checks wait for the running transaction, but not long", async () => {
  holdTime();
  const { batches, write } = heldWrites();
  const queue = createCheckQueue(write, { writers: 2, fewestChecks: 3 });
  const taken = [queue.submit("a", 1)];
  await turn();
  taken.push(queue.submit("a", 2), queue.submit("a", 3));
  await turn();
  expect(batches.map(({ checks }) => checks)).toEqual([[1]]);
  taken.push(queue.submit("a", 4));
  await turn();
  expect(batches.map(({ checks }) => checks)).toEqual([[1], [2, 3, 4]]);
  batches[1]?.end();
  await turn();
  // The first transaction still runs: it may wait for a lock.
  taken.push(queue.submit("a", 5));
  await turn();
  expect(batches).toHaveLength(2);
  vi.advanceTimersByTime(10);
  expect(batches.map(({ checks }) => checks)).toEqual([[1], [2, 3, 4], [5]]);
  batches[0]?.end();
  batches[2]?.end();
  expect(await Promise.all(taken)).toEqual(["1", "2", "3", "4", "5"]);
});

test("the first callers of a transaction that come back wait for the others, but only for a moment", async () => {
  holdTime();
  const { batches, write } = heldWrites();
  const queue = createCheckQueue(write, { writers: 2, fewestChecks: 3, followingShare: 0.5 });
  const submit = (...checks: number[]) => checks.map((check) => queue.submit("a", check));
  const taken = submit(1, 2, 3, 4);
  await turn();
  batches[0]?.end();
  await turn();
  taken.push(...submit(5));
  await turn();
  expect(batches).toHaveLength(1);
  // Two are half of the four before.
  taken.push(...submit(6));
  await turn();
  expect(batches.map(({ checks }) => checks)).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ]);
  batches[1]?.end();
  await turn();
  // One is half of two.
  taken.push(...submit(7));
  await turn();
  expect(batches[2]?.checks).toEqual([7]);
  batches[2]?.end();
  taken.push(...submit(8, 9, 10));
  await turn();
  batches[3]?.end();
  await turn();
  taken.push(...submit(11));
  await turn();
  expect(batches).toHaveLength(4);
  vi.advanceTimersByTime(2);
  expect(batches[4]?.checks).toEqual([11]);
  batches[4]?.end();
  expect(await Promise.all(taken)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"]);
});

test("a check that comes later than a moment after a transaction does not wait", async () => {
  holdTime();
  const { batches, write } = heldWrites();
  const queue = createCheckQueue(write, { writers: 2, followingShare: 0.5 });
  const taken = [1, 2, 3, 4].map((check) => queue.submit("a", check));
  await turn();
  batches[0]?.end();
  await turn();
  vi.advanceTimersByTime(2);
  taken.push(queue.submit("a", 5));
  await turn();
  expect(batches[1]?.checks).toEqual([5]);
  batches[1]?.end();
  expect(await Promise.all(taken)).toEqual(["1", "2", "3", "4", "5"]);
});
