import { expect, test } from "vitest";
import { type SepaTransfer, transferCode } from "../../src/index.ts";

const transfer: SepaTransfer = {
  beneficiary: "Northlight Software GmbH",
  iban: "DE89 3704 0044 0532 0130 00",
  bic: "COBADEFFXXX",
  amount: "291.55",
  remittance: "NL-2024-0042",
};

test("writes a transfer line by line as required by EPC069-12, in version 002 (R-PDF-1)", () => {
  expect(transferCode(transfer)?.split("\n")).toEqual([
    "BCD",
    "002",
    "1",
    "SCT",
    "COBADEFFXXX",
    "Northlight Software GmbH",
    "DE89370400440532013000",
    "EUR291.55",
    "",
    "",
    "NL-2024-0042",
  ]);
});

test("requires a BIC only for accounts outside the European Economic Area", () => {
  expect(transferCode({ ...transfer, bic: null })?.split("\n")[4]).toBe("");
  expect(transferCode({ ...transfer, iban: "CH93 0076 2011 6238 5295 7", bic: null })).toBeNull();
  expect(transferCode({ ...transfer, iban: "CH93 0076 2011 6238 5295 7", bic: "POFICHBEXXX" })).toContain("\nCH93");
});

test.each([
  ["check digits that are wrong", { iban: "DE89 3704 0044 0532 0130 01" }],
  ["an account that is too short for its country", { iban: "DE8937040044053201300" }],
  ["an account outside of SEPA", { iban: "SA03 8000 0000 6080 1016 7519" }],
  ["what is no IBAN", { iban: "0532013000" }],
  ["what is no BIC", { bic: "COBADE" }],
  ["nothing to pay", { amount: "0.00" }],
  ["an amount below zero", { amount: "-5.00" }],
  ["an amount of a billion", { amount: "1000000000.00" }],
  ["no beneficiary", { beneficiary: " " }],
  ["a reference of 141 characters", { remittance: "x".repeat(141) }],
  ["more bytes than a code may have", { beneficiary: "ก".repeat(70), remittance: "ก".repeat(60) }],
])("returns no code for %s", (_, change) => {
  expect(transferCode(transfer)).not.toBeNull();
  expect(transferCode({ ...transfer, ...change })).toBeNull();
});

test("truncates a name at 70 characters and removes its line breaks", () => {
  const code = transferCode({ ...transfer, beneficiary: `Evil\r\nDE00\u2028Ltd ${"é".repeat(90)}` });
  expect(code?.split("\n")).toHaveLength(11);
  expect(code?.split("\n")[5]).toBe(`Evil DE00 Ltd ${"é".repeat(56)}`);
});
