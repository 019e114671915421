import { expect, test } from "vitest";
import { countedPlaces } from "../../src/frozen-lines/counted-places.ts";

type Line = Parameters<typeof countedPlaces>[0];

const line = (basis?: object) => ({ explanation: { basis } }) as unknown as Line;

test("only discounts and limits count lines of their invoice (R-SUB-8)", () => {
  expect(countedPlaces(line({ kind: "adjustment", rule: "percentage", positions: [0, 2] }))).toEqual([0, 2]);
  expect(countedPlaces(line({ kind: "price" }))).toEqual([]);
  // Lines without a contract have no basis.
  expect(countedPlaces(line())).toEqual([]);
});
