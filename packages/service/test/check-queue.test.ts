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
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
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
