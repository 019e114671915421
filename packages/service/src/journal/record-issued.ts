import { type CreditPaid, type DatePeriod, Decimal, type EarningLine } from "@counterfoil/engine";
import {
  type DrawnOfGrants,
  drawnOfGrants,
  findTopUps,
  type InvoiceLineRow,
  type InvoiceRow,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { WrittenInvoice } from "../invoices/index.ts";
import type { Work } from "../context.ts";
import { dayOf, recordEffects, type RecordedEffect } from "./record-effects.ts";

/** Records invoices that are issued now, the credit that pays each, and all future revenue of their lines. */
export async function recordIssued(
  work: Work,
  drafts: readonly WrittenInvoice[],
  creditsApplied: ReadonlyMap<string, Decimal>,
): Promise<void> {
  const ids = drafts.map(({ invoice }) => invoice.id);
  const drawn = new Map((await drawnOfGrants(work.tx, ids)).map((row) => [row.invoiceId, row]));
  const topUpIds = new Set((await findTopUps(work.tx, ids)).map(({ invoiceId }) => invoiceId));
  const serviceOf = sharedPeriods();
  const effects = drafts.map(({ invoice, lines }): RecordedEffect => {
    const credit = creditsApplied.get(invoice.id) ?? Decimal.zero;
    const sellsCredit = topUpIds.has(invoice.id);
    const effect = {
      kind: "invoice_issued" as const,
      day: dayOf(work, invoice),
      currency: invoice.currency,
      lines: lines.map((line) => toEarningLine(invoice, line, { sellsCredit, service: serviceOf(line) })),
      subtotal: Decimal.of(invoice.subtotal),
      tax: Decimal.of(invoice.tax),
      paidBy: creditPaid(credit, drawn.get(invoice.id)),
    };
    return { effect, objectId: invoice.id, invoice };
  });
  await recordEffects(work, effects);
}

/** How credit paid an invoice. What no grant paid is account credit. */
function creditPaid(credit: Decimal, drawn: DrawnOfGrants | undefined): CreditPaid {
  const [prepaidCredit, units] = [Decimal.of(drawn?.money ?? "0"), Decimal.of(drawn?.units ?? "0")];
  return { accountCredit: credit.minus(prepaidCredit).minus(units), prepaidCredit, units };
}

/** A line as it becomes revenue over its service period, unless it sells credit. */
export function toEarningLine(
  invoice: Pick<InvoiceRow, "taxes">,
  line: InvoiceLineRow,
  { sellsCredit, service = periodOf(line) }: { sellsCredit: boolean; service?: DatePeriod },
): EarningLine {
  return { lineId: line.id, net: netOf(invoice, line), service, sellsCredit };
}

/** A cache for the periods of lines, most of which are equal: each is parsed and split into months once. */
function sharedPeriods(): (line: InvoiceLineRow) => DatePeriod {
  const periods = new Map<string, DatePeriod>();
  return (line) => {
    const key = `${line.periodStart} ${line.periodEnd}`;
    let period = periods.get(key);
    if (period === undefined) periods.set(key, (period = periodOf(line)));
    return period;
  };
}

function periodOf({ periodStart, periodEnd }: InvoiceLineRow): DatePeriod {
  return { start: Temporal.PlainDate.from(periodStart), end: Temporal.PlainDate.from(periodEnd) };
}

/** The amount of a line without the tax that inclusive rates include. */
function netOf({ taxes }: Pick<InvoiceRow, "taxes">, { amount, taxes: parts }: InvoiceLineRow): Decimal {
  const held = (parts ?? [])
    .flatMap((part) => part.taxes)
    .filter(({ index }) => taxes?.[index]?.inclusive === true)
    .map((share) => Decimal.of(share.amount));
  return Decimal.of(amount).minus(Decimal.sum(held));
}
