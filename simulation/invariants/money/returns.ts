import { placesOf } from "../../auditor/currency.ts";
import { Rational } from "../../auditor/rational.ts";
import type { StoredInvoice, StoredLine } from "../../platform/ledger.ts";
import type { StoredNote } from "../../platform/money-ledger.ts";
import { type Charge, chargesOf, type Placed } from "../given-back/charges.ts";
import type { Holdings } from "../invariants.ts";

/** An invoice that another gives back from, and how much, with tax. */
export interface Source {
  readonly invoiceId: string;
  readonly amount: Rational;
}

/** What was given back of each line so far, while what happened is gone through in its order. */
export interface Returns {
  /** Of a draft that bills again: the void invoice whose place it took. */
  readonly replaced: ReadonlyMap<string, StoredInvoice>;
  readonly invoices: readonly StoredInvoice[];
  /** The lines of the charge in which a line takes back, the oldest invoice first. */
  readonly chargeOf: ReadonlyMap<string, readonly Placed[]>;
  readonly left: Map<string, Rational>;
  /** By invoice that took back: from which lines, and how much. */
  readonly takes: Map<string, { readonly line: StoredLine; readonly amount: Rational }[]>;
  /** By invoice, what notes and later invoices below zero gave back of it, with tax. */
  readonly given: Map<string, Rational>;
}

export function openReturns({ invoices, money }: Holdings): Returns {
  const { charges } = chargesOf(invoices, money);
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const replaced = invoices.flatMap(({ id, replacesInvoiceId }): [string, StoredInvoice][] => {
    const before = byId.get(replacesInvoiceId ?? "");
    return before === undefined ? [] : [[id, before]];
  });
  return {
    invoices,
    chargeOf: new Map(charges.flatMap(linesOf)),
    left: new Map(),
    takes: new Map(),
    given: new Map(),
    replaced: new Map(replaced),
  };
}

function linesOf({ lines, later }: Charge): [lineId: string, Placed[]][] {
  const ordered = [...lines, ...later].toSorted((a, b) => (placeOf(a.invoice) < placeOf(b.invoice) ? -1 : 1));
  return later.map(({ line }) => [line.id, ordered.filter((one) => one.line.id !== line.id)]);
}

function placeOf({ billingDate, id }: StoredInvoice): string {
  return `${billingDate} ${id}`;
}

/** A note takes of its lines, so that no later invoice does. */
export function takeNoted({ left, given }: Returns, invoice: StoredInvoice, { lines, total }: StoredNote): void {
  given.set(invoice.id, (given.get(invoice.id) ?? Rational.zero).plus(Rational.of(total)));
  for (const { lineId, amount } of lines) {
    const line = invoice.lines.find(({ id }) => id === lineId);
    if (line !== undefined) left.set(lineId, leftOf(left, line).minus(Rational.of(amount)));
  }
}

/** What a void invoice took back can be taken again. */
export function restoreReturns({ left, takes }: Returns, invoiceId: string): void {
  for (const { line, amount } of takes.get(invoiceId) ?? []) left.set(line.id, leftOf(left, line).plus(amount));
  takes.delete(invoiceId);
}

function leftOf(left: ReadonlyMap<string, Rational>, { id, amount }: StoredLine): Rational {
  return left.get(id) ?? Rational.of(amount);
}

/**
 * What the lines of an invoice that is issued give back of others: each of the oldest first, of each line at most what is left of it. What is
 * more than is left of an invoice with tax, none of them explains.
 * Tax goes with the amounts; the last part has what rounding leaves.
 */
export function takeReturns(
  { invoices, chargeOf, left, takes, given, replaced }: Returns,
  invoice: StoredInvoice,
  isIssued: (invoiceId: string) => boolean,
): Source[] {
  const standing = (source: StoredInvoice): StoredInvoice => {
    const before = replaced.get(source.id);
    return before === undefined || isIssued(source.id) ? source : standing(before);
  };
  const sources = new Map<StoredInvoice, Rational>();
  const places = placesOf(invoice.currency);
  for (const line of invoice.lines.filter(({ kind, amount }) => isReturn(kind) && Rational.of(amount).isNegative())) {
    let net = Rational.of(line.amount).negated();
    let gross = grossOf(invoice, line).negated();
    for (const { line: charged, invoice: present } of chargeOf.get(line.id) ?? []) {
      const source = standing(present);
      const part = Rational.smaller(net, leftOf(left, charged));
      if (!part.isPositive() || source.id === invoice.id) continue;
      const share = floored(gross.times(part).over(net), places);
      left.set(charged.id, leftOf(left, charged).minus(part));
      takes.set(invoice.id, [...(takes.get(invoice.id) ?? []), { line: charged, amount: part }]);
      [net, gross] = [net.minus(part), gross.minus(share)];
      const most = Rational.of(source.total).minus(given.get(source.id) ?? Rational.zero);
      const amount = Rational.smaller((sources.get(source) ?? Rational.zero).plus(share), most);
      if (amount.isPositive()) sources.set(source, amount);
    }
  }
  let open = Rational.of(invoice.total)
    .negated()
    .minus(Rational.sum([...sources.values()]));
  for (const source of limitSources(invoice, invoices, standing)) {
    // One that is issued in the same go comes before.
    if (!isIssued(source.id) && source.issuedAt !== invoice.issuedAt) continue;
    const before = sources.get(source) ?? Rational.zero;
    const most = Rational.of(source.total)
      .minus(given.get(source.id) ?? Rational.zero)
      .minus(before);
    const part = Rational.smaller(open, Rational.larger(most, Rational.zero));
    if (!part.isPositive()) continue;
    open = open.minus(part);
    sources.set(source, before.plus(part));
  }
  return (
    [...sources]
      // One that came to nothing and was left out asked for nothing.
      .filter(([{ status }]) => status !== "skipped")
      .toSorted(([a], [b]) => (placeOf(a) < placeOf(b) ? -1 : 1))
      .map(([{ id }, amount]) => ({ invoiceId: id, amount }))
  );
}

/** The invoices that charged in the periods of an invoice's limits, the oldest first: what a limit gives back that shrank is of these. */
function limitSources(
  invoice: StoredInvoice,
  invoices: readonly StoredInvoice[],
  standing: (source: StoredInvoice) => StoredInvoice,
): StoredInvoice[] {
  const limits = invoice.lines.filter(({ kind }) => kind === "minimum" || kind === "maximum");
  return invoices
    .filter((one) => one.subscriptionId === invoice.subscriptionId && one.status !== "void" && one.id !== invoice.id)
    .filter(({ lines }) => limits.some((limit) => lines.some((line) => isChargedIn(line, limit))))
    .map(standing)
    .filter((one) => placeOf(one) < placeOf(invoice))
    .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

function isChargedIn({ priceId, amount, start, end }: StoredLine, limit: StoredLine): boolean {
  if (limit.priceId !== null && limit.priceId !== priceId) return false;
  return Rational.of(amount).isPositive() && start < limit.end && end > limit.start;
}

function isReturn(kind: string): boolean {
  return kind === "credit" || kind === "correction";
}

/** The line with its share of what comes on top of the invoice's lines. */
function grossOf({ taxes }: StoredInvoice, line: StoredLine): Rational {
  const onTop = (line.taxes ?? [])
    .flatMap((part) => part.taxes)
    .filter(({ index }) => taxes?.[index]?.inclusive === false);
  return Rational.of(line.amount).plus(Rational.sum(onTop.map(({ amount }) => Rational.of(amount))));
}

function floored(amount: Rational, places: number): Rational {
  const unit = Rational.whole(10n ** BigInt(places));
  return Rational.whole(-amount.times(unit).negated().ceiling()).over(unit);
}
