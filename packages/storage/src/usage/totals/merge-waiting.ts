import { Decimal } from "@counterfoil/engine";
import type { WaitingIncrement } from "../../database/tx.ts";

/** The increments of an account that were read so far, added up. They only grow until some are folded. */
export interface SeenIncrements {
  /** The rows of the table, and the highest of their sequences. */
  readonly rows: number;
  readonly through: string | null;
  /** One for each generation, group, quarter and method. */
  readonly totals: readonly WaitingIncrement[];
}

export const NO_INCREMENTS: SeenIncrements = { rows: 0, through: null, totals: [] };

/** Adds rows that were not seen before. */
export function addIncrements(
  seen: SeenIncrements,
  added: readonly (readonly WaitingIncrement[])[],
  through: string | null,
): SeenIncrements {
  if (added.length === 0) return seen;
  const { rows, totals } = seen;
  const merged = new Map(totals.map((total) => [keyOf(total), total]));
  for (const increment of added.flat()) {
    const key = keyOf(increment);
    const before = merged.get(key);
    merged.set(key, before === undefined ? increment : mergeTwo(before, increment));
  }
  return { rows: rows + added.length, through, totals: [...merged.values()] };
}

function keyOf({ generation, groups, quarter, method }: WaitingIncrement): string {
  return `${generation} ${method} ${quarter} ${groups ?? "[]"}`;
}

/** As `ADDED_TO_TOTAL` in SQL. */
function mergeTwo(one: WaitingIncrement, other: WaitingIncrement): WaitingIncrement {
  const later = one.method === "l" && isLater(other, one) ? other : one;
  return {
    ...one,
    stale: one.stale === true || other.stale === true,
    events: (one.events ?? 0) + (other.events ?? 0),
    skipped: (one.skipped ?? 0) + (other.skipped ?? 0),
    first: least(one.first, other.first),
    last: greatest(one.last, other.last),
    sequence: later.sequence ?? null,
    value: one.method === "l" ? (later.value ?? null) : mergedValue(one, other),
  };
}

function mergedValue({ method, value }: WaitingIncrement, other: WaitingIncrement): string | null {
  if (value === null || value === undefined) return other.value ?? null;
  if (other.value === null || other.value === undefined) return value;
  const [one, two] = [Decimal.of(value), Decimal.of(other.value)];
  if (method === "s") return one.plus(two).toCanonical();
  const isFirst = method === "i" ? one.compare(two) <= 0 : one.compare(two) >= 0;
  return isFirst ? value : other.value;
}

/** Whether the latest event of an increment is later than that of another one. */
function isLater(one: WaitingIncrement, than: WaitingIncrement): boolean {
  if (one.last === null || one.last === undefined) return false;
  if (than.last === null || than.last === undefined) return true;
  return one.last === than.last ? (one.sequence ?? 0) > (than.sequence ?? 0) : one.last > than.last;
}

function least(one: number | null | undefined, other: number | null | undefined): number | null {
  return one === null || one === undefined ? (other ?? null) : Math.min(one, other ?? one);
}

function greatest(one: number | null | undefined, other: number | null | undefined): number | null {
  return one === null || one === undefined ? (other ?? null) : Math.max(one, other ?? one);
}
