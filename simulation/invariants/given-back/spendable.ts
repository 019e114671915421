import { Rational } from "../../auditor/rational.ts";
import type { StoredInvoice } from "../../platform/ledger.ts";
import { orderOf, type StoredMoney } from "../../platform/money-ledger.ts";
import type { Holdings } from "../holdings.ts";
import { type Charge, chargesOf, type Placed, withTax } from "./charges.ts";

/**
 * No account can spend what was never paid (R-SUB-4). Its credit, plus what money and credit paid of invoices without a return, is at
 * most the money received, what was given on purpose (notes with account credit, and manual negative invoices), and what was given
 * back of invoices that are expected to be paid.
 */
export function checkSpendable({ invoices, money }: Holdings): string[] {
  const { charges } = chargesOf(invoices, money);
  const touched = touchedInvoices(charges, invoices, money);
  const expected = expectedOf(charges, invoices, money);
  const netted = nettedOf(charges);
  const keys = Map.groupBy(invoices, ({ accountId, currency }) => `${accountId} ${currency}`);
  return [...keys].flatMap(([key, own]) => {
    const ids = new Set(own.map(({ id }) => id));
    const balance = sum(
      money.entries
        .filter((one) => one.grantId === null && `${one.accountId} ${one.currency}` === key)
        .map(({ amount }) => amount),
    );
    const untouched = own.filter(
      ({ id, status, total }) => status !== "void" && !touched.has(id) && !isNegative(total),
    );
    const kept = Rational.sum(
      untouched.map(({ id, creditsApplied, amountPaid }) => {
        const drawn = money.entries.filter((one) => one.invoiceId === id && one.grantId !== null);
        return Rational.of(creditsApplied)
          .plus(Rational.of(amountPaid))
          .minus(sum(drawn.map(({ paid }) => paid ?? "0")));
      }),
    );
    const received = money.payments
      .filter(({ invoiceId, status }) => ids.has(invoiceId) && status === "succeeded")
      .map(({ amount }) => amount);
    const gifts = money.notes
      .filter(({ invoiceId, outcome }) => ids.has(invoiceId) && outcome === "account_credit")
      .map(({ credited }) => credited);
    const given = own.flatMap((one) => [givenWithoutCharge(one), netted(one)]);
    const most = [sum([...received, ...gifts]), ...given, ...own.map(expected)].reduce(
      (a, b) => a.plus(b),
      Rational.zero,
    );
    const inAll = balance.plus(kept);
    return inAll.compare(most) <= 0
      ? []
      : [
          `${key} has ${balance.toText()} to spend and spent ${kept.toText()}, of ${most.toText()} that came in or was given`,
        ];
  });
}

/** Invoices of which a note or a later invoice gave something back, and those to which it may have moved a discount. */
function touchedInvoices(
  charges: readonly Charge[],
  invoices: readonly StoredInvoice[],
  money: StoredMoney,
): Set<string> {
  const corrected = charges
    .filter(({ later }) => later.some(({ own }) => own.isNegative()))
    .flatMap(({ lines, later }) => [...lines, ...later].map(({ invoice }) => invoice));
  const discounted = invoices.filter((one) => corrected.some((each) => sharesDiscount(one, each)));
  return new Set([
    ...money.notes.map(({ invoiceId }) => invoiceId),
    ...[...corrected, ...discounted].map(({ id }) => id),
  ]);
}

/**
 * What may have been given back of an invoice before it was paid: no more than its amount due, nor than later invoices gave
 * back. For a written-off invoice, only what was given back before. For a rebilled one, also what was given back while the
 * void one was expected to be paid. A discount that is no longer needed by a line moves to the other invoices of its period, so
 * these may give back instead.
 */
function expectedOf(
  charges: readonly Charge[],
  invoices: readonly StoredInvoice[],
  money: StoredMoney,
): (invoice: StoredInvoice) => Rational {
  const turns = (kind: string): Map<string, string> =>
    new Map(money.turns.filter((one) => one.kind === kind).map(({ invoiceId, id }) => [invoiceId, orderOf(id)]));
  const [issued, givenUp] = [turns("invoice_issued"), turns("invoice_uncollectible")];
  const [back, beforehand] = [new Map<string, Rational>(), new Map<string, Rational>()];
  const add = (amounts: Map<string, Rational>, id: string, taken: readonly Placed[]): void => {
    const given = taken.map((one) => withTax(one, one.own).negated());
    amounts.set(id, Rational.sum([amounts.get(id) ?? Rational.zero, ...given]));
  };
  for (const { lines, later } of charges) {
    const own = new Set([...lines, ...later].map(({ invoice }) => invoice));
    const discounted = invoices.filter((one) => [...own].some((each) => sharesDiscount(one, each)));
    for (const { id: source } of new Set([...own, ...discounted])) {
      const until = givenUp.get(source) ?? "~";
      const taken = later.filter(
        (one) => one.own.isNegative() && one.invoice.id !== source && (issued.get(one.invoice.id) ?? "~") < until,
      );
      add(back, source, taken);
      const since = issued.get(source) ?? "~";
      add(
        beforehand,
        source,
        taken.filter((one) => (issued.get(one.invoice.id) ?? "~") < since),
      );
    }
  }
  return ({ id, status, total, creditsApplied, amountPaid }) => {
    if (status === "void" || isNegative(total)) return Rational.zero;
    const due = Rational.of(total).minus(Rational.of(creditsApplied)).minus(Rational.of(amountPaid));
    const open = Rational.smaller(Rational.larger(due, Rational.zero), back.get(id) ?? Rational.zero);
    return Rational.larger(open, Rational.smaller(Rational.of(total), beforehand.get(id) ?? Rational.zero));
  };
}

/** Whether the other invoice has a discount of an amount, over a period of their subscription in which this one bills too. */
function sharesDiscount(one: StoredInvoice, other: StoredInvoice): boolean {
  if (one.subscriptionId === null || one.subscriptionId !== other.subscriptionId) return false;
  const discounts = other.lines.filter(({ kind, settles }) => kind === "discount" && settles !== null);
  return discounts.some(({ start, end }) => one.lines.some((line) => line.start < end && line.end > start));
}

const LIMITS = ["discount", "minimum", "maximum"];

/** What a negative invoice gives that is not of earlier charges: a shortened limit, or manual lines. */
function givenWithoutCharge({ status, total, lines, number }: StoredInvoice): Rational {
  if (number === null || status === "void" || !isNegative(total)) return Rational.zero;
  // The lines that a shortened limit gives back of are not known.
  if (lines.some(({ kind }) => LIMITS.includes(kind))) return Rational.of(total).negated();
  const back = lines.filter(({ kind, amount }) => (kind === "credit" || kind === "correction") && isNegative(amount));
  const rest = Rational.of(total)
    .negated()
    .minus(sum(back.map(({ amount }) => amount)).negated());
  return Rational.larger(rest, Rational.zero);
}

/**
 * A shortened limit may give back more of a price than its invoice charges for it, and so pay for other lines. When those
 * are taken back, that money returns of the earlier invoices.
 */
function nettedOf(charges: readonly Charge[]): (invoice: StoredInvoice) => Rational {
  const taken = new Map<string, Rational>();
  for (const { lines, later } of charges) {
    const back = later.filter(({ own }) => own.isNegative()).map((one) => withTax(one, one.own).negated());
    for (const id of new Set(lines.map(({ invoice }) => invoice.id))) {
      taken.set(id, Rational.sum([taken.get(id) ?? Rational.zero, ...back]));
    }
  }
  return (invoice) => {
    if (invoice.status === "void") return Rational.zero;
    const limited = invoice.lines.filter(({ kind, priceId }) => kind === "maximum" && priceId !== null);
    const beyond = [...new Set(limited.map(({ priceId }) => priceId))].map((priceId) => {
      const lines = invoice.lines.filter((line) => line.priceId === priceId);
      const amounts = lines.map((line) => withTax({ invoice, line }, Rational.of(line.amount)));
      return Rational.larger(Rational.sum(amounts).negated(), Rational.zero);
    });
    // What it gives back in total is counted already.
    const already = Rational.smaller(Rational.of(invoice.total), Rational.zero);
    const paidOthers = Rational.larger(Rational.sum(beyond).plus(already), Rational.zero);
    return Rational.smaller(paidOthers, taken.get(invoice.id) ?? Rational.zero);
  };
}

function isNegative(text: string): boolean {
  return Rational.of(text).isNegative();
}

function sum(texts: readonly string[]): Rational {
  return Rational.sum(texts.map((text) => Rational.of(text)));
}
