import { Decimal } from "@counterfoil/engine";
import type { BookedInvoiceRow, InvoiceLineRow } from "@counterfoil/storage";
import { toInvoice } from "../invoices/invoice.ts";
import { compare, compareDecimals, type Difference } from "./line-differences.ts";

/** Members that issuing settles for good, as the audit log tells them. */
const SETTLED = ["number", "issueDate", "dueDate", "memo", "footer"] as const;

/** Holds an invoice against its lines, the ledger of account credit, and what the audit log says was issued. */
export function invoiceDifferences(
  invoice: BookedInvoiceRow,
  lines: readonly InvoiceLineRow[],
  amounts: readonly Decimal[],
): Difference[] {
  const subtotal = Decimal.sum(amounts);
  return [
    ...compareDecimals("subtotal", invoice.subtotal, subtotal),
    ...compareDecimals("total", invoice.total, Decimal.of(invoice.subtotal).plus(Decimal.of(invoice.tax))),
    ...placeDifferences(lines),
    // What a void invoice used up was given back.
    ...(invoice.status === "void"
      ? []
      : compareDecimals("creditsApplied", invoice.creditsApplied, Decimal.of(invoice.ledger).negate())),
    ...(invoice.number === null ? [] : trailDifferences(invoice)),
  ];
}

/** Lines stand one after the other: a gap is a line that is gone. */
function placeDifferences(lines: readonly InvoiceLineRow[]): Difference[] {
  const places = lines.map(({ position }) => position).join(" ");
  return compare("positions", places, lines.map((_, index) => index).join(" "));
}

function trailDifferences(invoice: BookedInvoiceRow): Difference[] {
  const { issued } = invoice;
  if (issued === null)
    return [{ member: "number", billed: invoice.number ?? "", computed: "nothing in the audit log" }];
  const shown = toInvoice(invoice, []);
  return SETTLED.flatMap((member) => compare(member, settled(shown[member]), settled(issued[member]?.after)));
}

function settled(value: unknown): string {
  return typeof value === "string" ? value : "none";
}
