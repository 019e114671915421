import type { AuditedInvoice, AuditedLine, AuditedSubscription } from "../books.ts";
import { Rational } from "../rational.ts";

/** What notes left of a line itself. */
export function ownOf({ noted }: AuditedSubscription, line: AuditedLine): Rational {
  return line.amount.minus(noted.get(line) ?? Rational.zero);
}

/** By the start of their days, then as their invoices were made; what is on none yet comes last. */
export function orderOfWriting({ invoices, lines }: AuditedSubscription, a: AuditedLine, b: AuditedLine): number {
  if (a.service.start !== b.service.start) return a.service.start < b.service.start ? -1 : 1;
  const madeAt = (line: AuditedLine) => orLast(invoices.findIndex((invoice) => invoice.lines.includes(line)));
  const writtenAt = (line: AuditedLine) => orLast(lines.indexOf(line));
  return madeAt(a) - madeAt(b) || writtenAt(a) - writtenAt(b);
}

function orLast(at: number): number {
  return at < 0 ? Number.MAX_SAFE_INTEGER : at;
}

/**
 * What was taken back of each line of a charge that charged: usage knows of which invoices it takes, anything else, and what is
 * not charged any more, takes from the oldest first.
 */
export function takenOf(subscription: AuditedSubscription, lines: readonly AuditedLine[]): Map<AuditedLine, Rational> {
  const owns = lines
    .toSorted((a, b) => orderOfWriting(subscription, a, b))
    .map((line) => ({ line, own: ownOf(subscription, line) }));
  const charges = owns.filter(({ own }) => own.isPositive());
  const taken = new Map(charges.map(({ line }) => [line, Rational.zero]));
  const take = ({ line, own }: (typeof charges)[number], wanted: Rational): Rational => {
    const before = taken.get(line) ?? Rational.zero;
    const part = Rational.smaller(wanted, own.minus(before));
    taken.set(line, before.plus(part));
    return part;
  };
  let rest = Rational.zero;
  for (const { line, own } of owns.filter((one) => one.own.isNegative())) {
    let open = own.negated();
    for (const [invoice, amount] of line.takes ?? []) {
      const standing = standingFor(subscription, invoice);
      const charge = charges.find((one) => standing.lines.includes(one.line));
      if (charge !== undefined) open = open.minus(take(charge, Rational.smaller(open, amount)));
    }
    rest = rest.plus(open);
  }
  for (const charge of charges) rest = rest.minus(take(charge, rest));
  return taken;
}

/** The invoice that bills by now what another one billed. */
export function standingFor(subscription: AuditedSubscription, invoice: AuditedInvoice): AuditedInvoice {
  const next = subscription.invoices.find(({ replaces }) => replaces === invoice);
  return next === undefined ? invoice : standingFor(subscription, next);
}
