import { expect, test } from "vitest";
import { formatsOf } from "../../src/index.ts";

const january = { start: "2024-01-01", end: "2024-02-01" };
const acrossYears = { start: "2023-12-15", end: "2024-01-15" };

test.each([
  ["en-US", "Jan 31, 2024", "Jan 1 – 31, 2024", "Dec 15, 2023 – Jan 14, 2024"],
  ["en-GB", "31 Jan 2024", "1 – 31 Jan 2024", "15 Dec 2023 – 14 Jan 2024"],
  ["de-DE", "31. Jan. 2024", "1.–31. Jan. 2024", "15. Dez. 2023 – 14. Jan. 2024"],
  ["fr-FR", "31 janv. 2024", "1–31 janv. 2024", "15 déc. 2023 – 14 janv. 2024"],
  ["ja-JP", "2024年1月31日", "2024年1月1日～1月31日", "2023年12月15日～2024年1月14日"],
  ["zh-CN", "2024年1月31日", "2024年1月1日至1月31日", "2023年12月15日至2024年1月14日"],
  ["ar-EG", "٣١ يناير ٢٠٢٤", "١–٣١ يناير ٢٠٢٤", "١٥ ديسمبر ٢٠٢٣ – ١٤ يناير ٢٠٢٤"],
])("%s prints the last day of a half-open period", (locale, date, month, years) => {
  const { period } = formatsOf(locale, "EUR");
  const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F\u2009]/g, " ");
  expect(plain(period.date("2024-01-31"))).toBe(date);
  expect(plain(period.period(january))).toBe(month);
  expect(plain(period.period(acrossYears))).toBe(years);
});

test("prints a period of one day as one date, including a leap day", () => {
  const { period } = formatsOf("en-US", "USD");
  expect(period.period({ start: "2024-02-29", end: "2024-03-01" })).toBe("Feb 29, 2024");
});

test("dates stay Gregorian where another calendar is common", () => {
  expect(formatsOf("ar-SA", "SAR").period.date("2024-01-31")).toContain("٢٠٢٤");
  expect(formatsOf("en-TH", "THB").period.date("2024-01-31")).toContain("2024");
});
