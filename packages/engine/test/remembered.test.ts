import { remembered, rememberedWith } from "@counterfoil/engine";
import { expect, test } from "vitest";

test("a key is computed once, until the cache is full", () => {
  const computed: string[] = [];
  const lengthOf = remembered((text: string) => {
    computed.push(text);
    return text.length;
  }, 2);
  expect(["a", "bb", "a", "bb"].map(lengthOf)).toEqual([1, 2, 1, 2]);
  expect(computed).toEqual(["a", "bb"]);
  // The third key exceeds the limit: the first two are forgotten, and computed again.
  expect(["ccc", "a", "ccc"].map(lengthOf)).toEqual([3, 1, 3]);
  expect(computed).toEqual(["a", "bb", "ccc", "a"]);
});

test("two objects with the same content are different keys", () => {
  let computed = 0;
  const sizeOf = rememberedWith((list: readonly number[]) => {
    computed += 1;
    return list.length;
  });
  const list = [1, 2];
  expect([list, list, [1, 2]].map(sizeOf)).toEqual([2, 2, 2]);
  expect(computed).toBe(2);
});
