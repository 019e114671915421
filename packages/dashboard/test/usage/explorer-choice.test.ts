import { expect, test } from "vitest";
import { addDays, fits, readChoice } from "../../src/pages/usage/explorer-choice.ts";

const TODAY = "2026-11-22";

test("the default is the last thirty days including today, by day", () => {
  expect(readChoice({}, TODAY)).toMatchObject({ from: "2026-10-24", to: "2026-11-23", window: "day", accountIds: [] });
});

test("a range of a day is shown by hour, a year by month", () => {
  expect(readChoice({ days: "1" }, TODAY)).toMatchObject({ from: TODAY, window: "hour" });
  expect(readChoice({ days: "365" }, TODAY)).toMatchObject({ window: "month" });
});

test("a zoomed range keeps its instants", () => {
  const search = { from: "2026-11-01T06:00:00.000Z", to: "2026-11-01T18:00:00.000Z" };
  expect(readChoice(search, TODAY)).toMatchObject({ ...search, window: "hour" });
});

test("does not request steps that the server would refuse to measure at once", () => {
  expect(fits("hour", "2026-01-01", "2026-02-01")).toBe(true);
  expect(fits("hour", "2026-01-01", "2026-03-01")).toBe(false);
  expect(readChoice({ days: "90", window: "hour" }, TODAY)).toMatchObject({ window: "day" });
});

test("accounts are in the address, separated by commas", () => {
  expect(readChoice({ accounts: "acct_1,acct_2" }, TODAY).accountIds).toEqual(["acct_1", "acct_2"]);
});

test("counts days across months and years", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
});
