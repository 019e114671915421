import type { ElectronicInvoice } from "../../src/index.ts";
import { allowance, buyer, decimal, invoiceOf, line, onDocument, seller } from "./build.ts";

/** An invoice with a value for every member, so that all are written. 2 × 10.00 − 1.00 + 3.00 − 2.00 + 1.00 = 21.00 */
export function everyTerm(typeCode: string): ElectronicInvoice {
  const invoice = invoiceOf({
    typeCode,
    currency: "SEK",
    vatAccountingCurrency: "EUR",
    vatPointCode: "35",
    buyerReference: "04011000-12345-03",
    references: {
      project: "PRJ-1",
      contract: "CTR-2",
      purchaseOrder: "PO-3",
      salesOrder: "SO-4",
      receivingAdvice: "RA-5",
      despatchAdvice: "DA-6",
      tender: "T-7",
      invoicedObject: { id: "SUB-8", scheme: "AVE" },
      buyerAccounting: "4711",
    },
    paymentTerms: "Payable within 14 days",
    notes: [{ subject: "AAI", text: "Thank you" }],
    process: "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
    precedingInvoices: [{ number: "NL-1", issuedOn: "2026-01-01" }],
    seller: {
      ...seller,
      identifiers: [
        { id: "4000001000005", scheme: "0088" },
        { id: "CUST-1", scheme: null },
      ],
      taxRegistration: "30/123/45678",
      address: { ...seller.address!, line3: "3rd floor", subdivision: "BE" },
    },
    buyer: {
      ...buyer,
      tradingName: "Hafen",
      identifier: { id: "4000001123452", scheme: "0088" },
      registration: { id: "5560", scheme: "0002" },
      electronicAddress: { id: "9915:test", scheme: "0204" },
      contact: { name: "Kim", telephone: "+49 40 1", email: "kim@hafen.example" },
    },
    payee: {
      name: "Factor AG",
      identifier: { id: "F-1", scheme: null },
      registration: { id: "HRB 1", scheme: "0002" },
    },
    taxRepresentative: {
      name: "Tax Agents Ltd",
      vatIdentifier: "DE111111111",
      address: { ...seller.address!, country: "DE" },
    },
    delivery: {
      name: "Warehouse",
      location: { id: "4000001000012", scheme: "0088" },
      deliveredOn: "2026-01-20",
      address: { ...buyer.address! },
    },
    period: { start: "2026-01-01", end: "2026-01-31" },
    payment: {
      meansCode: "59",
      meansText: "SEPA direct debit",
      remittance: "NL-2026-0042",
      transfers: [
        { account: "DE89370400440532013000", name: "Factor AG", provider: "COBADEFFXXX" },
        { account: "ACC-1", name: null, provider: null },
      ],
      card: { account: "400000****1234".replace("****", ""), holder: "K. Hafen" },
      directDebit: { mandate: "M-1", creditor: "DE98ZZZ09999999999", debitedAccount: "DE02100100100006820101" },
    },
    allowances: [
      {
        ...onDocument("2.00", "Loyalty", "S 25"),
        reasonCode: "95",
        baseAmount: decimal("20.00"),
        percentage: decimal("10"),
      },
    ],
    surcharges: [
      {
        ...onDocument("1.00", "Freight", "S 25"),
        reasonCode: "FC",
        baseAmount: decimal("20.00"),
        percentage: decimal("5"),
      },
    ],
    supportingDocuments: [{ reference: "DOC-1", description: "Time sheet", location: "https://example.com/1" }],
    lines: [
      {
        ...line("1", "2", "10.00", "22.00", "S 25"),
        note: "As agreed",
        invoicedObject: { id: "METER-1", scheme: "MG" },
        orderLine: "7",
        buyerAccounting: "4712",
        period: { start: "2026-01-01", end: null },
        allowances: [
          { ...allowance("1.00", "Sale"), reasonCode: "100", baseAmount: decimal("20.00"), percentage: decimal("5") },
        ],
        surcharges: [
          { ...allowance("3.00", "Rush"), reasonCode: "AAT", baseAmount: decimal("20.00"), percentage: decimal("15") },
        ],
        price: { net: decimal("10.00"), gross: decimal("12.50"), baseQuantity: decimal("1") },
        item: {
          name: "Crate",
          description: "Of oak",
          sellerIdentifier: "S-1",
          buyerIdentifier: "B-1",
          standardIdentifier: { id: "4000001000029", scheme: "0160" },
          classifications: [{ id: "43211503", scheme: "TST" }],
          originCountry: "SE",
          attributes: [{ name: "Colour", value: "Brown" }],
        },
      },
    ],
  });
  // 21.00 × 25% = 5.25, which is 0.47 in euros. 10.00 was paid before, and 0.25 is rounded off.
  return {
    ...invoice,
    totals: {
      ...invoice.totals,
      vatInAccountingCurrency: decimal("0.47"),
      prepaid: decimal("10.00"),
      rounding: decimal("-0.25"),
      due: decimal("16.00"),
    },
  };
}
