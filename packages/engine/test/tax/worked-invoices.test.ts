import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { Decimal } from "../../src/decimal/decimal.ts";
import { minorUnits } from "../../src/money/currency.ts";
import { decideTax } from "../../src/tax/decide-tax.ts";
import type { TaxableLine } from "../../src/tax/line-parts.ts";
import type { TaxedBuyer } from "../../src/tax/tax-terms.ts";
import { rate, terms } from "./support.ts";

// Invoices of twelve countries as their tax offices would calculate them, with the built-in table (R-INV-6).

const ON = Temporal.PlainDate.from("2026-02-01");

/** A line in January, for a product of this tax category: `149.00`, or `12.50 reduced`. */
function line(text: string): TaxableLine {
  const [amount = "", taxCategory = null] = text.split(" ");
  return {
    kind: "usage",
    priceId: taxCategory,
    productId: null,
    adjustmentId: null,
    service: { start: Temporal.PlainDate.from("2026-01-01"), end: ON },
    countedOn: Temporal.PlainDate.from("2026-01-01"),
    countedInterval: null,
    amount: Decimal.of(amount),
  };
}

/** A party in a country or one of its regions: `DE`, `CA-QC`. */
function place(text: string): { country: string; region: string | null } {
  const [country = "", region = null] = text.split("-");
  return { country, region };
}

/** `USt 19 % of 149.00 = 28.31; 177.31`. */
function invoice(
  seller: string,
  buyer: string,
  lines: string,
  currency = "EUR",
  more: Partial<TaxedBuyer> = {},
): string {
  const taxed = decideTax(lines.split(", ").map(line), {
    terms: terms({ ...place(buyer), ...more }, { seller: place(seller) }),
    currency,
    on: ON,
    priceTax: ({ priceId }) => ({ taxCategory: priceId, taxRateIds: [] }),
  });
  const places = minorUnits(currency);
  const each = taxed.taxes.map(({ name, percentage, base, amount, categoryCode }) =>
    categoryCode === "S"
      ? `${name} ${percentage.toCanonical()} % of ${base.toFixed(places)} = ${amount.toFixed(places)}`
      : `${name} (${categoryCode}) of ${base.toFixed(places)}`,
  );
  return [...each, taxed.total.toFixed(places)].join("; ");
}

test.each([
  // 228.31 × 19% = 43.3789
  ["DE", "149.00, 79.31", "EUR", "USt 19 % of 228.31 = 43.38; 271.69"],
  // 19.99 × 20% = 3.998; 45.00 × 5.5% = 2.475
  ["FR", "19.99, 45.00 second_reduced", "EUR", "TVA 20 % of 19.99 = 4.00; TVA 5.5 % of 45.00 = 2.48; 71.47"],
  // 33.33 × 22% = 7.3326; 12.50 × 4% = 0.50
  ["IT", "33.33, 12.50 super_reduced", "EUR", "IVA 22 % of 33.33 = 7.33; IVA 4 % of 12.50 = 0.50; 53.66"],
  // 99.95 × 25.5% = 25.48725
  ["FI", "99.95", "EUR", "ALV 25.5 % of 99.95 = 25.49; 125.44"],
  // 1,249.00 × 27% = 337.23
  ["HU", "1249.00", "HUF", "ÁFA 27 % of 1249.00 = 337.23; 1586.23"],
  // 10.02 × 25% = 2.505, rounded away from zero
  ["DK", "10.02", "DKK", "Moms 25 % of 10.02 = 2.51; 12.53"],
  // 79.00 × 8.1% = 6.399; 10.00 × 2.6% = 0.26
  ["CH", "79.00, 10.00 second_reduced", "CHF", "MWST 8.1 % of 79.00 = 6.40; MWST 2.6 % of 10.00 = 0.26; 95.66"],
  // 12.34 × 20% = 2.468; books are zero-rated
  ["GB", "12.34, 8.99 zero_rated", "GBP", "VAT 20 % of 12.34 = 2.47; Zero-rated (Z) of 8.99; 23.80"],
  // 1,985 × 10% = 198.5; 501 × 8% = 40.08: whole yen
  ["JP", "1985, 501 reduced", "JPY", "Consumption tax 10 % of 1985 = 199; Consumption tax 8 % of 501 = 40; 2725"],
  // 54.95 × 10% = 5.495
  ["AU", "54.95", "AUD", "GST 10 % of 54.95 = 5.50; 60.45"],
  // 89.99 × 5% = 4.4995; × 9.975% = 8.9765025: both on the price without tax
  ["CA-QC", "89.99", "CAD", "GST 5 % of 89.99 = 4.50; QST 9.975 % of 89.99 = 8.98; 103.47"],
  // 19.99 × 7.25% = 1.449275
  ["US-CA", "19.99", "USD", "Sales tax 7.25 % of 19.99 = 1.45; 21.44"],
])("domestic in %s: %s %s (R-INV-6)", (country, lines, currency, expected) => {
  expect(invoice(country, country, lines, currency)).toBe(expected);
});

test.each([
  ["a French business", "FR", "FR40303265045", "Reverse charge (AE) of 149.00; 149.00"],
  ["an Austrian business", "AT", "ATU13585627", "Reverse charge (AE) of 149.00; 149.00"],
  ["a Greek business, whose prefix is EL", "GR", "EL094259216", "Reverse charge (AE) of 149.00; 149.00"],
  ["a French consumer", "FR", null, "TVA 20 % of 149.00 = 29.80; 178.80"],
  ["an Austrian id with a wrong digit", "AT", "ATU13585628", "USt 20 % of 149.00 = 29.80; 178.80"],
  ["a Finnish consumer", "FI", null, "ALV 25.5 % of 149.00 = 38.00; 187.00"], // 37.995
  ["a German business with its id", "DE", "DE136695976", "USt 19 % of 149.00 = 28.31; 177.31"],
  ["a Swiss business", "CH", "CHE107787577", "Export (G) of 149.00; 149.00"],
  ["a British consumer", "GB", null, "Export (G) of 149.00; 149.00"],
  ["an American business", "US-NY", "12-3456789", "Export (G) of 149.00; 149.00"],
])("a seller in Germany bills %s (R-INV-6)", (_, country, taxId, expected) => {
  expect(invoice("DE", country, "149.00", "EUR", { taxId })).toBe(expected);
});

test("goods for a business in another member state are an intra-community supply, services a reverse charge (R-INV-6)", () => {
  const french = { taxId: "FR40303265045" };
  expect(invoice("DE", "FR", "100.00 goods, 50.00", "EUR", french)).toBe(
    "Intra-community supply (K) of 100.00; Reverse charge (AE) of 50.00; 150.00",
  );
  expect(invoice("DE", "FR", "100.00 goods, 50.00 reduced", "EUR")).toBe(
    "TVA 20 % of 100.00 = 20.00; TVA 10 % of 50.00 = 5.00; 175.00",
  );
});

test.each([
  ["exempt", "Exempt (E) of 149.00; 149.00"],
  ["zero_rated", "Zero-rated (Z) of 149.00; 149.00"],
  ["reverse_charge", "Reverse charge (AE) of 149.00; 149.00"],
  ["taxable", "USt 19 % of 149.00 = 28.31; 177.31"],
] as const)("an account that is %s is so in the seller's country and abroad (R-INV-6)", (status, expected) => {
  expect(invoice("DE", "DE", "149.00", "EUR", { status })).toBe(expected);
  if (status !== "taxable") expect(invoice("DE", "FR", "149.00", "EUR", { status })).toBe(expected);
});

test.each([
  ["US-NY", "US-OR", "No sales tax (O) of 20.00; 20.00"],
  ["US-NY", "US-WA", "Sales tax 6.5 % of 20.00 = 1.30; 21.30"],
  ["US-NY", "DE", "Not taxed (O) of 20.00; 20.00"],
  ["CA-ON", "CA-AB", "GST 5 % of 20.00 = 1.00; 21.00"],
  ["CA-ON", "CA-NS", "HST 14 % of 20.00 = 2.80; 22.80"],
  ["CA-ON", "CA-SK", "GST 5 % of 20.00 = 1.00; PST 6 % of 20.00 = 1.20; 22.20"],
  ["IN-KA", "IN-KA", "CGST 9 % of 20.00 = 1.80; SGST 9 % of 20.00 = 1.80; 23.60"],
  ["IN-KA", "IN-MH", "IGST 18 % of 20.00 = 3.60; 23.60"],
  ["GB", "DE", "Not taxed (O) of 20.00; 20.00"],
])("from %s to %s: 20.00 (R-INV-6)", (seller, buyer, expected) => {
  expect(invoice(seller, buyer, "20.00", "USD")).toBe(expected);
});

/** Lines under rates of the organization, whose IDs are the lines' categories. */
function manual(lines: string, currency: string, ...rates: ReturnType<typeof rate>[]): string {
  const taxed = decideTax(lines.split(", ").map(line), {
    terms: terms({}, { mode: "manual", rates, seller: { country: null } }),
    currency,
    on: ON,
    priceTax: ({ priceId }) => ({ taxCategory: priceId, taxRateIds: [] }),
  });
  const places = minorUnits(currency);
  return [taxed.subtotal, taxed.tax, taxed.total].map((amount) => amount.toFixed(places)).join(" + ");
}

test("inclusive prices: the gross amount is the agreed one, in cents, yen and fils (R-INV-6)", () => {
  const held = (percentage: string) => rate("held", percentage, { inclusive: true });
  expect(manual("119.00", "EUR", held("19"))).toBe("100.00 + 19.00 + 119.00");
  expect(manual("9.99, 9.99, 9.99", "EUR", held("19"))).toBe("25.18 + 4.79 + 29.97"); // 29.97 × 19/119 = 4.7851…
  expect(manual("1980", "JPY", held("10"))).toBe("1800 + 180 + 1980");
  expect(manual("1000", "JPY", held("10"))).toBe("909 + 91 + 1000"); // 90.909…
  expect(manual("1.000", "KWD", held("5"))).toBe("0.952 + 0.048 + 1.000"); // 0.047619…
  expect(manual("0.01", "EUR", held("19"))).toBe("0.01 + 0.00 + 0.01"); // 0.00159…
  expect(manual("-119.00", "EUR", held("19"))).toBe("-100.00 + -19.00 + -119.00");
});

test("one invoice has a rate on top and an inclusive rate (R-INV-6)", () => {
  const rates = [rate("held", "7", { inclusive: true, taxCategory: "book" }), rate("vat", "19")];
  // 21.40 include 1.40; 100.00 are taxed with 19.00
  expect(manual("21.40 book, 100.00", "EUR", ...rates)).toBe("120.00 + 20.40 + 140.40");
});

test("the largest and the smallest possible invoice (R-INV-6)", () => {
  const vat = rate("vat", "19");
  expect(manual("999999999999999.99", "EUR", vat)).toBe(
    "999999999999999.99 + 190000000000000.00 + 1189999999999999.99",
  );
  expect(manual("0.01", "EUR", vat)).toBe("0.01 + 0.00 + 0.01");
  expect(manual("0.03", "EUR", vat)).toBe("0.03 + 0.01 + 0.04"); // 0.0057
  expect(manual("0.00", "EUR", vat)).toBe("0.00 + 0.00 + 0.00");
});
