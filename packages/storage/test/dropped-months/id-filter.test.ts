import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addToFilter,
  createIdFilter,
  filterOf,
  filterParts,
  hashIds,
  passFilter,
} from "../../src/dropped-months/id-filter.ts";

const ids = fc.uniqueArray(fc.string({ unit: "grapheme", maxLength: 60 }), { minLength: 1, maxLength: 300 });

test("every ID passes the filter that has it, also after it was stored in parts (R-HIST-3)", () => {
  fc.assert(
    fc.property(ids, fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 50 }), (known, capacity, words) => {
      const filter = createIdFilter(capacity);
      const hashes = hashIds(known);
      addToFilter(filter, hashes);
      const all = known.map((_, index) => index);
      expect(passFilter(filter, hashes)).toEqual(all);
      const read = filterOf(filterParts(filter, words * 4));
      expect(read).toEqual(filter);
      expect(passFilter(read, hashes)).toEqual(all);
    }),
  );
});

test("about one of 1,000 other IDs passes, for random, numbered and long IDs (R-HIST-3)", () => {
  const kinds: ((index: number) => string)[] = [
    (index) => `call-${index}`,
    (index) => `${index}`,
    (index) => `2024-01-01T00:00:00.000Z/account/${index}/completion`,
    (index) => index.toString(16).padStart(32, "0"),
  ];
  for (const idOf of kinds) {
    const filter = createIdFilter(50_000);
    addToFilter(filter, hashIds(Array.from({ length: 50_000 }, (_, index) => idOf(index))));
    const others = hashIds(Array.from({ length: 200_000 }, (_, index) => idOf(1_000_000 + index)));
    expect(passFilter(filter, others).length / 200_000).toBeLessThan(0.003);
  }
});

test("the hashes of IDs stay the same, because stored filters depend on them (R-HIST-3)", () => {
  expect([...hashIds(["call-1", "", "añb—😀"])]).toMatchInlineSnapshot(`
    [
      4257450923,
      1274018170,
      451841411,
      1217125560,
      762609986,
      2311596098,
    ]
  `);
  const filter = createIdFilter(16);
  addToFilter(filter, hashIds(["call-1"]));
  expect(filterParts(filter, 32).map((part) => part.toString("hex"))).toMatchInlineSnapshot(`
    [
      "0080000000008000020000000000080000000020002000000008000000000040",
    ]
  `);
});
