import { expect, test } from "vitest";
import { chooseTaxes } from "../../src/tax/choose-taxes.ts";
import type { PriceTax, TaxTerms } from "../../src/tax/tax-terms.ts";
import { ORDINARY, rate, terms } from "./support.ts";

/** `USt 19`, `Reverse charge AE`, or `GST 5 + PST 7` for several; empty if there is none. */
function chosen(given: TaxTerms, price: Partial<PriceTax> = {}, day = "2026-01-15"): string {
  return chooseTaxes(given, { ...ORDINARY, ...price }, day)
    .map(({ name, percentage, categoryCode }) =>
      categoryCode === "S" ? `${name} ${percentage.toCanonical()}` : `${name} ${categoryCode}`,
    )
    .join(" + ");
}

const french = { country: "FR", taxId: "FR 40 303 265 045" };
const american = { seller: { country: "US", region: "NY" } };

test("charges the standard rate in the seller's country, and for an account without a country (R-INV-6)", () => {
  expect(chosen(terms())).toBe("USt 19");
  expect(chosen(terms({ country: "DE", taxId: "DE136695976" }))).toBe("USt 19");
  expect(chosen(terms({ country: "DE" }), { taxCategory: "reduced" })).toBe("USt 7");
});

test("a business in another member state owes the tax itself; a consumer pays the tax of their own state (R-INV-6)", () => {
  expect(chosen(terms(french))).toBe("Reverse charge AE");
  expect(chosen(terms({ taxId: french.taxId }))).toBe("Reverse charge AE"); // the prefix names the country
  expect(chosen(terms(french), { taxCategory: "goods" })).toBe("Intra-community supply K");
  expect(chosen(terms(french), { taxCategory: "goods_reduced" })).toBe("Intra-community supply K");
  expect(chosen(terms({ country: "FR" }))).toBe("TVA 20");
  expect(chosen(terms({ ...french, taxId: "FR41303265045" }))).toBe("TVA 20"); // wrong check digits
  expect(chosen(terms({ country: "FR", taxId: "DE136695976" }))).toBe("TVA 20"); // an ID of another state
});

test("a supply out of the European Union is an export; from elsewhere it is outside the scope (R-INV-6)", () => {
  expect(chosen(terms({ country: "CH", taxId: "CHE107787577" }))).toBe("Export G");
  expect(chosen(terms({ country: "DE" }, { seller: { country: "GB" } }))).toBe("Not taxed O");
  expect(chosen(terms({ country: "GB" }, { seller: { country: "GB" } }))).toBe("VAT 20");
});

test("the customer's region decides within the United States and Canada", () => {
  expect(chosen(terms({ country: "US", region: "California" }, american))).toBe("Sales tax 7.25");
  expect(chosen(terms({ country: "US", region: "OR" }, american))).toBe("No sales tax O");
  expect(chosen(terms({ country: "US" }, american))).toBe("");
  const canadian = { seller: { country: "CA", region: "ON" } };
  expect(chosen(terms({ country: "CA", region: "British Columbia" }, canadian))).toBe("GST 5 + PST 7");
  expect(chosen(terms({ country: "IN", region: "KA" }, { seller: { country: "IN", region: "ka" } }))).toBe(
    "CGST 9 + SGST 9",
  );
});

test("an account's status comes first, with the texts of an own rate that names the status (R-INV-6)", () => {
  const named = rate("tax_1", "20");
  const all = { rates: [named], mode: "manual" } as const;
  expect(chosen(terms({ status: "exempt", taxRateIds: ["tax_1"] }, all))).toBe("Exempt E");
  expect(chosen(terms({ status: "zero_rated" }, all))).toBe("Zero-rated Z");
  expect(chosen(terms({ status: "reverse_charge" }, all))).toBe("Reverse charge AE");
  expect(chosen(terms({ status: "taxable" }, all))).toBe("VAT 20");
  const school = rate("tax_2", "0", { name: "Schools", categoryCode: "E", taxStatus: "exempt", country: "DE" });
  expect(chosen(terms({ status: "exempt" }, { rates: [named, school] }))).toBe("Schools E");
  expect(chosen(terms({ status: "exempt", country: "CH" }, { rates: [named, school] }))).toBe("Exempt E");
  expect(chosen(terms({}, { rates: [school] }))).toBe("USt 19");
  const [own] = chooseTaxes(terms({ status: "reverse_charge" }, { ...american }), ORDINARY, "2026-01-15");
  expect(own?.reasonCode).toBeNull(); // the VATEX code applies only to the European Union
});

test("the most specific own rate wins, and several with the same criteria apply together (R-INV-6)", () => {
  const rates = [
    rate("any", "1"),
    rate("de", "2", { country: "DE" }),
    rate("books", "3", { taxCategory: "books" }),
    rate("de_books", "4", { country: "DE", taxCategory: "books" }),
    rate("by", "5", { country: "DE", region: "BY" }),
    rate("by_books", "6", { country: "DE", region: "BY", taxCategory: "books" }),
    rate("gst", "5", { name: "GST", country: "CA", region: "BC" }),
    rate("pst", "7", { name: "PST", country: "CA", region: "BC" }),
  ];
  const by = (buyer: object, taxCategory: string | null = null) =>
    chosen(terms(buyer, { rates, mode: "manual", seller: { country: null } }), { taxCategory });
  expect(by({ country: "AT" })).toBe("VAT 1");
  expect(by({})).toBe("VAT 1");
  expect(by({ country: "DE" })).toBe("VAT 2");
  expect(by({ country: "AT" }, "books")).toBe("VAT 3");
  expect(by({ country: "DE" }, "books")).toBe("VAT 4");
  expect(by({ country: "DE", region: "by" })).toBe("VAT 5");
  expect(by({ country: "DE", region: "BY" }, "books")).toBe("VAT 6");
  expect(by({ country: "CA", region: "BC" })).toBe("GST 5 + PST 7");
});

test("of equally specific rates, the one with the more specific location wins", () => {
  const rates = [rate("books", "3", { taxCategory: "books" }), rate("de", "2", { country: "DE" })];
  expect(chosen(terms({}, { rates }), { taxCategory: "books" })).toBe("VAT 2");
});

test("a rate applies from its first day to the day before its end; own rates come before the table", () => {
  const rates = [rate("old", "18", { validUntil: "2026-01-01" }), rate("new", "21", { validFrom: "2026-01-01" })];
  expect(chosen(terms({}, { rates }), {}, "2025-12-31")).toBe("VAT 18");
  expect(chosen(terms({}, { rates }), {}, "2026-01-01")).toBe("VAT 21");
});

test("an account names rates for itself, a price for each location; those of the price come first (R-INV-6)", () => {
  const rates = [
    rate("books_de", "7", { country: "DE", taxCategory: "none" }),
    rate("books_fr", "5.5", { country: "FR", taxCategory: "none" }),
    rate("deal", "13", { taxCategory: "none" }),
    rate("gone", "99", { taxCategory: "none", validUntil: "2020-01-01" }),
  ];
  const price = { taxRateIds: ["books_de", "books_fr", "gone"] };
  expect(chosen(terms({}, { rates }), price)).toBe("VAT 7");
  expect(chosen(terms({ country: "FR" }, { rates }), price)).toBe("VAT 5.5");
  expect(chosen(terms({ country: "IT" }, { rates }), price)).toBe("IVA 22"); // no named rate is for Italy
  expect(chosen(terms(french, { rates }), price)).toBe("Reverse charge AE"); // a price applies to all customers
  expect(chosen(terms({ ...french, taxRateIds: ["deal"] }, { rates }))).toBe("VAT 13"); // this account is registered here
  expect(chosen(terms({ taxRateIds: ["deal"] }, { rates }), price)).toBe("VAT 7");
});

test("without own rates and without the table no tax is decided", () => {
  expect(chosen(terms({ status: "exempt" }, { mode: "manual" }))).toBe("");
  expect(chosen(terms(french, { mode: "none", rates: [rate("tax_1", "20")] }))).toBe("");
  expect(chosen(terms({}, { mode: "manual", rates: [rate("fr", "20", { country: "FR" })] }))).toBe("");
  expect(chosen(terms({}, { seller: { country: null } }))).toBe("");
});
