import { expect, test } from "vitest";
import { checkPriceList } from "../../src/prices/check-price-list.ts";
import { price } from "../rows/price.ts";

// R-CAT-2: prices that are offered together.

const euros = price();
const dollars = price({ id: "price_2", currency: "USD" });
const archived = price({ id: "price_3", archivedAt: "2024-01-01T00:00:00.000Z" });

function codes(
  ids: string[],
  expected: Parameters<typeof checkPriceList>[2] = {},
  stored = [euros, dollars, archived],
) {
  const named = ids.map((id, index) => ({ id, pointer: `/${index}` }));
  return checkPriceList(named, stored, expected).map(({ pointer, code }) => `${pointer} ${code}`);
}

test("they must exist, be named once, and not be archived unless they were offered before", () => {
  expect(codes(["price_1"])).toEqual([]);
  expect(codes(["price_9", "price_1", "price_1"])).toEqual(["/0 unknown_price", "/2 repeated_price"]);
  expect(codes(["price_3"])).toEqual(["/0 price_archived"]);
  expect(codes(["price_3"], { present: ["price_3"] })).toEqual([]);
});

test("they must have the same currency: the given one, or that of the first price", () => {
  expect(codes(["price_1", "price_2"], { currency: "USD" })).toEqual(["/0 other_currency"]);
  expect(codes(["price_1", "price_2"])).toEqual(["/1 other_currency"]);
  // The order of the database's rows does not matter.
  expect(codes(["price_1", "price_2"], {}, [dollars, euros])).toEqual(["/1 other_currency"]);
  expect(codes(["price_9", "price_2", "price_1"], {}, [euros, dollars])).toEqual([
    "/0 unknown_price",
    "/2 other_currency",
  ]);
});
