import { Rational } from "../../auditor/rational.ts";
import type { StoredInvoice } from "../../platform/ledger.ts";
import { addCredit, creditOf, dueOf, expectAmount, type Owed, settle, type Standing } from "./standing.ts";

/** The credit that an invoice can use: everything except what is held for other drafts. */
export function freeFor(standing: Standing, invoice: StoredInvoice): Rational {
  const held = [...standing.held].flatMap(([id, { of, amount }]) =>
    id !== invoice.id && of.accountId === invoice.accountId && of.currency === invoice.currency ? [amount] : [],
  );
  return Rational.larger(creditOf(standing, invoice).minus(Rational.sum(held)), Rational.zero);
}

/** What was given back of a void invoice and had reduced it is held for its rebilling draft until that is issued. */
export function holdFor(standing: Standing, { invoice, reduced, creditGiven }: Owed): void {
  const draft = standing.holdings.invoices.find(({ replacesInvoiceId }) => replacesInvoiceId === invoice.id);
  const amount = Rational.smaller(reduced, creditGiven);
  // A skipped invoice, or one without a journal entry.
  const isTold = standing.holdings.money.turns.some(({ invoiceId }) => invoiceId === draft?.id);
  if (draft === undefined || !(isTold || draft.status === "draft") || !amount.isPositive()) return;
  standing.held.set(draft.id, { of: invoice, amount });
}

/** What an invoice uses: first what was given back of the void invoice that it replaces. */
export function useCredit({ uses }: Standing, owed: Owed, used: Rational): void {
  const given = Rational.larger(owed.creditGiven.minus(owed.reduced), Rational.zero);
  const own = owed.invoice.replacesInvoiceId === null ? Rational.zero : Rational.smaller(used, given);
  owed.reduced = owed.reduced.plus(own);
  owed.sourced = owed.sourced.plus(own);
  uses.push({ invoiceId: owed.invoice.id, amount: used.minus(own) });
}

/**
 * Credit that returns of an invoice pays written-off invoices of which it had been given back before, the oldest first: as
 * much as the invoice used of credit in between and did not get back. Returns what stays credit.
 */
export function payWrittenOff(standing: Standing, spender: Owed, credited: Rational, by: string): Rational {
  const { invoice } = spender;
  const before = spender.creditGiven.minus(spender.sourced);
  const writtenOff = [...standing.owed.values()]
    .filter((one) => one !== spender && one.status === "uncollectible")
    .filter((one) => one.invoice.accountId === invoice.accountId && one.invoice.currency === invoice.currency)
    .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  let left = credited;
  for (const one of writtenOff) {
    const used = standing.uses.slice(one.givenFrom ?? standing.uses.length, one.givenUpAt ?? 0);
    const spent = Rational.sum(used.flatMap(({ invoiceId, amount }) => (invoiceId === invoice.id ? [amount] : [])));
    const part = [spent.minus(before), one.creditGiven.minus(one.reduced), dueOf(one)].reduce(Rational.smaller, left);
    if (!part.isPositive()) continue;
    left = left.minus(part);
    addCredit(standing, invoice, part.negated());
    one.credits = one.credits.plus(part);
    lessDue(standing, one, part, by);
    settle(one);
  }
  return left;
}

/** The expected reductions of an invoice by others, as in the ledger at the end. */
export function lessDue({ reductions }: Standing, owed: Owed, amount: Rational, by: string): void {
  const key = `${owed.invoice.id} by ${by}`;
  reductions.set(key, (reductions.get(key) ?? Rational.zero).plus(amount));
  owed.reduced = owed.reduced.plus(amount);
  owed.sourced = owed.sourced.plus(amount);
}

export function checkReductions(standing: Standing): void {
  const applied = standing.holdings.money.entries.filter(
    ({ kind, sourceId }) => kind === "applied" && sourceId !== null,
  );
  const written = Map.groupBy(applied, ({ invoiceId, sourceId }) => `${invoiceId} by ${sourceId}`);
  for (const key of new Set([...written.keys(), ...standing.reductions.keys()])) {
    const sum = Rational.sum((written.get(key) ?? []).map(({ amount }) => Rational.of(amount).negated()));
    expectAmount(standing, `what less is due of ${key}`, standing.reductions.get(key) ?? Rational.zero, sum.toText());
  }
}

function placeOf({ invoice: { billingDate, id } }: Owed): string {
  return `${billingDate} ${id}`;
}
