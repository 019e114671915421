import type { DocumentLook, InvoiceDocument, PrintedSeller, UsageByDayTable } from "@counterfoil/documents";
import { Decimal, formatAmount } from "@counterfoil/engine";

/** Whose settings are shown, and on which day. */
interface SampleSettings {
  readonly seller: PrintedSeller;
  readonly look: DocumentLook;
  readonly locale: string;
  readonly currency: string;
  readonly footer: string | null;
  readonly showUsageDetail: boolean;
  readonly showUsageByDay: boolean;
  readonly today: string;
}

/**
 * An invoice that shows everything that a template can contain. 12 × 40 = 480; 480 + 70 − 50 = 500, and 20% of it is
 * 100.
 */
export function sampleInvoice(settings: SampleSettings): InvoiceDocument {
  const { seller, look, locale, currency, footer, showUsageDetail, showUsageByDay, today } = settings;
  const money = (text: string): string => formatAmount({ amount: Decimal.of(text), currency });
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
    buyerReference: null,
    currency,
    locale,
    lines: [
      { ...line, description: "Team plan", quantity: "12", unitPrice: money("40"), amount: money("480") },
      {
        ...line,
        description: "API calls",
        quantity: "12500",
        unitPrice: null,
        amount: money("70"),
        steps: showUsageDetail
          ? [
              { label: "0–10,000", quantity: "10000", unitPrice: "0", amount: money("0") },
              { label: "10,001+", quantity: "2500", unitPrice: "0.028", amount: money("70") },
            ]
          : [],
      },
      {
        ...line,
        kind: "adjustment",
        description: "Discount",
        quantity: null,
        unitPrice: null,
        amount: money("-50"),
      },
    ],
    subtotal: money("500"),
    taxes: [{ name: "VAT", rate: "20", base: money("500"), amount: money("100") }],
    total: money("600"),
    creditsApplied: money("0"),
    amountPaid: money("0"),
    amountDue: money("600"),
    usageDetail: [],
    usageByDay: showUsageByDay ? [sampleDays(servicePeriod)] : [],
    memo: "This is a sample.",
    footer,
    paymentTerms: null,
    notes: [],
  };
}

/** 31 days, of which four have no usage: 20 + 26 × 480 = 12500. */
function sampleDays(period: UsageByDayTable["period"]): UsageByDayTable {
  const dates = Array.from({ length: 31 }, (_, day) => `2026-01-${String(day + 1).padStart(2, "0")}`);
  const days = dates
    .filter((_, day) => day % 7 !== 3)
    .map((date, index) => ({ date, group: null, quantity: index === 0 ? "20" : "480" }));
  return { title: "API calls", period, days, daysLeftOut: 0, measured: "12500" };
}
