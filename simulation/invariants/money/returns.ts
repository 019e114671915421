import { placesOf } from "../../auditor/currency.ts";
import { Rational } from "../../auditor/rational.ts";
import type { StoredInvoice, StoredLine } from "../../platform/ledger.ts";
import { orderOf, type StoredNote } from "../../platform/money-ledger.ts";
import { chargesOf } from "../given-back/charges.ts";
import type { Holdings } from "../holdings.ts";
import { type GivenPart, takeBackReliefs } from "./taken-back.ts";

/** An invoice that another gives back from, and how much, with tax. */
export interface Source {
  readonly invoiceId: string;
  readonly amount: Rational;
}

/** What was given back of each invoice so far, while what happened is gone through in its order. */
export interface Returns {
  readonly invoices: readonly StoredInvoice[];
  /** Of a draft that bills again: the void invoice whose place it took. */
  readonly replaced: ReadonlyMap<string, StoredInvoice>;
  /** The invoice that was issued last in the place of a void one. */
  readonly present: ReadonlyMap<string, StoredInvoice>;
  /** The invoice whose line a credit gives back, by the credit. */
  readonly credited: ReadonlyMap<string, StoredInvoice>;
  /** By invoice, what notes and later invoices below zero gave back of it, with tax. */
  readonly given: Map<string, Rational>;
}

/** When an invoice is issued. */
export interface Moment {
  /** The turn at which it is, as `orderOf` gives it. */
  readonly at: string;
  /** Whether another one was issued by then. */
  isIssued(invoiceId: string): boolean;
}

export function openReturns({ invoices, money }: Holdings): Returns {
  const { credited } = chargesOf(invoices, money);
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const replaced = new Map<string, StoredInvoice>();
  const present = new Map(byId);
  for (const invoice of invoices.toSorted((a, b) => (a.id < b.id ? 1 : -1))) {
    const before = byId.get(invoice.replacesInvoiceId ?? "");
    if (before === undefined) continue;
    replaced.set(invoice.id, before);
    present.set(before.id, present.get(invoice.id) ?? invoice);
  }
  return { invoices, replaced, present, credited, given: new Map() };
}

function placeOf({ billingDate, id }: StoredInvoice): string {
  return `${billingDate} ${id}`;
}

/** A note gives back of its invoice, so that no later invoice does. */
export function takeNoted({ given }: Returns, invoice: StoredInvoice, { total }: StoredNote): void {
  given.set(invoice.id, (given.get(invoice.id) ?? Rational.zero).plus(Rational.of(total)));
}

/**
 * What the lines of an invoice that is issued give back of others: a credit of the line that it credits, usage of the invoices that were
 * written down. What is more than is left of an invoice with tax is of those that it took back from itself; what is more than that, of
 * those that charged in the period of a limit. What is taken back of a discount or limit is of the invoice whose lines it counts. Tax goes
 * with the amounts; the last part has what rounding leaves.
 */
export function takeReturns(returns: Returns, invoice: StoredInvoice, { at, isIssued }: Moment): Source[] {
  const { invoices, replaced, given } = returns;
  // One that is issued in the same go comes before, and a skipped one. One that is made later does not, not even for an earlier date: the
  // account moved west.
  const comesBefore = ({ id, status, issuedAt }: StoredInvoice): boolean =>
    isIssued(id) || ((issuedAt === invoice.issuedAt || status === "skipped") && orderOf(id) < at);
  const standing = (source: StoredInvoice): StoredInvoice => {
    const before = replaced.get(source.id);
    return before === undefined || isIssued(source.id) ? source : standing(before);
  };
  const sources = new Map<StoredInvoice, Rational>();
  /** Takes at most what is left of an invoice, and answers what is more. */
  const takeUpTo = (source: StoredInvoice, amount: Rational): Rational => {
    const before = sources.get(source) ?? Rational.zero;
    const left = Rational.of(source.total)
      .minus(given.get(source.id) ?? Rational.zero)
      .minus(before);
    const part = Rational.smaller(amount, Rational.larger(left, Rational.zero));
    if (part.isPositive()) sources.set(source, before.plus(part));
    return amount.minus(part);
  };
  const deeper = new Set<StoredInvoice>();
  /** Takes what one of them cannot bear of the next, and answers what none can. */
  const takeDeeper = (source: StoredInvoice, over: Rational, seen: readonly StoredInvoice[]): Rational => {
    let open = over;
    for (const take of source.lines.flatMap((line) => takesOf(returns, line))) {
      const next = standing(take.source);
      if (seen.includes(next) || !comesBefore(next)) continue;
      deeper.add(next);
      const wanted = Rational.smaller(open, take.amount);
      open = open.minus(wanted).plus(takeDeeper(next, takeUpTo(next, wanted), [...seen, source]));
    }
    return open;
  };
  const places = placesOf(invoice.currency);
  const over = new Map<StoredInvoice, Rational>();
  const parts: GivenPart[] = [];
  for (const line of invoice.lines) {
    let net = Rational.of(line.amount).negated();
    let gross = grossOf(invoice, line).negated();
    for (const take of takesOf(returns, line)) {
      const source = standing(take.source);
      const part = Rational.smaller(net, take.amount);
      if (!part.isPositive() || source.id === invoice.id) continue;
      const share = floored(gross.times(part).over(net), places);
      [net, gross] = [net.minus(part), gross.minus(share)];
      parts.push({ lineId: line.id, source, net: part, gross: share });
    }
  }
  takeBackReliefs(invoice, parts, { places, grossOf: (line) => grossOf(invoice, line) });
  for (const { source, gross } of parts) {
    over.set(source, (over.get(source) ?? Rational.zero).plus(takeUpTo(source, gross)));
  }
  for (const [source, rest] of over) takeDeeper(source, rest, []);
  let open = Rational.of(invoice.total)
    .negated()
    .minus(Rational.sum([...sources.values()]));
  for (const source of limitSources(invoice, invoices, standing)) {
    if (open.isPositive() && comesBefore(source)) open = takeUpTo(source, open);
  }
  for (const source of sharedLimits(invoice, [...over.keys(), ...deeper], { invoices, standing })) {
    if (open.isPositive() && comesBefore(source)) open = takeUpTo(source, open);
  }
  return (
    [...sources]
      // One that came to nothing and was left out asked for nothing.
      .filter(([{ status }]) => status !== "skipped")
      .toSorted(([a], [b]) => (placeOf(a) < placeOf(b) ? -1 : 1))
      .map(([{ id }, amount]) => ({ invoiceId: id, amount }))
  );
}

/** What a line gives back of which invoices, by those that were issued last in their places. */
function takesOf(
  { credited, present }: Returns,
  { id, kind, amount, takes }: StoredLine,
): { readonly source: StoredInvoice; readonly amount: Rational }[] {
  if (!Rational.of(amount).isNegative()) return [];
  const ofCredit = kind === "credit" ? credited.get(id) : undefined;
  const whole =
    ofCredit === undefined ? [] : [{ invoiceId: ofCredit.id, amount: Rational.of(amount).negated().toText() }];
  return (takes ?? whole).flatMap((take) => {
    const source = present.get(take.invoiceId);
    return source === undefined ? [] : [{ source, amount: Rational.of(take.amount) }];
  });
}

/** The invoices that charged in the periods of an invoice's limits, the oldest first: what a limit gives back that shrank is of these. */
function limitSources(
  invoice: StoredInvoice,
  invoices: readonly StoredInvoice[],
  standing: (source: StoredInvoice) => StoredInvoice,
): StoredInvoice[] {
  const limits = invoice.lines.filter(({ kind }) => kind === "minimum" || kind === "maximum");
  return [...new Set(invoices.filter((one) => one.status !== "void").map(standing))]
    .filter((one) => one.subscriptionId === invoice.subscriptionId && placeOf(one) < placeOf(invoice))
    .filter(({ lines }) => limits.some((limit) => lines.some((line) => isChargedIn(line, limit))))
    .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

/** The earlier invoices that charged in the periods of discounts of an amount and of limits on those given back from, the oldest first. */
function sharedLimits(
  invoice: StoredInvoice,
  sources: readonly StoredInvoice[],
  { invoices, standing }: { invoices: readonly StoredInvoice[]; standing: (source: StoredInvoice) => StoredInvoice },
): StoredInvoice[] {
  const limitsOf = ({ lines }: StoredInvoice): StoredLine[] => lines.filter(({ settles }) => settles !== null);
  const isInTheirs = (one: StoredInvoice): boolean =>
    sources.some(
      (source) =>
        source !== one && limitsOf(source).some((limit) => one.lines.some((line) => isChargedIn(line, limit))),
    );
  return [...new Set(invoices.filter((one) => one.status !== "void").map(standing))]
    .filter((one) => one.subscriptionId === invoice.subscriptionId && placeOf(one) < placeOf(invoice))
    .filter(isInTheirs)
    .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

function isChargedIn({ priceId, amount, start, end }: StoredLine, limit: StoredLine): boolean {
  if (limit.priceId !== null && limit.priceId !== priceId) return false;
  return Rational.of(amount).isPositive() && start < limit.end && end > limit.start;
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
