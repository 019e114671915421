import { Decimal, minorUnits } from "@counterfoil/engine";
import {
  findReturnSources,
  type InvoiceRow,
  lockInvoicesOfSubscription,
  type ReturnSourceRow,
} from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { withTax } from "../credits/payable-invoice.ts";
import type { WrittenInvoice } from "./invoice-rows.ts";

/** An invoice from which a draft with a negative total gives back. */
export interface ReturnSource {
  /** As it is before anything of this transaction is issued; locked. */
  readonly invoice: InvoiceRow;
  /** What the draft's lines give back of it, with tax. */
  readonly amount: Decimal;
}

/** The invoices that drafts give back from, by the id of the draft, the oldest first; a draft that asks for money has none. */
export type ReturnSources = ReadonlyMap<string, readonly ReturnSource[]>;

/**
 * Finds and locks the invoices from which drafts with a negative total give back: their amount reduces what is due of those before it
 * becomes credit (R-INV-8).
 */
export async function lockReturnSources(work: Work, drafts: readonly WrittenInvoice[]): Promise<ReturnSources> {
  const negative = drafts.filter(({ invoice: { total } }) => Decimal.of(total).isNegative());
  const rows = await findReturnSources(
    work.tx,
    negative.map(({ invoice }) => invoice.id),
  );
  const ids = [...new Set(rows.map(({ sourceInvoiceId }) => sourceInvoiceId))];
  const locked = new Map((await lockInvoicesOfSubscription(work.tx, ids)).map((invoice) => [invoice.id, invoice]));
  const rowsOf = Map.groupBy(rows, ({ invoiceId }) => invoiceId);
  return new Map(
    negative.map((draft) => {
      const amounts = amountsBySource(draft, rowsOf.get(draft.invoice.id) ?? []);
      const sources = [...amounts].flatMap(([id, amount]): ReturnSource[] => {
        const invoice = locked.get(id);
        return invoice === undefined ? [] : [{ invoice, amount }];
      });
      return [draft.invoice.id, sources.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))];
    }),
  );
}

function orderOf({ invoice }: ReturnSource): string {
  return `${invoice.billingDate} ${invoice.id}`;
}

/** Each line gives back from the oldest lines of its account first, from each at most what notes and earlier lines left of it. */
function amountsBySource({ invoice, lines }: WrittenInvoice, rows: readonly ReturnSourceRow[]): Map<string, Decimal> {
  const amounts = new Map<string, Decimal>();
  for (const [lineId, ofLine] of Map.groupBy(rows, (row) => row.lineId)) {
    const line = lines.find(({ id }) => id === lineId);
    if (line === undefined) continue;
    let left = { net: Decimal.of(line.amount).negate(), gross: withTax(line).negate() };
    let before = Decimal.of(ofLine[0]?.takenBefore ?? "0");
    for (const { sourceInvoiceId, sourceAmount } of ofLine) {
      if (left.net.isZero()) break;
      const takenBefore = Decimal.min(before, Decimal.max(Decimal.of(sourceAmount), Decimal.zero));
      before = before.minus(takenBefore);
      const net = Decimal.min(left.net, Decimal.of(sourceAmount).minus(takenBefore));
      if (!net.isPositive()) continue;
      // The last part takes what rounding leaves.
      const gross = left.gross.times(net).dividedBy(left.net, minorUnits(invoice.currency), "down");
      left = { net: left.net.minus(net), gross: left.gross.minus(gross) };
      amounts.set(sourceInvoiceId, (amounts.get(sourceInvoiceId) ?? Decimal.zero).plus(gross));
    }
  }
  return amounts;
}

/** The draft for which one of the sources still waits to be issued, unless it is issued before in the same go. */
export function waitingFor(
  sources: readonly ReturnSource[],
  issuedBefore: ReadonlySet<string>,
): InvoiceRow | undefined {
  return sources.find(({ invoice: { id, status } }) => status === "draft" && !issuedBefore.has(id))?.invoice;
}
