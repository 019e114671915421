import { expect, test } from "vitest";
import { catalogKeyFaults } from "../../src/catalog-keys/check-catalog-keys.ts";

const row = (objectId: string, key: string) => ({ objectType: "product" as const, objectId, key });
const known = new Set(["prod_1", "prod_2", "prod_3"]);
const codes = (...args: Parameters<typeof catalogKeyFaults>) =>
  catalogKeyFaults(...args).map(({ pointer, code }) => [pointer, code]);

test("two objects may exchange their keys, and an object may keep its key (R-CAT-4)", () => {
  const present = [row("prod_1", "one"), row("prod_2", "two")];
  expect(codes([row("prod_1", "two"), row("prod_2", "one")], present, known)).toEqual([]);
  expect(codes(present, present, known)).toEqual([]);
});

test("names an unknown object, a repeated object and a taken key", () => {
  const asked = [
    row("prod_1", "one"),
    row("prod_9", "x"),
    row("prod_1", "y"),
    row("prod_2", "three"),
    row("prod_2", "one"),
  ];
  expect(codes(asked, [row("prod_3", "three")], known)).toEqual([
    ["/items/1/objectId", "unknown_object"],
    ["/items/2/objectId", "repeated_object"],
    ["/items/3/key", "taken"],
    ["/items/4/objectId", "repeated_object"],
  ]);
  expect(codes([row("prod_1", "a"), row("prod_2", "a")], [], known)).toEqual([["/items/1/key", "taken"]]);
});
