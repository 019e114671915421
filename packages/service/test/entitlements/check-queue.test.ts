import { expect, test } from "vitest";
import { createCheckQueue } from "../../src/entitlements/check-queue.ts";
import { DomainError } from "../../src/errors/domain-error.ts";

/** Writes that wait until they are told to end, and what each of them took. */
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

test("what arrives while a writer is busy becomes the next transaction, and organizations take turns", async () => {
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

test("a transaction that fails fails its checks alone, and the writer goes on", async () => {
  const { batches, write } = heldWrites();
  const queue = createCheckQueue(write, { writers: 1, batchChecks: 2 });
  const outcomes = [1, 2, 3].map((check) => queue.submit("a", check).catch((error: Error) => error.message));
  await turn();
  batches[0]?.end(new Error("the database is away"));
  await turn();
  batches[1]?.end();
  expect(await Promise.all(outcomes)).toEqual(["the database is away", "the database is away", "3"]);
});

test("what would wait behind too many is refused before it is taken", async () => {
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
