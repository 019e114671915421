import type { AuditedLine, AuditedSubscription } from "../books.ts";
import type { Interval, Span } from "../calendar.ts";
import { Rational } from "../rational.ts";
import { rankOf } from "./rank.ts";
import { countedByPeriod, isSpread } from "./spread.ts";

interface Adjustment {
  readonly kind: AuditedLine["kind"];
  readonly priceId: string | null;
  readonly source: string;
}

/** What counts in a period for an adjustment, and what it did there already. What notes settled counts as done. */
export interface Settled {
  readonly spent: Rational;
  readonly adjusted: Rational;
  /** Where notes gave back any of it, what they left on other invoices of its own lines, and of these with what they look at. */
  readonly left?: { readonly own: Rational; readonly charged: Rational };
}

/** The same for a discount of an amount. */
export function settledIn(
  { noted }: AuditedSubscription,
  period: Span,
  adjustment: Adjustment,
  lines: readonly AuditedLine[],
  others: readonly AuditedLine[],
): Settled {
  const isInPeriod = (line: AuditedLine): boolean => line.countedOn >= period.start && line.countedOn < period.end;
  const counted = (all: readonly AuditedLine[]): AuditedLine[] =>
    all.filter((line) => comesBefore(adjustment, line) && isInPeriod(line));
  const own = others.filter((line) => isInPeriod(line) && isOf(adjustment, line));
  const before = counted(others);
  const isNoted = [...before, ...own].some((line) => noted.has(line));
  const ownLeft = Rational.sum(own.map((line) => leftByNotes(noted, line)));
  const charged = Rational.sum(before.map((line) => leftByNotes(noted, line))).plus(ownLeft);
  return {
    spent: Rational.sum([...before, ...counted(lines)].map(withSettled)),
    adjusted: Rational.sum(own.map(withSettled)),
    ...(isNoted ? { left: { own: ownLeft, charged } } : {}),
  };
}

/** The same for a limit, which counts of what serves several of its periods the part for this one; and what is charged once. */
export function limitedIn(
  subscription: AuditedSubscription,
  { period, interval }: { readonly period: Span; readonly interval: Interval },
  adjustment: Adjustment,
  lines: readonly AuditedLine[],
  others: readonly AuditedLine[],
): Settled & { readonly oneOffs: Rational; readonly here: Rational } {
  const { noted } = subscription;
  const partIn = (line: AuditedLine, amount: Rational): Rational => {
    const isOfDay = line.countedOn >= period.start && line.countedOn < period.end;
    if (!isSpread(line, interval)) return isOfDay ? amount : Rational.zero;
    return countedByPeriod(subscription, { ...line, amount }, interval).get(period.start) ?? Rational.zero;
  };
  const isCounted = (line: AuditedLine): boolean => comesBefore(adjustment, line);
  const counted = [...others, ...lines].filter(isCounted);
  const before = others.filter(isCounted);
  const own = others.filter((line) => isOf(adjustment, line) && line.countedOn === period.start);
  const isInPeriod = (line: AuditedLine): boolean =>
    isSpread(line, interval)
      ? line.service.start < period.end && line.service.end > period.start
      : line.countedOn >= period.start && line.countedOn < period.end;
  const isNoted = [...before.filter(isInPeriod), ...own].some((line) => noted.has(line));
  const ownLeft = Rational.sum(own.map((line) => leftByNotes(noted, line)));
  // A note is spread over all days of its line, also over those that a credit had given back: of these nothing is left, and not less.
  const accounts = Map.groupBy(before, (line) => line.of ?? line);
  const charged = Rational.sum(
    [...accounts].map(([of, account]) => {
      const left = Rational.sum(account.map((line) => partIn(line, leftByNotes(noted, line))));
      return of.kind === "recurring" && isSpread(of, interval) ? Rational.larger(left, Rational.zero) : left;
    }),
  ).plus(ownLeft);
  return {
    // Of what is billed now, the amount and what notes settled of it are shared out by themselves.
    spent: Rational.sum([
      ...before.map((line) => partIn(line, withSettled(line))),
      ...lines
        .filter(isCounted)
        .flatMap((line) => [partIn(line, line.amount), partIn(line, line.settled ?? Rational.zero)]),
    ]),
    adjusted: Rational.sum(own.map(withSettled)),
    oneOffs: Rational.sum(counted.filter(({ kind }) => kind === "one_off").map((line) => partIn(line, line.amount))),
    here: Rational.sum(lines.filter(isCounted).map((line) => partIn(line, line.amount))),
    ...(isNoted ? { left: { own: ownLeft, charged } } : {}),
  };
}

/**
 * As much of an adjustment as notes leave: it takes back at most what is left of its own lines, and with what it counts on the invoice it
 * gives back at most what is left of the others.
 */
export function asNotesLeave(
  wanted: Rational,
  kind: AuditedLine["kind"],
  here: Rational,
  left: Settled["left"],
): { readonly amount: Rational; readonly settled: Rational } {
  const { zero, larger, smaller } = Rational;
  if (left === undefined) return { amount: wanted, settled: zero };
  const ofOwn =
    kind === "minimum"
      ? larger(wanted, larger(left.own, zero).negated())
      : smaller(wanted, smaller(left.own, zero).negated());
  const amount = larger(ofOwn, larger(left.charged, zero).plus(here).negated());
  return { amount, settled: wanted.minus(amount) };
}

function withSettled({ amount, settled = Rational.zero }: AuditedLine): Rational {
  return amount.plus(settled);
}

function leftByNotes(noted: AuditedSubscription["noted"], line: AuditedLine): Rational {
  return line.amount.minus(noted.get(line) ?? Rational.zero);
}

function comesBefore(adjustment: Adjustment, line: AuditedLine): boolean {
  const isInScope = adjustment.priceId === null || line.priceId === adjustment.priceId;
  return isInScope && rankOf(line) < rankOf(adjustment);
}

function isOf(adjustment: Adjustment, { kind, source, priceId }: AuditedLine): boolean {
  return kind === adjustment.kind && source === adjustment.source && priceId === adjustment.priceId;
}
