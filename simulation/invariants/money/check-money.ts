import { Rational } from "../../auditor/rational.ts";
import { orderOf } from "../../platform/money-ledger.ts";
import type { Holdings } from "../holdings.ts";
import { checkReductions } from "./coming-back.ts";
import { drawSteps } from "./draw-steps.ts";
import { credit, giveBack, moveGrant, receive } from "./movements.ts";
import { expectAmount, openStanding, type Owed, settle, type Standing } from "./standing.ts";
import { applyCredit, turn } from "./turns.ts";

/** Replays all effects on money in the order in which they were written, and compares the results. */
export function checkMoney(holdings: Holdings): string[] {
  const standing = openStanding(holdings);
  const { money, now } = holdings;
  const kinds = ["granted", "expired", "voided", "returned"];
  const steps: [id: string, take: () => void][] = [
    ...money.turns.map((one): [string, () => void] => [one.id, () => turn(standing, one)]),
    ...money.payments.map((one): [string, () => void] => [one.id, () => receive(standing, one)]),
    ...money.refunds.map((one): [string, () => void] => [one.id, () => giveBack(standing, one)]),
    ...money.notes.map((one): [string, () => void] => [one.id, () => credit(standing, one)]),
    ...money.entries
      .filter(({ kind, grantId }) => grantId !== null && kinds.includes(kind ?? ""))
      .map((one): [string, () => void] => [one.id, () => moveGrant(standing, one)]),
  ];
  const asked = askedFor(holdings);
  for (const one of money.entries.filter(({ kind, sourceId }) => kind === "applied" && sourceId === null)) {
    steps.push([one.id, () => applyCredit(standing, one, asked.get(one.invoiceId ?? "") ?? [])]);
  }
  steps.unshift(...drawSteps(standing));
  const ordered = steps.toSorted(([a], [b]) => (orderOf(a) < orderOf(b) ? -1 : 1));
  for (const [, take] of ordered) take();
  for (const owed of standing.owed.values()) checkInvoice(standing, owed, now);
  checkReductions(standing);
  checkLedgers(standing);
  return standing.faults;
}

/** Requested payments from account credit, by invoice. */
function askedFor({ journal }: Holdings): Map<string, Rational[]> {
  const asked = new Map<string, Rational[]>();
  for (const entry of journal) {
    if (entry.kind !== "credit_applied") continue;
    asked.set(entry.invoiceId, [...(asked.get(entry.invoiceId) ?? []), Rational.of(entry.amount)]);
  }
  return asked;
}

function checkInvoice(standing: Standing, owed: Owed, now: number): void {
  const { invoice, paid, credits } = owed;
  // If all its lines are zero, the journal has no entry.
  if (owed.status === "draft") settle(owed);
  expectAmount(standing, `what is paid of ${invoice.id}`, paid, invoice.amountPaid);
  expectAmount(standing, `the credit applied to ${invoice.id}`, credits, invoice.creditsApplied);
  const isOverdue = invoice.overdueAt !== null && invoice.overdueAt <= now;
  const status = owed.status === "open" ? (isOverdue ? "overdue" : "issued") : owed.status;
  if (status !== invoice.status) standing.faults.push(`${invoice.id} is ${invoice.status}, not ${status}`);
  const told = standing.holdings.trail.find(
    ({ what, objectId }) => what === "notified invoice.paid" && objectId === invoice.id,
  );
  if ((told?.times ?? 0) !== owed.timesPaid) {
    standing.faults.push(`${invoice.id} was paid ${owed.timesPaid} times, and told ${told?.times ?? 0} times`);
  }
}

/** A ledger's entries sum to its balance (invariant 10). */
function checkLedgers(standing: Standing): void {
  const { money } = standing.holdings;
  const sum = (of: (entry: (typeof money.entries)[number]) => boolean): string =>
    Rational.sum(money.entries.filter(of).map(({ amount }) => Rational.of(amount))).toText();
  for (const grant of money.grants) {
    const left = standing.grants.get(grant.id) ?? Rational.zero;
    expectAmount(standing, `the balance of ${grant.id}`, left, grant.balance);
    expectAmount(
      standing,
      `the ledger of ${grant.id}`,
      left,
      sum(({ grantId }) => grantId === grant.id),
    );
    const isOver = grant.expiresAt !== null && grant.expiresAt <= standing.holdings.now;
    // What a void invoice returned since then waits for the next move of the clock.
    const hasBack = money.entries.some(({ grantId, kind }) => grantId === grant.id && kind === "returned");
    if (isOver && !hasBack && !left.isZero())
      standing.faults.push(`${grant.id} has expired with ${left.toText()} left`);
  }
  const keys = new Set(
    money.entries.flatMap((one) => (one.grantId === null ? [`${one.accountId} ${one.currency}`] : [])),
  );
  for (const key of new Set([...keys, ...standing.credit.keys()])) {
    const balance = standing.credit.get(key) ?? Rational.zero;
    const ledger = sum((one) => one.grantId === null && `${one.accountId} ${one.currency}` === key);
    expectAmount(standing, `the ledger of account credit of ${key}`, balance, ledger);
  }
}
