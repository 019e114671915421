import { describe, expect, test } from "vitest";
import {
  changeOfLines,
  type DraftLine,
  groupsOfLines,
  placesInChange,
  placesInGroups,
} from "../../src/pages/subscriptions/builder/draft-line.ts";

function line(priceId: string | null, change: Partial<DraftLine> = {}): DraftLine {
  const price = { productId: "prod_1", unitPricingModel: { pricePerUnit: { value: "1" } } };
  return { key: priceId ?? "new", group: "", priceId, price, isChanged: priceId === null, ...change };
}

describe("draft lines", () => {
  test("keep existing prices by ID, and create changed or new prices, group by group", () => {
    const changed = line("price_2", { group: "Usage", isChanged: true });
    expect(groupsOfLines([line("price_1"), changed, line(null, { group: "Usage" })])).toEqual([
      { priceIds: ["price_1"] },
      { name: "Usage", newPrices: [changed.price, line(null).price] },
    ]);
  });

  test("a fault of a new price is shown at its line, by its place in the request", () => {
    const changed = line("price_2", { group: "Usage", isChanged: true });
    const lines = [line("price_1"), changed, line(null, { group: "Usage" })];
    expect([...placesInGroups(lines)]).toEqual([
      ["price_2", "/priceGroups/1/newPrices/0"],
      ["new", "/priceGroups/1/newPrices/1"],
    ]);
    expect([...placesInChange(["price_1", "price_2"], lines)]).toEqual([
      ["price_2", "/update/0/newPrice"],
      ["new", "/add/0/newPrice"],
    ]);
  });

  test("unchanged lines change nothing", () => {
    expect(changeOfLines(["price_1", "price_2"], [line("price_1"), line("price_2")])).toEqual({});
  });

  test("remove deleted lines, update changed ones, and add new ones", () => {
    const change = changeOfLines(
      ["price_1", "price_2", "price_3"],
      [line("price_1"), line("price_2", { isChanged: true }), line("price_9", { group: "More" }), line(null)],
    );
    expect(change).toEqual({
      remove: [{ priceId: "price_3" }],
      update: [{ priceId: "price_2", newPrice: line("price_2").price }],
      add: [{ group: "More", priceId: "price_9" }, { newPrice: line(null).price }],
    });
  });
});
