import { Rational } from "../../auditor/rational.ts";
import { orderOf, type StoredEntry, type StoredTurn } from "../../platform/money-ledger.ts";
import { freeFor, holdFor, lessDue, payWrittenOff, useCredit } from "./coming-back.ts";
import { type Source, takeReturns } from "./returns.ts";
import {
  addCredit,
  dueOf,
  expectAmount,
  expectReturned,
  giveCredit,
  grantOf,
  type Owed,
  owedOf,
  settle,
  split,
  type Standing,
} from "./standing.ts";

/** An invoice is issued, voided or written off. */
export function turn(standing: Standing, { id, kind, invoiceId }: StoredTurn): void {
  switch (kind) {
    case "invoice_issued":
      return issue(standing, invoiceId, orderOf(id));
    case "invoice_voided":
      return voidAgain(standing, invoiceId);
    case "invoice_uncollectible":
      return giveUp(standing, invoiceId);
    case "invoice_overdue":
      owedOf(standing, invoiceId).isOverdue = true;
      return;
    default:
      kind satisfies never;
  }
}

/** Grants pay first, then account credit. A negative total is given back (R-SUB-4). */
function issue(standing: Standing, invoiceId: string, at: string): void {
  const owed = owedOf(standing, invoiceId);
  const { invoice } = owed;
  const { drawn } = owed;
  const rest = Rational.of(invoice.total).minus(drawn);
  const isIssued = (id: string): boolean => (standing.owed.get(id)?.status ?? "draft") !== "draft";
  const sources = takeReturns(standing.returns, invoice, { at, isIssued });
  const unexplained = rest.isNegative() ? giveBackTo(standing, owed, rest.negated(), sources) : Rational.zero;
  const used = rest.isNegative() ? rest : Rational.smaller(rest, freeFor(standing, invoice));
  if (used.isPositive()) useCredit(standing, owed, used);
  standing.held.delete(invoiceId);
  const own = standing.holdings.money.entries.filter(
    (entry) => entry.invoiceId === invoiceId && entry.grantId === null && entry.kind === null,
  );
  expectAmount(
    standing,
    `the account credit that ${invoiceId} uses`,
    rest.isNegative() ? unexplained.negated() : used,
    Rational.sum(own.map(({ amount }) => Rational.of(amount).negated())).toText(),
  );
  addCredit(standing, invoice, rest.isNegative() ? unexplained : used.negated());
  owed.credits = drawn.plus(used);
  settle(owed);
}

/** An invoice that is not due yet is expected to be paid, so what is given back of it is credit. */
function isUnpaid({ status, isOverdue }: Owed): boolean {
  return status === "uncollectible" || isOverdue;
}

/** By then its remaining unpaid credit has paid it. */
function giveUp(standing: Standing, invoiceId: string): void {
  const owed = owedOf(standing, invoiceId);
  expectAmount(standing, `the credit that ${invoiceId} still has to take back`, takenBack(standing, owed), "0");
  owed.status = "uncollectible";
  owed.givenUpAt = standing.uses.length;
}

function takenBack(standing: Standing, owed: Owed): Rational {
  const given = Rational.larger(owed.creditGiven.minus(owed.reduced), Rational.zero);
  return [freeFor(standing, owed.invoice), dueOf(owed)].reduce(Rational.smaller, given);
}

/** Account credit pays an issued invoice: on request, or at a write-off. */
export function applyCredit(standing: Standing, { invoiceId, amount }: StoredEntry, asked: Rational[]): void {
  const owed = owedOf(standing, invoiceId ?? "");
  const applied = Rational.of(amount).negated();
  const expected = takenBack(standing, owed);
  // What was asked for may be as much as what was taken back before.
  const index = expected.compare(applied) === 0 ? -1 : asked.findIndex((one) => one.compare(applied) === 0);
  if (index >= 0) asked.splice(index, 1);
  else expectAmount(standing, `the credit that ${invoiceId} takes back`, expected, applied.toText());
  if (applied.compare(dueOf(owed)) > 0)
    standing.faults.push(`${invoiceId} takes ${applied.toText()} of credit, more than is due`);
  addCredit(standing, owed.invoice, applied.negated());
  owed.credits = owed.credits.plus(applied);
  owed.reduced = owed.reduced.plus(applied);
  standing.uses.push({ invoiceId: owed.invoice.id, amount: applied });
  settle(owed);
}

const NOTHING = { applied: Rational.zero, granted: Rational.zero };

/** A negative total goes to the invoices that it gives back from, the oldest first. Returns the rest. */
function giveBackTo(standing: Standing, { invoice }: Owed, total: Rational, sources: readonly Source[]): Rational {
  let left = total;
  for (const { invoiceId, amount } of sources) {
    const source = standing.owed.get(invoiceId);
    const part = Rational.smaller(left, amount);
    if (!part.isPositive()) continue;
    left = left.minus(part);
    standing.returns.given.set(invoiceId, (standing.returns.given.get(invoiceId) ?? Rational.zero).plus(part));
    // A skipped invoice was never issued: its lines paid each other.
    const { applied, granted } = source === undefined ? NOTHING : split(source, part, isUnpaid(source));
    const ofSource = (one: StoredEntry): boolean => one.invoiceId === invoice.id && one.sourceId === invoiceId;
    const entries = standing.holdings.money.entries.filter((one) => one.grantId === null);
    const sum = (of: (one: StoredEntry) => boolean): string =>
      Rational.sum(entries.filter(of).map((one) => Rational.of(one.amount))).toText();
    const told = `of ${invoiceId} by ${invoice.id}`;
    const given = sum((one) => one.kind === "given" && ofSource(one));
    expectAmount(standing, `what is given back ${told}`, part.minus(granted), given);
    expectReturned(standing, `what goes back to grants ${told}`, granted, ofSource);
    addCredit(standing, invoice, part.minus(applied).minus(granted));
    if (source === undefined) continue;
    const credited = part.minus(applied).minus(granted);
    payWrittenOff(standing, source, credited, invoice.id);
    giveCredit(standing, source, part.minus(granted));
    if (applied.isZero()) continue;
    lessDue(standing, source, applied, invoice.id);
    source.credits = source.credits.plus(applied);
    settle(source);
  }
  return left;
}

/** Only unpaid invoices are voided, and the credit they used returns (R-INV-2). */
function voidAgain(standing: Standing, invoiceId: string): void {
  const owed = owedOf(standing, invoiceId);
  const { entries } = standing.holdings.money;
  if (!owed.paid.isZero() || owed.hasNotes || owed.status === "paid") {
    standing.faults.push(`${invoiceId} was voided, though something was paid or given back of it`);
  }
  let own = owed.credits;
  for (const draw of entries.filter(
    (one) => one.invoiceId === invoiceId && one.grantId !== null && one.kind === "used",
  )) {
    const grant = grantOf(standing.holdings.money, draw.grantId);
    own = own.minus(Rational.of(draw.paid ?? "0"));
    const back = entries.filter(
      (one) => one.invoiceId === invoiceId && one.grantId === grant.id && one.kind === "returned",
    );
    const before = entries.filter((one) => one.sourceId === invoiceId && one.grantId === grant.id);
    expectAmount(
      standing,
      `what ${grant.id} has back of ${invoiceId}`,
      Rational.sum([draw, ...before].map(({ amount }) => Rational.of(amount))).negated(),
      Rational.sum(back.map(({ amount }) => Rational.of(amount))).toText(),
    );
  }
  addCredit(standing, owed.invoice, own);
  owed.status = "void";
  holdFor(standing, owed);
  payWrittenOff(standing, owed, Rational.smaller(own, freeFor(standing, owed.invoice)), invoiceId);
  // What was given back of it counts for the invoice that replaces it.
  const next = [...standing.owed.values()].find(({ invoice }) => invoice.replacesInvoiceId === invoiceId);
  if (next === undefined) return;
  next.given = next.given.plus(owed.given);
  next.creditGiven = next.creditGiven.plus(owed.creditGiven);
  next.givenFrom ??= owed.givenFrom;
  const { given } = standing.returns;
  given.set(next.invoice.id, given.get(invoiceId) ?? Rational.zero);
}
