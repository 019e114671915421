import { expect, test } from "vitest";
import { bankAccount } from "../../src/documents/bank-account.ts";
import { earlierPdf } from "../../src/documents/earlier-pdf.ts";
import { toPrintedSeller } from "../../src/documents/printed-parties.ts";
import { snapshots } from "../rows/snapshots.ts";

// R-PDF-1: what is printed of bank details, and what a transfer needs of them.

const iban = "DE89370400440532013000";

test.each([
  ["IBAN: DE89 3704 0044 0532 0130 00\nBIC: COBADEFFXXX", { iban, bic: "COBADEFFXXX" }],
  ["iban DE89370400440532013000", { iban, bic: null }],
  ["Bank: Commerzbank\nBIC/SWIFT: COBADEFFXXX\nIBAN. DE89370400440532013000", { iban, bic: "COBADEFFXXX" }],
  // An empty line names nothing.
  ["IBAN: DE89 3704 0044 0532 0130 00\nBIC:", { iban, bic: null }],
  ["IBAN:", null],
  ["Cash only", null],
  [null, null],
])("%j: %j", (details, expected) => {
  expect(bankAccount(details)).toEqual(expected);
});

test("bank details are labels with values, or lines without a label", () => {
  const bankDetails = "IBAN: DE89\n\nPay within 30 days\nNote: a: b";
  expect(toPrintedSeller({ ...snapshots.seller, bankDetails }, null).bankDetails).toEqual([
    { label: "IBAN", value: "DE89" },
    { label: null, value: "Pay within 30 days" },
    { label: "Note", value: "a: b" },
  ]);
  expect(toPrintedSeller(snapshots.seller, null).bankDetails).toEqual([]);
});

test("reports an earlier PDF if its recorded hash is different", () => {
  expect(earlierPdf({ pdfSha256: "aa", documentSha256: "bb" })).toBe("aa");
  expect(earlierPdf({ pdfSha256: "bb", documentSha256: "bb" })).toBeNull();
  expect(earlierPdf({ pdfSha256: null, documentSha256: "bb" })).toBeNull();
});
