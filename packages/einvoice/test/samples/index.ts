import { Decimal } from "@counterfoil/engine";
import type { ElectronicInvoice } from "../../src/index.ts";
import { allowance, buyer, decimal, invoiceOf, line, noReferences, onDocument, seller } from "./build.ts";
import { everyTerm } from "./every-term.ts";

const abroad = (country: string, vatIdentifier: string | null) => ({
  ...buyer,
  vatIdentifier,
  address: { ...buyer.address!, city: "Elsewhere", postalCode: null, country },
});
const january = { start: "2026-01-01", end: "2026-01-31" };
const untaxed = { ...seller, vatIdentifier: null, taxRegistration: "30/123/45678" };

/** Invoices of every kind that the platform writes, by their special feature. */
export const samples: Readonly<Record<string, ElectronicInvoice>> = {
  // 195.00 at 19% and 30.00 at 7%: 37.05 + 2.10 VAT.
  "domestic VAT with two rates": invoiceOf({
    lines: [line("1", "5", "39.00", "195.00", "S 19"), line("2", "2", "15.00", "30.00", "S 7")],
    period: january,
    payment: {
      meansCode: "58",
      meansText: "SEPA credit transfer",
      remittance: "NL-2026-0042",
      transfers: [{ account: "DE89370400440532013000", name: "Northlight Software GmbH", provider: "COBADEFFXXX" }],
      card: null,
      directDebit: null,
    },
  }),
  "reverse charge": invoiceOf({
    lines: [line("1", "1", "49.00", "49.00", "AE 0")],
    buyer: abroad("FR", "FR12345678901"),
  }),
  "intra-community supply": invoiceOf({
    lines: [line("1", "1", "49.00", "49.00", "K 0")],
    buyer: abroad("NL", "NL123456789B01"),
    delivery: {
      name: null,
      location: null,
      deliveredOn: "2026-01-20",
      address: { ...buyer.address!, country: "NL" },
    },
  }),
  export: invoiceOf({ lines: [line("1", "1", "49.00", "49.00", "G 0")], buyer: abroad("US", null) }),
  exempt: invoiceOf({ lines: [line("1", "1", "49.00", "49.00", "E 0")], seller: untaxed }),
  "zero rated": invoiceOf({ lines: [line("1", "1", "49.00", "49.00", "Z 0")] }),
  "outside the scope of VAT": invoiceOf({
    lines: [line("1", "1", "49.00", "49.00", "O")],
    seller: untaxed,
    buyer: abroad("US", null),
  }),
  "the Canary Islands and Melilla": invoiceOf({
    lines: [
      line("1", "1", "49.00", "49.00", "L 7"),
      line("2", "1", "10.00", "10.00", "M 4"),
      line("3", "1", "5.00", "5.00", "M 0"),
    ],
  }),
  // 195.00 − 19.50 + 4.00: 179.50 without VAT.
  "a discount and a surcharge": invoiceOf({
    lines: [line("1", "5", "39.00", "195.00", "S 19")],
    allowances: [
      {
        ...onDocument("19.50", "Launch discount", "S 19"),
        baseAmount: decimal("195.00"),
        percentage: decimal("10"),
        reasonCode: "95",
      },
    ],
    surcharges: [{ ...onDocument("4.00", "Freight", "S 19"), reasonCode: "FC" }],
  }),
  // 5 × 39.00 − 10.00 + 2.50
  "allowances on a line": invoiceOf({
    lines: [
      {
        ...line("1", "5", "39.00", "187.50", "S 19"),
        allowances: [
          {
            ...allowance("10.00", "Volume"),
            reasonCode: "100",
            baseAmount: decimal("195.00"),
            percentage: decimal("5.128"),
          },
        ],
        surcharges: [allowance("2.50", "Handling")],
        price: { net: decimal("39.00"), gross: decimal("45.50"), baseQuantity: decimal("1") },
      },
    ],
  }),
  // An amount given back has a negative quantity and a positive price.
  "negative lines": invoiceOf({
    lines: [line("1", "1", "98.00", "98.00", "S 19"), line("2", "-1", "49.00", "-49.00", "S 19")],
  }),
  "more given back than asked": invoiceOf({
    lines: [line("1", "1", "10.00", "10.00", "S 19"), line("2", "-1", "49.00", "-49.00", "S 19")],
  }),
  // 1,234,567 × 0.000123 = 151.851741
  "a unit price of 0.000123": invoiceOf({ lines: [line("1", "1234567", "0.000123", "151.85", "S 19")] }),
  // 2,500.5 × 4.99 per 1,000 = 12.477495
  "a price for a thousand": invoiceOf({
    lines: [
      {
        ...line("1", "2500.5", "4.99", "12.48", "S 19"),
        price: { net: decimal("4.99"), gross: null, baseQuantity: decimal("1000") },
      },
    ],
  }),
  "a credit note": invoiceOf({
    typeCode: "381",
    number: "CN-2026-0007",
    lines: [line("1", "1", "49.00", "49.00", "S 19")],
    precedingInvoices: [{ number: "NL-2026-0041", issuedOn: "2026-01-15" }],
    references: { ...noReferences, project: "PRJ-1" },
  }),
  "a credit note to be paid back": invoiceOf({
    typeCode: "381",
    lines: [line("1", "1", "49.00", "49.00", "S 19")],
    payment: {
      meansCode: "30",
      meansText: null,
      remittance: null,
      transfers: [{ account: "12345", name: null, provider: null }],
      card: null,
      directDebit: null,
    },
  }),
  // 100 × 19% = 19 yen; 105 × 19% = 19.95, which cannot be written in yen.
  "a currency without minor units": invoiceOf({
    currency: "JPY",
    lines: [line("1", "1", "105", "105", "S 19")],
    vatBreakdown: [
      {
        category: "S",
        rate: decimal("19"),
        base: decimal("105"),
        tax: decimal("20"),
        exemptionReason: null,
        exemptionReasonCode: null,
      },
    ],
    totals: {
      lines: decimal("105"),
      allowances: Decimal.zero,
      surcharges: Decimal.zero,
      withoutVat: decimal("105"),
      vat: decimal("20"),
      vatInAccountingCurrency: null,
      withVat: decimal("125"),
      prepaid: decimal("25"),
      rounding: Decimal.zero,
      due: decimal("100"),
    },
  }),
  "right-to-left text": invoiceOf({
    lines: [
      {
        ...line("1", "1", "49.00", "49.00", "S 19"),
        item: { ...line("1", "1", "1", "1", "S 19").item, name: "خطة الفريق (5 مقاعد)" },
      },
    ],
    buyer: { ...buyer, name: "شركة الميناء ذ.م.م" },
  }),
  "text that is hostile to XML": invoiceOf({
    number: `<&>"' ]]>`,
    lines: [
      {
        ...line("1", "1", "49.00", "49.00", "S 19"),
        note: "a\u0000b\u000bc\ud800 \r\nnext",
        item: { ...line("1", "1", "1", "1", "S 19").item, name: "<script>&amp;</script>" },
      },
    ],
    notes: [
      { subject: "REG", text: "]]> <!-- --> <?php ?>" },
      { subject: null, text: "tab\there" },
    ],
    payment: {
      meansCode: "1",
      meansText: `"quoted"\tand\nbroken`,
      remittance: null,
      transfers: [],
      card: null,
      directDebit: null,
    },
  }),
  "every term of the standard": everyTerm("380"),
  "every term in a credit note": everyTerm("381"),
};
