/** An invoice as `GET /invoices/{id}` returns it, with the printed members. */
export interface StoryInvoice {
  readonly id: string;
  readonly accountId: string;
  readonly number: string | null;
  readonly status: string;
  readonly billingDate: string;
  readonly currency: string;
  readonly subtotal: string;
  readonly tax: string;
  readonly total: string;
  readonly creditsApplied: string;
  readonly amountRemaining: string;
  readonly creditedTo: readonly StoryCreditPart[];
  readonly issueDate: string | null;
  readonly dueDate: string | null;
  readonly memo: string | null;
  readonly lineItems: readonly StoryLine[];
}

/** Where a part of a negative invoice's credit went. */
export interface StoryCreditPart {
  readonly to: string;
  readonly amount: string;
  readonly invoiceNumber: string | null;
  readonly creditGrantId: string | null;
}

export interface StoryLine {
  readonly id: string;
  readonly kind: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string | null;
  readonly totalPrice: string;
  readonly billingPeriodStart: string;
  readonly billingPeriodEnd: string;
  readonly servicePeriod: { readonly start: string; readonly end: string };
  readonly proration: { readonly days: number; readonly of: number } | null;
  readonly notes: readonly string[];
}

/**
 * Invoices as aligned text, one line per invoice line:
 *
 *     2024-02-29  2024-01-31 → 2024-02-29  API calls    1500 × 0.02      30.00
 *                 2024-02-29 → 2024-03-31  Base            1 × 49.00     49.00
 *                                                                total   79.00
 *
 * The columns are the billing date, the service period, the description, quantity × unit price (× days/days if
 * prorated), and the amount. An invoice with several lines ends with its total. The status follows the date, except
 * `issued` and `overdue`.
 */
export function invoicesToText(invoices: readonly StoryInvoice[]): string {
  const rows = invoices.flatMap(invoiceRows);
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => alignRow(row, widths)).join("\n");
}

type Row = readonly [date: string, period: string, description: string, arithmetic: string, amount: string];

function invoiceRows(invoice: StoryInvoice): Row[] {
  const isOpen = invoice.status === "issued" || invoice.status === "overdue";
  const date = invoice.billingDate + (isOpen ? "" : ` ${invoice.status}`);
  const lines = invoice.lineItems.map((line, index): Row => {
    const period = `${line.servicePeriod.start} → ${line.servicePeriod.end}`;
    return [index === 0 ? date : "", period, line.description, writtenArithmetic(line), line.totalPrice];
  });
  if (lines.length === 1 && invoice.lineItems[0]?.totalPrice === invoice.total) return lines;
  return [...lines, [lines.length === 0 ? date : "", "", "", "total", invoice.total]];
}

const ADJUSTMENTS = ["discount", "minimum", "maximum"];

/** Quantity × unit price (× days/days if prorated); empty for an adjustment. */
export function writtenArithmetic({ kind, quantity, unitPrice, proration }: StoryLine): string {
  if (ADJUSTMENTS.includes(kind)) return "";
  const price = unitPrice === null ? "" : ` × ${withCents(unitPrice)}`;
  return plain(quantity) + price + (proration === null ? "" : ` × ${proration.days}/${proration.of}`);
}

/** `1500.000` → `1500`. */
function plain(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}

/** `35` → `35.00`, `0.1` → `0.10`, `0.005` unchanged. */
function withCents(decimal: string): string {
  const [whole = "", fraction = ""] = plain(decimal).split(".");
  return `${whole}.${fraction.padEnd(2, "0")}`;
}

function alignRow([date, period, description, calculation, amount]: Row, widths: readonly number[]): string {
  const [dateWidth = 0, periodWidth = 0, descriptionWidth = 0, calculationWidth = 0, amountWidth = 0] = widths;
  return [
    date.padEnd(dateWidth),
    period.padEnd(periodWidth),
    description.padEnd(descriptionWidth),
    calculation.padStart(calculationWidth),
    amount.padStart(amountWidth),
  ].join("  ");
}

/**
 * The lines of a golden text or of printed invoices as they are compared: without `// comments`, empty lines and
 * alignment.
 */
export function comparedLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) =>
      line
        .replace(/\/\/.*$/, "")
        .trim()
        .replace(/\s+/g, " "),
    )
    .filter((line) => line !== "");
}
