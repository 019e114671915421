import { type CreditPaid, Decimal, type EarningLine } from "@counterfoil/engine";
import {
  type DrawnOfGrants,
  drawnOfGrants,
  type InvoiceLineRow,
  type InvoiceRow,
  type IssuedInvoice,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { WrittenInvoice } from "../billing/invoice-rows.ts";
import type { Work } from "../context.ts";
import { dayOf, recordEffects, type RecordedEffect } from "./record-effects.ts";

/** Records invoices with all that their lines will ever be as revenue. */
export async function recordIssued(
  work: Work,
  drafts: readonly WrittenInvoice[],
  issued: readonly IssuedInvoice[],
): Promise<void> {
  const drawn = new Map(
    (
      await drawnOfGrants(
        work.tx,
        issued.map(({ id }) => id),
      )
    ).map((row) => [row.invoiceId, row]),
  );
  const effects = drafts.map(({ invoice: draft, lines }, index): RecordedEffect => {
    const invoice: InvoiceRow = { ...draft, ...issued[index] };
    const effect = {
      kind: "invoice_issued" as const,
      day: dayOf(work, invoice),
      currency: invoice.currency,
      lines: lines.map((line) => toEarningLine(invoice, line)),
      subtotal: Decimal.of(invoice.subtotal),
      tax: Decimal.of(invoice.tax),
      paidBy: creditPaid(invoice, drawn.get(invoice.id)),
    };
    return { effect, objectId: invoice.id, invoice };
  });
  await recordEffects(work, effects);
}

/** What paid the credits of an invoice: what no grant paid is account credit. */
function creditPaid({ creditsApplied }: InvoiceRow, drawn: DrawnOfGrants | undefined): CreditPaid {
  const [prepaidCredit, units] = [Decimal.of(drawn?.money ?? "0"), Decimal.of(drawn?.units ?? "0")];
  return { accountCredit: Decimal.of(creditsApplied).minus(prepaidCredit).minus(units), prepaidCredit, units };
}

/** A line as it becomes revenue over its service period. */
export function toEarningLine(invoice: Pick<InvoiceRow, "taxes">, line: InvoiceLineRow): EarningLine {
  const service = { start: Temporal.PlainDate.from(line.periodStart), end: Temporal.PlainDate.from(line.periodEnd) };
  return { lineId: line.id, net: netOf(invoice, line), service };
}

/** The amount of a line without the tax that inclusive rates hold in it. */
function netOf({ taxes }: Pick<InvoiceRow, "taxes">, { amount, taxes: parts }: InvoiceLineRow): Decimal {
  const held = (parts ?? [])
    .flatMap((part) => part.taxes)
    .filter(({ index }) => taxes?.[index]?.inclusive === true)
    .map((share) => Decimal.of(share.amount));
  return Decimal.of(amount).minus(Decimal.sum(held));
}
