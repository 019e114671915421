import type { AuditedInvoice, AuditedLine, AuditedSubscription } from "../books.ts";
import { Rational } from "../rational.ts";
import { forgetTaken, goneOfRelief, peersOf } from "./given-back.ts";
import { rankOf } from "./rank.ts";
import { orderOfWriting, ownOf } from "./takes.ts";

/**
 * The lines of an invoice that gives back of others. What it takes back of their discounts and limits lowers what it gives back of them, so
 * that more of their lines can be given back: it is made again with that until nothing changes. One that takes back less than it counted
 * on is made again with the less.
 */
export function decidedWithRelief(subscription: AuditedSubscription, decide: () => AuditedLine[]): AuditedLine[] {
  const { reliefToday } = subscription;
  reliefToday.clear();
  const noted = subscription.invoices.filter(
    (invoice) => !invoice.isVoid && invoice.lines.some((line) => subscription.noted.has(line)),
  );
  let lines = decide();
  let counted: Reliefs = new Map();
  for (let round = 0; round < 8; round += 1) {
    const reliefs = reliefsOf(subscription, noted, lines);
    if (isWithin(reliefs, counted)) break;
    set(reliefToday, reliefs);
    const next = decidedWithin(subscription, noted, decide);
    if (next.length === 0 || isWithin(reliefToday, counted)) break;
    [lines, counted] = [next, new Map(reliefToday)];
  }
  reliefToday.clear();
  forgetTaken(subscription);
  return lines;
}

/** Makes the lines with today's relief, and with less of it until they take back as much. None where they never do. */
function decidedWithin(
  subscription: AuditedSubscription,
  noted: readonly AuditedInvoice[],
  decide: () => AuditedLine[],
): AuditedLine[] {
  const { reliefToday } = subscription;
  for (let round = 0; round < 8; round += 1) {
    const lines = decide();
    if (lines.length === 0) return [];
    const reliefs = reliefsOf(subscription, noted, lines);
    if (isWithin(reliefToday, reliefs)) return lines;
    for (const [invoice, amount] of reliefToday) {
      reliefToday.set(invoice, Rational.smaller(amount, reliefs.get(invoice) ?? Rational.zero));
    }
  }
  return [];
}

type Reliefs = ReadonlyMap<AuditedInvoice, Rational>;

function set(reliefToday: Map<AuditedInvoice, Rational>, reliefs: Reliefs): void {
  reliefToday.clear();
  for (const [invoice, amount] of reliefs) reliefToday.set(invoice, amount);
}

function isWithin(reliefs: Reliefs, others: Reliefs): boolean {
  return [...reliefs].every(([invoice, amount]) => amount.compare(others.get(invoice) ?? Rational.zero) <= 0);
}

function reliefsOf(
  subscription: AuditedSubscription,
  noted: readonly AuditedInvoice[],
  lines: readonly AuditedLine[],
): Reliefs {
  return new Map(
    noted.map((invoice) => {
      const parts = lines.map((line) => reliefBy(subscription, invoice, line).times(keptOf(lines, line)));
      return [invoice, Rational.larger(Rational.sum(parts), Rational.zero)];
    }),
  );
}

/** What a discount of an amount or a limit takes back of the same on an earlier invoice: of several invoices only what the others cannot bear. */
function reliefBy(subscription: AuditedSubscription, invoice: AuditedInvoice, line: AuditedLine): Rational {
  if (rankOf(line) === 0 || line.off !== undefined) return Rational.zero;
  const self = invoice.lines.find(
    (one) =>
      one.kind === line.kind &&
      one.source === line.source &&
      one.period === line.period &&
      one.off === undefined &&
      ownOf(subscription, one).isNegative(),
  );
  if (self === undefined) return Rational.zero;
  const others = peersOf(subscription, self)
    .filter((one) => !invoice.lines.includes(one))
    .map((one) => ({ own: ownOf(subscription, one), isLater: orderOfWriting(subscription, one, self) > 0 }));
  const own = ownOf(subscription, self);
  const added = { own: line.amount, isLater: true };
  return goneOfRelief(own, others).minus(goneOfRelief(own, [...others, added]));
}

/** What discounts by percentage leave of a line that they count. What notes had given back of them takes nothing more off. */
function keptOf(lines: readonly AuditedLine[], line: AuditedLine): Rational {
  const hundred = Rational.whole(100);
  return lines
    .filter(({ off, settled = Rational.zero }) => off?.lines.includes(line) === true && settled.isZero())
    .reduce(
      (kept, { off }) => (off === undefined ? kept : kept.times(hundred.minus(off.value).over(hundred))),
      Rational.whole(1),
    );
}
