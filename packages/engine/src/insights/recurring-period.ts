import { type DatePeriod, isBefore } from "../calendar/interval.ts";
import { Decimal } from "../decimal/decimal.ts";
import { MOVEMENT_KINDS, type MovementKind, type RecurringMovement } from "./recurring-movements.ts";

/** Recurring revenue over a period, of one account or of several in one currency: closing = opening + all movements. */
export interface RecurringPeriod {
  readonly opening: Decimal;
  readonly moved: Readonly<Record<MovementKind, Decimal>>;
  readonly closing: Decimal;
  readonly accounts: {
    /** The number of accounts that paid at the start, and at the end. */
    readonly opening: number;
    readonly closing: number;
    /** The number of accounts that paid at the start but not at the end. */
    readonly lost: number;
  };
  /**
   * The closing revenue of the accounts that paid at the start: `retained` includes increases, `kept` counts each
   * account only up to its opening revenue.
   */
  readonly retained: Decimal;
  readonly kept: Decimal;
}

const NOTHING_MOVED: Record<MovementKind, Decimal> = {
  new: Decimal.zero,
  expansion: Decimal.zero,
  contraction: Decimal.zero,
  churn: Decimal.zero,
  reactivation: Decimal.zero,
};

/** A period without movements. */
function unmoved(amount: Decimal, accounts: number): RecurringPeriod {
  return {
    opening: amount,
    moved: NOTHING_MOVED,
    closing: amount,
    accounts: { opening: accounts, closing: accounts, lost: 0 },
    retained: amount,
    kept: amount,
  };
}

/**
 * Computes periods from the movements of accounts, each oldest first. Each period begins where the one before ends. The
 * cost grows with the number of movements: an account without movements is carried from period to period.
 */
export function recurringPeriods(
  accounts: readonly (readonly RecurringMovement[])[],
  periods: readonly DatePeriod[],
): RecurringPeriod[] {
  const moves = Map.groupBy(
    accounts.flatMap((movements) => movesOf(movements, periods)),
    ({ place }) => place,
  );
  let last = (moves.get(BEFORE) ?? []).reduce(addMove, unmoved(Decimal.zero, 0));
  return periods.map((_, place) => {
    last = (moves.get(place) ?? []).reduce(addMove, unmoved(last.closing, last.accounts.closing));
    return last;
  });
}

/** All movements of one account in one period, and its revenue before and after them. */
interface Move {
  readonly place: number;
  readonly opening: Decimal;
  readonly closing: Decimal;
  readonly movements: readonly RecurringMovement[];
}

/** The index for everything before the first period. */
const BEFORE = -1;

function movesOf(movements: readonly RecurringMovement[], periods: readonly DatePeriod[]): Move[] {
  const end = periods.at(-1)?.end;
  const known = movements.filter(({ day }) => end !== undefined && isBefore(day, end));
  let place = BEFORE;
  const byPlace = Map.groupBy(known, ({ day }) => {
    while (periods.slice(place + 1, place + 2).some(({ start }) => !isBefore(day, start))) place += 1;
    return place;
  });
  let opening = Decimal.zero;
  return [...byPlace].map(([at, moved]) => {
    const closing = moved.reduce((_, { after }) => after, opening);
    const move = { place: at, opening, closing, movements: moved };
    opening = closing;
    return move;
  });
}

function addMove(period: RecurringPeriod, { opening, closing, movements }: Move): RecurringPeriod {
  const [paid, pays] = [opening.isPositive(), closing.isPositive()];
  const left = Decimal.max(Decimal.min(opening, closing), Decimal.zero);
  const { accounts } = period;
  return {
    opening: period.opening,
    moved: movements.reduce(addMovement, period.moved),
    closing: period.closing.plus(closing).minus(opening),
    accounts: {
      opening: accounts.opening,
      closing: accounts.closing + (pays ? 1 : 0) - (paid ? 1 : 0),
      lost: accounts.lost + (paid && !pays ? 1 : 0),
    },
    retained: paid ? period.retained.plus(closing).minus(opening) : period.retained,
    kept: paid ? period.kept.plus(left).minus(opening) : period.kept,
  };
}

type Moved = RecurringPeriod["moved"];

function addMovement(moved: Moved, { kind, before, after }: RecurringMovement): Moved {
  return { ...moved, [kind]: moved[kind].plus(after).minus(before) };
}

/** The same period over several accounts in the same currency; all zero if there are none. */
export function sumRecurring(periods: readonly RecurringPeriod[]): RecurringPeriod {
  return periods.reduce(addPeriods, unmoved(Decimal.zero, 0));
}

function addPeriods(a: RecurringPeriod, b: RecurringPeriod): RecurringPeriod {
  const moved = { ...a.moved };
  for (const kind of MOVEMENT_KINDS) moved[kind] = a.moved[kind].plus(b.moved[kind]);
  return {
    opening: a.opening.plus(b.opening),
    moved,
    closing: a.closing.plus(b.closing),
    accounts: {
      opening: a.accounts.opening + b.accounts.opening,
      closing: a.accounts.closing + b.accounts.closing,
      lost: a.accounts.lost + b.accounts.lost,
    },
    retained: a.retained.plus(b.retained),
    kept: a.kept.plus(b.kept),
  };
}

/** As a percentage of the value at the start; null if that was zero. */
export interface Churn {
  /** Accounts that stopped paying. */
  readonly accountChurn: Decimal | null;
  /** Recurring revenue lost from the accounts that paid at the start, because they stopped or paid less. */
  readonly revenueChurn: Decimal | null;
  /** The closing revenue of the accounts that paid at the start, including their increases. */
  readonly netRetention: Decimal | null;
  /** The same without increases: 100 less the revenue churn. */
  readonly grossRetention: Decimal | null;
}

export function churnOf({ opening, accounts, retained, kept }: RecurringPeriod): Churn {
  const count = Decimal.ofInteger;
  const grossRetention = perCent(kept, opening);
  return {
    accountChurn: perCent(count(accounts.lost), count(accounts.opening)),
    revenueChurn: grossRetention && HUNDRED.minus(grossRetention),
    netRetention: perCent(retained, opening),
    grossRetention,
  };
}

const HUNDRED = Decimal.of("100");

/** Rounded to two decimals. */
export function perCent(part: Decimal, whole: Decimal): Decimal | null {
  return whole.isPositive() ? part.times(HUNDRED).dividedBy(whole, 2, "half_away_from_zero") : null;
}
