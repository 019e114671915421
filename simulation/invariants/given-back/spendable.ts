import { Rational } from "../../auditor/rational.ts";
import type { StoredInvoice } from "../../platform/ledger.ts";
import type { Holdings } from "../invariants.ts";
import { chargesOf } from "./charges.ts";

/**
 * Nobody can spend what was never paid (R-SUB-4). What an account has to its credit, and what invoices of which nothing was given
 * back were paid with money or credit, is no more than the money that came in and what was given on purpose: notes that asked for
 * account credit, and invoices below zero that somebody wrote.
 */
export function checkSpendable({ invoices, money }: Holdings): string[] {
  const touched = touchedInvoices({ invoices, money });
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
    const most = sum([...received, ...gifts]).plus(Rational.sum(own.map(givenWithoutCharge)));
    const inAll = balance.plus(kept);
    return inAll.compare(most) <= 0
      ? []
      : [
          `${key} has ${balance.toText()} to spend and spent ${kept.toText()}, of ${most.toText()} that came in or was given`,
        ];
  });
}

/** Invoices of which a note or a later invoice gave something back. */
function touchedInvoices({ invoices, money }: Pick<Holdings, "invoices" | "money">): Set<string> {
  const { charges } = chargesOf(invoices, money);
  const corrected = charges.filter(({ later }) => later.some(({ own }) => own.isNegative()));
  return new Set([
    ...money.notes.map(({ invoiceId }) => invoiceId),
    ...corrected.flatMap(({ lines, later }) => [...lines, ...later].map(({ invoice }) => invoice.id)),
  ]);
}

const LIMITS = ["discount", "minimum", "maximum"];

/** What an invoice below zero gives that is not of earlier charges: a limit that shrank, or what somebody wrote. */
function givenWithoutCharge({ status, total, lines, number }: StoredInvoice): Rational {
  if (number === null || status === "void" || !isNegative(total)) return Rational.zero;
  // Which of its lines a limit that shrank gives back of is not told apart.
  if (lines.some(({ kind, amount }) => LIMITS.includes(kind) && isNegative(amount))) return Rational.of(total).negated();
  const back = lines.filter(({ kind, amount }) => (kind === "credit" || kind === "correction") && isNegative(amount));
  const rest = Rational.of(total)
    .negated()
    .minus(sum(back.map(({ amount }) => amount)).negated());
  return Rational.larger(rest, Rational.zero);
}

function isNegative(text: string): boolean {
  return Rational.of(text).isNegative();
}

function sum(texts: readonly string[]): Rational {
  return Rational.sum(texts.map((text) => Rational.of(text)));
}
