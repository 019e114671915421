import { Decimal, minorUnits } from "@counterfoil/engine";
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
import { type GivenLines, withTax } from "../../credits/index.ts";
import type { WrittenInvoice } from "../../invoices/index.ts";

/** An invoice from which a draft with a negative total gives back. */
export interface ReturnSource {
  /** As it is before anything of this transaction is issued, with the total that it is issued with; locked. */
  readonly invoice: InvoiceRow;
  /** What the draft's lines give back of it, with tax. */
  readonly amount: Decimal;
  /** Of that, what is known to be of which line: prepaid grants that paid these lines have it back. */
  readonly lines: GivenLines;
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
  const deeper = await readDeeperSources(work, rows);
  const reached = new Map(draftIds.map((id) => [id, reachedFrom(id, [...rows, ...deeper])]));
  const shared = await findSharedLimits(
    work.tx,
    [...reached].flatMap(([invoiceId, ids]) => [...ids].map((sourceInvoiceId) => ({ invoiceId, sourceInvoiceId }))),
  );
  const ids = [...new Set([...rows, ...limits, ...deeper, ...shared].map(({ sourceInvoiceId }) => sourceInvoiceId))];
  const stored = new Map((await lockInvoicesOfSubscription(work.tx, ids)).map((invoice) => [invoice.id, invoice]));
  const left = new Map((await findLeftOfInvoices(work.tx, ids)).map((row) => [row.id, Decimal.of(row.left)]));
  // What is issued in the same go comes to what was decided just now, such as the taxes of today.
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
        // Nothing is owed of a draft yet: whatever is of it, it has to be issued before.
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

/** The invoices from which one gives back, and those from which these gave back. */
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

/** What a draft gives back by invoice, as far as something is left of that. */
interface Amounts {
  /** What is left of invoices before the draft. */
  readonly left: ReadonlyMap<string, Decimal>;
  readonly found: Map<string, Decimal>;
  /** By invoice and line. */
  readonly lines: Map<string, Map<string, Decimal>>;
}

/** Gives back at most what is left of an invoice, of these of its lines, and answers what is more. */
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
 * What its lines do not explain, a limit that shrank gives back: of the invoices that charged in its period, the oldest first.
 * One of which it gives back nothing stays among them, for it has to be issued before. Answers what is more than all of these.
 */
function addLimitSources(amounts: Amounts, total: Decimal, limits: readonly LimitSourceRow[]): Decimal {
  let open = Decimal.max(total.minus(Decimal.sum([...amounts.found.values()])), Decimal.zero);
  for (const { sourceInvoiceId, sourceLineIds } of limits) {
    open = addUpTo(amounts, sourceInvoiceId, open, sourceLineIds);
  }
  return open;
}

/** What is more than all that is of the invoices to which discounts and limits of those move. */
function addSharedLimits(amounts: Amounts, more: Decimal, shared: readonly LimitSourceRow[]): void {
  let open = more;
  for (const { sourceInvoiceId, sourceLineIds } of shared) {
    if (open.isPositive()) open = addUpTo(amounts, sourceInvoiceId, open, sourceLineIds);
  }
}

/**
 * An invoice that itself took back charges less than its lines: what is given back of these beyond its total is of the invoices that it
 * took back from, an upgrade in the middle of an unpaid month for example. What one of them cannot bear, because its own discount was
 * taken back with it, is of the next. Returns what none of them can bear.
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

/** What a line gives back of an invoice, and which lines of that charged it. */
interface SourceRow extends ReturnSourceRow {
  readonly sourceLineIds: readonly string[];
}

/** What the lines of drafts give back, of the invoices that stand by now. */
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

/** The invoices from which the sources of drafts gave back themselves, and those of them in turn. */
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

/**
 * What the lines of a draft give back. Tax goes with the amounts. Answers by invoice what is more than is left of it.
 */
function addLineSources(
  amounts: Amounts,
  { invoice, lines }: WrittenInvoice,
  rows: readonly SourceRow[],
): Map<string, Decimal> {
  const over = new Map<string, Decimal>();
  for (const [lineId, ofLine] of Map.groupBy(rows, (row) => row.lineId)) {
    const line = lines.find(({ id }) => id === lineId);
    if (line === undefined) continue;
    let left = { net: Decimal.of(line.amount).negate(), gross: withTax(line).negate() };
    for (const { sourceInvoiceId, sourceLineIds, amount: written } of ofLine) {
      const net = Decimal.min(left.net, Decimal.of(written));
      if (!net.isPositive()) continue;
      // The last part takes what rounding leaves.
      const gross = left.gross.times(net).dividedBy(left.net, minorUnits(invoice.currency), "down");
      left = { net: left.net.minus(net), gross: left.gross.minus(gross) };
      const rest = addUpTo(amounts, sourceInvoiceId, gross, sourceLineIds);
      if (!rest.isZero()) over.set(sourceInvoiceId, (over.get(sourceInvoiceId) ?? Decimal.zero).plus(rest));
    }
  }
  return over;
}

/** The draft for which one of the sources still waits to be issued, unless it is issued before in the same go. */
export function waitingFor(
  sources: readonly ReturnSource[],
  issuedBefore: ReadonlySet<string>,
): InvoiceRow | undefined {
  return sources.find(({ invoice: { id, status } }) => status === "draft" && !issuedBefore.has(id))?.invoice;
}
