import type { InvoiceDocument, InvoiceDocumentLine, UsageDetailTable } from "../../src/index.ts";
import { short } from "./short.ts";

/** Sixty lines in four groups over three pages, two tax rates, credits, a part payment, and an appendix. */
export const long: InvoiceDocument = {
  ...short,
  number: "NL-2024-0107",
  locale: "en-US",
  currency: "USD",
  seller: { ...short.seller, logo: new TextEncoder().encode(logo()), brandColor: "#0f9d8a" },
  buyer: {
    name: "Meridian Freight Systems, Inc.",
    address: ["500 Terminal Way, Suite 1200", "Oakland, CA 94607"],
    country: "US",
    taxId: "94-3216547",
    email: "ap@meridianfreight.example",
  },
  billingPeriod: { start: "2024-03-01", end: "2024-04-01" },
  issueDate: "2024-04-01",
  dueDate: "2024-05-01",
  paymentTerms: "Net 30",
  lines: ["Platform", "Production workspace", "Staging workspace", "Payments processing"].flatMap(groupLines).concat({
    kind: "adjustment",
    description: "Committed-use discount",
    detail: "10% on all metered products",
    servicePeriod: { start: "2024-03-01", end: "2024-04-01" },
    quantity: null,
    unitPrice: null,
    amount: "-1204.18",
    group: null,
  }),
  subtotal: "18462.90",
  taxes: [
    { name: "California sales tax", rate: "8.875", base: "12040.00", amount: "1068.55" },
    { name: "Communications surcharge", rate: "2.5", base: "6422.90", amount: "160.57" },
  ],
  total: "19692.02",
  creditsApplied: "500.00",
  amountPaid: "1000.00",
  amountDue: "18192.02",
  usageDetail: ["API calls by endpoint", "Storage by region"].map(usageTable),
  memo: "Your committed-use contract renews on July 1, 2024. Reply to this invoice to talk to us about it.",
  notes: ["Rates marked with a tier apply to all units within that tier."],
};

function groupLines(group: string): InvoiceDocumentLine[] {
  return Array.from({ length: 15 }, (_, index) => ({
    kind: "charge",
    description: ["Seats", "API calls", "Object storage", "Egress traffic", "Priority support"][index % 5] ?? "Seats",
    detail: ["12 seats", "2,500 calls · tier 1", "1,204 GiB-months", null, "flat"][index % 5] ?? null,
    servicePeriod: { start: "2024-03-01", end: "2024-04-01" },
    quantity: ["12", "2500", "1204.25", "88213", "1"][index % 5] ?? null,
    unitPrice: ["39.00", "0.0025", "0.023", "0.0009", "250.00"][index % 5] ?? null,
    amount: ["468.00", "6.25", "27.70", "79.39", "250.00"][index % 5] ?? "0.00",
    group,
  }));
}

function usageTable(title: string): UsageDetailTable {
  return {
    title,
    rows: Array.from({ length: 24 }, (_, index) => ({
      label: `/v2/shipments/${["create", "track", "labels", "rates"][index % 4]}/${index + 1}`,
      quantity: String(1000 * (index + 1)),
      unitPrice: "0.0025",
      amount: `${(index + 1) * 2}.50`,
    })),
  };
}

function logo(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 60">
    <path d="M30 4 56 52H4Z" fill="#0f9d8a"/><path d="M30 22 43 46H17Z" fill="#fff"/>
    <g fill="#161b26"><rect x="76" y="18" width="10" height="26"/><rect x="94" y="18" width="26" height="8"/>
    <rect x="94" y="36" width="26" height="8"/><circle cx="142" cy="31" r="13"/><rect x="166" y="18" width="10" height="26"/>
    <rect x="184" y="18" width="30" height="26" rx="6"/></g></svg>`;
}
