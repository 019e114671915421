import type { AuditedLine } from "../books.ts";
import type { Span } from "../calendar.ts";
import { Rational } from "../rational.ts";
import { rankOf } from "./rank.ts";

/** What counts in a period for a discount or a limit, and what it did there already. */
export function settledIn(
  period: Span,
  adjustment: { readonly kind: AuditedLine["kind"]; readonly priceId: string | null; readonly source: string },
  lines: readonly AuditedLine[],
  others: readonly AuditedLine[],
): { readonly spent: Rational; readonly adjusted: Rational } {
  const isInScope = (line: AuditedLine): boolean =>
    (adjustment.priceId === null || line.priceId === adjustment.priceId) &&
    line.countedOn >= period.start &&
    line.countedOn < period.end;
  const isOwn = ({ kind, source }: AuditedLine): boolean => kind === adjustment.kind && source === adjustment.source;
  const counted = [...others, ...lines].filter((line) => isInScope(line) && rankOf(line) < rankOf(adjustment));
  const own = others.filter((line) => isInScope(line) && isOwn(line));
  return {
    spent: Rational.sum(counted.map(({ amount }) => amount)),
    adjusted: Rational.sum(own.map(({ amount }) => amount)),
  };
}
