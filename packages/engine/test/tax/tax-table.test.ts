import { expect, test } from "vitest";
import { tableTaxes } from "../../src/tax/table/tax-table.ts";
import { rateOn } from "../../src/tax/table/dated-rate.ts";
import { regionCode } from "../../src/tax/region.ts";
import { EUROPEAN_RATES } from "../../src/tax/table/european-rates.ts";
import { STATE_RATES } from "../../src/tax/table/state-rates.ts";
import { STATE_NAMES } from "../../src/tax/table/region-names.ts";

/** `MWST 8.1 %`, or `GST 5 % + PST 7 %` for several. */
function written(
  place: string,
  day: string,
  taxCategory: string | null = null,
  sellerRegion: string | null = null,
): string {
  const [country = "", region = null] = place.split("-");
  return tableTaxes({ country, region }, taxCategory, day, sellerRegion)
    .map(({ name, percentage, categoryCode }) =>
      categoryCode === "S" ? `${name} ${percentage.toCanonical()} %` : `${name} (${categoryCode})`,
    )
    .join(" + ");
}

test.each([
  ["EE", "2025-06-30", "KM 22 %", "KM 24 %"],
  ["SK", "2024-12-31", "DPH 20 %", "DPH 23 %"],
  ["FI", "2024-08-31", "ALV 24 %", "ALV 25.5 %"],
  ["RO", "2025-07-31", "TVA 19 %", "TVA 21 %"],
  ["CH", "2023-12-31", "MWST 7.7 %", "MWST 8.1 %"],
  ["DE", "2020-06-30", "USt 19 %", "USt 16 %"],
  ["IE", "2021-02-28", "VAT 21 %", "VAT 23 %"],
  ["LU", "2023-12-31", "TVA 16 %", "TVA 17 %"],
  ["JP", "2019-09-30", "Consumption tax 8 %", "Consumption tax 10 %"],
  ["CA-NS", "2025-03-31", "HST 15 %", "HST 14 %"],
  ["US-LA", "2024-12-31", "Sales tax 4.45 %", "Sales tax 5 %"],
  ["US-SD", "2023-06-30", "Sales tax 4.5 %", "Sales tax 4.2 %"],
])("%s changed its rate after %s (R-INV-6)", (place, lastDay, before, after) => {
  const next = new Date(Date.parse(lastDay) + 86_400_000).toISOString().slice(0, 10);
  expect([written(place, lastDay), written(place, next)]).toEqual([before, after]);
});

test.each([
  ["GB", "VAT 20 %"],
  ["NO", "MVA 25 %"],
  ["AU", "GST 10 %"],
  ["US-CA", "Sales tax 7.25 %"],
  ["US-NY", "Sales tax 4 %"],
  ["US-OR", "No sales tax (O)"],
  ["US", ""],
  ["US-XX", ""],
  ["CA", "GST 5 %"],
  ["CA-AB", "GST 5 %"],
  ["CA-ON", "HST 13 %"],
  ["CA-BC", "GST 5 % + PST 7 %"],
  ["CA-QC", "GST 5 % + QST 9.975 %"],
  ["IN-KA", "IGST 18 %"],
  ["BR", ""],
])("%s in 2026: %s", (place, expected) => {
  expect(written(place, "2026-01-01")).toBe(expected);
});

test("within an Indian state the tax has two halves, otherwise one part", () => {
  expect(written("IN-KA", "2026-01-01", null, "KA")).toBe("CGST 9 % + SGST 9 %");
  expect(written("IN-KA", "2026-01-01", null, "MH")).toBe("IGST 18 %");
  expect(written("IN-KA", "2025-09-21", "reduced", "KA")).toBe("CGST 6 % + SGST 6 %");
  expect(written("IN", "2026-01-01", "second_reduced")).toBe("IGST 5 %");
});

test("a product's tax category names a reduced rate; if a state has none, the next higher rate applies", () => {
  expect(written("FR", "2026-01-01", "reduced")).toBe("TVA 10 %");
  expect(written("FR", "2026-01-01", "second_reduced")).toBe("TVA 5.5 %");
  expect(written("FR", "2026-01-01", "super_reduced")).toBe("TVA 2.1 %");
  expect(written("FR", "2026-01-01", "goods_reduced")).toBe("TVA 10 %");
  expect(written("DK", "2026-01-01", "super_reduced")).toBe("Moms 25 %");
  expect(written("NL", "2026-01-01", "super_reduced")).toBe("Btw 9 %");
  expect(written("RO", "2025-07-31", "second_reduced")).toBe("TVA 5 %");
  expect(written("RO", "2025-08-01", "second_reduced")).toBe("TVA 11 %"); // 11 replaced 5 and 9
  expect(written("FR", "2026-01-01", "software")).toBe("TVA 20 %");
  expect(written("FR", "2026-01-01", "exempt")).toBe("Exempt (E)");
  expect(written("FR", "2026-01-01", "zero_rated")).toBe("Zero-rated (Z)");
});

test("the table has no rates before its first day", () => {
  for (const place of ["DE", "US-NY", "CA-BC", "CA-ON", "IN-KA", "CA"]) expect(written(place, "2018-12-31")).toBe("");
});

test("every rate of the table is readable, and the days of each list ascend", () => {
  const lists = [
    ...Object.values(EUROPEAN_RATES).flatMap(({ name: _name, ...rates }) => Object.values(rates)),
    ...Object.values(STATE_RATES),
  ];
  expect(lists.length).toBeGreaterThan(100);
  for (const list of lists) {
    const days = [...list.matchAll(/\d{4}-\d{2}-\d{2}/g)].map(([day]) => day);
    expect(days).toEqual(days.toSorted());
    expect(rateOn(list, "2026-01-01") ?? "0").toMatch(/^\d+(\.\d+)?$/);
  }
  expect(Object.keys(STATE_RATES)).toHaveLength(51);
  expect(new Set(Object.values(STATE_NAMES))).toEqual(new Set(Object.keys(STATE_RATES)));
  expect(() => rateOn("about 20", "2026-01-01")).toThrow('"about 20" is not a dated rate');
});

test("the code and the name of a region give the same region", () => {
  expect(["CA", "ca", "US-CA", " California "].map((state) => regionCode("US", state))).toEqual([
    "CA",
    "CA",
    "CA",
    "CA",
  ]);
  expect(regionCode("CA", "Québec")).toBe("QC");
  expect(regionCode("DE", "Bayern")).toBe("BAYERN");
  expect(regionCode(null, "ny")).toBe("NY");
  expect(regionCode("US", "")).toBeNull();
  expect(regionCode("US", null)).toBeNull();
});
