import { INVOICE_NULLS, type InvoiceLineRow, type InvoiceRow, type StoredTax } from "@counterfoil/storage";
import { snapshots } from "./snapshots.ts";

const at = "2024-02-01T00:00:00.000Z";

/** The draft of January's 100.00 EUR, billed on February 1. */
export const draft = (members: Partial<InvoiceRow> = {}): InvoiceRow => ({
  ...INVOICE_NULLS,
  id: "inv_1",
  accountId: "acct_1",
  subscriptionId: "sub_1",
  status: "draft",
  currency: "EUR",
  periodStart: "2024-01-01",
  periodEnd: "2024-02-01",
  timezone: "UTC",
  billingPeriodStart: "2024-01-01T00:00:00.000Z",
  billingPeriodEnd: "2024-02-01T00:00:00.000Z",
  billingDate: "2024-02-01",
  paymentTerms: "net_30",
  subtotal: "100.00",
  tax: "0.00",
  total: "100.00",
  creditsApplied: "0",
  amountPaid: "0",
  createdAt: at,
  updatedAt: at,
  ...members,
});

/** The same invoice, issued on February 1. */
export const issued = (members: Partial<InvoiceRow> = {}): InvoiceRow =>
  draft({
    status: "issued",
    number: "ACME-2024-0001",
    issueDate: at,
    dueDate: "2024-03-02T00:00:00.000Z",
    overdueAt: "2024-03-03T00:00:00.000Z",
    ...snapshots,
    ...members,
  });

/** A line of the invoice: a recurring price of January. */
export const line = (members: Partial<InvoiceLineRow> = {}): InvoiceLineRow => ({
  id: "line_1",
  invoiceId: "inv_1",
  position: 0,
  subscriptionId: "sub_1",
  versionId: "subv_1",
  priceId: "price_1",
  productId: "prod_1",
  kind: "recurring",
  adjustmentId: null,
  description: "Seats",
  groupName: null,
  usageGroup: null,
  usageThrough: null,
  countedOn: "2024-01-01",
  countedInterval: "monthly",
  periodStart: "2024-01-01",
  periodEnd: "2024-02-01",
  servicePeriodStart: "2024-01-01T00:00:00.000Z",
  servicePeriodEnd: "2024-02-01T00:00:00.000Z",
  quantity: "1",
  unitPrice: "100",
  unitLabel: null,
  amount: "100.00",
  proration: null,
  explanation: {
    steps: [],
    notes: [],
    exactAmount: "100",
    conversionRate: null,
    usage: null,
    billedBefore: null,
  },
  ...members,
});

/** German VAT of 19% on 100.00. */
export const vat = (members: Partial<StoredTax> = {}): StoredTax => ({
  taxRateId: "tax_1",
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
  ...members,
});
