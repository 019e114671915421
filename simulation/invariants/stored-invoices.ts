import type { StoredInvoice, StoredLine } from "../platform/ledger.ts";
import type { StoredMoney, StoredTurn } from "../platform/money-ledger.ts";

/** A usage line of one price, from 2024-05-01 to 2024-06-01, for the tests of the invariants. */
export function storedLine(id: string, terms: Pick<StoredLine, "kind" | "amount"> & Partial<StoredLine>): StoredLine {
  return {
    id: `line_${id}`,
    priceId: "price_1",
    productId: null,
    versionId: "subv_1",
    adjustmentId: null,
    countsFrom: "2024-05-01",
    start: "2024-05-01",
    end: "2024-06-01",
    from: 0,
    to: 0,
    group: null,
    isGrouped: false,
    quantity: "1",
    takes: null,
    settles: null,
    adjusts: null,
    taxes: null,
    ...terms,
  };
}

/** An issued invoice of these lines under one rate of VAT. The IDs of tests sort as the invoices were created. */
export function storedInvoice(
  id: string,
  {
    lines,
    percentage = "0",
    ...terms
  }: { readonly lines: readonly StoredLine[]; readonly percentage?: string } & Partial<StoredInvoice>,
): StoredInvoice {
  const subtotal = lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  const tax = Math.round((subtotal * Number(percentage)) / 100);
  const share = ({ amount }: StoredLine) => ({ index: 0, base: amount, amount: "0.00" });
  return {
    id: `inv_${id}`,
    accountId: "acct_1",
    subscriptionId: "sub_1",
    billingDate: "2024-06-01",
    status: "issued",
    currency: "EUR",
    sequence: null,
    number: id,
    subtotal: inEuros(subtotal),
    tax: inEuros(tax),
    total: inEuros(subtotal + tax),
    creditsApplied: "0.00",
    amountPaid: "0.00",
    taxes: [
      { name: "VAT", categoryCode: "S", percentage, inclusive: false, base: inEuros(subtotal), amount: inEuros(tax) },
    ],
    timezone: "UTC",
    createdAt: 0,
    issuedAt: 0,
    overdueAt: null,
    periodStart: "2024-05-01",
    periodEnd: "2024-06-01",
    replacesInvoiceId: null,
    hash: "",
    lines: lines.map((line) => ({ ...line, taxes: line.taxes ?? [{ amount: line.amount, taxes: [share(line)] }] })),
    ...terms,
  };
}

function inEuros(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Money of which nothing moved but the issue of these invoices, in this order. */
export function issuedInOrder(invoices: readonly string[]): StoredMoney {
  const turns = invoices.map((id, index): StoredTurn => ({
    invoiceId: `inv_${id}`,
    kind: "invoice_issued",
    id: `je_${String(index).padStart(3, "0")}`,
  }));
  return { payments: [], refunds: [], notes: [], grants: [], entries: [], turns };
}
