import { expect, test } from "vitest";
import { tableTaxes } from "../../src/tax/table/tax-table.ts";
import { isEuState } from "../../src/tax/european-union.ts";

// The rates of 2026-01-01, typed again from the published lists, so that a typing error in the table fails a test
// (R-INV-6).

const DAY = "2026-01-01";

function percentages(country: string, ...categories: (string | null)[]): string {
  return categories
    .map((category) => tableTaxes({ country, region: null }, category, DAY, null))
    .map(([tax]) => tax?.percentage.toCanonical() ?? "none")
    .join(" ");
}

/** Standard, reduced, second reduced and super-reduced. If a kind does not exist, the next higher rate. */
const EUROPE = `
  AT 20 13 10 10
  BE 21 12 6 6
  BG 20 9 9 9
  CH 8.1 3.8 2.6 2.6
  CY 19 9 5 5
  CZ 21 12 12 12
  DE 19 7 7 7
  DK 25 25 25 25
  EE 24 13 9 9
  ES 21 10 10 4
  FI 25.5 13.5 10 10
  FR 20 10 5.5 2.1
  GB 20 5 5 5
  GR 24 13 6 6
  HR 25 13 5 5
  HU 27 18 5 5
  IE 23 13.5 9 4.8
  IT 22 10 5 4
  LT 21 12 5 5
  LU 17 14 8 3
  LV 21 12 5 5
  MT 18 7 5 5
  NL 21 9 9 9
  NO 25 15 12 12
  PL 23 8 5 5
  PT 23 13 6 6
  RO 21 11 11 11
  SE 25 12 6 6
  SI 22 9.5 5 5
  SK 23 19 5 5
`
  .trim()
  .split("\n")
  .map((row) => row.trim());

test.each(EUROPE)("%s", (row) => {
  const [country = "", ...rates] = row.split(" ");
  expect(percentages(country, null, "reduced", "second_reduced", "super_reduced")).toBe(rates.join(" "));
});

test("the list above contains every member state", () => {
  const listed = EUROPE.map((row) => row.slice(0, 2)).filter(isEuState);
  expect(listed).toHaveLength(27);
});

test.each([
  ["AL 4, AK none, AZ 5.6, AR 6.5, CA 7.25, CO 2.9, CT 6.35, DE none, DC 6, FL 6, GA 4, HI 4, ID 6"],
  ["IL 6.25, IN 7, IA 6, KS 6.5, KY 6, LA 5, ME 5.5, MD 6, MA 6.25, MI 6, MN 6.875, MS 7, MO 4.225"],
  ["MT none, NE 5.5, NV 6.85, NH none, NJ 6.625, NM 4.875, NY 4, NC 4.75, ND 5, OH 5.75, OK 4.5, OR none, PA 6"],
  ["RI 7, SC 6, SD 4.2, TN 7, TX 6.25, UT 6.1, VT 6, VA 5.3, WA 6.5, WV 6, WI 5, WY 4"],
])("sales tax by state: %s", (rows) => {
  for (const row of rows.split(", ")) {
    const [region = "", expected] = row.split(" ");
    const [tax] = tableTaxes({ country: "US", region }, null, DAY, null);
    expect([region, tax?.categoryCode === "S" ? tax.percentage.toCanonical() : "none"]).toEqual([region, expected]);
  }
});

test.each([
  ["AB", "GST 5"],
  ["BC", "GST 5 + PST 7"],
  ["MB", "GST 5 + RST 7"],
  ["NB", "HST 15"],
  ["NL", "HST 15"],
  ["NS", "HST 14"],
  ["NT", "GST 5"],
  ["NU", "GST 5"],
  ["ON", "HST 13"],
  ["PE", "HST 15"],
  ["QC", "GST 5 + QST 9.975"],
  ["SK", "GST 5 + PST 6"],
  ["YT", "GST 5"],
])("Canada, %s: %s", (region, expected) => {
  const taxes = tableTaxes({ country: "CA", region }, null, DAY, null);
  expect(taxes.map(({ name, percentage }) => `${name} ${percentage.toCanonical()}`).join(" + ")).toBe(expected);
});

test("Germany's half year of lower rates starts and ends on the right days", () => {
  const on = (day: string) =>
    ["standard", "reduced"].map((category) => {
      const [tax] = tableTaxes({ country: "DE", region: null }, category, day, null);
      return tax?.percentage.toCanonical();
    });
  expect(on("2020-06-30")).toEqual(["19", "7"]);
  expect(on("2020-07-01")).toEqual(["16", "5"]);
  expect(on("2020-12-31")).toEqual(["16", "5"]);
  expect(on("2021-01-01")).toEqual(["19", "7"]);
});

test("the tax of a location includes that location, so that a report can group it by country and region", () => {
  const of = (country: string, region: string | null) =>
    tableTaxes({ country, region }, null, DAY, null).map((tax) => `${tax.name} ${tax.country} ${tax.region ?? "–"}`);
  expect(of("CA", "QC")).toEqual(["GST CA –", "QST CA QC"]);
  expect(of("US", "TX")).toEqual(["Sales tax US TX"]);
  expect(of("DE", "BY")).toEqual(["USt DE –"]);
});
