import type { BilledLineRow, BilledLinesQuestion, InvoiceLineRow } from "@counterfoil/storage";
import type { WrittenInvoice } from "../invoices/index.ts";

/** The lines of drafts that wait, as they would be issued now, by the ID of the draft. They count as billed. */
export type ForeseenLines = ReadonlyMap<string, readonly InvoiceLineRow[]>;

export function foreseenLines(drafts: readonly WrittenInvoice[]): ForeseenLines {
  return new Map(drafts.map(({ invoice, lines }) => [invoice.id, lines]));
}

/** What was billed, with the lines of these drafts instead of those that they had when they were last decided. */
export function withForeseenLines(
  stored: readonly BilledLineRow[],
  questions: readonly BilledLinesQuestion[],
  foreseen: ForeseenLines,
): readonly BilledLineRow[] {
  if (foreseen.size === 0) return stored;
  const known = new Map(stored.map((row) => [`${row.key} ${row.id}`, row]));
  const limited = new Set(stored.flatMap((row) => (row.isInvoiceLimited ? [row.invoiceId] : [])));
  const rows = questions.flatMap((question) =>
    [...foreseen].flatMap(([invoiceId, lines]) =>
      invoiceId === question.exceptInvoiceId
        ? []
        : lines.filter((line) => isAsked(line, question)).map((line) => toRow(line, question, limited)),
    ),
  );
  // Several questions of a key can ask for a line.
  const shown = new Map(rows.map((row) => [`${row.key} ${row.id}`, row]));
  return [
    ...stored.filter(({ invoiceId }) => !foreseen.has(invoiceId)),
    ...[...shown].map(([key, row]) => ({ ...row, ...known.get(key), quantity: row.quantity, amount: row.amount })),
  ];
}

function isAsked(line: InvoiceLineRow, { subscriptionId, priceId, start, end }: BilledLinesQuestion): boolean {
  const isOfPrice = line.subscriptionId === subscriptionId && line.priceId === priceId && line.adjustmentId === null;
  return isOfPrice && line.periodStart < end && line.periodEnd > start;
}

function toRow(
  line: InvoiceLineRow,
  { key, priceId }: BilledLinesQuestion,
  limited: ReadonlySet<string>,
): BilledLineRow {
  const { id, invoiceId, kind, versionId, usageGroup, periodStart, periodEnd, quantity, amount } = line;
  const own = { id, invoiceId, kind, versionId, usageGroup, periodStart, periodEnd, quantity, amount };
  return { ...own, key, priceId, takes: null, noted: "0", settled: "0", isInvoiceLimited: limited.has(invoiceId) };
}
