import type { DocumentLook, InvoiceDocument, PrintedSeller } from "@counterfoil/documents";

/** Whose settings are shown, and on which day. */
interface SampleSettings {
  readonly seller: PrintedSeller;
  readonly look: DocumentLook;
  readonly locale: string;
  readonly currency: string;
  readonly footer: string | null;
  readonly showUsageDetail: boolean;
  readonly today: string;
}

/** An invoice that shows everything a template has a place for. 468.00 + 75.00 − 54.30 = 488.70; 20 % of it 97.74. */
export function sampleInvoice(settings: SampleSettings): InvoiceDocument {
  const { seller, look, locale, currency, footer, showUsageDetail, today } = settings;
  const servicePeriod = { start: "2026-01-01", end: "2026-02-01" };
  const line = { kind: "charge", detail: null, servicePeriod, group: null } as const;
  return {
    number: "SAMPLE-0001",
    status: "issued",
    issueDate: today,
    dueDate: null,
    billingPeriod: servicePeriod,
    seller,
    buyer: {
      name: "Harbour & Pine Ltd",
      address: ["14 Quayside", "Bristol BS1 6AA"],
      country: "GB",
      taxId: "GB123456789",
      email: "accounts@harbourpine.example",
    },
    look,
    purchaseOrderNumber: "PO-88412",
    currency,
    locale,
    lines: [
      { ...line, description: "Team plan", quantity: "12", unitPrice: "39.00", amount: "468.00" },
      { ...line, description: "API calls", quantity: "12500", unitPrice: null, amount: "75.00" },
      {
        ...line,
        kind: "adjustment",
        description: "Discount 10%",
        quantity: null,
        unitPrice: null,
        amount: "-54.30",
      },
    ],
    subtotal: "488.70",
    taxes: [{ name: "VAT", rate: "20", base: "488.70", amount: "97.74" }],
    total: "586.44",
    creditsApplied: "0.00",
    amountPaid: "0.00",
    amountDue: "586.44",
    usageDetail: showUsageDetail
      ? [
          {
            title: "API calls",
            rows: [
              { label: "0–10,000", quantity: "10000", unitPrice: "0.00", amount: "0.00" },
              { label: "10,001+", quantity: "2500", unitPrice: "0.03", amount: "75.00" },
            ],
          },
        ]
      : [],
    memo: "This is a sample.",
    footer,
    paymentTerms: null,
    notes: [],
  };
}
