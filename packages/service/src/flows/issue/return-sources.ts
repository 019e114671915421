import { Decimal } from "@counterfoil/engine";
import {
  findLeftOfInvoices,
  findLimitSources,
  findReturnSources,
  findSharedLimits,
  findSourceLines,
  findStandingInvoices,
  type InvoiceRow,
  type LimitSourceRow,
  lockInvoicesOfSubscription,
  type ReturnSourceRow,
} from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import type { GivenLines } from "../../credits/index.ts";
import type { WrittenInvoice } from "../../invoices/index.ts";
import { returnedParts } from "./returned-parts.ts";

/** An invoice from which a draft with a negative total gives back. */
export interface ReturnSource {
  /** The locked invoice before this transaction issues anything, and with its final total. */
  readonly invoice: InvoiceRow;
  /** What the draft's lines give back of it, with tax. */
  readonly amount: Decimal;
  /** The part of `amount` that is known by line. Prepaid grants that paid these lines get it back. */
  readonly lines: GivenLines;
}

/** By draft ID, the invoices from which the draft gives back, oldest first. A draft with an amount to pay has none. */
export type ReturnSources = ReadonlyMap<string, readonly ReturnSource[]>;

/**
 * Finds and locks the invoices from which drafts with a negative total give back. The amount reduces what is due of
 * these invoices before it becomes credit (R-INV-8).
 */
export async function lockReturnSources(work: Work, drafts: readonly WrittenInvoice[]): Promise<ReturnSources> {
  const negative = drafts.filter(({ invoice: { total } }) => Decimal.of(total).isNegative());
  const draftIds = negative.map(({ invoice }) => invoice.id);
  const rows = await readReturnSources(work, draftIds);
  const limits = await findLimitSources(work.tx, draftIds);
  const deeper = await readDeeperSources(work, rows);
  const reached = new Map(draftIds.map((id) => [id, reachedFrom(id, [...rows, ...deeper])]));
  const shared = await findSharedLimits(
    work.tx,
    [...reached].flatMap(([invoiceId, ids]) => [...ids].map((sourceInvoiceId) => ({ invoiceId, sourceInvoiceId }))),
  );
  const ids = [...new Set([...rows, ...limits, ...deeper, ...shared].map(({ sourceInvoiceId }) => sourceInvoiceId))];
  const stored = new Map((await lockInvoicesOfSubscription(work.tx, ids)).map((invoice) => [invoice.id, invoice]));
  const left = new Map((await findLeftOfInvoices(work.tx, ids)).map((row) => [row.id, Decimal.of(row.left)]));
  // An invoice that is issued in the same run has the total decided just now, for example with today's taxes.
  const locked = new Map(stored);
  for (const { invoice } of drafts) {
    const before = stored.get(invoice.id);
    if (before === undefined) continue;
    const more = Decimal.of(invoice.total).minus(Decimal.of(before.total));
    locked.set(invoice.id, { ...before, total: invoice.total });
    left.set(invoice.id, (left.get(invoice.id) ?? Decimal.zero).plus(more));
  }
  const rowsOf = Map.groupBy(rows, ({ invoiceId }) => invoiceId);
  const isIssuing = new Set(drafts.map(({ invoice }) => invoice.id));
  return new Map(
    negative.map((draft) => {
      const { id: draftId, total } = draft.invoice;
      const amounts: Amounts = { left, found: new Map(), lines: new Map() };
      const over = addLineSources(amounts, draft, rowsOf.get(draftId) ?? []);
      const issued = deeper.filter(
        ({ sourceInvoiceId: id }) => isIssuing.has(id) || locked.get(id)?.status !== "draft",
      );
      addDeeperSources(amounts, over, issued);
      for (const id of reached.get(draftId) ?? []) {
        // A draft is not owed yet. If it is reached, it has to be issued first, even if nothing is given back from it.
        if (locked.get(id)?.status === "draft") addUpTo(amounts, id, Decimal.zero, []);
      }
      const ofDraft = (all: readonly LimitSourceRow[]) => all.filter(({ invoiceId }) => invoiceId === draftId);
      const open = addLimitSources(amounts, Decimal.of(total).negate(), ofDraft(limits));
      addSharedLimits(amounts, open, ofDraft(shared));
      const sources = [...amounts.found]
        .flatMap(([id, amount]): ReturnSource[] => {
          const invoice = locked.get(id);
          return invoice === undefined ? [] : [{ invoice, amount, lines: amounts.lines.get(id) ?? new Map() }];
        })
        .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
      takeOf(left, sources, Decimal.of(total).negate());
      return [draftId, sources];
    }),
  );
}

/** The invoices from which an invoice gives back, those from which they gave back in turn, and so on. */
function reachedFrom(
  invoiceId: string,
  rows: readonly ReturnSourceRow[],
  found: Set<string> = new Set(),
): ReadonlySet<string> {
  for (const { sourceInvoiceId } of rows.filter((row) => row.invoiceId === invoiceId)) {
    if (found.has(sourceInvoiceId)) continue;
    found.add(sourceInvoiceId);
    reachedFrom(sourceInvoiceId, rows, found);
  }
  return found;
}

/** What a draft gives back by invoice, limited to what is left of each. */
interface Amounts {
  /** What is left of each invoice before this draft. */
  readonly left: ReadonlyMap<string, Decimal>;
  readonly found: Map<string, Decimal>;
  /** By invoice and line. */
  readonly lines: Map<string, Map<string, Decimal>>;
}

/** Gives back an amount of an invoice and the given lines, at most what is left of the invoice. Returns the excess. */
function addUpTo(
  { left, found, lines }: Amounts,
  invoiceId: string,
  amount: Decimal,
  lineIds: readonly string[],
): Decimal {
  const before = found.get(invoiceId) ?? Decimal.zero;
  const most = Decimal.max((left.get(invoiceId) ?? Decimal.zero).minus(before), Decimal.zero);
  const part = Decimal.min(amount, most);
  if (!part.isZero() || !found.has(invoiceId)) found.set(invoiceId, before.plus(part));
  const ofLines = lines.get(invoiceId) ?? new Map<string, Decimal>();
  for (const id of lineIds) ofLines.set(id, (ofLines.get(id) ?? Decimal.zero).plus(part));
  lines.set(invoiceId, ofLines);
  return amount.minus(part);
}

/**
 * Amounts that the lines do not explain come from a limit that shrank. They are given back from the invoices charged in
 * the limit's period, oldest first. An invoice from which nothing is given back also stays in the result, because it
 * has to be issued first. Returns the excess over all these invoices.
 */
function addLimitSources(amounts: Amounts, total: Decimal, limits: readonly LimitSourceRow[]): Decimal {
  let open = Decimal.max(total.minus(Decimal.sum([...amounts.found.values()])), Decimal.zero);
  for (const { sourceInvoiceId, sourceLineIds } of limits) {
    open = addUpTo(amounts, sourceInvoiceId, open, sourceLineIds);
  }
  return open;
}

/** Gives the excess back from the invoices that share discounts and limits with the sources found so far. */
function addSharedLimits(amounts: Amounts, more: Decimal, shared: readonly LimitSourceRow[]): void {
  let open = more;
  for (const { sourceInvoiceId, sourceLineIds } of shared) {
    if (open.isPositive()) open = addUpTo(amounts, sourceInvoiceId, open, sourceLineIds);
  }
}

/**
 * An invoice that itself gave back has a total below the sum of its charges. What is given back of those charges beyond
 * its total comes from the invoices from which it gave back: for example, after an upgrade in the middle of an unpaid
 * month. If one of them cannot cover its part, because its own discount was taken back too, the next one covers it.
 * Returns what none of them can cover.
 */
function addDeeperSources(
  amounts: Amounts,
  over: ReadonlyMap<string, Decimal>,
  deeper: readonly SourceRow[],
  seen: ReadonlySet<string> = new Set(),
): Decimal {
  let unborne = Decimal.zero;
  for (const [invoiceId, amount] of over) {
    let open = amount;
    for (const row of deeper.filter((one) => one.invoiceId === invoiceId && !seen.has(one.sourceInvoiceId))) {
      const wanted = Decimal.min(open, Decimal.of(row.amount));
      const rest = addUpTo(amounts, row.sourceInvoiceId, wanted, row.sourceLineIds);
      const below = new Map([[row.sourceInvoiceId, rest]]);
      const left = addDeeperSources(amounts, below, deeper, new Set([...seen, invoiceId]));
      open = open.minus(wanted).plus(left);
    }
    unborne = unborne.plus(open);
  }
  return unborne;
}

/** Deducts what this draft gives back (`total`) from the sources, for the drafts after it. */
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

/** What a line gives back of an invoice, and the lines of that invoice that charged it. */
interface SourceRow extends ReturnSourceRow {
  readonly sourceLineIds: readonly string[];
}

/** What the lines of drafts give back. A source that was voided and billed again is replaced by the current invoice. */
async function readReturnSources({ tx }: Work, draftIds: readonly string[]): Promise<SourceRow[]> {
  const rows = await findReturnSources(tx, draftIds);
  const sources = rows.map(({ sourceInvoiceId }) => sourceInvoiceId);
  const standing = new Map((await findStandingInvoices(tx, sources)).map(({ id, standingId }) => [id, standingId]));
  const charged = Map.groupBy(await findSourceLines(tx, draftIds), (row) => `${row.lineId} ${row.sourceInvoiceId}`);
  return rows.map((row) => {
    const sourceInvoiceId = standing.get(row.sourceInvoiceId) ?? row.sourceInvoiceId;
    const sourceLines = charged.get(`${row.lineId} ${sourceInvoiceId}`) ?? [];
    return { ...row, sourceInvoiceId, sourceLineIds: sourceLines.map(({ sourceLineId }) => sourceLineId) };
  });
}

/** The invoices from which the drafts' sources gave back in turn, at every level. */
async function readDeeperSources(work: Work, rows: readonly SourceRow[]): Promise<SourceRow[]> {
  const found: SourceRow[] = [];
  const seen = new Set<string>();
  for (let level = rows; level.length > 0;) {
    const next = new Set(level.map(({ sourceInvoiceId }) => sourceInvoiceId).filter((id) => !seen.has(id)));
    for (const id of next) seen.add(id);
    level = await readReturnSources(work, [...next]);
    found.push(...level);
  }
  return found;
}

/** Gives back what the lines of a draft give back. Returns, by invoice, the excess over what is left of it. */
function addLineSources(amounts: Amounts, draft: WrittenInvoice, rows: readonly SourceRow[]): Map<string, Decimal> {
  const over = new Map<string, Decimal>();
  for (const { of, gross } of returnedParts(draft, rows)) {
    const rest = addUpTo(amounts, of.sourceInvoiceId, gross, of.sourceLineIds);
    if (!rest.isZero()) over.set(of.sourceInvoiceId, (over.get(of.sourceInvoiceId) ?? Decimal.zero).plus(rest));
  }
  return over;
}

/** The draft that has to be issued before one of these sources, unless the same run already issues it earlier. */
export function waitingFor(
  sources: readonly ReturnSource[],
  issuedBefore: ReadonlySet<string>,
): InvoiceRow | undefined {
  return sources.find(({ invoice: { id, status } }) => status === "draft" && !issuedBefore.has(id))?.invoice;
}
