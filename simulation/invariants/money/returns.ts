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
  /** The lines of the charge in which a line takes back, the oldest invoice first. */
  readonly chargeOf: ReadonlyMap<string, readonly Placed[]>;
  readonly left: Map<string, Rational>;
}

export function openReturns({ invoices, money }: Holdings): Returns {
  const { charges } = chargesOf(invoices, money);
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const replaced = invoices.flatMap(({ id, replacesInvoiceId }): [string, StoredInvoice][] => {
    const before = byId.get(replacesInvoiceId ?? "");
    return before === undefined ? [] : [[id, before]];
  });
  return { chargeOf: new Map(charges.flatMap(linesOf)), left: new Map(), replaced: new Map(replaced) };
}

function linesOf({ lines, later }: Charge): [lineId: string, Placed[]][] {
  const ordered = [...lines, ...later].toSorted((a, b) => (placeOf(a.invoice) < placeOf(b.invoice) ? -1 : 1));
  return later.map(({ line }) => [line.id, ordered.filter((one) => one.line.id !== line.id)]);
}

function placeOf({ billingDate, id }: StoredInvoice): string {
  return `${billingDate} ${id}`;
}

/** A note takes of its lines, so that no later invoice does. */
export function takeNoted({ left }: Returns, invoice: StoredInvoice, { lines }: StoredNote): void {
  for (const { lineId, amount } of lines) {
    const line = invoice.lines.find(({ id }) => id === lineId);
    if (line !== undefined) left.set(lineId, leftOf(left, line).minus(Rational.of(amount)));
  }
}

function leftOf(left: ReadonlyMap<string, Rational>, { id, amount }: StoredLine): Rational {
  return left.get(id) ?? Rational.of(amount);
}

/**
 * What the lines of an invoice that is issued give back of others: each of the oldest first, and of each line at most what is left of it.
 * Tax goes with the amounts; the last part has what rounding leaves.
 */
export function takeReturns(
  { chargeOf, left, replaced }: Returns,
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
      const taken = floored(gross.times(part).over(net), places);
      left.set(charged.id, leftOf(left, charged).minus(part));
      [net, gross] = [net.minus(part), gross.minus(taken)];
      sources.set(source, (sources.get(source) ?? Rational.zero).plus(taken));
    }
  }
  return [...sources]
    .toSorted(([a], [b]) => (placeOf(a) < placeOf(b) ? -1 : 1))
    .map(([{ id }, amount]) => ({ invoiceId: id, amount }));
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
