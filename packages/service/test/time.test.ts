import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { isLocale } from "../src/locale.ts";
import { hashLinkToken, hashStartOf, linkExpiryFaults, linkId, linkStatus, makeLinkToken } from "../src/link-token.ts";
import {
  dayFault,
  dueAt,
  isInstantOrDate,
  localDay,
  sameTimeAfter,
  secondsLater,
  startOfQuarter,
  toInstantText,
  writtenDay,
} from "../src/time.ts";

// R-TIME-1: dates are local days, and instants have one format.

test.each([
  ["2024-01-31", true],
  ["2024-02-30", false],
  ["2024-01-31T08:00:00Z", true],
  ["2024-01-31T08:00:00.123456789+05:30", true],
  ["2024-01-31T08:00", false],
  ["2024-01-31T25:00:00Z", false],
  ["1899-12-31", false],
  ["1900-01-01", true],
  ["tomorrow", false],
])("%s is an instant or a date: %s", (text, expected) => {
  expect(isInstantOrDate(text)).toBe(expected);
});

test.each([
  ["2024-02-29", undefined],
  ["2023-02-29", "is 2023-02-29, but there is no such day. Send a day that exists, such as 2024-01-31"],
  ["2024-13-01T08:00:00Z", "is 2024-13-01, but there is no such day. Send a day that exists, such as 2024-01-31"],
  ["1899-12-31", "is 1899-12-31, but years before 1900 are not accepted"],
  // The day is right, so it is not what is wrong.
  ["2024-01-31T25:00:00Z", undefined],
  ["2024-02-30T08:00", undefined],
  ["tomorrow", undefined],
])("the fault of the day of %s: %s", (text, expected) => {
  expect(dayFault(text)).toBe(expected);
});

test("a date is the start of that local day, and an instant becomes its local day", () => {
  expect(toInstantText("2024-04-01", "Europe/Berlin")).toBe("2024-03-31T22:00:00.000Z");
  expect(toInstantText("2024-04-01T00:00:00+02:00", "UTC")).toBe("2024-03-31T22:00:00.000Z");
  expect(writtenDay("2024-04-01", "America/New_York")).toBe("2024-04-01");
  expect(writtenDay("2024-04-01T00:00:00Z", "America/New_York")).toBe("2024-03-31");
  expect(localDay("2024-03-31T22:00:00Z", "Europe/Berlin")).toBe("2024-04-01");
  expect(dueAt(Temporal.PlainDate.from("2024-04-01"), "Europe/Berlin")).toBe("2024-03-31T22:00:00.000Z");
});

test("adding days keeps the local time, even if a day has 23 hours", () => {
  expect(sameTimeAfter("2024-03-30T11:00:00.000Z", 1, "Europe/Berlin")).toBe("2024-03-31T10:00:00.000Z");
  expect(sameTimeAfter("2024-03-30T11:00:00.000Z", 1, "UTC")).toBe("2024-03-31T11:00:00.000Z");
});

test("accepts language tags of BCP 47", () => {
  expect(["en", "de-CH", "zh-Hant-TW"].every(isLocale)).toBe(true);
  expect(["", "e", "de_CH", "en-"].some(isLocale)).toBe(false);
});

const now = "2024-01-01T00:00:00.000Z";

test("a link is open until it expires or is revoked, at most 366 days", () => {
  expect(linkStatus({ expiresAt: "2024-01-01T00:00:00.001Z", revokedAt: null }, now)).toBe("open");
  expect(linkStatus({ expiresAt: now, revokedAt: null }, now)).toBe("expired");
  expect(linkStatus({ expiresAt: "2025-01-01T00:00:00.000Z", revokedAt: now }, now)).toBe("revoked");
  const codes = (expiresAt: string) => linkExpiryFaults(expiresAt, now).map(({ code }) => code);
  expect(codes(now)).toEqual(["in_the_past"]);
  expect(codes("2025-01-01T00:00:00.000Z")).toEqual([]); // 2024 has 366 days
  expect(codes("2025-01-01T00:00:00.001Z")).toEqual(["too_far_ahead"]);
});

test("the ID of a link follows from its token, and opens nothing", () => {
  const hash = hashLinkToken(makeLinkToken());
  expect(hash.toString("hex").startsWith(hashStartOf(linkId(hash)) ?? "none")).toBe(true);
  for (const text of ["link_", "link_xyz", `other_${"a".repeat(26)}`, `link_${"A".repeat(26)}`]) {
    expect(hashStartOf(text)).toBeUndefined();
  }
});

test("a quarter of an hour begins at its first millisecond, and each instant belongs to one", () => {
  const startOf = (instant: string) => new Date(startOfQuarter(instant)).toISOString();
  expect(startOf("2026-01-31T23:59:59.999Z")).toBe("2026-01-31T23:45:00.000Z");
  expect(startOf("2026-02-01T00:00:00.000Z")).toBe("2026-02-01T00:00:00.000Z");
  expect(startOf("2026-02-01T00:14:59.999Z")).toBe("2026-02-01T00:00:00.000Z");
});

test("seconds later, over the end of a month", () => {
  expect(secondsLater("2024-02-29T23:59:59.500Z", 1)).toBe("2024-03-01T00:00:00.500Z");
  expect(secondsLater("2024-02-29T23:59:59.123456Z", 0.5)).toBe("2024-02-29T23:59:59.623Z");
});
