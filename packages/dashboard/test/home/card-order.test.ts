import { expect, test } from "vitest";
import { FIRST_ORDER, inOrder, moveCard, readOrder, showCard } from "../../src/pages/home/card-order.ts";

const CARDS = [
  { id: "a", column: "main" },
  { id: "b", column: "main" },
  { id: "x", column: "side" },
  { id: "c", column: "main" },
];
const told = (order: typeof FIRST_ORDER) => inOrder(CARDS, order).map(({ id }) => id);

test("a card changes places with its neighbor in the same column", () => {
  const down = moveCard(CARDS, FIRST_ORDER, "b", 1);
  expect(told(down)).toEqual(["a", "c", "x", "b"]);
  expect(told(moveCard(CARDS, down, "b", -1))).toEqual(["a", "b", "x", "c"]);
});

test("at the ends and for an unknown card nothing changes", () => {
  expect(moveCard(CARDS, FIRST_ORDER, "a", -1)).toBe(FIRST_ORDER);
  expect(moveCard(CARDS, FIRST_ORDER, "c", 1)).toBe(FIRST_ORDER);
  expect(moveCard(CARDS, FIRST_ORDER, "z", 1)).toBe(FIRST_ORDER);
});

test("a card that the stored order does not know follows the card that it first followed", () => {
  expect(told({ order: ["c", "a"], hidden: [] })).toEqual(["c", "a", "b", "x"]);
  expect(told({ order: ["gone", "b"], hidden: [] })).toEqual(["a", "b", "x", "c"]);
});

test("cards are hidden and shown again, once each", () => {
  const hidden = showCard(showCard(FIRST_ORDER, "a", false), "a", false);
  expect(hidden.hidden).toEqual(["a"]);
  expect(showCard(hidden, "a", true).hidden).toEqual([]);
});

test("anything else than a stored order is the first order", () => {
  expect(readOrder(JSON.stringify({ order: ["b"], hidden: ["a"] }))).toEqual({ order: ["b"], hidden: ["a"] });
  for (const written of [null, "", "[", "7", "null", '{"order":7,"hidden":[3]}']) {
    expect(readOrder(written)).toEqual(FIRST_ORDER);
  }
});
