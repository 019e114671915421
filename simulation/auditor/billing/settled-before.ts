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

/** What counts in a period for a discount, and what it did there already. */
export function settledIn(
  period: Span,
  adjustment: Adjustment,
  lines: readonly AuditedLine[],
  others: readonly AuditedLine[],
): { readonly spent: Rational; readonly adjusted: Rational } {
  const isInPeriod = (line: AuditedLine): boolean => line.countedOn >= period.start && line.countedOn < period.end;
  const counted = [...others, ...lines].filter((line) => comesBefore(adjustment, line) && isInPeriod(line));
  const own = others.filter((line) => isInPeriod(line) && isOf(adjustment, line));
  return { spent: sumOf(counted), adjusted: sumOf(own) };
}

/** The same for a limit, which counts of what serves several of its periods the part for this one; and what is charged once. */
export function limitedIn(
  subscription: AuditedSubscription,
  { period, interval }: { readonly period: Span; readonly interval: Interval },
  adjustment: Adjustment,
  lines: readonly AuditedLine[],
  others: readonly AuditedLine[],
): { readonly spent: Rational; readonly adjusted: Rational; readonly oneOffs: Rational } {
  const partIn = (line: AuditedLine): Rational => {
    const isOfDay = line.countedOn >= period.start && line.countedOn < period.end;
    if (!isSpread(line, interval)) return isOfDay ? line.amount : Rational.zero;
    return countedByPeriod(subscription, line, interval).get(period.start) ?? Rational.zero;
  };
  const counted = [...others, ...lines].filter((line) => comesBefore(adjustment, line));
  const own = others.filter((line) => isOf(adjustment, line) && line.countedOn === period.start);
  return {
    spent: Rational.sum(counted.map(partIn)),
    adjusted: sumOf(own),
    oneOffs: Rational.sum(counted.filter(({ kind }) => kind === "one_off").map(partIn)),
  };
}

function comesBefore(adjustment: Adjustment, line: AuditedLine): boolean {
  const isInScope = adjustment.priceId === null || line.priceId === adjustment.priceId;
  return isInScope && rankOf(line) < rankOf(adjustment);
}

function isOf(adjustment: Adjustment, { kind, source, priceId }: AuditedLine): boolean {
  return kind === adjustment.kind && source === adjustment.source && priceId === adjustment.priceId;
}

function sumOf(lines: readonly AuditedLine[]): Rational {
  return Rational.sum(lines.map(({ amount }) => amount));
}
