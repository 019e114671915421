import type { Temporal } from "temporal-polyfill";
import { Decimal } from "../decimal/decimal.ts";
import type { RecurringStretch } from "./recurring-revenue.ts";

/** The kinds of movement of an account's recurring revenue. */
export const MOVEMENT_KINDS = [
  /** The account pays for the first time. */
  "new",
  "expansion",
  "contraction",
  /** It no longer pays, because of a pause or permanently. */
  "churn",
  /** It pays again. */
  "reactivation",
] as const;

export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** An account's subscription with its stretches, oldest first. */
export interface RecurringSubscription {
  readonly subscriptionId: string;
  readonly stretches: readonly RecurringStretch[];
}

/** How one subscription contributed to a movement. */
export interface RecurringChange {
  readonly subscriptionId: string;
  /** Null if there was nothing before. */
  readonly before: RecurringStretch | null;
  readonly after: RecurringStretch;
}

/** The change of an account's recurring revenue on a day. */
export interface RecurringMovement {
  readonly day: Temporal.PlainDate;
  readonly kind: MovementKind;
  readonly before: Decimal;
  readonly after: Decimal;
  /** They sum to the movement. */
  readonly changes: readonly RecurringChange[];
}

/**
 * The movements of an account in one currency, oldest first, at most one a day. If one subscription replaces another on
 * the same day, only the difference is a movement.
 */
export function recurringMovements(subscriptions: readonly RecurringSubscription[]): RecurringMovement[] {
  const byDay = Map.groupBy(subscriptions.flatMap(changesOf), ({ after }) => after.from.toString());
  const days = [...byDay].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, changes]) => changes);
  const movements: RecurringMovement[] = [];
  let before = Decimal.zero;
  let wasPaying = false;
  for (const changes of days) {
    const after = before.plus(Decimal.sum(changes.map(deltaOf)));
    const [day] = changes.map((change) => change.after.from);
    if (day !== undefined && !after.equals(before)) {
      movements.push({ day, kind: kindOf(before, after, wasPaying), before, after, changes });
    }
    wasPaying ||= after.isPositive();
    before = after;
  }
  return movements;
}

function changesOf({ subscriptionId, stretches }: RecurringSubscription): RecurringChange[] {
  return stretches
    .map((after, index) => ({ subscriptionId, before: stretches[index - 1] ?? null, after }))
    .filter((change) => !deltaOf(change).isZero());
}

function deltaOf({ before, after }: RecurringChange): Decimal {
  return before === null ? after.amount : after.amount.minus(before.amount);
}

function kindOf(before: Decimal, after: Decimal, wasPaying: boolean): MovementKind {
  if (!before.isPositive() && after.isPositive()) return wasPaying ? "reactivation" : "new";
  if (before.isPositive() && !after.isPositive()) return "churn";
  return after.compare(before) > 0 ? "expansion" : "contraction";
}
