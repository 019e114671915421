import { Decimal, numberBounds } from "@counterfoil/engine";
import type { WaitingIncrement, WaitingUsage } from "../../database/tx.ts";
import { spans } from "./bucket.ts";
import type { TotalsQuestion, TotalsRow } from "./read-totals.ts";

const [QUARTER] = spans;

/** As `OUT_OF_RANGE` in SQL. */
const BOUNDS = { ...numberBounds, wholeDigits: numberBounds.wholeDigits + 15 };

/** What waiting increments add to questions, one row for each. The questions have no cut-off. */
export function waitingTotals(waiting: WaitingUsage, questions: readonly TotalsQuestion[]): TotalsRow[] {
  return questions.flatMap((question) =>
    (waiting.get(question.accountId) ?? [])
      .filter((increment) => isAsked(question, increment))
      .map((increment) => toRow(question.position, increment)),
  );
}

function isAsked({ generation, buckets }: TotalsQuestion, increment: WaitingIncrement): boolean {
  if (String(increment.generation) !== generation) return false;
  return buckets.some(({ span, first, next }) => {
    const quarters = span / QUARTER;
    return increment.quarter >= first * quarters && increment.quarter < next * quarters;
  });
}

function toRow(position: number, increment: WaitingIncrement): TotalsRow {
  const { groups, stale, events, skipped, first, last, sequence, value = null } = increment;
  return {
    position,
    groupValues: groups ?? "[]",
    isUnusable: stale === true || (value !== null && !Decimal.of(value).fits(BOUNDS)),
    eventCount: String(events ?? 0),
    skipped: String(skipped ?? 0),
    firstAt: toInstant(first ?? null),
    lastAt: toInstant(last ?? null),
    latestSequence: sequence === null || sequence === undefined ? null : String(sequence),
    value,
  };
}

function toInstant(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
