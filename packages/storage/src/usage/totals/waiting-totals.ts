import { Decimal, numberBounds } from "@counterfoil/engine";
import type { WaitingIncrement, WaitingUsage } from "../../database/tx.ts";
import { spans } from "./bucket.ts";
import type { TotalsQuestion } from "./read-totals.ts";
import type { CountedTotal } from "./to-part.ts";

const [QUARTER] = spans;

/** As `OUT_OF_RANGE` in SQL. */
const BOUNDS = { ...numberBounds, wholeDigits: numberBounds.wholeDigits + 15 };

/** What an increment adds to a question. */
export interface WaitingTotal extends CountedTotal {
  readonly position: number;
  readonly groupValues: string;
  /** An event in it was voided, or its value is out of range. */
  readonly isUnusable: boolean;
}

/** What waiting increments add to questions. The questions have no cut-off. */
export function waitingTotals(
  waiting: WaitingUsage["increments"],
  questions: readonly TotalsQuestion[],
): WaitingTotal[] {
  return questions.flatMap((question) =>
    (waiting.get(question.accountId) ?? [])
      .filter((increment) => isAsked(question, increment))
      .map((increment) => toTotal(question.position, increment)),
  );
}

function isAsked({ generation, buckets }: TotalsQuestion, increment: WaitingIncrement): boolean {
  if (String(increment.generation) !== generation) return false;
  return buckets.some(({ span, first, next }) => {
    const quarters = span / QUARTER;
    return increment.quarter >= first * quarters && increment.quarter < next * quarters;
  });
}

function toTotal(position: number, increment: WaitingIncrement): WaitingTotal {
  const { groups, stale, events, skipped, first, last, sequence } = increment;
  const value = typeof increment.value === "string" ? Decimal.of(increment.value) : null;
  const isUnusable = stale === true || value?.fits(BOUNDS) === false;
  return {
    position,
    groupValues: groups ?? "[]",
    isUnusable,
    eventCount: events ?? 0,
    skipped: skipped ?? 0,
    firstAt: first ?? null,
    lastAt: last ?? null,
    latestSequence: sequence ?? null,
    value: isUnusable ? null : value,
  };
}
