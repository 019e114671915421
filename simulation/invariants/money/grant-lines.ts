import { placesOf } from "../../auditor/currency.ts";
import { Rational } from "../../auditor/rational.ts";
import type { StoredInvoice, StoredLine } from "../../platform/ledger.ts";
import { orderOf, type StoredEntry } from "../../platform/money-ledger.ts";
import { chargesOf, withTax } from "../given-back/charges.ts";
import type { Holdings } from "../holdings.ts";

/**
 * Draws record what they paid of which line, and what is given back of a line returns to its draws before any other draw
 * (R-INV-8).
 */
export function checkGrantLines(holdings: Holdings): string[] {
  const ordered = holdings.money.entries
    .filter(({ grantId, lines }) => grantId !== null && lines !== null)
    .toSorted((a, b) => (orderOf(a.id) < orderOf(b.id) ? -1 : 1));
  const ofInvoices = Map.groupBy(ordered, (entry) => paidInvoice(holdings, entry));
  const givenBack = givenBackOf(holdings);
  return [...ofInvoices].flatMap(([id, entries]) => {
    const invoice = holdings.invoices.find((one) => one.id === id);
    return invoice === undefined
      ? [`grants paid ${id}, which is gone`]
      : [
          ...entries.flatMap((entry) => sumFaults(invoice, entry)),
          ...overpaidLines(invoice, entries),
          ...returnFaults(invoice, entries, givenBack),
        ];
  });
}

/** The invoice of the draws to which an entry belongs or returns. */
function paidInvoice({ money }: Holdings, { invoiceId, noteId, sourceId }: StoredEntry): string {
  return sourceId ?? money.notes.find(({ id }) => id === noteId)?.invoiceId ?? invoiceId ?? "";
}

function sumFaults({ id, lines }: StoredInvoice, entry: StoredEntry): string[] {
  const parts = entry.lines ?? [];
  const isWhole =
    sum(parts.map(({ amount }) => amount)).compare(Rational.of(entry.amount)) === 0 &&
    sum(parts.map(({ amountPaid }) => amountPaid)).compare(Rational.of(entry.paid ?? "0")) === 0;
  const strange = parts.filter(({ lineId }) => !lines.some((line) => line.id === lineId));
  return [
    ...(isWhole ? [] : [`the lines of ${entry.id} do not sum to it`]),
    ...strange.map(({ lineId }) => `${entry.id} names ${lineId}, which is no line of ${id}`),
  ];
}

/** Grants pay no line twice, and get back at most what they paid. */
function overpaidLines(invoice: StoredInvoice, entries: readonly StoredEntry[]): string[] {
  const unit = Rational.whole(1).over(Rational.whole(10n ** BigInt(placesOf(invoice.currency))));
  return invoice.lines.flatMap((line) => {
    const paid = heldOf(entries, line.id);
    const drawn = heldOf(
      entries.filter(({ kind }) => kind === "used"),
      line.id,
    );
    // Each share of an invoice's tax is rounded up or down.
    const shares = (line.taxes ?? []).flatMap(({ taxes }) => taxes).length;
    const most = withTax({ invoice, line }, Rational.of(line.amount)).plus(unit.times(Rational.whole(1 + shares)));
    const isRight = !paid.isNegative() && (drawn.isZero() || drawn.compare(most) <= 0);
    return isRight ? [] : [`grants paid ${drawn.toText()} of ${line.id} and still ${paid.toText()}`];
  });
}

/** The lines of an invoice that a document gives back: the known ones, and all possible ones. */
interface GivenBack {
  readonly known: ReadonlySet<string>;
  readonly possible: ReadonlySet<string>;
}

/** A draw of another line gets something back only if nothing is left of any line that is given back. */
function returnFaults(
  invoice: StoredInvoice,
  entries: readonly StoredEntry[],
  givenBackOf: (documentId: string, source: StoredInvoice) => GivenBack,
): string[] {
  const returns = entries.filter(({ kind, sourceId }) => kind === "returned" && sourceId !== null);
  const events = Map.groupBy(returns, ({ noteId, invoiceId }) => noteId ?? invoiceId ?? "");
  return [...events].flatMap(([documentId, own]) => {
    const { known, possible } = givenBackOf(documentId, invoice);
    const strays = own
      .flatMap(({ lines }) => lines ?? [])
      .filter(({ lineId }) => !known.has(lineId) && !possible.has(lineId));
    if (strays.length === 0) return [];
    const until = orderOf(own.at(-1)?.id ?? "");
    const standing = entries.filter(({ id }) => orderOf(id) <= until);
    return [...known]
      .filter((lineId) => heldOf(standing, lineId).isPositive())
      .map((lineId) => `${documentId} returns ${strays[0]?.lineId} to grants before ${lineId}, which it gives back`);
  });
}

function givenBackOf({ invoices, money }: Holdings): (documentId: string, source: StoredInvoice) => GivenBack {
  const { charges } = chargesOf(invoices, money);
  return (documentId, source) => {
    const note = money.notes.find(({ id }) => id === documentId);
    if (note !== undefined) {
      const credited = note.lines.filter(({ amount }) => !Rational.of(amount).isNegative());
      return { known: new Set(credited.map(({ lineId }) => lineId)), possible: new Set() };
    }
    const corrected = charges.filter(({ later }) => later.some(({ invoice }) => invoice.id === documentId));
    const placed = corrected.flatMap(({ lines, later }) =>
      [...lines, ...later].map((one) => ({ ...one, takes: takesOf(later, documentId) })),
    );
    const charged = placed.filter(
      ({ invoice, line, takes }) =>
        invoice.id === source.id && isCharged(line) && (takes === null || takes.includes(invoice.id)),
    );
    return {
      known: new Set(charged.map(({ line }) => line.id)),
      possible: possibleOf(invoices, documentId, source),
    };
  };
}

/** The invoices that usage on a document takes from; null for the one line of a credit. */
function takesOf(
  later: readonly { readonly invoice: StoredInvoice; readonly line: StoredLine }[],
  documentId: string,
): string[] | null {
  const own = later.filter(({ invoice }) => invoice.id === documentId);
  if (own.some(({ line }) => line.kind === "credit")) return null;
  return own.flatMap(({ line }) => (line.takes ?? []).map(({ invoiceId }) => invoiceId));
}

/** Lines that a limit on the document, or an invoice in between, may give back too: lines of prices with any return. */
function possibleOf(invoices: readonly StoredInvoice[], documentId: string, source: StoredInvoice): Set<string> {
  const own = invoices.filter(({ subscriptionId }) => subscriptionId === source.subscriptionId);
  const document = own.find(({ id }) => id === documentId);
  const isLimited = document?.lines.some(({ kind }) => kind === "minimum" || kind === "maximum") ?? true;
  const between = own.flatMap(({ lines }) => lines.filter(({ amount }) => Rational.of(amount).isNegative()));
  const prices = new Set(between.map(({ priceId }) => priceId));
  return new Set(source.lines.filter(({ priceId }) => isLimited || prices.has(priceId)).map(({ id }) => id));
}

function isCharged({ amount }: StoredLine): boolean {
  return Rational.of(amount).isPositive();
}

/** What grants paid of a line, less what returned. */
function heldOf(entries: readonly StoredEntry[], lineId: string): Rational {
  const parts = entries.flatMap(({ lines }) => (lines ?? []).filter((part) => part.lineId === lineId));
  return sum(parts.map(({ amountPaid }) => amountPaid));
}

function sum(texts: readonly string[]): Rational {
  return Rational.sum(texts.map((text) => Rational.of(text)));
}
