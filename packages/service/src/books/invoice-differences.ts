import { Decimal } from "@counterfoil/engine";
import { type BookedInvoiceRow, type InvoiceLineRow, type InvoiceRow, isShown } from "@counterfoil/storage";
import { creditParts, toInvoice } from "../invoices/index.ts";
import { sealOf } from "../frozen-lines/index.ts";
import { compare, compareDecimals, type Difference } from "./line-differences.ts";
import { statusDifferences } from "./status-differences.ts";
import { taxDifferences } from "./tax-differences.ts";

type ShownInvoice = InvoiceRow & Pick<BookedInvoiceRow, "issued">;

/** Members that issuing fixes, as the audit log records them. */
const SETTLED = ["number", "issueDate", "dueDate", "memo", "footer"] as const;

/** Compares an invoice with its lines, the ledger of account credit, and what the audit log says was issued. */
export function invoiceDifferences(
  invoice: BookedInvoiceRow,
  lines: readonly InvoiceLineRow[],
  amounts: readonly Decimal[],
  now: string,
): Difference[] {
  return [
    ...statusDifferences(invoice, now),
    ...taxDifferences(invoice, lines, amounts),
    ...compareDecimals("total", invoice.total, Decimal.of(invoice.subtotal).plus(Decimal.of(invoice.tax))),
    ...placeDifferences(lines),
    // What a void invoice used was given back.
    ...(invoice.status === "void"
      ? []
      : compareDecimals("creditsApplied", invoice.creditsApplied, Decimal.of(invoice.ledger).negate())),
    ...creditedDifferences(invoice),
    ...compareDecimals("amountPaid", invoice.amountPaid, Decimal.of(invoice.paid)),
    ...(isShown(invoice) && invoice.number !== null
      ? [...trailDifferences(invoice), ...sealDifferences(invoice, lines)]
      : []),
  ];
}

/** Where the amount of an invoice below zero went must match the ledger. */
function creditedDifferences(invoice: BookedInvoiceRow): Difference[] {
  if (invoice.status === "void") return [];
  const shown = new Map<string, Decimal>();
  for (const { to, amount, invoiceId, creditGrantId } of creditParts(invoice)) {
    const where = [to, invoiceId ?? creditGrantId].filter(Boolean).join(" ");
    shown.set(where, (shown.get(where) ?? Decimal.zero).plus(Decimal.of(amount)));
  }
  const booked = new Map(Object.entries(invoice.ledgerParts ?? {}).map(([to, amount]) => [to, Decimal.of(amount)]));
  return compare("creditedTo", writtenParts(shown), writtenParts(booked));
}

function writtenParts(parts: ReadonlyMap<string, Decimal>): string {
  const written = [...parts].map(([to, amount]) => `${amount.toCanonical()} to ${to}`);
  return written.length === 0 ? "nothing" : written.toSorted().join(", ");
}

/** Positions have no gaps: a gap means that a line was deleted. */
function placeDifferences(lines: readonly InvoiceLineRow[]): Difference[] {
  const places = lines.map(({ position }) => position).join(" ");
  return compare("positions", places, lines.map((_, index) => index).join(" "));
}

/** What the audit log does not record as changed was already on the draft. */
function trailDifferences(invoice: ShownInvoice): Difference[] {
  const { issued } = invoice;
  const shown = toInvoice(invoice, []);
  return SETTLED.flatMap((member) => {
    const change = issued?.[member];
    if (change === undefined) return member === "number" ? compare(member, settled(shown.number), "not issued") : [];
    return compare(member, settled(shown[member]), settled(change.after));
  });
}

/** Parties, periods and free lines must be those that were issued. */
function sealDifferences(invoice: ShownInvoice, lines: readonly InvoiceLineRow[]): Difference[] {
  const { issued } = invoice;
  // If it was never issued, the difference of its number already says so.
  if (issued === null) return [];
  return Object.entries(sealOf(invoice, lines)).flatMap(([member, seal]) =>
    compare(member, seal, settled(issued[member]?.after)),
  );
}

function settled(value: unknown): string {
  return typeof value === "string" ? value : "none";
}
