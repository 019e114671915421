import { expect, test } from "vitest";
import { addDays, fits, readChoice } from "../../src/pages/usage/explorer-choice.ts";

const TODAY = "2026-11-22";

test("without a choice the last thirty days are looked at by day, today included", () => {
  expect(readChoice({}, TODAY)).toMatchObject({ from: "2026-10-24", to: "2026-11-23", window: "day", accountIds: [] });
});

test("a range of a day is looked at by hour, one of a year by month", () => {
  expect(readChoice({ days: "1" }, TODAY)).toMatchObject({ from: TODAY, window: "hour" });
  expect(readChoice({ days: "365" }, TODAY)).toMatchObject({ window: "month" });
});

test("a range that was zoomed to keeps its instants", () => {
  const search = { from: "2026-11-01T06:00:00.000Z", to: "2026-11-01T18:00:00.000Z" };
  expect(readChoice(search, TODAY)).toMatchObject({ ...search, window: "hour" });
});

test("steps that the server would not measure at once are not asked for", () => {
  expect(fits("hour", "2026-01-01", "2026-02-01")).toBe(true);
  expect(fits("hour", "2026-01-01", "2026-03-01")).toBe(false);
  expect(readChoice({ days: "90", window: "hour" }, TODAY)).toMatchObject({ window: "day" });
});

test("accounts stand in the address with commas between them", () => {
  expect(readChoice({ accounts: "acct_1,acct_2" }, TODAY).accountIds).toEqual(["acct_1", "acct_2"]);
});

test("days are counted across months and years", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
});
