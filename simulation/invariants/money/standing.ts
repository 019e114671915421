import { Rational } from "../../auditor/rational.ts";
import type { StoredInvoice } from "../../platform/ledger.ts";
import type { StoredGrant, StoredMoney, StoredPayment } from "../../platform/money-ledger.ts";
import type { Holdings } from "../holdings.ts";
import { openReturns, type Returns } from "./returns.ts";

/** An issued invoice at a point of the replay. */
export interface Owed {
  readonly invoice: StoredInvoice;
  status: "draft" | "open" | "paid" | "void" | "uncollectible";
  /** It was unpaid at its due date. */
  isOverdue: boolean;
  credits: Rational;
  paid: Rational;
  /** How often it was paid. What is given back of it makes it due again. */
  timesPaid: number;
  hasNotes: boolean;
  /** What grants paid of it, and what of that returned to them. */
  drawn: Rational;
  returned: Rational;
  /** What was given back of it as money: as a reduction or as account credit. */
  given: Rational;
  /** The part of that as account credit, including what reduced it; and what account credit deducted after its issue. */
  creditGiven: Rational;
  reduced: Rational;
  /** The part of that which reduced it because of another invoice, or was used in place of a void one. */
  sourced: Rational;
  /** Number of uses of credit before the first return of it, and before its last write-off. */
  givenFrom: number | null;
  givenUpAt: number | null;
}

/** A payment at a point of the replay. */
export interface Received {
  readonly payment: StoredPayment;
  /** What of it still pays its invoice, and what is account credit unless it is used. */
  applied: Rational;
  credited: Rational;
}

/** All debts and credits while the replay follows the platform's order. */
export interface Standing {
  readonly holdings: Holdings;
  readonly owed: ReadonlyMap<string, Owed>;
  readonly received: Map<string, Received>;
  /** By account and currency. */
  readonly credit: Map<string, Rational>;
  /** The balance of each grant. */
  readonly grants: Map<string, Rational>;
  /** What was given back of invoices. */
  readonly returns: Returns;
  /** Uses of account credit by invoices, in order. */
  readonly uses: { readonly invoiceId: string; readonly amount: Rational }[];
  /** Held credit by draft, with the void invoice that it had reduced. */
  readonly held: Map<string, { readonly of: StoredInvoice; readonly amount: Rational }>;
  /** Reductions of one invoice by another. */
  readonly reductions: Map<string, Rational>;
  readonly faults: string[];
}

export function openStanding(holdings: Holdings): Standing {
  const issued = holdings.invoices.filter(({ number }) => number !== null);
  const owed = issued.map((invoice): [string, Owed] => {
    const { zero } = Rational;
    const nothing = {
      credits: zero,
      paid: zero,
      drawn: zero,
      returned: zero,
      given: zero,
      creditGiven: zero,
      reduced: zero,
      sourced: zero,
      givenFrom: null,
      givenUpAt: null,
      timesPaid: 0,
      hasNotes: false,
      isOverdue: false,
    };
    return [invoice.id, { invoice, status: "draft", ...nothing }];
  });
  const empty = { received: new Map(), credit: new Map(), grants: new Map(), held: new Map(), reductions: new Map() };
  return { holdings, owed: new Map(owed), ...empty, returns: openReturns(holdings), uses: [], faults: [] };
}

export function owedOf({ owed }: Standing, invoiceId: string): Owed {
  const found = owed.get(invoiceId);
  if (found === undefined) throw new Error(`something happened to ${invoiceId}, which is not issued`);
  return found;
}

export function dueOf({ invoice, status, credits, paid }: Owed): Rational {
  return status === "void" ? Rational.zero : Rational.of(invoice.total).minus(credits).minus(paid);
}

/** What was paid of an invoice with money or credit, less what was given back of it; below zero if that was never paid. */
function moneyOf({ paid, credits, drawn, given }: Owed): Rational {
  return paid.plus(credits).minus(drawn).minus(given);
}

/** Where a return goes: the amount due, then credit for what money paid, then the grants that paid. */
export function split(owed: Owed, amount: Rational, reducesDue: boolean): { applied: Rational; granted: Rational } {
  const { status, drawn, returned, given } = owed;
  const isOwed = reducesDue && (status === "open" || status === "uncollectible");
  const due = isOwed ? Rational.larger(dueOf(owed), Rational.zero) : Rational.zero;
  // An invoice that is not due yet is expected to be paid.
  const toCome = isOwed || status === "uncollectible" ? Rational.zero : Rational.larger(dueOf(owed), Rational.zero);
  const money = Rational.larger(moneyOf(owed).plus(toCome), Rational.zero);
  const applied = Rational.smaller(amount, due);
  const rest = amount.minus(applied);
  const granted = Rational.smaller(rest.minus(Rational.smaller(rest, money)), drawn.minus(returned));
  owed.returned = returned.plus(granted);
  owed.given = given.plus(amount).minus(granted);
  return { applied, granted };
}

/** What was given back of an invoice as account credit, including what reduced its amount due. */
export function giveCredit({ uses }: Standing, owed: Owed, amount: Rational): void {
  owed.creditGiven = owed.creditGiven.plus(amount);
  if (amount.isPositive()) owed.givenFrom ??= uses.length;
}

/** Paid if nothing is due; open again if something is, unless it is written off. */
export function settle(owed: Owed): void {
  const isPaid = dueOf(owed).isZero();
  if (isPaid && owed.status !== "paid") owed.timesPaid += 1;
  if (isPaid) owed.status = "paid";
  else if (owed.status === "paid" || owed.status === "draft") owed.status = "open";
}

export function creditOf(standing: Standing, invoice: StoredInvoice): Rational {
  return standing.credit.get(`${invoice.accountId} ${invoice.currency}`) ?? Rational.zero;
}

export function addCredit(standing: Standing, invoice: StoredInvoice, amount: Rational): void {
  const balance = creditOf(standing, invoice).plus(amount);
  if (balance.isNegative()) standing.faults.push(`${invoice.id} leaves the account with ${balance.toText()} of credit`);
  standing.credit.set(`${invoice.accountId} ${invoice.currency}`, balance);
}

export function addToGrant(standing: Standing, grant: StoredGrant, amount: Rational): void {
  const balance = (standing.grants.get(grant.id) ?? Rational.zero).plus(amount);
  if (balance.isNegative() || balance.compare(Rational.of(grant.amount)) > 0) {
    standing.faults.push(`${grant.id} of ${grant.amount} has ${balance.toText()} left`);
  }
  standing.grants.set(grant.id, balance);
}

export function grantOf({ grants }: StoredMoney, id: string | null): StoredGrant {
  const grant = grants.find((one) => one.id === id);
  if (grant === undefined) throw new Error(`the ledger names the grant ${id}, which is not there`);
  return grant;
}

/** Records a fault if the platform wrote another amount. */
export function expectAmount(standing: Standing, what: string, expected: Rational, written: string): void {
  if (expected.compare(Rational.of(written)) === 0) return;
  standing.faults.push(`${what} is ${written}, not ${expected.toText()}`);
}

/** What returns to grants, in the money that they paid. */
export function expectReturned(
  standing: Standing,
  what: string,
  expected: Rational,
  isOwn: (entry: StoredMoney["entries"][number]) => boolean,
): void {
  const entries = standing.holdings.money.entries.filter(
    (one) => one.grantId !== null && one.kind === "returned" && isOwn(one),
  );
  const paid = Rational.sum(entries.map((one) => Rational.of(one.paid ?? "0")));
  expectAmount(standing, what, expected, paid.negated().toText());
}
