import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { decideRange, monthsOf } from "../../src/insights/insight-range.ts";
import { comparePlaces, pageOf, readPlaceCursor } from "../../src/insights/place-cursor.ts";

// Insights: the requested days, and where a page continues.

const today = Temporal.PlainDate.from("2024-03-15");
const range = (
  asked: Parameters<typeof decideRange>[0],
  byDefault: Parameters<typeof decideRange>[2] = "twelve_months",
) => {
  const { start, end } = decideRange(asked, today, byDefault);
  return `${start} ${end}`;
};

test("the default is the last twelve months, or this month, including today", () => {
  expect(range({})).toBe("2023-04-01 2024-03-16");
  expect(range({}, "this_month")).toBe("2024-03-01 2024-03-16");
  expect(range({ to: "2024-03-01" })).toBe("2023-03-01 2024-03-01"); // the last day is of February
  expect(range({ from: "2024-01-10", to: "2024-01-11" })).toBe("2024-01-10 2024-01-11");
});

test("refuses a range that ends before it begins, or is longer than ten years", () => {
  const refused = (asked: Parameters<typeof decideRange>[0]) => {
    try {
      return range(asked);
    } catch (error) {
      return (error as { faults: { code: string }[] }).faults[0]?.code;
    }
  };
  expect(refused({ from: "2024-01-01", to: "2024-01-01" })).toBe("not_after_from");
  expect(refused({ from: "2014-01-31", to: "2024-01-01" })).toBe("2014-01-31 2024-01-01");
  expect(refused({ from: "2014-01-31", to: "2024-01-02" })).toBe("too_many_months");
});

test("splits a range at the first days of months", () => {
  const period = { start: Temporal.PlainDate.from("2024-01-31"), end: Temporal.PlainDate.from("2024-03-02") };
  expect(monthsOf(period).map(({ month, period: { start, end } }) => `${month} ${start} ${end}`)).toEqual([
    "2024-01 2024-01-31 2024-02-01",
    "2024-02 2024-02-01 2024-03-01",
    "2024-03 2024-03-01 2024-03-02",
  ]);
});

test("a page continues after its last item, only in the walk that it came from", () => {
  const items = ["a", "b", "c"];
  const page = pageOf("walk", items, 2, (item) => [item]);
  expect(page.items).toEqual(["a", "b"]);
  expect(readPlaceCursor("walk", page.nextCursor ?? "", 1)).toEqual(["b"]);
  expect(pageOf("walk", items, 3, (item) => [item]).nextCursor).toBeNull();
  const wrong = expect.objectContaining({ faults: [expect.objectContaining({ code: "wrong_cursor" })] });
  expect(() => readPlaceCursor("other", page.nextCursor ?? "", 1)).toThrow(wrong);
  expect(() => readPlaceCursor("walk", page.nextCursor ?? "", 2)).toThrow(wrong);
  expect(() => readPlaceCursor("walk", "%%%", 1)).toThrow(wrong);
});

test("orders places by the first text that differs", () => {
  expect(comparePlaces(["a", "b"], ["a", "b"])).toBe(0);
  expect(comparePlaces(["a", "b"], ["a", "c"])).toBe(-1);
  expect(comparePlaces(["b", "a"], ["a", "z"])).toBe(1);
});
