import { lineTexts } from "@counterfoil/documents";
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
const [english, german] = [lineTexts("en-GB", "EUR"), lineTexts("de-DE", "EUR")];
const euros = (text: string) => `${text} €`;

test("a rate is printed if one is charged, and only a name if the law exempts the line (R-INV-6)", () => {
  expect(printedTaxes({ taxes: [vat, reverse] }, english, euros)).toEqual([
    { name: "USt", rate: "19", base: "100.00 €", amount: "19.00 €", inclusive: false },
    { name: "Reverse charge", rate: null, base: "100.00 €", amount: "0.00 €", inclusive: false },
  ]);
  const zero: StoredTax = { ...vat, percentage: "0", categoryCode: "Z" };
  expect(printedTaxes({ taxes: [zero] }, english, euros)[0]?.rate).toBe("0");
  expect(printedTaxes({ taxes: null }, english, euros)).toEqual([]);
});

test("a reason is printed once, with the legal text in the invoice's language, or the seller's own text (R-INV-6)", () => {
  expect(printedReasons({ taxes: [vat, reverse, reverse] }, english, "en-GB")).toEqual([reason]);
  expect(printedReasons({ taxes: [reverse] }, german, "de-DE")).toEqual([
    "Steuerschuldnerschaft des Leistungsempfängers.",
  ]);
  const own: StoredTax = { ...reverse, taxRateId: "tax_1", reason: "§ 13b UStG" };
  expect(printedReasons({ taxes: [own] }, german, "de")).toEqual(["§ 13b UStG"]);
  // In a language that is not offered, the legal term appears together with the English text.
  expect(printedReasons({ taxes: [reverse] }, lineTexts("fi-FI", "EUR"), "fi-FI")).toEqual([
    "käännetty verovelvollisuus (reverse charge).",
  ]);
  expect(printedReasons({ taxes: null }, german, "de")).toEqual([]);
});

test("built-in names and reasons are in the invoice's language, even for a rate without its own reason", () => {
  const exempt: StoredTax = { ...vat, name: "Exempt", percentage: "0", categoryCode: "E", reason: "Exempt from tax." };
  expect(printedTaxes({ taxes: [exempt] }, german, euros)[0]?.name).toBe("Steuerfrei");
  expect(printedReasons({ taxes: [exempt] }, german, "de")).toEqual(["Steuerfrei."]);
  const own: StoredTax = { ...exempt, taxRateId: "tax_1", name: "Exempt" };
  expect(printedTaxes({ taxes: [own] }, german, euros)[0]?.name).toBe("Exempt");
  expect(printedReasons({ taxes: [own] }, german, "de")).toEqual(["Steuerfrei."]);
  expect(printedReasons({ taxes: [reverse] }, lineTexts("ja", "JPY"), "ja")).toEqual([
    "リバースチャージ：納税義務は受領者にあります。",
  ]);
});
