import type { StoredTax } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { printedReasons, printedTaxes } from "../../src/tax/printed-taxes.ts";

const vat: StoredTax = {
  taxRateId: null,
  name: "USt",
  percentage: "19",
  categoryCode: "S",
  reasonCode: null,
  reason: null,
  inclusive: false,
  country: "DE",
  region: null,
  base: "100.00",
  amount: "19.00",
};
const reason = "Reverse charge: the recipient owes the tax.";
const reverse: StoredTax = {
  ...vat,
  name: "Reverse charge",
  percentage: "0",
  categoryCode: "AE",
  reason,
  amount: "0.00",
};
const euros = (text: string) => `${text} €`;

test("a rate is printed where one is charged, and a name alone where the law says that none is (R-INV-6)", () => {
  expect(printedTaxes({ taxes: [vat, reverse] }, euros)).toEqual([
    { name: "USt", rate: "19", base: "100.00 €", amount: "19.00 €", inclusive: false },
    { name: "Reverse charge", rate: null, base: "100.00 €", amount: "0.00 €", inclusive: false },
  ]);
  const zero: StoredTax = { ...vat, percentage: "0", categoryCode: "Z" };
  expect(printedTaxes({ taxes: [zero] }, euros)[0]?.rate).toBe("0");
  expect(printedTaxes({ taxes: null }, euros)).toEqual([]);
});

test("the reason stands once, in the words of the law of the invoice's language, or in the seller's own (R-INV-6)", () => {
  expect(printedReasons({ taxes: [vat, reverse, reverse] }, "en-GB")).toEqual([reason]);
  expect(printedReasons({ taxes: [reverse] }, "de-DE")).toEqual([
    "Steuerschuldnerschaft des Leistungsempfängers (reverse charge).",
  ]);
  const own: StoredTax = { ...reverse, taxRateId: "tax_1", reason: "§ 13b UStG" };
  expect(printedReasons({ taxes: [own] }, "de")).toEqual(["§ 13b UStG"]);
  expect(printedReasons({}, "de")).toEqual([]);
});
