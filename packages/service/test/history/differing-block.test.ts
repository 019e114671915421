import { expect, test } from "vitest";
import { differenceOf, differingBlock, isEqual } from "../../src/history/differing-block.ts";

test("a block is equal if it has as many rows with the same hash, and otherwise both are told (R-HIST-1)", () => {
  const [stored, twin] = [
    { rows: 2, hash: "0a" },
    { rows: 2, hash: "0a" },
  ];
  const [shorter, other] = [
    { rows: 1, hash: "0a" },
    { rows: 2, hash: "0b" },
  ];
  expect([twin, shorter, other].map((one) => isEqual(stored, one))).toEqual([true, false, false]);
  expect(differingBlock({ table: "usage_event_1", after: "0", through: "9" }, differenceOf(stored, shorter))).toBe(
    "The block (0, 9] of usage_event_1 differs: PostgreSQL has 2 rows with hash 0a, ClickHouse 1 with 0a.",
  );
});
