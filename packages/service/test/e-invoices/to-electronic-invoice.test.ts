import { type ElectronicInvoice, writeCii, writeUbl } from "@counterfoil/einvoice";
import {
  type BuyerSnapshot,
  INVOICE_NULLS,
  type InvoiceLineRow,
  type InvoiceRow,
  type SellerSnapshot,
} from "@counterfoil/storage";
import { expect, test } from "vitest";
import { checkCiiSchema, checkUblSchema } from "../../../einvoice/test/schemas/read-schemas.ts";
import { type InvoiceTax, type InvoiceTaxes, taxesOf } from "../../src/e-invoices/invoice-taxes.ts";
import { issuedInvoice } from "../../src/e-invoices/issued-invoice.ts";
import { toElectronicInvoice } from "../../src/e-invoices/to-electronic-invoice.ts";

const seller: SellerSnapshot = {
  name: "Northlight",
  legalName: null,
  address: { line1: "Torstraße 140", line2: null, city: "Berlin", state: null, postalCode: "10119" },
  country: "DE",
  taxId: "DE 298.765.432",
  registrationNumber: null,
  email: null,
  logoUrl: null,
  bankDetails: "Bank: Berliner Handelsbank",
  brandColor: "#2f5bd7",
  documentTemplate: {
    layout: "modern",
    paper: null,
    showUsageDetail: true,
    showUsageByDay: true,
    footer: null,
    customFields: [],
  },
  locale: "de-DE",
  eInvoicing: true,
};
const buyer: BuyerSnapshot = {
  name: "Kunde",
  address: null,
  country: "FR",
  taxId: "FR 12 345678901",
  email: "a@b.example",
};

function lineRow(id: string, members: Partial<InvoiceLineRow>): InvoiceLineRow {
  return {
    id,
    invoiceId: "inv_1",
    position: 0,
    subscriptionId: null,
    versionId: null,
    priceId: null,
    productId: null,
    kind: "recurring",
    adjustmentId: null,
    description: "Base",
    groupName: null,
    usageGroup: null,
    usageThrough: null,
    countedOn: "2026-01-01",
    countedInterval: null,
    periodStart: "2026-01-01",
    periodEnd: "2026-02-01",
    servicePeriodStart: "2026-01-01T00:00:00.000Z",
    servicePeriodEnd: "2026-02-01T00:00:00.000Z",
    quantity: "1",
    unitPrice: null,
    unitLabel: null,
    amount: "0.00",
    proration: null,
    explanation: { steps: [], notes: [], exactAmount: "0", conversionRate: null, usage: null, billedBefore: null },
    ...members,
  };
}

function invoiceRow(members: Partial<InvoiceRow>): InvoiceRow {
  return {
    ...INVOICE_NULLS,
    id: "inv_1",
    accountId: "acct_1",
    status: "issued",
    currency: "EUR",
    number: "INV-1",
    series: "invoice",
    sequence: "1",
    periodStart: "2026-01-01",
    periodEnd: "2026-02-01",
    timezone: "Europe/Berlin",
    billingPeriodStart: "2025-12-31T23:00:00.000Z",
    billingPeriodEnd: "2026-01-31T23:00:00.000Z",
    billingDate: "2026-01-01",
    // In Berlin this is already January 2.
    issueDate: "2026-01-01T23:30:00.000Z",
    paymentTerms: "indefinite",
    subtotal: "0",
    tax: "0",
    total: "0",
    creditsApplied: "0",
    amountPaid: "0",
    seller,
    buyer,
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    ...members,
  };
}

const tax = (members: Partial<InvoiceTax> & Pick<InvoiceTax, "categoryCode" | "base">): InvoiceTax => ({
  percentage: "0",
  reasonCode: null,
  reason: null,
  amount: "0.00",
  ...members,
});

function outcomeOf(invoice: InvoiceRow, lines: readonly InvoiceLineRow[], taxes: InvoiceTaxes) {
  return toElectronicInvoice(issuedInvoice(invoice, lines)!, taxes);
}

/** The electronic invoice, which must be valid. */
function electronicOf(invoice: InvoiceRow, lines: readonly InvoiceLineRow[], taxes: InvoiceTaxes): ElectronicInvoice {
  const outcome = outcomeOf(invoice, lines, taxes);
  expect(outcome).toMatchObject({ kind: "electronic" });
  if (outcome.kind !== "electronic") throw new Error("unreached");
  expect(checkCiiSchema(writeCii(outcome.invoice))).toBeNull();
  expect(checkUblSchema(writeUbl(outcome.invoice))).toBeNull();
  return outcome.invoice;
}

test("a discount over two rates is an allowance for each rate, and the sums agree", () => {
  const lines = [
    lineRow("a", { amount: "100.00", unitPrice: "20.00", quantity: "5", unitLabel: "seats" }),
    lineRow("b", { amount: "50.00", unitPrice: "50.00", description: "Books" }),
    lineRow("c", { kind: "discount", amount: "-15.00", description: "Launch discount" }),
  ];
  // 100.00 − 10.00 at 19 % is 17.10 of VAT, 50.00 − 5.00 at 7 % is 3.15: 135.00 + 20.25.
  const invoice = invoiceRow({
    subtotal: "135.00",
    tax: "20.25",
    total: "155.25",
    creditsApplied: "55.25",
    memo: "Hello",
  });
  const electronic = electronicOf(invoice, lines, {
    taxes: [
      tax({ categoryCode: "S", percentage: "19", base: "90.00", amount: "17.10" }),
      tax({ categoryCode: "S", percentage: "7", base: "45.00", amount: "3.15" }),
    ],
    parts: new Map([
      ["a", [{ amount: "100.00", taxes: [{ index: 0, base: "100.00" }] }]],
      ["b", [{ amount: "50.00", taxes: [{ index: 1, base: "50.00" }] }]],
      [
        "c",
        [
          { amount: "-10.00", taxes: [{ index: 0, base: "-10.00" }] },
          { amount: "-5.00", taxes: [{ index: 1, base: "-5.00" }] },
        ],
      ],
    ]),
  });
  expect(electronic.lines.map(({ id, quantity, netAmount }) => `${id} ${quantity} ${netAmount}`)).toEqual([
    "1 5 100.00",
    "2 1 50.00",
  ]);
  expect(electronic.lines[0]?.item.attributes).toEqual([{ name: "Einheit", value: "seats" }]);
  expect(electronic.allowances.map(({ amount, vat }) => `${amount} ${vat.rate}`)).toEqual(["10.00 19", "5.00 7"]);
  expect(electronic.totals.due.toString()).toBe("100.00");
  expect(electronic.seller).toMatchObject({ vatIdentifier: "DE298765432", taxRegistration: null, identifiers: [] });
  expect(electronic).toMatchObject({
    issuedOn: "2026-01-02",
    dueOn: null,
    paymentTerms: "Jederzeit zahlbar",
    period: { start: "2026-01-01", end: "2026-01-31" },
    payment: null,
    notes: [{ subject: null, text: "Hello" }],
    buyer: { vatIdentifier: "FR12345678901" },
  });
});

test("a line that a limit splits over two rates becomes two lines, without included tax", () => {
  const lines = [
    lineRow("a", {
      kind: "minimum",
      amount: "119.00",
      unitPrice: "119.00",
      explanation: {
        steps: [],
        notes: [{ code: "n", detail: "Lifted to the minimum." }],
        exactAmount: "119",
        conversionRate: null,
        usage: null,
        billedBefore: null,
      },
    }),
  ];
  // 59.50 holds 9.50 at 19 %; of 59.50 the reduced rate holds 3.89.
  const electronic = electronicOf(invoiceRow({ subtotal: "105.61", tax: "13.39", total: "119.00" }), lines, {
    taxes: [
      tax({ categoryCode: "S", percentage: "19", base: "50.00", amount: "9.50" }),
      tax({ categoryCode: "S", percentage: "7", base: "55.61", amount: "3.89" }),
    ],
    parts: new Map([
      [
        "a",
        [
          { amount: "59.50", taxes: [{ index: 0, base: "50.00" }] },
          { amount: "59.50", taxes: [{ index: 1, base: "55.61" }] },
        ],
      ],
    ]),
  });
  expect(electronic.lines.map(({ id, price, netAmount }) => `${id} ${price.net} ${netAmount}`)).toEqual([
    "1.1 50.00 50.00",
    "1.2 55.61 55.61",
  ]);
  expect(electronic.lines[0]).toMatchObject({ note: "Lifted to the minimum.", item: { description: "1 × 119.00" } });
});

test("a delivery to another member state names it, and two reasons of one category are one breakdown", () => {
  const lines = [lineRow("a", { amount: "10.00" }), lineRow("b", { amount: "5.00" })];
  const parts = new Map([
    ["a", [{ amount: "10.00", taxes: [{ index: 0, base: "10.00" }] }]],
    ["b", [{ amount: "5.00", taxes: [{ index: 1, base: "5.00" }] }]],
  ]);
  const goods = electronicOf(invoiceRow({ subtotal: "15.00", total: "15.00" }), lines, {
    taxes: [
      tax({ categoryCode: "K", base: "10.00", reasonCode: "VATEX-EU-IC", reason: "Intra-community supply." }),
      tax({ categoryCode: "K", base: "5.00", reasonCode: null, reason: "Other goods." }),
    ],
    parts,
  });
  expect(goods.delivery?.address?.country).toBe("FR");
  expect(goods.vatBreakdown).toHaveLength(1);
  expect(goods.vatBreakdown[0]).toMatchObject({
    exemptionReason: "Intra-community supply. Other goods.",
    exemptionReasonCode: null,
  });
});

test("an invoice with only a discount is a credit note with a positive line (BR-16)", () => {
  const lines = [lineRow("a", { kind: "discount", amount: "-15.00", quantity: "1", unitPrice: "-15.00" })];
  // The rest became credit, so nothing is due.
  const invoice = invoiceRow({ subtotal: "-15.00", total: "-15.00", creditsApplied: "-15.00" });
  const electronic = electronicOf(invoice, lines, taxesOf(invoice, lines));
  expect(electronic.lines.map(({ quantity, price }) => `${quantity} × ${price.net}`)).toEqual(["1 × 15.00"]);
  expect(electronic.typeCode).toBe("381");
  expect(electronic.totals.withVat.toString()).toBe("15.00");
  expect(electronic.totals.due.isZero()).toBe(true);
  expect(electronic.seller).toMatchObject({
    vatIdentifier: null,
    taxRegistration: "DE298765432",
    identifiers: [{ id: "DE298765432", scheme: null }],
  });
  expect(electronic.buyer).toMatchObject({ vatIdentifier: null, identifier: { id: "FR12345678901", scheme: null } });
});

test("refuses a line with two sales taxes, and a line without tax", () => {
  const lines = [lineRow("a", { amount: "100.00" }), lineRow("b", { amount: "0.00" })];
  const outcome = outcomeOf(invoiceRow({ subtotal: "100.00", tax: "8.875", total: "108.875" }), lines, {
    taxes: [
      tax({ categoryCode: "S", percentage: "4", base: "100.00", amount: "4.00" }),
      tax({ categoryCode: "S", percentage: "4.875", base: "100.00", amount: "4.875" }),
    ],
    parts: new Map([
      [
        "a",
        [
          {
            amount: "100.00",
            taxes: [
              { index: 0, base: "100.00" },
              { index: 1, base: "100.00" },
            ],
          },
        ],
      ],
      ["b", [{ amount: "0.00", taxes: [] }]],
    ]),
  });
  expect(outcome.kind).toBe("incomplete");
  if (outcome.kind !== "incomplete") return;
  expect(outcome.broken.filter(({ rule }) => rule === "BR-CO-04").map(({ path }) => path)).toEqual([
    "/lines/0/vat",
    "/lines/1/vat",
  ]);
});

test("names an unknown tax, a missing place and three decimals", () => {
  const lines = [lineRow("a", { amount: "1.005" })];
  const invoice = invoiceRow({
    currency: "KWD",
    subtotal: "1.005",
    tax: "0.100",
    total: "1.105",
    seller: { ...seller, country: null, taxId: " " },
  });
  const outcome = outcomeOf(invoice, lines, taxesOf(invoice, lines));
  if (outcome.kind !== "incomplete") throw new Error("it was written");
  const rules = new Set(outcome.broken.map(({ rule }) => rule));
  for (const rule of ["BR-09", "BR-CO-26", "BR-O-09", "BR-DEC-12", "BR-DEC-23"]) expect(rules).toContain(rule);
});

test("uses the taxes with which the invoice was issued, and refuses a line without taxes", () => {
  const stored = {
    taxRateId: null,
    name: "VAT",
    percentage: "19",
    categoryCode: "S",
    reasonCode: null,
    reason: null,
    inclusive: false,
    country: "DE",
    region: null,
    base: "100.00",
    amount: "19.00",
  } as const;
  const parts = [{ amount: "100.00", taxes: [{ index: 0, base: "100.00", amount: "19.00" }] }];
  const lines = [lineRow("a", { amount: "100.00", taxes: parts })];
  const invoice = invoiceRow({ subtotal: "100.00", tax: "19.00", total: "119.00", taxes: [stored] });
  expect(electronicOf(invoice, lines, taxesOf(invoice, lines)).vatBreakdown[0]).toMatchObject({ category: "S" });
  const untaxed = [...lines, lineRow("b", { amount: "0.00", taxes: [] }), lineRow("c", { amount: "0.00" })];
  const outcome = outcomeOf(invoice, untaxed, taxesOf(invoice, untaxed));
  expect(outcome).toMatchObject({ broken: [{ path: "/lines/1/vat" }, { path: "/lines/2/vat" }] });
});

test("refuses a void invoice and a draft (R-INV-2)", () => {
  const voided = { status: "void", voidedAt: "2026-03-02T00:00:00Z", voidReason: "Wrong customer" } as const;
  expect(issuedInvoice(invoiceRow(voided), [])).toBeNull();
  expect(issuedInvoice(invoiceRow({ status: "draft", number: null, issueDate: null }), [])).toBeNull();
  expect(issuedInvoice(invoiceRow({ status: "uncollectible" }), [])).not.toBeNull();
});
