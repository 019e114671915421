import { definedRules, findUnknownRules, print, readRepository } from "@counterfoil/testkit/house-rules";
import { expect, test } from "vitest";

const [list] = readRepository((path) => path === "docs/rules.md");
const defined = definedRules(list?.text ?? "");
const citing = readRepository(
  (path) => /\.(ts|mjs|sql|md|typ)$/.test(path) && path !== "docs/rules.md" && !path.startsWith("test/house-rules/"),
);

test("every rule that a file cites is in the list of rules", () => {
  expect(defined.length).toBeGreaterThan(70);
  expect(new Set(defined).size).toBe(defined.length);
  const { citations, violations } = findUnknownRules(citing, defined);
  expect(citations).toBeGreaterThan(100);
  expect(print(violations)).toEqual([]);
});

test("a rule that does not exist is found", () => {
  const planted = { path: "planted.test.ts", text: 'test("bills twice (R-NOPE-1)", () => {});' };
  expect(print(findUnknownRules([planted], defined).violations)).toEqual(["planted.test.ts:1 R-NOPE-1"]);
});
