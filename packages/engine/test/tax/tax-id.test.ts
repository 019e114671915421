import { expect, test } from "vitest";
import { checkTaxId, isEuVatId } from "../../src/tax/tax-id/check-tax-id.ts";
import { digitAt, weightedSum } from "../../src/tax/tax-id/check-digits.ts";
import { countryOfPrefix } from "../../src/tax/european-union.ts";

/** IDs with valid check digits, and the position of a digit that they check. */
const WELL_FORMED = `
  AT ATU13585627
  BE BE0403019261
  BE BE0428759497
  BG BG175074752
  CY CY10259033P
  CZ CZ25123891
  DE DE136695976
  DK DK13585628
  EE EE100931558
  ES ES54362315K
  ES ESJ99216582
  ES ESX2482300W
  ES ESB64717838
  ES ESK0867756N
  FI FI20774740
  FR FR23334175221
  FR FR40303265045
  GR EL023456780
  GR EL094259216
  HR HR33392005961
  HU HU12892312
  IE IE6433435F
  IE IE6433435OA
  IT IT00743110157
  LT LT119511515
  LT LT100001919017
  LU LU15027442
  LV LV40003521600
  MT MT11679112
  NL NL004495445B01
  NL NL002455799B11
  PL PL8567346215
  PT PT501964843
  RO RO18547290
  SE SE123456789701
  SI SI50223054
  SK SK2022749619
  GB GB980780684
  NO NO995525828MVA
  CH CHE107787577MWST
  AU 83914571673
  AU 51824753556
  IN 27AAPFU0939F1ZV
  CA 123026635RT0001
  JP T5835678256246
`
  .trim()
  .split("\n")
  .map((line) => line.trim().split(" ") as [country: string, taxId: string]);

test.each(WELL_FORMED)("%s %s is well-formed, and changing one digit makes it invalid (R-INV-6)", (country, taxId) => {
  expect(checkTaxId(country, taxId).outcome).toBe("well_formed");
  // A digit in the middle of the checked part, increased by one.
  const place = /\d{4}/.exec(taxId)!.index + 2;
  const changed = taxId.slice(0, place) + String((Number(taxId[place]) + 1) % 10) + taxId.slice(place + 1);
  expect(checkTaxId(country, changed).outcome).not.toBe("well_formed");
});

test("every member state has an example, so that every pattern and check is tested", () => {
  const states = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");
  expect(states.filter((state) => !WELL_FORMED.some(([country]) => country === state))).toEqual([]);
});

test.each([
  ["BG", "BG1234567890"], // ten digits: a natural person
  ["CZ", "CZ640903926"],
  ["FR", "FRK7399859412"],
  ["FR", "FR4Z123456782"],
  ["IE", "IE8D79739I"],
  ["LV", "LV16117519997"],
  ["GB", "GBGD001"],
  ["US", "12-3456789"],
])("%s %s: forms without published check digits are checked only by their pattern", (country, taxId) => {
  expect(checkTaxId(country, taxId).outcome).toBe("well_formed");
});

test("second weights: Bulgaria and Lithuania use them if the first weights give ten", () => {
  // 5 × 2 = 10; with the second weights, 5 × 4 = 20 = 11 + 9.
  expect(checkTaxId("BG", "BG050000009").outcome).toBe("well_formed");
  expect(checkTaxId("LT", "LT050000009").outcome).toBe("well_formed");
  expect(checkTaxId("LT", "LT050000008").outcome).toBe("wrong_check_digits");
});

test("a check digit of ten or eleven is replaced as the state defines", () => {
  expect(checkTaxId("SI", "SI10000020").outcome).toBe("well_formed"); // 8 + 2 × 2 = 12: 11 − 1 = 10, which is 0
  expect(checkTaxId("SI", "SI10000100").outcome).toBe("wrong_check_digits"); // 8 + 3 = 11: no such ID exists
  expect(checkTaxId("PT", "PT100000100").outcome).toBe("well_formed"); // 9 + 3 = 12: 11 − 1 = 10, which is 0
});

test("spaces, dots, dashes and lowercase letters do not matter; the prefix does", () => {
  expect(checkTaxId("DE", "de 136 695 976")).toEqual({
    outcome: "well_formed",
    kind: "EU VAT id",
    normalized: "DE136695976",
  });
  expect(checkTaxId("DE", "136695976").outcome).toBe("wrong_pattern");
  expect(checkTaxId("FR", "DE136695976").outcome).toBe("wrong_pattern");
  expect(checkTaxId("CH", "CHE-107.787.577 IVA").outcome).toBe("well_formed");
  expect(checkTaxId("BR", "12.345.678/0001-95")).toEqual({ outcome: "unknown_kind", normalized: "12345678000195" });
  expect(checkTaxId(null, "x").outcome).toBe("unknown_kind");
});

test("the VAT ID of a member state identifies a business; a British or Swiss one does not", () => {
  expect(isEuVatId("FR", "FR40303265045")).toBe(true);
  expect(isEuVatId("FR", "FR41303265045")).toBe(false);
  expect(isEuVatId("FR", null)).toBe(false);
  expect(isEuVatId("GB", "GB980780684")).toBe(false);
  expect(isEuVatId(null, "FR40303265045")).toBe(false);
});

test("a prefix names its state; Greece uses EL", () => {
  expect(["FR40303265045", "EL094259216", "GR094259216", "CHE107787577", ""].map(countryOfPrefix)).toEqual([
    "FR",
    "GR",
    null,
    null,
    null,
  ]);
});

test("missing digits count as zero", () => {
  expect(weightedSum("12", [1, 1, 5])).toBe(3);
  expect(digitAt("")).toBe(0);
});
