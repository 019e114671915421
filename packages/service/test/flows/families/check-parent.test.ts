import { expect, test } from "vitest";
import { MOST_MEMBERS, type Move, parentFaults } from "../../../src/flows/families/check-parent.ts";

const account = (id: string, testClockId: string | null = null) => ({ id, testClockId });
const move = (members: Partial<Move> = {}): Move => ({
  account: account("moving"),
  parent: account("parent"),
  above: [],
  below: [{ id: "moving", depth: 0 }],
  others: 1,
  ...members,
});
const codes = (members: Partial<Move>) => parentFaults(move(members)).map(({ pointer, code }) => `${pointer} ${code}`);

test("a family has three levels, and no account is above itself (R-FAM-1)", () => {
  const below = [
    { id: "moving", depth: 0 },
    { id: "child", depth: 1 },
  ];
  expect(codes({})).toEqual([]);
  expect(codes({ above: ["root"] })).toEqual([]);
  expect(codes({ below })).toEqual([]);
  expect(codes({ above: ["root"], below })).toEqual(["/parentId too_deep"]);
  expect(codes({ above: ["middle", "root"] })).toEqual(["/parentId too_deep"]);
  expect(codes({ parent: account("moving") })).toEqual(["/parentId own_parent"]);
  expect(codes({ parent: account("child"), below })).toEqual(["/parentId below_itself"]);
});

test("accounts of a family share their test clock, and there are at most 200 (R-FAM-1)", () => {
  expect(codes({ account: account("moving", "clock_1"), parent: account("parent", "clock_1") })).toEqual([]);
  expect(codes({ account: account("moving", "clock_1") })).toEqual(["/parentId other_clock"]);
  expect(codes({ parent: account("parent", "clock_1") })).toEqual(["/parentId other_clock"]);
  expect(codes({ others: MOST_MEMBERS - 1 })).toEqual([]);
  expect(codes({ others: MOST_MEMBERS })).toEqual(["/parentId too_many"]);
});
