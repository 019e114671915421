import { Rational } from "../../auditor/rational.ts";
import type { StoredEntry, StoredNote, StoredPayment, StoredRefund } from "../../platform/money-ledger.ts";
import {
  addCredit,
  addToGrant,
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
import { freeFor, payWrittenOff } from "./coming-back.ts";
import { takeNoted } from "./returns.ts";

/** A payment pays the amount due, and the rest becomes account credit (R-INV-7). */
export function receive(standing: Standing, payment: StoredPayment): void {
  const owed = owedOf(standing, payment.invoiceId);
  const amount = Rational.of(payment.amount);
  const applied = Rational.smaller(amount, Rational.larger(dueOf(owed), Rational.zero));
  const credited = amount.minus(applied);
  expectAmount(standing, `what ${payment.id} pays`, applied, payment.applied);
  expectAmount(standing, `what ${payment.id} leaves as credit`, credited, payment.credited);
  standing.received.set(payment.id, { payment, applied, credited });
  owed.paid = owed.paid.plus(applied);
  addCredit(standing, owed.invoice, credited);
  settle(owed);
}

/** A refund first takes account credit, then what paid the invoice, which is due again (R-INV-7). */
export function giveBack(standing: Standing, refund: StoredRefund): void {
  const received = standing.received.get(refund.paymentId);
  if (received === undefined) throw new Error(`${refund.id} gives back what was not paid`);
  const owed = owedOf(standing, received.payment.invoiceId);
  const amount = Rational.of(refund.amount);
  const free = Rational.smaller(received.credited, freeFor(standing, owed.invoice));
  const fromCredit = refund.isOfNote ? Rational.zero : Rational.smaller(amount, free);
  const fromInvoice = amount.minus(fromCredit);
  expectAmount(standing, `what ${refund.id} takes of credit`, fromCredit, refund.fromCredit);
  received.credited = received.credited.minus(fromCredit);
  received.applied = received.applied.minus(fromInvoice);
  if (received.applied.isNegative()) standing.faults.push(`${refund.id} gives back more than was paid`);
  addCredit(standing, owed.invoice, fromCredit.negated());
  owed.paid = owed.paid.minus(fromInvoice);
  const { overdueAt } = owed.invoice;
  if (overdueAt !== null && overdueAt <= refund.at) owed.isOverdue = true;
  // What a note refunds also reduces the amount owed.
  if (!refund.isOfNote) settle(owed);
}

/**
 * What a note gives back lowers what is due, becomes account credit, or was paid and goes back; what grants paid goes back to them
 * (R-INV-8). The outcome account_credit leaves an open invoice unchanged.
 */
export function credit(standing: Standing, note: StoredNote): void {
  const owed = owedOf(standing, note.invoiceId);
  const total = Rational.of(note.total);
  takeNoted(standing.returns, owed.invoice, note);
  const isReduced = note.outcome === "apply" || owed.status === "uncollectible";
  const isRefund = note.outcome === "refund";
  const { applied, granted } = isRefund ? refunded(owed, total) : split(owed, total, isReduced);
  const credited = isRefund ? Rational.zero : total.minus(applied).minus(granted);
  expectAmount(standing, `what ${note.id} takes off its invoice`, applied, note.applied);
  expectAmount(standing, `what ${note.id} gives as credit`, credited, note.credited);
  expectAmount(standing, `what ${note.id} pays back`, note.outcome === "refund" ? total : Rational.zero, note.refunded);
  owed.hasNotes = true;
  owed.credits = owed.credits.plus(applied);
  addCredit(standing, owed.invoice, credited);
  payWrittenOff(standing, owed, credited, owed.invoice.id);
  giveCredit(standing, owed, credited);
  expectReturned(standing, `what ${note.id} gives back to grants`, granted, ({ noteId }) => noteId === note.id);
  if (!isRefund && !applied.isZero()) settle(owed);
}

/** All of it was paid and is refunded. */
function refunded(owed: Owed, total: Rational): { applied: Rational; granted: Rational } {
  owed.given = owed.given.plus(total);
  return { applied: total, granted: Rational.zero };
}

/** A grant is created, gets back something of a void invoice, or is voided. */
export function moveGrant(standing: Standing, { kind, grantId, amount }: StoredEntry): void {
  const grant = grantOf(standing.holdings.money, grantId);
  const left = standing.grants.get(grant.id) ?? Rational.zero;
  if (kind === "granted") expectAmount(standing, `what ${grant.id} begins with`, Rational.of(grant.amount), amount);
  if (kind === "expired" || kind === "voided") {
    expectAmount(standing, `what is taken away of ${grant.id}`, left.negated(), amount);
  }
  addToGrant(standing, grant, Rational.of(amount));
}
