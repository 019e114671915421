import { expect, test } from "vitest";
import { createFairQueue, type Queued } from "../../src/index.ts";

interface Named extends Queued {
  readonly name: string;
}

function take(items: readonly Named[], smallOnly = false): string[] {
  const queue = createFairQueue<Named>();
  for (const item of items) queue.add(item);
  const taken: string[] = [];
  for (let item = queue.take(smallOnly); item !== undefined; item = queue.take(smallOnly)) taken.push(item.name);
  return taken;
}

const long = (owner: string, name: string): Named => ({ owner, name, cost: 2_000, isSmall: false });
const short = (owner: string, name: string): Named => ({ owner, name, cost: 10, isSmall: true });

test("a short document overtakes ten earlier long ones, of its organization or another", () => {
  const longs = Array.from({ length: 10 }, (_, index) => long("a", `long ${index}`));
  expect(
    take([...longs, short("a", "own"), short("b", "other")])
      .slice(0, 2)
      .toSorted(),
  ).toEqual(["other", "own"]);
});

test("a long document is not delayed forever: later short ones follow it once they have cost as much", () => {
  const shorts = Array.from({ length: 400 }, (_, index) => short("b", `short ${index}`));
  // 2,000 / 10 = 200 documents: 199 short ones, then the long one.
  expect(take([long("a", "long"), ...shorts]).indexOf("long")).toBe(199);
});

test("an organization with a thousand documents does not delay another", () => {
  const flood = Array.from({ length: 1_000 }, (_, index) => short("a", `a ${index}`));
  expect(take([...flood, short("b", "b 0"), short("b", "b 1")]).slice(0, 4)).toEqual(["a 0", "b 0", "a 1", "b 1"]);
});

test("an organization that starts later has neither a debt nor a credit", () => {
  const queue = createFairQueue<Named>();
  for (let index = 0; index < 100; index += 1) queue.add(short("a", `a ${index}`));
  for (let index = 0; index < 50; index += 1) queue.take(false);
  queue.add(short("b", "b"));
  queue.add(short("b", "b again"));
  expect([1, 2, 3, 4].map(() => queue.take(false)?.name)).toEqual(["b", "a 50", "b again", "a 51"]);
});

test("takes only short ones on request, and counts waiting documents by organization", () => {
  expect(take([long("a", "long"), short("a", "short")], true)).toEqual(["short"]);
  const queue = createFairQueue<Named>();
  queue.add(long("a", "long"));
  queue.add(short("b", "short"));
  expect([queue.size(), queue.sizeOf("a"), queue.cost(), queue.cost("a")]).toEqual([2, 1, 2_010, 2_000]);
  queue.take(false);
  queue.take(false);
  expect([queue.size(), queue.sizeOf("a"), queue.cost(), queue.cost("a")]).toEqual([0, 0, 0, 0]);
});
