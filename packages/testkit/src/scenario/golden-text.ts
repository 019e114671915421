import { type StoryInvoice, type StoryLine, writtenArithmetic } from "./invoice-text.ts";

/** An invoice as `GET /invoices/{id}` returns it, with all printed members. */
export interface GoldenInvoice extends StoryInvoice {
  readonly description: string | null;
  readonly billingPeriod: string;
  readonly paymentTerms: string;
  readonly purchaseOrderNumber: string | null;
  readonly footer: string | null;
  readonly voidReason: string | null;
  readonly tax: string;
  readonly taxes: readonly GoldenTax[];
  readonly amountPaid: string;
  readonly amountCredited: string;
  readonly linesTotal: string;
  readonly lineItems: readonly GoldenLine[];
}

interface GoldenTax {
  readonly name: string;
  readonly percentage: string;
  readonly categoryCode: string;
  readonly inclusive: boolean;
  readonly reason: string | null;
  readonly base: string;
  readonly amount: string;
}

interface GoldenLine extends StoryLine {
  readonly groupName: string | null;
  readonly taxes: readonly { readonly name: string; readonly base: string; readonly amount: string }[];
}

/**
 * All figures of an invoice as aligned text: the head, a row for each line with its taxes and notes, and the totals.
 * Omits IDs and readings of the machine's clock, so that the same story always produces the same text.
 */
export function goldenText(invoice: GoldenInvoice): string {
  const members: [label: string, value: string | null][] = [
    ["invoice", invoice.number ?? "draft"],
    ["status", invoice.status + (invoice.voidReason === null ? "" : ` (${invoice.voidReason})`)],
    ["billed on", invoice.billingDate],
    ["period", invoice.billingPeriod],
    ["issued", invoice.issueDate],
    ["due", `${invoice.dueDate ?? "never"} (${invoice.paymentTerms})`],
    ["for", invoice.description],
    ["order", invoice.purchaseOrderNumber],
    ["memo", invoice.memo],
    ["footer", invoice.footer],
  ];
  const head = members.flatMap(([label, value]) => (value === null ? [] : [`${label.padEnd(10)} ${value}`]));
  return [...head, "", ...table(invoice.lineItems.flatMap(lineRows)), "", ...table(sumRows(invoice)), ""].join("\n");
}

function lineRows(line: GoldenLine): string[][] {
  const { start, end } = line.servicePeriod;
  const group = line.groupName === null ? "" : ` [${line.groupName}]`;
  const row = [line.kind, `${start} → ${end}`, line.description + group, writtenArithmetic(line), line.totalPrice];
  const taxes = line.taxes.map(({ name, base, amount }) => ["", "", `  ${name} on ${base}`, "", amount]);
  return [row, ...taxes, ...line.notes.map((note) => ["", "", `  ${note}`, "", ""])];
}

function sumRows(invoice: GoldenInvoice): string[][] {
  const taxes = invoice.taxes.map(({ name, percentage, categoryCode, inclusive, reason, base, amount }) => {
    const how = [categoryCode, inclusive ? "inside the price" : null, reason]
      .filter((part) => part !== null)
      .join(", ");
    return [`${name} ${percentage} % (${how}) on ${base}`, amount];
  });
  const isGross = invoice.taxes.some(({ inclusive }) => inclusive);
  const isCredited = invoice.total.startsWith("-");
  return [
    // The sum of the rows above.
    ...(isGross ? [["lines with tax", invoice.linesTotal]] : []),
    ["subtotal", invoice.subtotal],
    ...taxes,
    ["tax", invoice.tax],
    [`total ${invoice.currency}`, invoice.total],
    ...(isCredited ? creditedRows(invoice) : [["credits applied", invoice.creditsApplied]]),
    ["paid", invoice.amountPaid],
    ["remaining", invoice.amountRemaining],
  ];
}

/** Where the amount of a negative invoice went; for a draft, what it will credit. */
function creditedRows({ amountCredited, creditedTo }: GoldenInvoice): string[][] {
  if (creditedTo.length === 0) return [["amount credited", amountCredited]];
  return creditedTo.map(({ to, amount, invoiceNumber }) => {
    if (to === "invoice") return [`applied to invoice ${invoiceNumber ?? ""}`, amount];
    return [to === "credit_grant" ? "returned to prepaid credit" : "added to account credit", amount];
  });
}

/** The last two columns are figures. */
function table(rows: readonly (readonly string[])[]): string[] {
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({ length: columns }, (_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const isFigure = (at: number): boolean => at === columns - 1 || (columns > 2 && at === columns - 2);
  const cell = (text: string, at: number) =>
    isFigure(at) ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0);
  return rows.map((row) => row.map(cell).join("  ").trimEnd());
}
