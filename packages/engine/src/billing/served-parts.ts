import { Temporal } from "temporal-polyfill";
import { type DatePeriod, isBefore, later, overlap } from "../calendar/interval.ts";
import { type Contract, isInScope, type Scope, serviceStart } from "./contract.ts";
import { segments, servedIn } from "./segment.ts";

/**
 * The days of a period to which a limit applies: the contract's days of service, or the days on which one of the
 * limit's prices is sold.
 */
export function servedParts(contract: Contract, scope: Scope, span: DatePeriod): DatePeriod[] {
  if (scope.kind === "subscription" || (scope.kind === "version" && scope.priceIds === null)) {
    return [overlap(span, serviceStart(contract), contract.endsOn) ?? []].flat();
  }
  const parts = segments(contract)
    .filter(({ price }) => isInScope(scope, { priceId: price.id }))
    .flatMap((segment) => servedIn(contract, segment, span) ?? []);
  return scope.kind === "price" ? parts : joined(parts);
}

/** Merges overlapping parts, so that no day counts twice. */
function joined(parts: readonly DatePeriod[]): DatePeriod[] {
  const whole: DatePeriod[] = [];
  for (const part of parts.toSorted((a, b) => Temporal.PlainDate.compare(a.start, b.start))) {
    const last = whole.at(-1);
    if (last === undefined || isBefore(last.end, part.start)) whole.push(part);
    else whole[whole.length - 1] = { start: last.start, end: later(last.end, part.end) };
  }
  return whole;
}
