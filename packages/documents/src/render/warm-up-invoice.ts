import { plainLook } from "../document/look.ts";
import type { InvoiceDocument } from "../invoice/invoice-document.ts";

/**
 * The smallest invoice that runs through every step, so that everything is loaded before a customer's first document.
 */
export const warmUpInvoice: InvoiceDocument = {
  number: "1",
  status: "issued",
  issueDate: "2024-01-01",
  dueDate: null,
  billingPeriod: null,
  seller: {
    name: "A",
    legalName: null,
    address: [],
    country: null,
    taxId: null,
    registration: null,
    email: null,
    bankDetails: [],
    logo: null,
    brandColor: null,
  },
  buyer: { name: "B", address: [], country: null, taxId: null, email: null },
  look: plainLook,
  purchaseOrderNumber: null,
  currency: "EUR",
  locale: "en",
  lines: [],
  subtotal: "0",
  taxes: [],
  total: "0",
  creditsApplied: "0",
  amountPaid: "0",
  amountDue: "0",
  usageDetail: [],
  memo: null,
  footer: null,
  paymentTerms: null,
  notes: [],
};
