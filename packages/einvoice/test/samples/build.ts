import { Decimal } from "@counterfoil/engine";
import {
  type Allowance,
  type Buyer,
  type DocumentAllowance,
  type ElectronicInvoice,
  type ElectronicInvoiceLine,
  EN_16931,
  type References,
  type Seller,
  type VatBreakdown,
  type VatCategory,
  type VatRate,
} from "../../src/index.ts";

export const decimal = (text: string): Decimal => Decimal.of(text);

export const seller: Seller = {
  name: "Northlight Software GmbH",
  tradingName: "Northlight",
  identifiers: [],
  registration: { id: "HRB 181234 B", scheme: null },
  vatIdentifier: "DE298765432",
  taxRegistration: null,
  legalInformation: "Amtsgericht Charlottenburg",
  electronicAddress: { id: "billing@northlight.example", scheme: "EM" },
  address: {
    line1: "Torstraße 140",
    line2: "Hof 2",
    line3: null,
    city: "Berlin",
    postalCode: "10119",
    subdivision: null,
    country: "DE",
  },
  contact: { name: "Ada Brandt", telephone: "+49 30 5550100", email: "billing@northlight.example" },
};

export const buyer: Buyer = {
  name: "Hafen & Kiefer GmbH",
  tradingName: null,
  identifier: null,
  registration: null,
  vatIdentifier: "DE123456789",
  electronicAddress: null,
  address: {
    line1: "Am Kai 14",
    line2: null,
    line3: null,
    city: "Hamburg",
    postalCode: "20457",
    subdivision: null,
    country: "DE",
  },
  contact: null,
};

export const noReferences: References = {
  project: null,
  contract: null,
  purchaseOrder: null,
  salesOrder: null,
  receivingAdvice: null,
  despatchAdvice: null,
  tender: null,
  invoicedObject: null,
  buyerAccounting: null,
};

/** For example `"S 19"`, `"AE 0"`, `"O"`. */
export function vat(text: string): VatRate {
  const [category = "", rate] = text.split(" ");
  return { category: category as VatCategory, rate: rate === undefined ? null : decimal(rate) };
}

export function line(id: string, quantity: string, price: string, net: string, rate: string): ElectronicInvoiceLine {
  return {
    id,
    note: null,
    invoicedObject: null,
    quantity: decimal(quantity),
    unitCode: "C62",
    netAmount: decimal(net),
    orderLine: null,
    buyerAccounting: null,
    period: null,
    allowances: [],
    surcharges: [],
    price: { net: decimal(price), gross: null, baseQuantity: null },
    vat: vat(rate),
    item: {
      name: `Item ${id}`,
      description: null,
      sellerIdentifier: null,
      buyerIdentifier: null,
      standardIdentifier: null,
      classifications: [],
      originCountry: null,
      attributes: [],
    },
  };
}

export function allowance(amount: string, reason: string): Allowance {
  return { amount: decimal(amount), baseAmount: null, percentage: null, reason, reasonCode: null };
}

export function onDocument(amount: string, reason: string, rate: string): DocumentAllowance {
  return { ...allowance(amount, reason), vat: vat(rate) };
}

/** The reasons for not charging VAT, by category. */
const REASONS: Partial<Record<VatCategory, { text: string; code: string }>> = {
  E: { text: "Exempt under Article 132", code: "VATEX-EU-132" },
  AE: { text: "Reverse charge", code: "VATEX-EU-AE" },
  K: { text: "Intra-community supply", code: "VATEX-EU-IC" },
  G: { text: "Export outside the EU", code: "VATEX-EU-G" },
  O: { text: "Not subject to VAT", code: "VATEX-EU-O" },
};

/** An invoice whose VAT breakdown and totals are calculated from its lines, allowances and surcharges. */
export function invoiceOf(members: Partial<ElectronicInvoice> & Pick<ElectronicInvoice, "lines">): ElectronicInvoice {
  const { lines, allowances = [], surcharges = [] } = members;
  const parts = [
    ...lines.map(({ vat: rate, netAmount }) => ({ rate, amount: netAmount })),
    ...allowances.map(({ vat: rate, amount }) => ({ rate, amount: amount.negate() })),
    ...surcharges.map(({ vat: rate, amount }) => ({ rate, amount })),
  ];
  const groups = Map.groupBy(parts, ({ rate }) => `${rate.category} ${rate.rate?.toCanonical() ?? ""}`);
  const vatBreakdown = [...groups.values()].map((group): VatBreakdown => {
    const { category, rate } = group[0]!.rate;
    const base = Decimal.sum(group.map(({ amount }) => amount));
    const tax = base.times(rate ?? Decimal.zero).dividedBy(decimal("100"), 2, "half_away_from_zero");
    const reason = REASONS[category];
    return {
      category,
      rate,
      base,
      tax,
      exemptionReason: reason?.text ?? null,
      exemptionReasonCode: reason?.code ?? null,
    };
  });
  const sum = (amounts: readonly { amount: Decimal }[]) => Decimal.sum(amounts.map(({ amount }) => amount));
  const withoutVat = sum(parts);
  const tax = Decimal.sum(vatBreakdown.map((one) => one.tax));
  return {
    number: "NL-2026-0042",
    issuedOn: "2026-02-01",
    typeCode: "380",
    currency: "EUR",
    vatAccountingCurrency: null,
    vatPointOn: null,
    vatPointCode: null,
    dueOn: "2026-02-15",
    buyerReference: null,
    references: noReferences,
    paymentTerms: null,
    notes: [],
    process: null,
    specification: EN_16931,
    precedingInvoices: [],
    seller,
    buyer,
    payee: null,
    taxRepresentative: null,
    delivery: null,
    period: null,
    payment: null,
    allowances,
    surcharges,
    totals: {
      lines: Decimal.sum(lines.map(({ netAmount }) => netAmount)),
      allowances: sum(allowances),
      surcharges: sum(surcharges),
      withoutVat,
      vat: tax,
      vatInAccountingCurrency: null,
      withVat: withoutVat.plus(tax),
      prepaid: Decimal.zero,
      rounding: Decimal.zero,
      due: withoutVat.plus(tax),
    },
    vatBreakdown,
    supportingDocuments: [],
    ...members,
  };
}
