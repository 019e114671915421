import { Decimal, minorUnits } from "@counterfoil/engine";
import {
  findLeftOfInvoices,
  findLimitSources,
  findReturnSources,
  findStandingInvoices,
  type InvoiceRow,
  type LimitSourceRow,
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
  const draftIds = negative.map(({ invoice }) => invoice.id);
  const rows = await readReturnSources(work, draftIds);
  const limits = await findLimitSources(work.tx, draftIds);
  const ids = [...new Set([...rows, ...limits].map(({ sourceInvoiceId }) => sourceInvoiceId))];
  const locked = new Map((await lockInvoicesOfSubscription(work.tx, ids)).map((invoice) => [invoice.id, invoice]));
  const left = new Map((await findLeftOfInvoices(work.tx, ids)).map((row) => [row.id, Decimal.of(row.left)]));
  const rowsOf = Map.groupBy(rows, ({ invoiceId }) => invoiceId);
  return new Map(
    negative.map((draft) => {
      const { id: draftId, total } = draft.invoice;
      const amounts = amountsBySource(draft, rowsOf.get(draftId) ?? [], left);
      const ofDraft = limits.filter(({ invoiceId }) => invoiceId === draftId);
      addLimitSources(amounts, Decimal.of(total).negate(), ofDraft, left);
      const sources = [...amounts]
        .flatMap(([id, amount]): ReturnSource[] => {
          const invoice = locked.get(id);
          return invoice === undefined ? [] : [{ invoice, amount }];
        })
        .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
      takeOf(left, sources, Decimal.of(total).negate());
      return [draftId, sources];
    }),
  );
}

/**
 * What its lines do not explain, a limit that shrank gives back: of the invoices that charged in its period, the oldest first.
 * One of which it gives back nothing stays among them, for it has to be issued before.
 */
function addLimitSources(
  amounts: Map<string, Decimal>,
  total: Decimal,
  limits: readonly LimitSourceRow[],
  leftOfInvoices: ReadonlyMap<string, Decimal>,
): void {
  let open = Decimal.max(total.minus(Decimal.sum([...amounts.values()])), Decimal.zero);
  for (const { sourceInvoiceId } of limits) {
    const before = amounts.get(sourceInvoiceId) ?? Decimal.zero;
    const most = Decimal.max((leftOfInvoices.get(sourceInvoiceId) ?? Decimal.zero).minus(before), Decimal.zero);
    const part = Decimal.min(open, most);
    open = open.minus(part);
    amounts.set(sourceInvoiceId, before.plus(part));
  }
}

/** Leaves less of the sources for the drafts after this one, which gives back `total`. */
function takeOf(left: Map<string, Decimal>, sources: readonly ReturnSource[], total: Decimal): void {
  let open = total;
  for (const { invoice, amount } of sources) {
    const part = Decimal.min(open, amount);
    open = open.minus(part);
    left.set(invoice.id, (left.get(invoice.id) ?? Decimal.zero).minus(part));
  }
}

function orderOf({ invoice }: ReturnSource): string {
  return `${invoice.billingDate} ${invoice.id}`;
}

/** What the lines of drafts give back, of the invoices that stand by now. */
async function readReturnSources({ tx }: Work, draftIds: readonly string[]): Promise<ReturnSourceRow[]> {
  const rows = await findReturnSources(tx, draftIds);
  const sources = rows.map(({ sourceInvoiceId }) => sourceInvoiceId);
  const standing = new Map((await findStandingInvoices(tx, sources)).map(({ id, standingId }) => [id, standingId]));
  return rows.map((row) => ({ ...row, sourceInvoiceId: standing.get(row.sourceInvoiceId) ?? row.sourceInvoiceId }));
}

/** Tax goes with the amounts. What is more than is left of an invoice with tax, no source explains. */
function amountsBySource(
  { invoice, lines }: WrittenInvoice,
  rows: readonly ReturnSourceRow[],
  leftOfInvoices: ReadonlyMap<string, Decimal>,
): Map<string, Decimal> {
  const amounts = new Map<string, Decimal>();
  for (const [lineId, ofLine] of Map.groupBy(rows, (row) => row.lineId)) {
    const line = lines.find(({ id }) => id === lineId);
    if (line === undefined) continue;
    let left = { net: Decimal.of(line.amount).negate(), gross: withTax(line).negate() };
    for (const { sourceInvoiceId, amount: written } of ofLine) {
      const net = Decimal.min(left.net, Decimal.of(written));
      if (!net.isPositive()) continue;
      // The last part takes what rounding leaves.
      const gross = left.gross.times(net).dividedBy(left.net, minorUnits(invoice.currency), "down");
      left = { net: left.net.minus(net), gross: left.gross.minus(gross) };
      const most = Decimal.max(leftOfInvoices.get(sourceInvoiceId) ?? Decimal.zero, Decimal.zero);
      const amount = Decimal.min((amounts.get(sourceInvoiceId) ?? Decimal.zero).plus(gross), most);
      if (amount.isPositive()) amounts.set(sourceInvoiceId, amount);
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
